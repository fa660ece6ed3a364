"""Detects what scrolled between two looks: content that went up or down inside something that stayed where it was.

Controls also move without a wheel: a list moves away, its entries are replaced, or a panel slides. So the container has to
stand where it stood, and nearly all that is in it has to have gone the same way, straight up or down. What stays in place
counts against that, unless content slides under it, as under the head of a page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ufo.desktop.snapshot import Element, Snapshot, with_holders
from ufo.schema.geometry import Rect
from ufo.schema.roles import STAYS_IN_SCROLLED

_FEWEST = 2
_SHARE = 0.8


@dataclass(frozen=True, slots=True)
class Scrolled:
    """Content that scrolled. `inside`: the rectangle of its container; `down`: how many pixels it went down, negative for up;
    `one`: an example of what moved, as it was and as it is.
    """

    inside: Rect
    down: int
    one: tuple[Element, Element]


def scrolled(before: Snapshot, after: Snapshot) -> tuple[Scrolled, ...]:
    """Return what scrolled, the smallest container first. The window itself contains everything in it."""
    old = {element.handle.key: element for element in before if not element.by_sight}
    new = {element.handle.key: element for element in after if not element.by_sight}
    found = [
        Scrolled(holder.rect, *moved)
        for holder, content in _holders(before)
        if _stands(holder, new.get(holder.handle.key)) and (moved := _moved(content, new))
    ]
    if before.window_rect == after.window_rect and (moved := _moved(list(old.values()), new)):
        found.append(Scrolled(before.window_rect, *moved))
    return tuple(sorted(found, key=lambda part: part.inside.area))


def _holders(look: Snapshot) -> list[tuple[Element, list[Element]]]:
    """Return each element that others stand below, with all of them."""
    below: dict[str, tuple[Element, list[Element]]] = {}
    for element, holders in with_holders(element for element in look if not element.by_sight):
        below[element.handle.key] = (element, [])
        for holder in holders:
            below[holder.handle.key][1].append(element)
    return [(holder, content) for holder, content in below.values() if len(content) >= _FEWEST]


def _stands(then: Element, now: Element | None) -> bool:
    return now is not None and now.rect == then.rect and "offscreen" not in now.states


def _moved(content: Sequence[Element], new: Mapping[str, Element]) -> tuple[int, tuple[Element, Element]] | None:
    """Return the way that nearly all went and an example of it, None for no such way. What became another did not move."""
    pairs = [
        (element, new[element.handle.key])
        for element in content
        if element.handle.key in new and element.role not in STAYS_IN_SCROLLED
    ]
    ways = [(then, now, _ways(then, now)) for then, now in pairs]
    votes = Counter(way for _, _, own in ways for way in own if way)
    if not votes:
        return None
    down, count = votes.most_common(1)[0]
    moved = [(then, now) for then, now, own in ways if down in own]
    against = [(then, now) for then, now, own in ways if down not in own]
    if count < _FEWEST:
        return None
    if count < _SHARE * len(pairs):
        against = [pair for pair in against if not _lies_over(pair, moved)]
        if count < _SHARE * (count + len(against)):
            return None
    return down, max(moved, key=_in_sight)


def _in_sight(pair: tuple[Element, Element]) -> tuple[int, bool]:
    """Rank a pair as an example: an element that is wholly in sight in both looks shows best where it goes."""
    return sum("offscreen" not in element.states for element in pair), pair[0].rect.height == pair[1].rect.height


def _ways(then: Element, now: Element) -> frozenset[int]:
    """Return by how many pixels it may have gone down. For an element that is partly out of sight, only one edge shows that."""
    old, place = then.rect, now.rect
    if (then.role, then.name, old.x) != (now.role, now.name, place.x):
        return frozenset()
    return frozenset({place.y - old.y, place.bottom - old.bottom})


def _lies_over(item: tuple[Element, Element], moved: Sequence[tuple[Element, Element]]) -> bool:
    """Tell whether the element stayed in place, and some content moved from under it or to under it."""
    then, now = item
    if then.rect != now.rect:
        return False
    return any(not then.rect.intersection(side.rect).is_empty for pair in moved for side in pair)
