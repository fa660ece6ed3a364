"""What of a look is in sight, and where in it something stands."""

from __future__ import annotations

from collections.abc import Iterable

from ufo.commands.observe.element_text import descendants
from ufo.desktop.snapshot import Element, Snapshot
from ufo.schema.geometry import Point, Rect
from ufo.schema.roles import ROWS, SCROLLED

_ROUNDING_PX = 2
_LINE_PX = 8
VIEWPORTS = SCROLLED | {"Pane"}


def inside(snapshot: Iterable[Element], holder: Element | None) -> tuple[Element, ...]:
    return tuple(snapshot) if holder is None else tuple(descendants(snapshot, holder))


def around(snapshot: Snapshot, element: Element) -> Element | None:
    """The list, table, tree or page that it stands in."""
    return next((one for one in reversed(above(snapshot, element)) if one.role in VIEWPORTS), None)


def above(snapshot: Snapshot, element: Element) -> tuple[Element, ...]:
    """What it stands in, from the outside in."""
    found: list[Element] = []
    for one in snapshot:
        while found and found[-1].depth >= one.depth:
            found.pop()
        if one.handle.key == element.handle.key:
            return tuple(found)
        found.append(one)
    return ()


def in_sight(element: Element, place: Element | None = None) -> bool:
    """A row that its list shows only a part of is not: a click near the edge makes some lists scroll and select on."""
    if "offscreen" in element.states or element.rect.is_empty:
        return False
    if place is None or element.role not in ROWS:
        return True
    if element.rect.height < _LINE_PX < place.rect.height:
        # No more than the edge of a line that is scrolled out, which may be under the border of its list.
        return False
    shown = element.rect.intersection(place.rect).height
    return shown >= min(element.rect.height, place.rect.height) - _ROUNDING_PX


def innermost(snapshot: Snapshot | None, point: Point) -> Element | None:
    """The smallest element at a point, the later one of equals."""
    here = [one for one in snapshot or () if one.rect.contains(point) and "offscreen" not in one.states]
    return min(reversed(here), key=lambda one: one.rect.area, default=None)


def at_fraction(rect: Rect, x: float, y: float) -> Point:
    """The point at fractions 0 to 1 of a rectangle, inside of it."""
    return Point(
        min(rect.right - 1, rect.x + round(x * rect.width)), min(rect.bottom - 1, rect.y + round(y * rect.height))
    )
