"""Windows, screens and pictures of a real sway."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from tests.desktop.linux.wayland.compositors import command, ipc_of
from tests.owned_apps.scenes import FOLDER
from tests.waiting import in_time
from ufo.config.settings import DesktopSettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.linux.input.sender import InputSender
from ufo.desktop.linux.screen.call import Pointing
from ufo.desktop.linux.wayland.data_control import DataControl
from ufo.desktop.linux.wayland.socket_screens import SWAY, open_screen
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Click, Drag, Keys, Launch, TypeText, Window
from ufo.errors import DesktopError, NotActionable, WindowGone
from ufo.schema.geometry import Point, Rect

pytestmark = pytest.mark.apps


async def _open(desktop: LinuxDesktop, folder: Path, title: str) -> Window:
    truth = folder / f"{title}.txt"
    launch = Launch("/usr/bin/python3", (str(FOLDER / "text_field.py"), "gtk3", str(truth), title))
    window = await desktop.launch(launch)
    with in_time():
        while not truth.exists():
            await anyio.sleep(0.02)
    return window


async def _titles(desktop: LinuxDesktop) -> list[str]:
    """Return those of this test's windows. One of an earlier test may not have ended yet."""
    titles = [window.title for window in await desktop.windows()]
    return [title for title in titles if title in ("First", "Second")]


async def test_the_topmost_comes_first_and_focus_raises(wayland_desktop: LinuxDesktop, tmp_path: Path) -> None:
    first = await _open(wayland_desktop, tmp_path, "First")
    await _open(wayland_desktop, tmp_path, "Second")
    assert await _titles(wayland_desktop) == ["Second", "First"]
    await wayland_desktop.focus(first.id)
    assert await _titles(wayland_desktop) == ["First", "Second"]
    assert [window.title for window in await wayland_desktop.windows() if window.active] == ["First"]


async def test_a_window_in_the_scratchpad_is_minimised_and_focus_brings_it_back(
    wayland_desktop: LinuxDesktop, private_wayland: PrivateDesktop, tmp_path: Path
) -> None:
    first = await _open(wayland_desktop, tmp_path, "Hidden")
    second = await _open(wayland_desktop, tmp_path, "Shown")
    command(private_wayland, f"[con_id={int(first.id, 16)}] move scratchpad")
    assert [(window.title, window.minimized) for window in await wayland_desktop.windows()] == [
        ("Shown", False),
        ("Hidden", True),
    ]
    with pytest.raises(NotActionable, match="focus the window first"):
        await wayland_desktop.capture(first.id)
    await wayland_desktop.focus(first.id)
    windows = await wayland_desktop.windows()
    assert (windows[0].title, windows[0].minimized, windows[1].id) == ("Hidden", False, second.id)


async def test_a_closed_window_is_gone(wayland_desktop: LinuxDesktop, tmp_path: Path) -> None:
    window = await _open(wayland_desktop, tmp_path, "Short")
    await wayland_desktop.close_window(window.id)
    with in_time():
        while any(item.id == window.id for item in await wayland_desktop.windows()):
            await anyio.sleep(0.02)
    for ask in (wayland_desktop.focus, wayland_desktop.close_window, wayland_desktop.capture):
        with pytest.raises(WindowGone):
            await ask(window.id)


async def test_a_click_on_a_window_that_moves_at_that_moment_is_never_told_as_done(
    wayland_desktop: LinuxDesktop, private_wayland: PrivateDesktop, tmp_path: Path
) -> None:
    window = await _open(wayland_desktop, tmp_path, "Moving")
    screen = await open_screen(SWAY, Path(private_wayland.display), ipc_of(private_wayland), dict)

    class Moves:
        def before(self, point: Point | None) -> None:
            """Nothing is different yet."""

        def at_last(self, point: Point | None, pointing: Pointing) -> None:
            command(private_wayland, f"[con_id={int(window.id, 16)}] move absolute position 300 200")

    try:
        with pytest.raises(
            DesktopError, match="'Moving' moved meanwhile, so something else in it may have got the input"
        ):
            await InputSender(screen).perform([Click(window.rect.center)], window.id, precheck=Moves())
        await InputSender(screen).perform([Click(Point(400, 300))], window.id)
    finally:
        await screen.close()


async def test_a_click_at_a_covered_place_is_refused_and_reaches_nobody(
    wayland_desktop: LinuxDesktop, tmp_path: Path
) -> None:
    under = await _open(wayland_desktop, tmp_path, "Under")
    over = await _open(wayland_desktop, tmp_path, "Over")
    assert over.rect == under.rect
    with pytest.raises(NotActionable, match="'Over' lies over 'Under'"):
        await wayland_desktop.send(under.id, [Click(under.rect.center)])
    with pytest.raises(NotActionable, match="keyboard focus is with 'Over'"):
        await wayland_desktop.send(under.id, [Keys(("a",))])
    assert (tmp_path / "Under.txt").read_text() == (tmp_path / "Over.txt").read_text() == ""


