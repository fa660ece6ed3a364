"""Private desktops, on real X servers."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from Xlib.display import Display

from tests.waiting import WAITED_S
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.errors import DesktopUnavailable

OWNER = """
import json, subprocess, sys, time
from ufo.desktop.private.private_desktop import PrivateDesktop

desktop = PrivateDesktop.open(640, 480)
program = subprocess.Popen(["sleep", "1000"], env=dict(desktop.environment), start_new_session=True)
sys.stdout.write(json.dumps([desktop.pid, program.pid, desktop.display, str(desktop.folder)]) + "\\n")
sys.stdout.flush()
time.sleep(1000)
"""


def _until(condition: Callable[[], bool], within_s: float = WAITED_S) -> bool:
    deadline = time.monotonic() + within_s
    while not condition():
        if time.monotonic() > deadline:
            return False
        # Of processes that are not our children there is nothing to await.
        time.sleep(0.02)
    return True


def _lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _marked(folder: Path) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if entry.name.isdecimal() and str(folder).encode() in (entry / "environ").read_bytes():
                found.append(int(entry.name))
    return [pid for pid in found if _lives(pid)]


def _traces(display: str, supervisor: int, folder: Path) -> list[str]:
    """What is left of a desktop. Its display number may be another one's already."""
    number = display.lstrip(":")
    lock, socket = Path(f"/tmp/.X{number}-lock"), Path(f"/tmp/.X11-unix/X{number}")
    left = [str(folder)] if folder.exists() else []
    try:
        left += [str(lock)] if int(lock.read_text()) == supervisor else []
    except FileNotFoundError:
        left += [str(socket)] if socket.exists() else []
    return left + [str(pid) for pid in _marked(folder)]


async def test_two_start_at_once_within_seconds_and_stop_leaves_nothing() -> None:
    began = time.monotonic()
    first, second = await asyncio.gather(PrivateDesktop.start(800, 600), PrivateDesktop.start(640, 480))
    assert time.monotonic() - began < 20
    try:
        assert first.display != second.display
        assert first.environment["DBUS_SESSION_BUS_ADDRESS"] != second.environment["DBUS_SESSION_BUS_ADDRESS"]
        for desktop, size in ((first, "800x600"), (second, "640x480")):
            told = subprocess.run(
                ["xwininfo", "-root"], env=dict(desktop.environment), capture_output=True, text=True, check=True
            )
            assert size in told.stdout
            assert Path(desktop.environment["HOME"]).is_relative_to(desktop.folder)
    finally:
        await asyncio.gather(first.stop(), second.stop())
    assert _traces(first.display, first.pid, first.folder) == []
    assert _traces(second.display, second.pid, second.folder) == []


async def test_its_pointer_rests_in_a_corner_where_it_opens_no_tooltip_over_a_new_window() -> None:
    async with await PrivateDesktop.start(640, 480) as desktop:
        display = Display(desktop.display)
        pointer = display.screen().root.query_pointer()
        display.close()
        assert (pointer.root_x, pointer.root_y) == (639, 479)


