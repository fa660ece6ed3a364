"""Finds controls that something else of their own application lies over, so that a click in their middle would not reach them.

Windows of other applications do not count: a window is raised before it is worked in. Inside a window the tree does not say
what was painted last. Two controls of which neither is inside the other can share a place only if one hides the other.
Widgets are painted in the order of the tree, so the later one is on top; in a page either may be, so the browser is asked.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from ufo.desktop.linux.atspi.interfaces import ACCESSIBLE, COMPONENT, PROPERTIES, refs_of, variant
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Line, Question, Ref, ask_all
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.toolkits.toolkit import Found, Pointing
from ufo.desktop.snapshot import Element
from ufo.schema.geometry import Point

_ACTING = frozenset({"press", "set_text", "set_value", "select"})
_TILE = 64
# The pages that make up a browser's own interface are panels in an inner frame.
_DOCUMENTS = frozenset({28, 82, 95})
_MOST_HITS, _PARENTS = 40, 4
_MOST_SHARING, _MOST_LOOKED_AT = 8, 400
_GUESS_S, _TICK_S = 0.08, 0.02
_PLAIN = Pointing()


def under_windows(found: Found, surfaces: Sequence[Surface]) -> set[int]:
    """Return the controls whose middle lies under another window of the application, by their positions in `found`. `surfaces`
    are the application's windows, topmost first.
    """
    if len(surfaces) < 2:
        return set()
    above = {
        surface.window.id: [surface for surface in surfaces[:place] if not surface.passing]
        for place, surface in enumerate(surfaces)
    }
    return {
        place
        for place, (element, node) in enumerate(found)
        if _can_be_worked(element)
        and any(surface.visible.contains(element.rect.center) for surface in above.get(node.surface, ()))
    }


def under_others(found: Found, pointing: Mapping[str, Pointing]) -> tuple[set[int], dict[str, list[tuple[int, int]]]]:
    """Return the controls that another one certainly lies over, and for each browser the pairs in its pages, which only the
    browser can judge. `pointing` is how each application paints, by its bus name.
    """
    hidden: set[int] = set()
    in_pages: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, other in overlaps(found):
        node, over = found[number][1], found[other][1]
        how = pointing.get(node.ref.bus, _PLAIN)
        if how.has_pages and in_page(node):
            in_pages[node.ref.bus].append((number, other))
        elif how.is_over(node, over, later=other > number):
            hidden.add(number)
    return hidden, in_pages


def under_bubbles(found: Found, pointing: Mapping[str, Pointing]) -> set[int]:
    """Return the controls of a page that lie under a browser's dialog in the same window, which the page does not know."""
    bubbles = [
        (element.rect, node)
        for element, node in found
        if element.role == "Dialog" and pointing.get(node.ref.bus, _PLAIN).has_pages and not in_page(node)
    ]
    return {
        place
        for place, (element, node) in enumerate(found)
        if any(rect.contains(element.rect.center) and node.surface == over.surface for rect, over in bubbles)
        and _can_be_worked(element)
        and in_page(node)
    }


