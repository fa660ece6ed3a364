"""Private Wayland desktops, on a real sway."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import stat
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.waiting import WAITED_S
from ufo.config.settings import DesktopSettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.errors import DesktopUnavailable

if shutil.which("sway") is None:
    pytest.skip("sway is not installed; install it with: sudo apt-get install -y sway", allow_module_level=True)


def _until(condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + WAITED_S
    while not condition():
        if time.monotonic() > deadline:
            return False
        # Of processes that are not our children there is nothing to await.
        time.sleep(0.02)
    return True


def _left_of(folder: Path) -> list[str]:
    """What is left of a desktop: its folder, and processes that name it."""
    found = [str(folder)] if folder.exists() else []
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if not entry.name.isdecimal() or (entry / "stat").read_text().rpartition(")")[2].split()[0] == "Z":
                continue
            if str(folder).encode() in (entry / "environ").read_bytes() + (entry / "cmdline").read_bytes():
                found.append((entry / "cmdline").read_text())
    return found


def _sway_of(desktop: PrivateDesktop) -> int:
    children = Path(f"/proc/{desktop.pid}/task/{desktop.pid}/children").read_text().split()
    return next(int(pid) for pid in children if Path(f"/proc/{pid}/comm").read_text() == "sway\n")


async def test_several_run_at_once_each_of_its_size_and_stop_leaves_nothing() -> None:
    sizes = ((800, 600), (640, 480), (1920, 1080))
    desktops = await asyncio.gather(*(PrivateDesktop.start(*size, wayland=True) for size in sizes))
    try:
        assert len({desktop.display for desktop in desktops}) == len(sizes)
        for desktop, size in zip(desktops, sizes, strict=True):
            connected = await LinuxDesktop.connect(desktop.environment, DesktopSettings())
            screens = await connected.screens()
            await connected.shutdown()
            assert [(screen.rect.width, screen.rect.height) for screen in screens] == [size]
    finally:
        await asyncio.gather(*(desktop.stop() for desktop in desktops))
    assert [_left_of(desktop.folder) for desktop in desktops] == [[], [], []]


async def test_its_programs_are_told_of_wayland_and_of_no_x_server() -> None:
    async with await PrivateDesktop.start(640, 480, wayland=True) as desktop:
        told = desktop.environment
        assert "DISPLAY" not in told
        assert Path(told["WAYLAND_DISPLAY"]).is_socket()
        assert (told["GDK_BACKEND"], told["QT_QPA_PLATFORM"], told["MOZ_ENABLE_WAYLAND"]) == ("wayland", "wayland", "1")


async def test_only_the_compositor_runs_as_somebody_else_and_its_sockets_are_for_us_alone() -> None:
    async with await PrivateDesktop.start(640, 480, wayland=True) as desktop:
        place = Path(desktop.display).parent
        assert {path.stat().st_uid for path in (place, *place.iterdir())} == {os.getuid()}
        assert (place.stat().st_mode | desktop.folder.stat().st_mode) & 0o077 == 0
        runs_as = Path(f"/proc/{_sway_of(desktop)}").stat().st_uid
        assert (runs_as == 0) is False
        assert runs_as == os.getuid() or os.getuid() == 0


async def test_a_killed_supervisor_takes_the_compositor_with_it() -> None:
    desktop = await PrivateDesktop.start(640, 480, wayland=True)
    compositor = _sway_of(desktop)
    os.kill(desktop.pid, signal.SIGKILL)
    assert _until(lambda: not Path(f"/proc/{compositor}").exists())
    await desktop.stop()
    assert _until(lambda: _left_of(desktop.folder) == [])


async def test_a_compositor_that_dies_takes_the_desktop_with_it_and_who_works_there_is_told() -> None:
    desktop = await PrivateDesktop.start(640, 480, wayland=True)
    connected = await LinuxDesktop.connect(desktop.environment, DesktopSettings())
    try:
        os.kill(_sway_of(desktop), signal.SIGKILL)
        assert _until(lambda: _left_of(desktop.folder) == [])
        for ask in (connected.windows, connected.capture, connected.copied):
            with pytest.raises(DesktopUnavailable):
                await ask()
        with pytest.raises(DesktopUnavailable, match="no compositor is; it may have ended"):
            await LinuxDesktop.connect(desktop.environment, DesktopSettings())
    finally:
        await connected.shutdown()
        await desktop.stop()


async def test_missing_sway_is_named_with_the_command_that_installs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "dbus-daemon").symlink_to("/usr/bin/dbus-daemon")
    (tmp_path / "apt-get").touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(DesktopUnavailable, match=r"sway; install with: sudo apt-get install -y sway$"):
        await PrivateDesktop.start(wayland=True)


async def test_a_sway_that_refuses_to_start_says_why_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sway = tmp_path / "sway"
    sway.write_text("#!/bin/sh\necho 'no memory for the screen' >&2\nexit 1\n")
    sway.chmod(0o755)
    # Of root's desktops the compositor runs as somebody else, who has to come to it.
    for folder in (tmp_path, *tmp_path.parents):
        if folder.stat().st_uid == os.getuid() and not folder.stat().st_mode & stat.S_ISVTX and folder != folder.parent:
            folder.chmod(folder.stat().st_mode | 0o011)
    base = tmp_path / "base"
    base.mkdir()
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr("tempfile.tempdir", str(base))
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    with pytest.raises(DesktopUnavailable, match="no memory for the screen"):
        await PrivateDesktop.start(wayland=True)
    assert list(base.iterdir()) == []
