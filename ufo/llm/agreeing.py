"""A reader that agrees to everything: all words are shown by all facts that hold, and ask for every change.

What a run with it does not end as VERIFIED for is what code alone finds fault with. It is for scripts of known tasks.
"""

from __future__ import annotations

from ufo.llm.provider import Turn
from ufo.schema.inputs import OrderInputs, ReadingInputs
from ufo.schema.reading import Ordered, PartVerdict, ReadChange, Reading, ReadPart


def agreeing(turn: Turn) -> Reading | Ordered:
    """Return the reading of a turn of the reader. Whether a request orders an act is left to the person."""
    asked = turn.reading
    if isinstance(asked, ReadingInputs):
        return agreed(asked)
    assert isinstance(asked, OrderInputs)  # noqa: S101 - nobody asks a reader for anything else
    return Ordered(ordered=False, why="a script orders nothing")


def agreed(inputs: ReadingInputs) -> Reading:
    """Return one part, the whole request, which is shown by all that holds."""
    holding = [fact.id for fact in inputs.facts if fact.satisfied]
    verdict = PartVerdict.SHOWN if holding else PartVerdict.NOT_SHOWN
    return Reading(
        parts=[ReadPart(quote=inputs.request, verdict=verdict, shown_by=holding)],
        changes=[ReadChange(fact=fact.id, asked_by=inputs.request) for fact in inputs.facts if fact.must_be_asked_for],
    )
