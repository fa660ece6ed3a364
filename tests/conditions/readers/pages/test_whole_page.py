"""A page is told whole and once, also where its browser does not answer about its frames."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from ufo.conditions.readers.pages.whole_page import each_once, whole_page
from ufo.desktop.fake.desktop import FakeDesktop
from ufo.desktop.snapshot import Element, Handle
from ufo.schema.geometry import Rect


def _one(name: str, role: str, depth: int = 1, *states: str) -> Element:
    handle = Handle(1, f"{role} {name}", role, name)
    return Element(handle, role, name, Rect(0, 0, 100, 20), frozenset(states), depth=depth)


_PAGE, _INNER = _one("Page", "Document", 0), _one("Inner", "Document", 2)
_PRESS = _one("Press", "Button", 3, "offscreen")
_FRAME, _SILENT = _one("frame", "Pane", 1), _one("", "Pane", 1, "offscreen")


class _Paged(FakeDesktop):
    """A desktop with pages. `asked`: how often for their parts, `sought`: how often for a browser to ask."""

    def __init__(self, parts: Mapping[str, tuple[Element, ...]], sockets: Mapping[int, Path]) -> None:
        super().__init__([])
        self.asked = self.sought = 0
        self._parts, self._sockets = parts, sockets

    async def page_parts(self, handle: Handle) -> tuple[Element, ...] | None:
        self.asked += 1
        return self._parts.get(handle.key)

    async def page_sockets(self) -> Mapping[int, Path]:
        self.sought += 1
        return self._sockets


async def test_a_page_in_a_frame_of_a_page_is_told_once() -> None:
    desktop = _Paged({_PAGE.handle.key: (_FRAME, _INNER, _PRESS), _INNER.handle.key: (_PRESS,)}, {})
    assert await each_once([_PAGE, _INNER], partial(whole_page, desktop)) == [(_FRAME, _INNER, _PRESS)]


async def test_no_browser_is_asked_where_no_frame_is_silent() -> None:
    desktop = _Paged({_PAGE.handle.key: (_FRAME, _INNER, _PRESS)}, {})
    await whole_page(desktop, _PAGE)
    assert (desktop.asked, desktop.sought) == (1, 0)


async def test_a_browser_that_does_not_answer_about_its_frames_hides_nothing_of_the_page(tmp_path: Path) -> None:
    unreachable = _Paged({_PAGE.handle.key: (_PRESS, _SILENT)}, {7: tmp_path / "none"})
    assert await whole_page(unreachable, _PAGE) == (_PRESS,)
    assert (unreachable.asked, unreachable.sought) == (1, 1)


async def test_a_page_whose_application_does_not_tell_stays_untold() -> None:
    desktop = _Paged({}, {})
    assert await each_once([_PAGE], partial(whole_page, desktop)) == [None]


async def test_a_page_that_is_empty_while_it_loads_is_told_as_empty() -> None:
    assert await whole_page(_Paged({_PAGE.handle.key: ()}, {}), _PAGE) == ()
