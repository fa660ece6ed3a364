"""Pictures of windows wherever they lie: over the edges of the screen, behind others, across monitors. A window of coloured
tiles tells by its pixels which part of it a picture shows."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import anyio
import pytest
from Xlib import X
from Xlib.display import Display
from Xlib.xobject.drawable import Window as XWindow

from tests.desktop.linux.mapping import mapped
from tests.needs import needs
from tests.waiting import in_time
from ufo.config.settings import DesktopSettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Window
from ufo.errors import NotActionable
from ufo.schema.command import Command
from ufo.schema.geometry import Point, Rect
from ufo.schema.picture import Frame, Picture
from ufo.tools.dispatch.mcp_dispatcher import LocalCommandDispatcher, NamedServer
from ufo.tools.observe.selection import Selection, ToolScope
from ufo.tools.servers.ui_collector import ui_collector
from ufo.vision.encode import png

TILE, ACROSS, DOWN = 100, 4, 3
SCREEN = Rect(0, 0, 1280, 800)


@pytest.fixture
def program(private_desktop: PrivateDesktop) -> Iterator[Display]:
    display = Display(private_desktop.environment["DISPLAY"])
    yield display
    display.close()


def _colour(column: int, row: int) -> int:
    return 0x200000 * (column + 1) + 0x003000 * (row + 1) + 0x40


def _tiled(program: Display, title: str, size: tuple[int, int] = (ACROSS * TILE, DOWN * TILE)) -> XWindow:
    root = program.screen().root
    window: XWindow = root.create_window(200, 200, *size, 0, X.CopyFromParent, background_pixel=0)
    window.set_wm_name(title)
    window.set_wm_class("tiles", "Tiles")
    for column in range(ACROSS):
        for row in range(DOWN):
            window.create_window(
                column * TILE, row * TILE, TILE, TILE, 0, X.CopyFromParent, background_pixel=_colour(column, row)
            )
    window.map_sub_windows()
    window.map()
    program.sync()
    return window


async def _listed(desktop: LinuxDesktop, title: str) -> Window:
    with in_time():
        while True:
            for window in await desktop.windows():
                if window.title == title and not window.minimized:
                    return window
            await anyio.sleep(0.02)


async def _moved(desktop: LinuxDesktop, program: Display, window: XWindow, place: tuple[int, int]) -> Window:
    """The window manager may keep a window from going all the way; it is done when the place stays the same."""
    await mapped(program, window)
    before = await _listed(desktop, "tiles")
    window.configure(x=place[0], y=place[1])
    program.sync()
    with in_time():
        while (now := await _listed(desktop, "tiles")).rect == before.rect:
            await anyio.sleep(0.02)
        return now


def _shows(frame: Frame, window: Window) -> bool:
    """Whether the pixels are those of the part of the window that lies where the frame says."""
    for y in range(frame.rect.y + 7, frame.rect.bottom, 25):
        for x in range(frame.rect.x + 7, frame.rect.right, 25):
            pixel = _pixel(frame, x, y)
            column, row = (x - window.rect.x) // TILE, (y - window.rect.y) // TILE
            if pixel != _colour(column, row):
                return False
    return True


async def _painted(desktop: LinuxDesktop, window: Window) -> Frame:
    """The picture once the server has drawn the window where it is now."""
    with in_time():
        while not _shows(frame := await desktop.capture(window.id), window):
            await anyio.sleep(0.02)
        return frame


@pytest.mark.parametrize("place", [(-250, 300), (1100, 300), (500, 700), (1150, 720), (-180, 650)])
async def test_of_a_window_over_the_edge_the_part_in_sight_is_shown_with_its_place(
    desktop: LinuxDesktop, program: Display, place: tuple[int, int]
) -> None:
    window = await _moved(desktop, program, _tiled(program, "tiles"), place)
    frame = await _painted(desktop, window)
    assert frame.rect == window.rect.intersection(SCREEN) != window.rect
    assert Picture.from_data_url(png(frame).data_url).rect == frame.rect


async def test_a_covered_window_over_the_edge_is_shown_as_if_nothing_was_in_front(
    desktop: LinuxDesktop, program: Display
) -> None:
    window = await _moved(desktop, program, _tiled(program, "tiles"), (-150, 500))
    alone = await _painted(desktop, window)
    cover = _tiled(program, "cover", (1280, 780))
    program.sync()
    over = await _listed(desktop, "cover")
    assert not over.rect.intersection(alone.rect).is_empty
    with in_time():
        while (await desktop.windows())[0].id != over.id or _shows(await _of_screen(desktop, alone.rect), window):
            await anyio.sleep(0.02)
    assert await desktop.capture(window.id) == alone
    cover.destroy()
    program.sync()


@pytest.mark.parametrize(("size", "is_inside"), [((150, 100), True), ((700, 100), False)])
async def test_a_window_with_its_dialog_is_one_picture_without_what_shows_through_between_them(
    desktop: LinuxDesktop, program: Display, size: tuple[int, int], is_inside: bool
) -> None:
    behind = _tiled(program, "behind", (1280, 780))
    main = _tiled(program, "tiles")
    dialog = program.screen().root.create_window(260, 260, *size, 0, X.CopyFromParent, background_pixel=0xFFFFFF)
    dialog.set_wm_name("dialog")
    dialog.set_wm_class("tiles", "Tiles")
    dialog.set_wm_transient_for(main)
    dialog.map()
    program.sync()
    window, over = await _listed(desktop, "tiles"), await _listed(desktop, "dialog")
    both = window.rect.union(over.rect)
    assert window.rect.covers(over.rect) is is_inside
    inside, corner = over.rect.center, Point(both.right - 5, both.bottom - 5)
    with in_time():
        while _pixel(frame := await desktop.capture(window.id), inside.x, inside.y) != 0xFFFFFF:
            await anyio.sleep(0.02)
    assert frame.rect == both
    # Where only the window behind is, nothing is shown; a dialog inside of its window leaves no such place.
    shown = _pixel(frame, corner.x, corner.y)
    assert shown == (_colour(ACROSS - 1, DOWN - 1) if is_inside else 0)
    for item in (dialog, main, behind):
        item.destroy()
    program.sync()


async def _of_screen(desktop: LinuxDesktop, part: Rect) -> Frame:
    whole = await desktop.capture()
    row = whole.rect.width * 4
    lines = (whole.pixels[y * row + part.x * 4 : y * row + part.right * 4] for y in range(part.y, part.bottom))
    return Frame(part, b"".join(lines))


async def test_a_window_outside_of_all_screens_says_so(desktop: LinuxDesktop, program: Display) -> None:
    window = _tiled(program, "tiles")
    await _listed(desktop, "tiles")
    window.unmap()
    program.sync()
    popup = program.screen().root.create_window(
        -900, -900, 50, 50, 0, X.CopyFromParent, background_pixel=0xFF, override_redirect=True
    )
    popup.map()
    program.sync()
    with pytest.raises(NotActionable, match="outside of all screens"):
        await desktop.capture(hex(popup.id))


@needs("xrandr")
async def test_two_monitors_are_told_apart_and_a_window_across_them_is_one_picture(
    tmp_path: Path,
) -> None:
    async with await PrivateDesktop.start(1280, 800) as private:
        for name, place, output in (
            ("left", "480/100x800/100+0+0", "screen"),
            ("right", "800/100x800/100+480+0", "none"),
        ):
            _xrandr(private, "--setmonitor", name, place, output)
        desktop = await LinuxDesktop.connect(private.environment, DesktopSettings())
        program = Display(private.environment["DISPLAY"])
        try:
            assert [screen.rect for screen in await desktop.screens()] == [Rect(0, 0, 480, 800), Rect(480, 0, 800, 800)]
            assert (await desktop.capture()).rect == SCREEN
            window = await _moved(desktop, program, _tiled(program, "tiles"), (300, 240))
            frame = await _painted(desktop, window)
            assert frame.rect == window.rect and frame.rect.x < 480 < frame.rect.right
            assert await _first_screen(desktop, tmp_path) == Rect(0, 0, 480, 800)
        finally:
            program.close()
            await desktop.shutdown()


@needs("xrandr")
async def test_monitors_of_different_sizes_that_come_while_it_works_are_seen_and_what_lies_on_none_is_black() -> None:
    async with await PrivateDesktop.start(1280, 800) as private:
        desktop = await LinuxDesktop.connect(private.environment, DesktopSettings())
        program = Display(private.environment["DISPLAY"])
        try:
            assert [screen.name for screen in await desktop.screens()] == ["screen"]
            _xrandr(private, "--setmonitor", "tall", "480/100x800/100+0+0", "screen")
            _xrandr(private, "--setmonitor", "*low", "800/100x300/100+480+0", "none")
            screens = await desktop.screens()
            assert {screen.name: (screen.rect, screen.primary) for screen in screens} == {
                "tall": (Rect(0, 0, 480, 800), False),
                "low": (Rect(480, 0, 800, 300), True),
            }
            window = await _moved(desktop, program, _tiled(program, "tiles"), (440, 240))
            await _painted(desktop, window)
            whole = await desktop.capture()
            assert whole.rect == SCREEN
            for column in range(ACROSS):
                for row in range(DOWN):
                    x, y = window.rect.x + column * TILE + 20, window.rect.y + row * TILE + 20
                    is_seen = any(screen.rect.contains(Point(x, y)) for screen in screens)
                    assert _pixel(whole, x, y) == (_colour(column, row) if is_seen else 0)
            _xrandr(private, "--delmonitor", "low")
            assert [screen.name for screen in await desktop.screens()] == ["tall"]
            assert (await desktop.capture(window.id)).rect == window.rect.intersection(Rect(0, 0, 480, 800))
        finally:
            program.close()
            await desktop.shutdown()


def _pixel(frame: Frame, x: int, y: int) -> int:
    at = ((y - frame.rect.y) * frame.rect.width + x - frame.rect.x) * 4
    return int.from_bytes(frame.pixels[at : at + 3], "little")


@needs("xrandr")
async def test_a_screen_that_becomes_another_size_is_pictured_as_it_is_now() -> None:
    async with await PrivateDesktop.start(1280, 800) as private:
        desktop = await LinuxDesktop.connect(private.environment, DesktopSettings())
        try:
            assert (await desktop.capture()).rect == SCREEN
            mode = ["60", "1024", "1048", "1184", "1344", "768", "771", "777", "806"]
            _xrandr(private, "--newmode", "1024x768", *mode)
            _xrandr(private, "--addmode", "screen", "1024x768")
            for size in ("1024x768", "1280x800"):
                _xrandr(private, "--output", "screen", "--mode", size)
                width, height = map(int, size.split("x"))
                frame = await desktop.capture()
                assert frame.rect == Rect(0, 0, width, height)
                assert len(frame.pixels) == width * height * 4
                assert [screen.rect for screen in await desktop.screens()] == [frame.rect]
        finally:
            await desktop.shutdown()


def _xrandr(private: PrivateDesktop, *arguments: str) -> None:
    subprocess.run(["xrandr", *arguments], env=dict(private.environment), check=True)


async def _first_screen(desktop: LinuxDesktop, folder: Path) -> Rect:
    server = ui_collector(ToolScope(desktop, Selection(), folder))
    dispatcher = LocalCommandDispatcher([NamedServer("UICollector", "data_collection", server)])
    look = Command(
        tool_name="capture_desktop_screenshot", parameters={"all_screens": False}, tool_type="data_collection"
    )
    (result,) = await dispatcher.execute_commands([look])
    await dispatcher.close()
    assert result.ok, result.error
    return Picture.from_data_url(result.result).rect
