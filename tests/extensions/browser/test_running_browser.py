"""A browser that runs is known by its process: whose it is, how it was installed, and whose its port is."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.extensions.browser.person import come
from tests.needs import needs
from ufo.errors import ToolError
from ufo.platform import proc
from ufo_browser.own.running_browser import Door, Running, Speaks, door, running, switched_off
from ufo_browser.own.sockets import holder_named, holds, listener
from ufo_browser.own.wire import Link

_NOBODY = 65534
_SLEEPS = shutil.which("sleep") or ""


@contextmanager
def _process(*command: str, **options: int) -> Iterator[int]:
    with subprocess.Popen(command, **options) as started:  # type: ignore[call-overload]
        try:
            yield started.pid
        finally:
            started.terminate()


@contextmanager
def _as(program: Path, info: str, folder: Path) -> Iterator[int]:
    """Run a program under that path in a file system of its own, as packages do, and yield its process."""
    copy = folder / "copy" / program.name
    copy.parent.mkdir(parents=True)
    shutil.copy(_SLEEPS, copy)
    (folder / "info").write_text(info, "utf-8")
    told = ("--ro-bind", str(folder / "info"), "/.flatpak-info") if info else ()
    system = (
        "--tmpfs",
        "/",
        "--ro-bind",
        "/usr",
        "/usr",
        "--symlink",
        "usr/lib",
        "/lib",
        "--symlink",
        "usr/lib64",
        "/lib64",
    )
    bind = ("--ro-bind", str(copy.parent), str(program.parent))
    with _process("bwrap", *system, "--proc", "/proc", *bind, *told, str(program), "60") as outer:

        def inside() -> list[int]:
            facts = {pid: proc.process_facts(pid) for pid in (outer, *proc.children(outer))}
            return [pid for pid, known in facts.items() if known is not None and known.name == program.name]

        come(inside, "the program runs")
        yield inside()[0]


@needs("bwrap")
@pytest.mark.parametrize(
    ("program", "info", "told", "says"),
    [
        ("/snap/chromium/2900/usr/lib/chromium-browser/chrome", "", "Chromium (Snap)", "chrome://inspect/#remote-debugging"),
        ("/snap/firefox/5000/usr/lib/firefox/firefox", "", "Firefox (Snap)", "snap run firefox --remote-debugging-port"),
        ("/app/firefox/firefox-bin", "[Application]\nname=org.mozilla.firefox\n", "Firefox (Flatpak)", "org.mozilla.firefox --r"),
        ("/app/brave/brave", "[Application]\nname=com.brave.Browser\n", "Brave (Flatpak)", "brave://inspect/#remote-debugging"),
        ("/opt/microsoft/msedge/msedge", "", "Edge", "edge://inspect/#remote-debugging"),
    ],
)  # fmt: skip
def test_snap_and_flatpak_builds_are_named_and_each_is_told_its_own_switch(
    program: str, info: str, told: str, says: str, tmp_path: Path
) -> None:
    with _as(Path(program), info, tmp_path) as pid:
        found = running(pid)
        assert found.told == told
        assert says in switched_off(found)
        with pytest.raises(ToolError, match="lets no program in"):
            door(found)


def test_a_browser_of_another_user_another_program_and_one_that_has_ended_are_refused() -> None:
    with ExitStack() as open_now:
        theirs = open_now.enter_context(_process(_SLEEPS, "60", user=_NOBODY)) if os.geteuid() == 0 else 1
        with pytest.raises(ToolError, match="another user's"):
            running(theirs)
    with pytest.raises(ToolError, match="is no browser"):
        running(os.getpid())
    with pytest.raises(ToolError, match="has ended"):
        running(theirs if os.geteuid() == 0 else 2**22 + 1)


def test_the_kernel_tells_who_listens_on_a_port() -> None:
    with socket.create_server(("127.0.0.1", 0)) as ours, _process(_SLEEPS, "60") as other:
        number = listener(ours.getsockname()[1])
        assert number is not None and holds(os.getpid(), number) and not holds(other, number)
        assert f"process {os.getpid()}" in holder_named(number)
        port = ours.getsockname()[1]
    assert listener(port) is None


@pytest.mark.anyio
async def test_a_connection_that_another_program_answers_is_closed_before_a_byte_is_sent() -> None:
    got: list[bytes] = []

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        got.append(await reader.read())
        writer.close()

    server = await asyncio.start_server(take, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    with _process(_SLEEPS, "60") as other:
        browser = Running(other, "Chromium", Speaks.DEVTOOLS, "", "chromium")
        with pytest.raises(ToolError, match="nothing was sent there"):
            await Link.open(browser, Door(port, "/devtools/browser/secret"), lambda _event: None, 5.0)
    async with server, asyncio.timeout(10):
        while not got:
            await asyncio.sleep(0.01)
    assert got == [b""]
