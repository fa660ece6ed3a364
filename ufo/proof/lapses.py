"""What a reading leaves out or quotes wrongly: slips of whoever read, which tell nothing of the work and are mended by a look."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.proof.closure import each_id, shortened
from ufo.proof.quotes import Quotable
from ufo.schema.fact import Fact
from ufo.schema.reading import Reading

_MOST_TOLD = 12


def lapses(request: str, facts: Sequence[Fact], reading: Reading) -> str:
    """Return what the reader should look at again, in words for them; "" where nothing is missing."""
    quotable = Quotable(request)
    places = [(part.quote, quotable.find(part.quote)) for part in reading.parts]
    strange = [shortened(quote) for quote, span in places if span is None]
    spans = list(quotable.uncovered(span for _, span in places if span is not None))
    unread = [shortened(request[span.start : span.end]) for span in spans]
    known = {fact.id: fact for fact in facts}
    entered = set(each_id([change.fact for change in reading.changes], known))
    missing = [fact.id for fact in facts if fact.must_be_asked_for and fact.id not in entered]
    told = (
        ("the request does not say, letter for letter: ", strange),
        ("no part has these words of the request: ", unread),
        ("changes has no entry for these facts with a *: ", missing),
    )
    return "; ".join(f"{said}{', '.join(found[:_MOST_TOLD])}" for said, found in told if found)