async def test_the_picture_of_a_covered_window_is_black_where_it_is_covered(
    wayland_desktop: LinuxDesktop, private_wayland: PrivateDesktop, tmp_path: Path
) -> None:
    under = await _open(wayland_desktop, tmp_path, "Below")
    over = await _open(wayland_desktop, tmp_path, "Above")
    command(private_wayland, f"[con_id={int(over.id, 16)}] move position {under.rect.x + 250} {under.rect.y}")
    frame = await wayland_desktop.capture(under.id)
    assert frame.rect == under.rect
    left, right = (
        frame.cropped(Rect(under.rect.x + x, under.rect.y + 50, 200, 200)).pixels for x in (20, under.rect.width - 230)
    )
    assert set(right) == {0, 255} and right[:4] == b"\0\0\0\xff"
    # A caret may be drawn there.
    assert sum(value > 200 for value in left) > 0.9 * len(left)


@pytest.fixture
async def two_screens() -> AsyncIterator[tuple[PrivateDesktop, LinuxDesktop]]:
    """The second is at the right of the first and of twice its scale."""
    async with await PrivateDesktop.start(800, 600, wayland=True) as private:
        command(private, "create_output")
        command(private, "output HEADLESS-1 position 0 0")
        command(private, "output HEADLESS-2 resolution 1600x1200 position 800 0 scale 2")
        desktop = await LinuxDesktop.connect(private.environment, DesktopSettings(observe_deadline_s=10.0))
        yield private, desktop
        await desktop.shutdown()


async def test_two_screens_of_different_scale_have_one_measure(
    two_screens: tuple[PrivateDesktop, LinuxDesktop], tmp_path: Path
) -> None:
    private, desktop = two_screens
    assert {screen.name: screen.rect for screen in await desktop.screens()} == {
        "HEADLESS-1": Rect(0, 0, 800, 600),
        "HEADLESS-2": Rect(800, 0, 800, 600),
    }
    assert (await desktop.capture()).rect == Rect(0, 0, 1600, 600)
    window = await _open(desktop, tmp_path, "Wide")
    command(private, f"[con_id={int(window.id, 16)}] move position 850 40")
    moved = next(item for item in await desktop.windows())
    assert (moved.rect.x, moved.rect.y) == (850, 40)
    frame = await desktop.capture(window.id)
    assert (frame.rect, len(frame.pixels)) == (moved.rect, moved.rect.area * 4)
    await desktop.settle(window.id)
    frame = await desktop.capture(window.id)
    # The field is white and fills its window, as nothing else on that screen does; every fourth byte is unused.
    assert sum(value > 200 for value in frame.pixels) > 0.74 * len(frame.pixels)
    field = next(element for element in await desktop.snapshot(window.id) if "multiline" in element.states)
    await desktop.send(window.id, [Click(field.rect.center), Keys(("k",))])
    with in_time():
        while (tmp_path / "Wide.txt").read_text() != "k":
            await anyio.sleep(0.02)


async def test_a_halt_key_is_heard_and_no_program_gets_it(wayland_desktop: LinuxDesktop, tmp_path: Path) -> None:
    window = await _open(wayland_desktop, tmp_path, "Halted")
    heard = anyio.Event()
    release = await wayland_desktop.on_key(Keys(("ctrl", "alt", "escape")), heard.set)
    try:
        await wayland_desktop.send(window.id, [Keys(("ctrl", "alt", "escape"))])
        with in_time():
            await heard.wait()
    finally:
        release()
    again = await wayland_desktop.on_key(Keys(("F12",)), heard.set)
    again()
    again()


async def test_a_drag_selects_what_it_goes_over(wayland_desktop: LinuxDesktop, tmp_path: Path) -> None:
    window = await _open(wayland_desktop, tmp_path, "Dragged")
    await wayland_desktop.send(window.id, [TypeText("abcdefgh")])
    line = window.rect.y + 8
    start, end = Point(window.rect.x + 1, line), Point(window.rect.right - 20, line)
    await wayland_desktop.send(window.id, [Drag(start, end), Keys(("ctrl", "c")), Keys(("delete",))])
    with in_time():
        while (tmp_path / "Dragged.txt").read_text() != "":
            await anyio.sleep(0.02)
    assert await wayland_desktop.copied() == "abcdefgh"


async def test_a_long_text_is_pasted_and_the_clipboard_given_back(
    wayland_desktop: LinuxDesktop, private_wayland: PrivateDesktop, tmp_path: Path
) -> None:
    window = await _open(wayland_desktop, tmp_path, "Long")
    person = DataControl(Path(private_wayland.display))
    try:
        person.set({"text/plain": b"what a person copied", "image/png": b"picture"})
        text = "Many lines of it. \n" * 200
        await wayland_desktop.send(window.id, [TypeText(text)])
        with in_time():
            while (tmp_path / "Long.txt").read_text() != text:
                await anyio.sleep(0.02)
        assert person.contents() == {"text/plain": b"what a person copied", "image/png": b"picture"}
    finally:
        person.close()
