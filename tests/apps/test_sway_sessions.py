"""What may happen to a sway in the middle of a run: it is locked, it ends, it is there again."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import anyio
import pytest

from tests.desktop.linux.wayland.compositors import compositor_of
from tests.needs import needs
from tests.owned_apps.scenes import FOLDER
from tests.waiting import in_time
from ufo.config.settings import DesktopSettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Click, Launch, TypeText, Window
from ufo.errors import DesktopUnavailable, NotActionable

pytestmark = pytest.mark.apps


@needs("swaylock")
async def test_a_locked_sway_gets_neither_click_nor_key(tmp_path: Path) -> None:
    async with await PrivateDesktop.start(1280, 800, wayland=True) as private:
        desktop = await LinuxDesktop.connect(private.environment, DesktopSettings(observe_deadline_s=10.0))
        truth = tmp_path / "Field.txt"
        window = await _open(desktop, tmp_path, "gtk3", "Field")
        await desktop.send(window.id, [TypeText("a")])
        await _holds(tmp_path, "Field", "a")
        assert await desktop.obstacle(window.id) is None
        locker = subprocess.Popen(
            ["swaylock", "-c", "000000"], env=dict(private.environment), stderr=subprocess.DEVNULL
        )
        try:
            with in_time():
                while await desktop.obstacle(window.id) is None:
                    await anyio.sleep(0.02)
            assert await desktop.obstacle(window.id) == "a locked screen, or a panel that has the keyboard,"
            for event in (Click(window.rect.center), TypeText("b")):
                with pytest.raises(NotActionable, match="is in front, so nothing was sent; unlock or close it first"):
                    await desktop.send(window.id, [event])
            assert truth.read_text() == "a"
        finally:
            locker.kill()
            locker.wait()
            await desktop.shutdown()


async def test_a_sway_that_ends_in_the_middle_is_told_and_a_new_one_can_be_worked(tmp_path: Path) -> None:
    async with await PrivateDesktop.start(1280, 800, wayland=True) as private:
        desktop = await LinuxDesktop.connect(private.environment, DesktopSettings(observe_deadline_s=10.0))
        os.kill(compositor_of(private), signal.SIGKILL)
        with in_time(), pytest.raises(DesktopUnavailable, match="sway|compositor"):
            while True:
                await desktop.windows()
        with pytest.raises(DesktopUnavailable):
            await desktop.capture()
        await desktop.shutdown()
    async with await PrivateDesktop.start(1280, 800, wayland=True) as private:
        desktop = await LinuxDesktop.connect(private.environment, DesktopSettings(observe_deadline_s=10.0))
        assert await desktop.windows() == ()
        await desktop.shutdown()


async def _open(desktop: LinuxDesktop, folder: Path, toolkit: str, title: str) -> Window:
    truth = folder / f"{title}.txt"
    window = await desktop.launch(
        Launch("/usr/bin/python3", (str(FOLDER / "text_field.py"), toolkit, str(truth), title))
    )
    with in_time():
        while not truth.exists():
            await anyio.sleep(0.02)
    return window


async def _holds(folder: Path, title: str, text: str) -> None:
    with in_time():
        while (folder / f"{title}.txt").read_text() != text:
            await anyio.sleep(0.02)
