"""What is secret in our environment reaches no program that we start: looked for in every process, while they run."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import pytest

from ufo.cli.commands.sample import make_sample
from ufo.config.sections import ToolboxSections
from ufo.config.settings import Settings
from ufo.desktop.linux.x11.clipboard.incr import Content
from ufo.desktop.linux.x11.clipboard.keeper import hand_over
from ufo.desktop.values import Launch
from ufo.runs.desktops import open_desktop
from ufo.runs.toolbox import ServerToolbox
from ufo.schema.command import Command
from ufo_libreoffice.bridge import OfficeBridge

pytestmark = pytest.mark.apps

NAMES = (
    "OPENAI_API_KEY",
    "UFO_MODEL__API_KEY",
    "ANTHROPIC_API_KEY",
    "DATABASE_URL",
    "GH_PAT",
    "GITHUB_TOKEN",
    "SSHPASS",
    "STRIPE_KEY",
    "AWS_SECRET_ACCESS_KEY",
    "PGPASSWORD",
    "MYSQL_PWD",
    "JAVA_TOOL_OPTIONS",
    "KUBECONFIG_DATA",
    "LC_SECRET",
    "XDG_PRIVATE",
    "GTK_LICENCE",
    "QT_ACCOUNT",
    "SESSION_COOKIE",
)
PROXIES = ("http_proxy", "HTTPS_PROXY", "all_proxy")


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    values = []
    for name in (*NAMES, *PROXIES):
        values.append(f"planted-{uuid4().hex}")
        monkeypatch.setenv(name, values[-1] if name in NAMES else f"http://ann:{values[-1]}@127.0.0.1:9")
    return [value.encode() for value in values]


def _told() -> Iterator[tuple[str, bytes]]:
    """What other programs can read of every process but this one."""
    for process in Path("/proc").iterdir():
        if process.name.isdecimal() and int(process.name) != os.getpid():
            for part in ("cmdline", "environ"):
                with suppress(OSError):
                    yield f"{process.name} {part}", (process / part).read_bytes()


def _leaks(values: list[bytes]) -> list[str]:
    return [place for place, text in _told() if any(value in text for value in values)]


def _programs() -> set[str]:
    return {Path(text.split(b"\0")[0].decode()).name for place, text in _told() if place.endswith("cmdline")}


async def test_no_program_on_a_private_desktop_holds_a_planted_secret(planted: list[bytes], tmp_path: Path) -> None:
    settings = Settings(desktop={"where": "private", "width": 1280, "height": 800})
    bridge = OfficeBridge()
    async with open_desktop(settings.desktop) as used:
        assert {"Xvfb", "openbox", "dbus-daemon"} <= _programs()
        await used.desktop.launch(Launch("mousepad"))
        await used.desktop.launch(Launch("chromium", ("about:blank",)), 60)
        assert any(b"devtools_pipe.py" in text for _, text in _told())
        writer = await used.desktop.launch(Launch("libreoffice-writer", (str(make_sample(tmp_path)),)), 60)
        assert await bridge.call(writer, "writer.list_tables", 60)
        assert {"mousepad", "soffice.bin"} <= _programs()
        assert any(b"office_process.py" in text for _, text in _told())
        assert hand_over(used.environment["DISPLAY"], {1: Content(31, 8, b"copied")})
        assert any(b"clipboard.keeper" in text for _, text in _told())
        assert _leaks(planted) == []
        await bridge.close()


async def test_a_program_that_a_model_runs_finds_no_planted_secret(planted: list[bytes], tmp_path: Path) -> None:
    settings = Settings(desktop={"where": "private"}, policy={"ask": ()})
    async with open_desktop(settings.desktop) as used:
        toolbox = ServerToolbox(used, ToolboxSections.of(settings), tmp_path)
        tools = toolbox.open("HostAgent", "default")
        call = Command(
            tool_name="run_shell",
            tool_type="action",
            parameters={"bash_command": "cat /proc/self/environ /proc/self/cmdline"},
        )
        (result,) = await tools.dispatcher.execute_commands([call])
        await toolbox.close()
    said = result.result["stdout"]
    assert f"PATH={os.environ['PATH']}" in said
    assert "HTTPS_PROXY=http://127.0.0.1:9" in said
    assert [value for value in planted if value.decode() in said] == []
