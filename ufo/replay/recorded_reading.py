"""Gives the reading of a recorded run again: its facts are found anew by what they say, since their numbers hold for one list."""

from __future__ import annotations

from collections.abc import Mapping

from ufo.replay.moved import Moved
from ufo.schema.inputs import ReadingInputs
from ufo.schema.reading import Reading
from ufo.trace.events import RequestRead


def reading_again(recorded: RequestRead, asked: ReadingInputs, move: Moved) -> Reading | None:
    """Return what was read, with the numbers of the facts as they are now; None where nobody gave a reading. A fact that is not
    there any more is named by no number. What was shown to the reader is asked for first.
    """
    if recorded.reading is None:
        return None
    if recorded.places and not asked.places:
        return Reading(look=[move.text(place) for place in recorded.places])
    now = {fact.line: fact.id for fact in asked.facts}
    ids = {fact.id: now.get(move.text(fact.line), "") for fact in recorded.facts}
    read: Reading = Reading.model_validate(move.value(recorded.reading.model_dump(mode="json")))
    parts = [part.model_copy(update={"shown_by": _renumbered(part.shown_by, ids)}) for part in read.parts]
    changes = [
        change.model_copy(update={"fact": number})
        for change in read.changes
        for number in _renumbered([change.fact], ids)
    ]
    return Reading(parts=parts, changes=changes)


def _renumbered(numbers: list[str], ids: Mapping[str, str]) -> list[str]:
    """Return the new numbers. A range such as "3-5" stands for each of its numbers."""
    each = (one for number in numbers for one in _each(number))
    return [new for old in each if (new := ids.get(old, ""))]


def _each(number: str) -> list[str]:
    first, dash, last = number.partition("-")
    if dash and first.strip().isdecimal() and last.strip().isdecimal():
        return [str(one) for one in range(int(first), min(int(last), int(first) + 10_000) + 1)]
    return [number]
