"""Which controls something else of their own application lies over, so that a click in their middle would reach that.

Windows of other applications do not count: the window is raised before it is worked. Inside a window the tree does not tell
what was painted last. Two controls of which neither is in the other can only share a place where one hides the other; there
the later one in the tree is on top, which is the order in which toolkits paint.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from ufo.desktop.linux.nodes import Node
from ufo.desktop.linux.surface import Surface
from ufo.desktop.snapshot import Element
from ufo.schema.geometry import Point

Found = Sequence[tuple[Element, Node]]
_ACTING = frozenset({"press", "set_text", "set_value", "select"})
_TILE = 128


def with_covered(found: Found, surfaces: Sequence[Surface]) -> list[tuple[Element, Node]]:
    """The same, `covered` where it holds. `surfaces`: the application's windows, topmost first."""
    hidden = _under_windows(found, surfaces) | _under_controls(found)
    return [
        (replace(element, states=element.states | {"covered"}), node) if place in hidden else (element, node)
        for place, (element, node) in enumerate(found)
    ]


def _under_windows(found: Found, surfaces: Sequence[Surface]) -> set[int]:
    if len(surfaces) < 2:
        return set()
    above = {
        surface.window.id: [one for one in surfaces[:place] if not one.passing]
        for place, surface in enumerate(surfaces)
    }
    return {
        place
        for place, (element, node) in enumerate(found)
        if _acts(element) and any(one.visible.contains(element.rect.center) for one in above.get(node.surface, ()))
    }


def _under_controls(found: Found) -> set[int]:
    tiles: dict[tuple[int, int], list[int]] = defaultdict(list)
    acting = [place for place, (element, _) in enumerate(found) if _acts(element)]
    for place in acting:
        box = found[place][0].rect
        for column in range(box.x // _TILE, (box.right - 1) // _TILE + 1):
            for row in range(box.y // _TILE, (box.bottom - 1) // _TILE + 1):
                tiles[column, row].append(place)
    return {place for place in acting if _is_under(place, found, tiles)}


def _is_under(place: int, found: Found, tiles: dict[tuple[int, int], list[int]]) -> bool:
    element, node = found[place]
    centre = element.rect.center
    return any(
        other > place and _over(found[other], centre, node)
        for other in tiles.get((centre.x // _TILE, centre.y // _TILE), ())
    )


def _over(other: tuple[Element, Node], centre: Point, node: Node) -> bool:
    element, its_node = other
    return element.rect.contains(centre) and its_node.surface == node.surface and not _related(node, its_node)


def _related(one: Node, other: Node) -> bool:
    """Whether one is in the other. An earlier node of a tree is never in a later one."""
    above: Node | None = other
    while above is not None:
        if above is one:
            return True
        above = above.parent
    return False


def _acts(element: Element) -> bool:
    return element.row is None and "offscreen" not in element.states and bool(_ACTING.intersection(element.actions))
