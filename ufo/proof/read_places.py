"""Shows a reader what was read on a page or in a window that it asks for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ufo.proof.read_facts import PAGE, Line, fact_of, lines_of
from ufo.schema.fact import Fact
from ufo.schema.seen import Seen
from ufo.text.words import words_and_pairs

_MOST_SHOWN = 40
_BEFORE = 5
"""Lines before the one that is asked for."""


def facts_of_places(seen: Iterable[Seen], places: Sequence[str]) -> tuple[Fact, ...]:
    """Return what was read on the pages and in the windows that are meant, in the order of reading: at most `_MOST_SHOWN` lines.
    A place is meant by its name or the beginning of it, as facts tell it.
    """
    known = list(seen)
    wanted = {place: found for place in places if (found := [source for source in known if _means(place, source)])}
    most = _MOST_SHOWN // max(1, len(wanted))
    facts = [fact_of(line, "") for place, found in wanted.items() for line in _around(place, lines_of(found), most)]
    return tuple({fact.line: fact for fact in facts}.values())


def _means(place: str, source: Seen) -> bool:
    """Tell whether a place is this one, or begins its name, or is its address alone, or is something in it: "Plan - Chromium,
    Tuesday".
    """
    asked, own = place.strip().casefold().rstrip("…"), source.place.casefold()
    is_address = PAGE in asked and own.endswith(f", {asked}")
    return len(asked) > 1 and bool(own) and (own.startswith(asked) or is_address or asked.startswith(f"{own}, "))


def _around(place: str, lines: Sequence[Line], most: int) -> Sequence[Line]:
    """Return the first lines, or those from shortly before where the words stand that are asked for in that place."""
    own = lines[0].source.place
    words = words_and_pairs(place.strip()[len(own) :])
    at = next((at for at, line in enumerate(lines) if words and words <= words_and_pairs(line.text)), 0)
    first = max(0, min(at - _BEFORE, len(lines) - most))
    return lines[first : first + most]