async def test_programs_on_it_end_with_it_even_when_they_ignore_polite_words() -> None:
    async with await PrivateDesktop.start(640, 480) as desktop:
        stubborn = subprocess.Popen(
            [
                sys.executable,
                "-c",
                "import signal,time; signal.signal(15, signal.SIG_IGN); print(1, flush=True); time.sleep(99)",
            ],
            env=dict(desktop.environment),
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        assert stubborn.stdout is not None
        with stubborn.stdout as said:
            assert said.readline() == b"1\n"
    assert stubborn.wait(5) == -signal.SIGKILL


async def test_sockets_of_its_programs_in_the_shared_temporary_folder_go_too() -> None:
    code = "import socket,sys; s=socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen(); print(1,flush=True); s.accept()"
    async with await PrivateDesktop.start(640, 480) as desktop:
        path = Path(f"/tmp/left-{desktop.pid}")
        listener = subprocess.Popen(
            [sys.executable, "-c", code, str(path)], env=dict(desktop.environment), stdout=subprocess.PIPE
        )
        assert listener.stdout is not None
        with listener.stdout as said:
            assert said.readline() == b"1\n"
        assert path.exists()
    listener.wait(5)
    assert not path.exists()


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_an_owner_that_dies_leaves_nothing(how: signal.Signals) -> None:
    owner = subprocess.Popen([sys.executable, "-c", OWNER], stdout=subprocess.PIPE)
    assert owner.stdout is not None
    with owner.stdout as answers:
        supervisor, program, display, folder = json.loads(answers.readline())
    assert _lives(supervisor)
    assert _lives(program)
    owner.send_signal(how)
    owner.wait(WAITED_S)
    assert _until(lambda: not _lives(supervisor))
    assert _until(lambda: not _lives(program))
    assert _traces(display, supervisor, Path(folder)) == []


async def test_a_killed_supervisor_takes_the_servers_with_it() -> None:
    desktop = await PrivateDesktop.start(640, 480)
    os.kill(desktop.pid, signal.SIGKILL)
    await desktop.stop()
    assert _until(lambda: _marked(desktop.folder) == [])
    assert not desktop.folder.exists()


async def test_an_x_server_that_dies_takes_the_desktop_with_it() -> None:
    desktop = await PrivateDesktop.start(640, 480)
    children = Path(f"/proc/{desktop.pid}/task/{desktop.pid}/children").read_text().split()
    server = next(int(pid) for pid in children if Path(f"/proc/{pid}/comm").read_text() == "Xvfb\n")
    os.kill(server, signal.SIGKILL)
    assert _until(lambda: _traces(desktop.display, desktop.pid, desktop.folder) == [])
    await desktop.stop()


async def test_a_number_at_which_a_server_of_another_container_listens_is_not_taken() -> None:
    with contextlib.ExitStack() as stack:
        taken = []
        for number in range(100, 200):
            listener = stack.enter_context(socket.socket(socket.AF_UNIX))
            with contextlib.suppress(OSError):
                listener.bind(f"\0/tmp/.X11-unix/X{number}")
                listener.listen()
                taken.append(f":{number}")
        desktop = PrivateDesktop.open(640, 480)
        desktop.close()
    assert taken
    assert desktop.display not in taken


async def test_a_missing_x_server_is_named_with_the_command_that_installs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for program in ("dbus-daemon", "openbox"):
        (tmp_path / program).symlink_to(f"/usr/bin/{program}")
    (tmp_path / "apt-get").touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(DesktopUnavailable, match=r"xvfb; install with: sudo apt-get install -y xvfb$"):
        await PrivateDesktop.start()


async def test_a_server_that_refuses_to_start_says_why_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = tmp_path / "Xvfb"
    server.write_text("#!/bin/sh\necho 'no memory for the screen' >&2\nexit 1\n")
    server.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    base = tmp_path / "base"
    base.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(base))
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    with pytest.raises(DesktopUnavailable, match="no memory for the screen"):
        await PrivateDesktop.start()
    assert list(base.iterdir()) == []


async def test_a_cancelled_start_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", "/tmp")
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.setenv("COLORTERM", str(tmp_path))
    starting = asyncio.create_task(PrivateDesktop.start(640, 480))
    await asyncio.sleep(0)
    starting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await starting
    assert [pid for pid in _marked(tmp_path) if pid != os.getpid()] == []


def test_locks_of_this_desktops_documents_go_with_it_and_others_stay(tmp_path: Path) -> None:
    desktop = PrivateDesktop.open(640, 480)
    document, ours, theirs = (tmp_path / name for name in ("a.odt", ".~lock.a.odt#", ".~lock.b.odt#"))
    document.touch()
    ours.write_text(f",ann,here,21.11.2026 06:58,file://{desktop.folder}/home/.config/libreoffice/4;")
    theirs.write_text(",ann,here,21.11.2026 06:58,file:///home/ann/.config/libreoffice/4;")
    with document.open() as opened:
        program = subprocess.Popen(["sleep", "1000"], stdin=opened, env=dict(desktop.environment))
    desktop.close()
    program.wait(WAITED_S)
    assert not ours.exists()
    assert theirs.exists()
