"""Leaves out of what was done the ways that led nowhere: an act that only a dialog answered, which was closed again without a
change, and that worked when it was done anew (applications refuse so what must wait for something else); and a menu that was
opened to look at it before another way through the menus was gone.
"""

from __future__ import annotations

from collections.abc import Sequence

from ufo.experience.experience import Worked
from ufo.schema.action import ActionCommandInfo
from ufo.schema.patterns import regex

Done = tuple[ActionCommandInfo, Worked]
"""An act of a run, and what is kept of it."""
_OPENED = regex(r"Dialog '(.*)' appeared")
_CLOSED = regex(r"[\s\S]*\b(?:closed|disappeared)")
_OF_MENUS = regex(
    r"\w*Menu\w* '.*' (?:appeared|disappeared|went away|is selected now|is in sight)|menu '.*' (?:opened|closed).*|by way of .*"
)


def without_detours(done: Sequence[Done]) -> list[Done]:
    """Return what is left, in its order."""
    left_out = {place for one in range(len(done) - 1) for place in _detour(done, one)}
    left_out |= {place for place in range(len(done) - 1) if _only_looks(done[place], done[place + 1])}
    return [one for place, one in enumerate(done) if place not in left_out]


def refused(done: Sequence[Done]) -> list[tuple[Worked, Worked]]:
    """Return each act that was refused at first, with what was done next in place of it."""
    found = []
    for place in range(len(done) - 2):
        if _detour(done, place):
            found.append((done[place][1], done[place + 2][1]))
    return found


def _detour(done: Sequence[Done], place: int) -> range:
    """Return the places of an act that led nowhere, of the way to it, and of the closing of its dialog."""
    dialogs = _opened(done[place])
    again = next((at for at in range(place + 2, len(done)) if done[at][1] == done[place][1]), None)
    if not dialogs or again is None or dialogs & _opened(done[again]) or not _only_closes(done[place + 1], dialogs):
        return range(0)
    first = place
    while first > 0 and again - 1 > place + 1 and done[first - 1][1] == done[again - 1][1]:
        first, again = first - 1, again - 1
    return range(first, place + 2)


def _only_looks(one: Done, then: Done) -> bool:
    """Tell whether an act only opened menus, which the next act opens for itself or closes."""
    said = one[0].result.evidence
    are_ways = all(isinstance(it[1].arguments.get("path"), list) for it in (one, then))
    return are_ways and bool(said) and all(map(_OF_MENUS.fullmatch, said))


def _opened(one: Done) -> frozenset[str]:
    return frozenset(found[1] for said in one[0].result.evidence if (found := _OPENED.fullmatch(said)))


def _only_closes(one: Done, dialogs: frozenset[str]) -> bool:
    """Tell whether one of these dialogs went away by the act, and nothing else came of it."""
    said = one[0].result.evidence
    return any(f"Dialog '{name}' disappeared" in said for name in dialogs) and all(map(_CLOSED.fullmatch, said))
