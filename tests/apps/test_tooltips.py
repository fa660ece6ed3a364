"""Tooltips, opened by a pointer that rests: seen with their words, not offered, and hiding nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import anyio
import pytest
from Xlib import X
from Xlib.display import Display
from Xlib.ext import xtest

from tests.needs import need
from tests.owned_apps.truth import offers
from tests.waiting import in_time
from ufo.config.load import load_settings
from ufo.config.sections import SeeingSections
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.snapshot import Element
from ufo.desktop.values import Launch, Window
from ufo.schema.geometry import Point
from ufo_sight.eye import Eye
from ufo_sight.local.detector import local_detector
from ufo_sight.sighted_desktop import SightedDesktop

pytestmark = [pytest.mark.apps, pytest.mark.timeout(120)]
_RESTS_S = 3.0
_APP = Path(__file__).parents[1] / "owned_apps" / "tooltips.py"
_PAGE = '<!doctype html><title>Tooltips</title><button title="Alpha does what is told here">Alpha</button>'


def _python(toolkit: str, _: Path) -> Launch:
    return Launch("/usr/bin/python3", (str(_APP), toolkit))


def _page(_: str, folder: Path) -> Launch:
    (folder / "page.html").write_text(_PAGE, encoding="utf-8")
    return Launch("chromium", ((folder / "page.html").as_uri(),))


@pytest.fixture(autouse=True)
def _pointer_given_back(private_desktop: PrivateDesktop) -> Iterator[None]:
    """One that goes on resting there would open the tooltips of what other tests start."""
    connection = Display(private_desktop.display)
    try:
        root = connection.screen().root
        before = root.query_pointer()
        yield
        root.warp_pointer(before.root_x, before.root_y)
        connection.sync()
    finally:
        connection.close()


@pytest.mark.parametrize(
    ("toolkit", "launch"),
    [
        ("gtk3", _python),
        *(pytest.param(toolkit, _python, marks=pytest.mark.matrix) for toolkit in ("gtk4", "qt6")),
        pytest.param("Chromium", _page, marks=pytest.mark.matrix),
    ],
)
async def test_a_tooltip_is_seen_with_its_words_and_neither_offered_nor_in_the_way(
    toolkit: str,
    launch: Callable[[str, Path], Launch],
    desktop: LinuxDesktop,
    private_desktop: PrivateDesktop,
    tmp_path: Path,
) -> None:
    if toolkit == "Chromium":
        need("chromium")
    window = await desktop.launch(launch(toolkit, tmp_path), timeout_s=60)
    with in_time():
        elements = await _with_tip(desktop, window, "Alpha", private_desktop.display, "told here")
    tip = next(element for element in elements if element.role == "ToolTip")
    assert tip.name == "Alpha does what is told here"
    assert tip.doubt is None
    assert not offers(tip)
    assert [element.name for element in elements if "told here" in element.name] == [tip.name]
    below = [element for element in elements if not element.rect.intersection(tip.rect).is_empty]
    assert not [element for element in below if "covered" in element.states]
    assert await _fills_a_window(tip, private_desktop.display)


@pytest.mark.matrix
async def test_words_that_are_in_the_picture_of_a_tooltip_alone_are_read_there(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop
) -> None:
    need("libreoffice")
    window = await desktop.launch(Launch("libreoffice", ("--writer", "--norestore")), timeout_s=60)
    sighted = SightedDesktop(desktop, Eye([local_detector(SeeingSections.of(load_settings()))]))
    with in_time():
        elements = await _with_tip(sighted, window, "Bold", private_desktop.display, "")
    tip = next(element for element in elements if element.role == "ToolTip")
    assert "Bold" in tip.name
    assert tip.label == "Bold"
    assert tip.doubt == "its words were read from its picture"
    assert not offers(tip)


async def _with_tip(
    desktop: LinuxDesktop | SightedDesktop, window: Window, name: str, display: str, words: str
) -> list[Element]:
    """What is seen once a tooltip is open over the control, which it is as long as the pointer rests."""
    while True:
        await desktop.settle(window.id)
        seen = list(await desktop.snapshot(window.id))
        control = next((element for element in seen if element.name == name and element.actions), None)
        if any(element.role == "ToolTip" and words in element.name and _is_of(element, name) for element in seen):
            return seen
        if control is None:
            continue
        point = control.rect.center
        await anyio.to_thread.run_sync(_rest, display, point)
        with anyio.move_on_after(_RESTS_S):
            while not any(element.role == "ToolTip" for element in await desktop.snapshot(window.id)):
                await anyio.sleep(0.05)


def _is_of(tip: Element, name: str) -> bool:
    return name in (tip.label or tip.name) or name in tip.name


def _rest(display: str, at: Point) -> None:
    """Moves the pointer as a hand does: a tooltip comes only to one that comes from elsewhere and stays."""
    connection = Display(display)
    try:
        for x in (at.x - 3, at.x - 1, at.x):
            xtest.fake_input(connection, X.MotionNotify, x=x, y=at.y)
            connection.sync()
    finally:
        connection.close()


async def _fills_a_window(tip: Element, display: str) -> bool:
    """Whether the X server has a window of the tooltip's own right there."""

    def found() -> bool:
        connection = Display(display)
        try:
            root = connection.screen().root
            under = root.translate_coords(root, tip.rect.center.x, tip.rect.center.y).child
            size = under.get_geometry()
            return bool(abs(size.width - tip.rect.width) <= 2 and abs(size.height - tip.rect.height) <= 2)
        finally:
            connection.close()

    return await anyio.to_thread.run_sync(found)
