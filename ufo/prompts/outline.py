"""Writes the controls of a window as compact text for a model: in reading order, short ones of a container on one line.

It says what it leaves out, by area: a model that does not see a control must know that there is more, and how to find it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import zip_longest

from ufo.prompts.outline_lines import render, said
from ufo.prompts.prune_outline import SEARCHES, Told, told
from ufo.schema.fence import quoted
from ufo.schema.target import TargetInfo

_AREAS_NAMED = 6
_TRIES = 8
_FIRST = frozenset({"found", "focused", "new", "default", "modal"})


def outline(controls: Sequence[TargetInfo], max_chars: int, more: Iterable[str] = ()) -> str:
    """Return the controls as text of at most `max_chars` characters. `more`: what the look itself reports as out of sight or
    left out.

    A control is `[id] Role "name" = "value" (states)`; on a line of several, the role stands before the first that has it.
    A line that ends in a colon is a container, and its content is indented by two more spaces. Consecutive empty cells are
    written as one: `[first-last] empty Cells "A6" to "V50"`, whose ids are consecutive in reading order.
    """
    kept = told(controls)
    notes = [*(f"({note})" for note in kept.out_of_sight), *(f"({_plain(note)})" for note in more)]
    text = "\n".join([*render(kept.controls, kept), *notes])
    if len(text) <= max_chars:
        return text
    return _cut(kept, notes, max_chars)


def _cut(kept: Told, notes: Sequence[str], max_chars: int) -> str:
    """Write as many controls as fit: those that matter now come first, then a share of every area."""
    ranked = _by_weight(kept)
    room = max_chars - sum(len(note) + 1 for note in notes) - 120
    text = ""
    for _ in range(_TRIES):
        chosen = _within(ranked, kept, room)
        text = "\n".join([*render(_in_order(chosen, kept), kept), *_left_out(chosen, kept), *notes])
        if len(text) <= max_chars:
            return text
        room -= max(len(text) - max_chars, max_chars // 20)
        if room <= 0:
            break
    return "\n".join(_left_out((), kept))[:max_chars]


def _by_weight(kept: Told) -> list[TargetInfo]:
    urgent = [one for one in kept.controls if _FIRST.intersection(one.states) or one.type == "Dialog"]
    taken = {id(one) for one in urgent}
    areas: dict[str, list[TargetInfo]] = {}
    for one in kept.controls:
        if id(one) not in taken:
            areas.setdefault(_area(one, kept), []).append(one)
    shares = zip_longest(*areas.values())
    return [*urgent, *(one for share in shares for one in share if one is not None)]


def _within(ranked: Sequence[TargetInfo], kept: Told, room: int) -> list[TargetInfo]:
    chosen: list[TargetInfo] = []
    areas: set[tuple[str, ...]] = set()
    for one in ranked:
        path = kept.path_of(one)
        room -= len(said(one)) + 2 + (0 if path in areas else sum(len(name) + 8 for name in path))
        areas.add(path)
        if room < 0:
            break
        chosen.append(one)
    return chosen


def _in_order(chosen: Sequence[TargetInfo], kept: Told) -> list[TargetInfo]:
    wanted = {id(one) for one in chosen}
    return [one for one in kept.controls if id(one) in wanted]


def _left_out(chosen: Sequence[TargetInfo], kept: Told) -> list[str]:
    all_of = Counter(_area(one, kept) for one in kept.controls)
    shown = Counter(_area(one, kept) for one in chosen)
    left = [(area, count - shown[area], count) for area, count in all_of.items() if count > shown[area]]
    named = sorted(left, key=lambda one: -one[1])[:_AREAS_NAMED]
    parts = [
        f"{count} of {total} in {quoted(area, 60) if area else 'the window itself'}" for area, count, total in named
    ]
    if len(left) > len(named):
        parts.append(f"{sum(one[1] for one in left) - sum(one[1] for one in named)} elsewhere")
    total = len(kept.controls)
    return [f"({total - len(chosen)} of {total} controls cut for length: {', '.join(parts)}; {SEARCHES} searches them)"]


def _area(control: TargetInfo, kept: Told) -> str:
    path = kept.path_of(control)
    return path[0] if path else ""


def _plain(note: str) -> str:
    return quoted(note, 300)[1:-1]
