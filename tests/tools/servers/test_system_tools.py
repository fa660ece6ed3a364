"""SystemExecutor: real processes, settings in a file of the test's own, default applications of a home of the test's own."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from mcp.server import MCPServer

from tests.tools.bench import Bench
from ufo.desktop.fake import AppSpec
from ufo.desktop.values import Application
from ufo.schema.command import Effect
from ufo.tools.observe.selection import ToolScope
from ufo.tools.servers.system_tools import system

INTERFACE = "org.gnome.desktop.interface"


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    def in_own_home(scope: ToolScope) -> MCPServer:
        environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "GSETTINGS_BACKEND": "keyfile"}
        return system(replace(scope, settings_environment=environment, home=tmp_path))

    item = Bench(tmp_path, in_own_home)
    yield item
    await item.dispatcher.close()


async def _program(*lines: str, program: str = sys.executable) -> asyncio.subprocess.Process:
    code = "\n".join(("import signal, time", *lines, "print('on', flush=True)", "time.sleep(60)"))
    process = await asyncio.create_subprocess_exec(program, "-c", code, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None and await process.stdout.readline() == b"on\n"
    return process


def _name(process: asyncio.subprocess.Process) -> str:
    return Path(f"/proc/{process.pid}/comm").read_text(encoding="utf-8").strip()


async def test_a_program_is_listed_and_ended_by_its_number_and_name(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "once-listed").symlink_to(sys.executable)
    process = await _program("unique_words_of_this_test = 1", program=str(tmp_path / "once-listed"))
    listed = await bench.run("list_processes", name="once-listed")
    assert process.pid in [item["pid"] for item in listed.result["processes"]]
    assert all(item["megabytes"] >= 0 and item["name"] for item in listed.result["processes"])
    ended = await bench.run("stop_process", pid=process.pid, name=_name(process))
    assert ended.effect is Effect.CONFIRMED
    assert await process.wait() == -signal.SIGTERM


@pytest.mark.matrix
async def test_a_program_that_does_not_react_is_told_and_ends_by_force(bench: Bench) -> None:
    process = await _program("signal.signal(signal.SIGTERM, signal.SIG_IGN)")
    still = await bench.run("stop_process", pid=process.pid, name=_name(process))
    assert "still runs" in str(still.error) and process.returncode is None
    assert (await bench.run("stop_process", pid=process.pid, name=_name(process), force=True)).ok
    assert await process.wait() == -signal.SIGKILL


async def test_what_runs_the_session_or_has_another_name_is_not_ended(bench: Bench) -> None:
    for pid in (os.getpid(), os.getppid()):
        own = Path(f"/proc/{pid}/comm").read_text(encoding="utf-8").strip()
        assert "runs this session" in str((await bench.run("stop_process", pid=pid, name=own, force=True)).error)
    other = await bench.run("stop_process", pid=os.getpid(), name="other", force=True)
    assert "of the name 'other' there are: none" in str(other.error)
    assert "there is no process" in str((await bench.run("stop_process", pid=2**22 + 5, name="ghost")).error)


@pytest.mark.parametrize(
    ("words", "key"),
    [("dark mode", "color-scheme"), ("wallpaper", "picture-uri"), ("bigger text size", "text-scaling-factor"),
     ("24 hours", "clock-format")],
)  # fmt: skip
async def test_a_setting_is_found_by_words_of_its_description(bench: Bench, words: str, key: str) -> None:
    found = await bench.run("find_settings", words=words)
    assert key in [item["key"] for item in found.result["settings"]]


async def test_a_setting_is_found_by_words_changed_and_read_back(bench: Bench) -> None:
    found = await bench.run("find_settings", words="text scaling factor")
    row = next(item for item in found.result["settings"] if item["schema"] == INTERFACE)
    assert row["key"] == "text-scaling-factor" and row["value"] == "1.0" and "0.5 3.0" in row["takes"]
    changed = await bench.run("change_setting", schema=INTERFACE, key="text-scaling-factor", value="1.25")
    assert changed.effect is Effect.CONFIRMED
    assert changed.result == {"before": "1.0", "after": "1.25"}
    again = await bench.run("change_setting", schema=INTERFACE, key="color-scheme", value="prefer-dark")
    assert again.result["after"] == "'prefer-dark'"
    same = await bench.run("change_setting", schema=INTERFACE, key="color-scheme", value="prefer-dark")
    assert same.effect is Effect.CONFIRMED


@pytest.mark.parametrize(
    ("schema", "key", "value", "reason"),
    [
        (INTERFACE, "color-scheme", "purple", "prefer-dark"),
        (INTERFACE, "text-scaling-factor", "large", "is 1.0"),
        (INTERFACE, "no-such-key", "1", "no-such-key"),
        ("org.no.such", "key", "1", "org.no.such"),
        ("--version", "key", "1", "find it by words"),
    ],
)
async def test_a_value_that_a_setting_does_not_take_is_refused_with_what_it_takes(
    bench: Bench, schema: str, key: str, value: str, reason: str
) -> None:
    refused = await bench.run("change_setting", schema=schema, key=key, value=value)
    assert reason in str(refused.error)


async def test_a_default_application_is_told_and_chosen(bench: Bench, tmp_path: Path) -> None:
    entries = tmp_path / ".local/share/applications"
    entries.mkdir(parents=True)
    for name in ("Reader", "Viewer"):
        text = f"[Desktop Entry]\nType=Application\nName={name}\nExec=/bin/true %f\nMimeType=application/pdf;\n"
        (entries / f"own-{name.casefold()}.desktop").write_text(text, encoding="utf-8")
        application = Application(f"own-{name.casefold()}", name, ("/bin/true",), mime_types=("application/pdf",))
        bench.desktop.installed[application.id] = AppSpec(application, ())
    chosen = await bench.run("set_default_application", of=".pdf", application="Viewer")
    assert chosen.effect is Effect.CONFIRMED, chosen.error
    told = await bench.run("default_application", of="report.pdf")
    assert told.result["default"] == "Viewer"
    assert "own-viewer.desktop" in (tmp_path / ".config/mimeapps.list").read_text(encoding="utf-8")
    assert "no installed application" in str(
        (await bench.run("set_default_application", of=".pdf", application="Nonesuch")).error
    )
    assert "write it like" in str((await bench.run("default_application", of="what is this?")).error)


async def test_the_help_of_a_program_is_read_by_words(bench: Bench) -> None:
    told = await bench.run("program_help", program="sort", words="numeric")
    assert "-n, --numeric-sort" in told.result["help"]
    assert "without a path" in str((await bench.run("program_help", program="/bin/sort")).error)
    assert "without a path" in str((await bench.run("program_help", program="sort; id")).error)
    assert "is installed" in str((await bench.run("program_help", program="nonesuch")).error)