def overlaps(found: Found) -> list[tuple[int, int]]:
    """Return pairs of controls where the second lies over or under the middle of the first."""
    tiles: dict[tuple[int, int], list[int]] = defaultdict(list)
    acting = [place for place, (element, node) in enumerate(found) if _acts(element, node)]
    for place in acting:
        box = found[place][0].rect
        for column in range(box.x // _TILE, (box.right - 1) // _TILE + 1):
            for row in range(box.y // _TILE, (box.bottom - 1) // _TILE + 1):
                tiles[column, row].append(place)
    return [(place, other) for place in acting for other in _sharing(place, found, tiles)]


def _sharing(place: int, found: Found, tiles: Mapping[tuple[int, int], Sequence[int]]) -> Iterator[int]:
    element, node = found[place]
    centre = element.rect.center
    # The topmost first, and a limited number: thousands at one place would take minutes.
    shared = 0
    for other in islice(reversed(tiles.get((centre.x // _TILE, centre.y // _TILE), ())), _MOST_LOOKED_AT):
        if shared == _MOST_SHARING:
            return
        shares = other != place and found[other][0].rect.contains(centre)
        if shares and found[other][1].surface == node.surface and not _related(node, found[other][1]):
            shared += 1
            yield other


def _related(node: Node, other: Node) -> bool:
    return _is_in(node, other) or _is_in(other, node)


def _is_in(node: Node, around: Node) -> bool:
    above: Node | None = node
    while above is not None:
        if above is around:
            return True
        above = above.parent
    return False


def _acts(element: Element, node: Node) -> bool:
    """Tell whether the control can be worked and may overlap others; cells of a sheet lie side by side."""
    return node.cell is None and _can_be_worked(element)


def _can_be_worked(element: Element) -> bool:
    return "offscreen" not in element.states and bool(_ACTING.intersection(element.actions))


def marked(found: Found, hidden: set[int]) -> tuple[Element, ...]:
    return tuple(
        replace(element, states=element.states | {"covered"}) if place in hidden else element
        for place, (element, _) in enumerate(found)
    )


@dataclass(frozen=True, slots=True)
class PageHitTest:
    """Asks a browser what a click in a page would reach."""

    line: Line
    deadline: float
    stall_s: float

    async def covered(self, found: Found, pairs: Sequence[tuple[int, int]]) -> set[int]:
        """Return the first ones of the pairs that a click in their middle would not reach, because it would reach the second
        one.
        """
        others: dict[int, set[Ref]] = defaultdict(set)
        for place, other in pairs:
            others[place].add(found[other][1].ref)
        asked = {place: _document(found[place][1]) for place in list(others)[:_MOST_HITS]}
        points = {place: (page, _in_extents(*found[place])) for place, page in asked.items() if page is not None}
        hits = await self._hits(points)
        owners = await self._owners(hits, {found[place][1].ref for place in points}.union(*others.values()))
        return {place for place in points if owners.get(place) in others[place]}

    async def _hits(self, points: Mapping[int, tuple[Ref, Point]]) -> dict[int, Ref]:
        """Return the pages' own answers. Chromium's first answers are guesses while it asks its page, and nothing signals when
        the page has answered; so ask again for a moment, until an answer changes.
        """
        guess = await self._ask_hits(points)
        until = asyncio.get_running_loop().time() + _GUESS_S
        now = await self._ask_hits(points)
        while now == guess and points and asyncio.get_running_loop().time() < min(until, self.deadline):
            await asyncio.sleep(_TICK_S)
            now = await self._ask_hits(points)
        return now

    async def _ask_hits(self, points: Mapping[int, tuple[Ref, Point]]) -> dict[int, Ref]:
        asked = [
            Question(page, COMPONENT, "GetAccessibleAtPoint", "iiu", (at.x, at.y, 0)) for page, at in points.values()
        ]
        answers = await ask_all(self.line, asked, self.deadline, self.stall_s)
        return {place: refs[0] for place, body in zip(points, answers, strict=True) if (refs := refs_of([body]))}

    async def _owners(self, hits: Mapping[int, Ref], wanted: set[Ref]) -> dict[int, Ref]:
        """Return the control that each hit is in: the words in a button are an object of their own."""
        owners = dict(hits)
        for _ in range(_PARENTS):
            lost = {place: ref for place, ref in owners.items() if ref not in wanted}
            if not lost:
                break
            asked = [Question(ref, PROPERTIES, "Get", "ss", (ACCESSIBLE, "Parent")) for ref in lost.values()]
            answers = await ask_all(self.line, asked, self.deadline, self.stall_s)
            for number, body in zip(lost, answers, strict=True):
                owners.update([(number, ref) for ref in refs_of([[variant(body)]])])
        return owners


def _in_extents(element: Element, node: Node) -> Point:
    """Return the middle of a control in the browser's own coordinates, which on Wayland are not the screen's."""
    return Point(element.rect.center.x - node.shift[0], element.rect.center.y - node.shift[1])


def in_page(node: Node) -> bool:
    """Tell whether the control is in a browser's page. Controls around the page are painted as other widgets are."""
    return _document(node) is not None


def _document(node: Node) -> Ref | None:
    above: Node | None = node
    while above is not None and above.kind not in _DOCUMENTS:
        above = above.parent
    return None if above is None else above.ref
