"""What a person had copied on Wayland is still there when ufo has ended, until they copy again."""

from __future__ import annotations

from pathlib import Path

import anyio
import anyio.to_thread
import pytest

from tests.owned_apps.scenes import FOLDER
from tests.waiting import in_time
from ufo.config.settings import DesktopSettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.linux.wayland.data_control import DataControl
from ufo.desktop.linux.wayland.wayland_keeper import __name__ as KEEPER
from ufo.desktop.linux.wayland.wayland_keeper import hand_over
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Launch, TypeText

pytestmark = pytest.mark.apps

_COPIED = {"text/plain;charset=utf-8": "Größe 日本 😀".encode(), "image/png": b"\x89PNG" + bytes(300_000)}


@pytest.mark.parametrize("screen", ["sway"])
async def test_the_clipboard_of_sway_outlives_the_run_that_borrowed_it(private: PrivateDesktop, tmp_path: Path) -> None:
    person = DataControl(Path(private.display))
    try:
        person.set(_COPIED)
        desktop = await LinuxDesktop.connect(private.environment, DesktopSettings(width=1280, height=800))
        try:
            truth = tmp_path / "truth.txt"
            program = (str(FOLDER / "text_field.py"), "gtk3", str(truth), "Field")
            window = await desktop.launch(Launch("/usr/bin/python3", program))
            await desktop.send(window.id, [TypeText("Many lines of it. \n" * 200)])
            await desktop.close_window(window.id)
        finally:
            await desktop.shutdown()
        assert person.contents() == _COPIED
        assert _keepers(private) and not person.held
        person.set({"text/plain": b"something newer"})
        with in_time():
            while _keepers(private):
                await anyio.sleep(0.05)
        assert person.contents() == {"text/plain": b"something newer"}
    finally:
        person.close()


def test_without_a_compositor_nobody_keeps_anything(tmp_path: Path) -> None:
    assert not hand_over(tmp_path / "wayland-0", _COPIED)


async def test_a_keeper_ends_with_its_compositor() -> None:
    async with await PrivateDesktop.start(800, 600, wayland=True) as private:
        assert await anyio.to_thread.run_sync(hand_over, Path(private.display), _COPIED)
        assert _keepers(private)
    with in_time():
        while _keepers(private):
            await anyio.sleep(0.05)


def _keepers(private: PrivateDesktop) -> list[int]:
    wanted = [KEEPER.encode(), private.display.encode()]
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = entry.read_bytes().split(b"\0")
        except OSError:
            continue
        if all(data in words for data in wanted):
            found.append(int(entry.parent.name))
    return found
