"""Stamps of when windows were painted on, by the screencopy of a real sway."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from tests.desktop.linux.wayland.compositors import command, ipc_of
from tests.owned_apps.scenes import FOLDER
from tests.waiting import in_time
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.linux.screen.screen import Screen, Stamp
from ufo.desktop.linux.wayland.sway_screen import open_screen
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Keys, Launch, Window

pytestmark = pytest.mark.apps


@pytest.fixture
async def screen(private_wayland: PrivateDesktop) -> AsyncIterator[Screen]:
    opened = await open_screen(Path(private_wayland.display), ipc_of(private_wayland), dict)
    yield opened
    await opened.close()


async def _stamp(screen: Screen, window: Window) -> Stamp:
    stamp = (await screen.pictures.run(lambda pictures: pictures.stamped(window.id)))[1]
    assert stamp is not None
    return stamp


async def _at_rest(screen: Screen, window: Window) -> Stamp:
    """Return the stamp once it is the same ten times on end."""
    with in_time():
        while True:
            stamps = [await _stamp(screen, window) for _ in range(10)]
            if len(set(stamps)) == 1:
                return stamps[0]


async def test_a_window_gets_another_stamp_when_it_is_painted_on_and_one_beside_it_does_not(
    wayland_desktop: LinuxDesktop, private_wayland: PrivateDesktop, screen: Screen, tmp_path: Path
) -> None:
    windows = []
    for title, place in (("Left", "0 0"), ("Right", "640 0")):
        shown = Launch(
            "/usr/bin/python3", (str(FOLDER / "text_field.py"), "gtk3", str(tmp_path / f"{title}.txt"), title)
        )
        windows.append(await wayland_desktop.launch(shown))
        command(
            private_wayland,
            f"[con_id={int(windows[-1].id, 16)}] resize set 400 300",
            f"[con_id={int(windows[-1].id, 16)}] move absolute position {place}",
        )
    left, right = windows
    before, beside = await _at_rest(screen, right), await _at_rest(screen, left)
    assert await screen.pictures.run(lambda pictures: pictures.renewed(before)) == before
    await wayland_desktop.send(right.id, [Keys(("a",))])
    with in_time():
        while await _stamp(screen, right) == before:
            await anyio.sleep(0.01)
    assert await screen.pictures.run(lambda pictures: pictures.renewed(before)) != before
    assert await _at_rest(screen, left) == beside


async def test_a_screen_of_another_size_counts_as_painted_on_everywhere(
    wayland_desktop: LinuxDesktop, private_wayland: PrivateDesktop, screen: Screen, tmp_path: Path
) -> None:
    shown = Launch("/usr/bin/python3", (str(FOLDER / "text_field.py"), "gtk3", str(tmp_path / "Sized.txt"), "Sized"))
    window = await wayland_desktop.launch(shown)
    before = await _at_rest(screen, window)
    command(private_wayland, "output HEADLESS-1 resolution 1280x700")
    try:
        with in_time():
            while await _stamp(screen, window) == before:
                await anyio.sleep(0.01)
        frame = await screen.pictures.run(lambda pictures: pictures.picture(None))
        assert (frame.rect.width, frame.rect.height, len(frame.pixels)) == (1280, 700, 1280 * 700 * 4)
    finally:
        command(private_wayland, "output HEADLESS-1 resolution 1280x800")


async def test_no_picture_is_other_than_before_while_the_stamp_is_the_same(
    wayland_desktop: LinuxDesktop, screen: Screen, tmp_path: Path
) -> None:
    shown = Launch(
        "/usr/bin/python3", (str(FOLDER / "text_field.py"), "gtk3", str(tmp_path / "Written.txt"), "Written")
    )
    window = await wayland_desktop.launch(shown)
    for _ in range(20):
        before = await _at_rest(screen, window)
        then = await screen.pictures.run(lambda pictures: pictures.picture(window.id))
        await wayland_desktop.send(window.id, [Keys(("w",))])
        with in_time():
            while await screen.pictures.run(lambda pictures: pictures.picture(window.id)) == then:
                await anyio.sleep(0)
        assert await _stamp(screen, window) != before
