"""Tells which elements of a snapshot are in sight, and what an element stands in."""

from __future__ import annotations

from collections.abc import Iterable

from ufo.commands.observe.element_text import descendants
from ufo.desktop.snapshot import Element, Snapshot
from ufo.schema.geometry import Point, Rect
from ufo.schema.roles import ROWS, SCROLLED, WINDOWS_AND_DIALOGS

_ROUNDING_PX = 2
_LINE_PX = 8
VIEWPORTS = SCROLLED | {"Pane"}


def inside(snapshot: Iterable[Element], holder: Element | None) -> tuple[Element, ...]:
    return tuple(snapshot) if holder is None else tuple(descendants(snapshot, holder))


def around(snapshot: Snapshot, element: Element) -> Element | None:
    """Return the innermost list, table, tree or page that contains the element."""
    return next((one for one in reversed(above(snapshot, element)) if one.role in VIEWPORTS), None)


def above(snapshot: Snapshot, element: Element) -> tuple[Element, ...]:
    """Return the element's ancestors, from the outermost to the innermost."""
    found: list[Element] = []
    for one in snapshot:
        while found and found[-1].depth >= one.depth:
            found.pop()
        if one.handle.key == element.handle.key:
            return tuple(found)
        found.append(one)
    return ()


def in_page(snapshot: Snapshot | None, element: Element) -> bool:
    """Tell whether a page or document shows the element itself, and not in an open list, which the program shows for it."""
    around = above(snapshot, element) if snapshot is not None else ()
    return any(one.role == "Document" and one.window == element.window for one in around)


def seen_part(snapshot: Snapshot | None, element: Element) -> Rect:
    """Return the part of an element that the lists and panes around it show; all of it where they show none of it, as what is
    laid out over them on purpose.
    """
    part = element.rect
    for one in above(snapshot, element) if snapshot is not None else ():
        if one.role in VIEWPORTS and one.window == element.window:
            part = part.intersection(one.rect)
    return element.rect if part.is_empty else part


def in_sight(element: Element, place: Element | None = None) -> bool:
    """Tell whether an element is in sight. A row that its list (`place`) shows only in part is not: a click near the edge makes
    some lists scroll and select further rows.
    """
    if "offscreen" in element.states or element.rect.is_empty:
        return False
    if place is None or element.role not in ROWS:
        return True
    if element.rect.height < _LINE_PX < place.rect.height:
        # Only the edge of a line that is scrolled out, which the border of its list may cover.
        return False
    shown = element.rect.intersection(place.rect).height
    return shown >= min(element.rect.height, place.rect.height) - _ROUNDING_PX


def innermost(snapshot: Snapshot | None, point: Point) -> Element | None:
    """Return the smallest visible element at a point; among equals, the later one. Only the window on top counts: a dialog or
    an open list hides what it lies over.
    """
    here = [one for one in snapshot or () if one.rect.contains(point) and "offscreen" not in one.states]
    if snapshot is not None and any(_stands_over(one, snapshot) for one in here):
        top = _on_top([one for one in here if _stands_over(one, snapshot)])
        here = [one for one in here if one.window == top]
    return min(reversed(here), key=lambda one: one.rect.area, default=None)


def _stands_over(element: Element, snapshot: Snapshot) -> bool:
    return bool(element.window) and element.window != snapshot.window_id


def _on_top(over: Iterable[Element]) -> str:
    """Return the window on top of these elements' windows: an open list or menu before a dialog, the active dialog before
    others, and the smaller one of two.
    """
    windows: dict[str, list[Element]] = {}
    for one in over:
        windows.setdefault(one.window, []).append(one)

    def height(window: str) -> tuple[bool, bool, int]:
        dialogs = [one for one in windows[window] if one.role in WINDOWS_AND_DIALOGS]
        is_inactive = bool(dialogs) and not any("active" in one.states for one in dialogs)
        return bool(dialogs), is_inactive, max(one.rect.area for one in windows[window])

    return min(windows, key=height)


def at_fraction(rect: Rect, x: float, y: float) -> Point:
    """Return the point at fractions 0 to 1 of a rectangle's width and height, always inside the rectangle."""
    return Point(
        min(rect.right - 1, rect.x + round(x * rect.width)), min(rect.bottom - 1, rect.y + round(y * rect.height))
    )
