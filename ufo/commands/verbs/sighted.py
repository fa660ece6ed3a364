"""What of a look is in sight, and where in it something stands."""

from __future__ import annotations

from collections.abc import Iterable

from ufo.commands.reading import descendants
from ufo.desktop.snapshot import Element, Snapshot

_ROUNDING_PX = 2
_LINE_PX = 8
_ROWS = frozenset({"ListItem", "TreeItem", "Cell"})
HOLDERS = ("List", "Tree", "Table", "Document", "Pane")


def inside(snapshot: Iterable[Element], holder: Element | None) -> tuple[Element, ...]:
    return tuple(snapshot) if holder is None else tuple(descendants(snapshot, holder))


def around(snapshot: Snapshot, element: Element) -> Element | None:
    """The list, table, tree or page that it stands in."""
    return next((one for one in reversed(above(snapshot, element)) if one.role in HOLDERS), None)


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
    if place is None or element.role not in _ROWS:
        return True
    if element.rect.height < _LINE_PX < place.rect.height:
        # No more than the edge of a line that is scrolled out, which may be under the border of its list.
        return False
    shown = element.rect.intersection(place.rect).height
    return shown >= min(element.rect.height, place.rect.height) - _ROUNDING_PX
