"""What scrolled between two looks: content that went up or down inside of something that stayed where it was.

A list that moves away, one whose entries are replaced and a panel that slides move controls as well. A wheel is not what did it:
what holds the content has to stand where it stood, and nearly all that is in it has to have gone the same way, straight up or
down. What stays put there counts against it, unless content slides under it, as under the head of a page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ufo.desktop.snapshot import Element, Snapshot
from ufo.schema.geometry import Rect
from ufo.schema.roles import STAYS_IN_SCROLLED

_FEWEST = 2
_SHARE = 0.8


@dataclass(frozen=True, slots=True)
class Scrolled:
    """`inside`: the place of what holds the content; `down`: by how many pixels that went down, negative up; `one` of what moved,
    as it was and as it is."""

    inside: Rect
    down: int
    one: tuple[Element, Element]


def scrolled(before: Snapshot, after: Snapshot) -> tuple[Scrolled, ...]:
    """The smallest first; the window itself holds all that is in it."""
    old = {one.handle.key: one for one in before if not one.by_sight}
    new = {one.handle.key: one for one in after if not one.by_sight}
    found = [
        Scrolled(holder.rect, *moved)
        for holder, content in _holders(before)
        if _stands(holder, new.get(holder.handle.key)) and (moved := _moved(content, new))
    ]
    if before.window_rect == after.window_rect and (moved := _moved(list(old.values()), new)):
        found.append(Scrolled(before.window_rect, *moved))
    return tuple(sorted(found, key=lambda one: one.inside.area))


def _holders(look: Snapshot) -> list[tuple[Element, list[Element]]]:
    """Each element that others stand below of, with all of them."""
    found: list[tuple[Element, list[Element]]] = []
    above: list[tuple[Element, list[Element]]] = []
    for one in look:
        if one.by_sight:
            continue
        while above and above[-1][0].depth >= one.depth:
            above.pop()
        for _, content in above:
            content.append(one)
        above.append((one, []))
        found.append(above[-1])
    return [(holder, content) for holder, content in found if len(content) >= _FEWEST]


def _stands(then: Element, now: Element | None) -> bool:
    return now is not None and now.rect == then.rect and "offscreen" not in now.states


def _moved(content: Sequence[Element], new: Mapping[str, Element]) -> tuple[int, tuple[Element, Element]] | None:
    """The way that nearly all of it went, and one that went it; None where it did not. What became something else in its place
    did not move."""
    pairs = [
        (one, new[one.handle.key]) for one in content if one.handle.key in new and one.role not in STAYS_IN_SCROLLED
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
    """What is in sight in both looks and whole tells best where it goes."""
    return sum("offscreen" not in one.states for one in pair), pair[0].rect.height == pair[1].rect.height


def _ways(then: Element, now: Element) -> frozenset[int]:
    """By how many pixels it went down: of what is in sight in part, only one edge tells."""
    old, place = then.rect, now.rect
    if (then.role, then.name, old.x) != (now.role, now.name, place.x):
        return frozenset()
    return frozenset({place.y - old.y, place.bottom - old.bottom})


def _lies_over(one: tuple[Element, Element], moved: Sequence[tuple[Element, Element]]) -> bool:
    """Whether it stayed, and what moved came from under it or went there."""
    then, now = one
    if then.rect != now.rect:
        return False
    return any(not then.rect.intersection(side.rect).is_empty for pair in moved for side in pair)
