"""A reader that agrees with everything, for tests and for the bench: what the closure still holds against it, code alone
holds.

It takes each sentence of the request for shown by all facts, and says of each change that the sentence asked for it
which has most words in common with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ufo.llm.provider import Turn
from ufo.schema.fact import Fact, FactKind
from ufo.schema.inputs import OrderInputs, ReadingInputs
from ufo.schema.patterns import regex
from ufo.schema.reading import Ordered, PartVerdict, ReadChange, Reading, ReadPart
from ufo.text.words import word_set

_SENTENCE = regex(r"(?:[^.!?。！？؟।…\n]|[.!?…](?!\s|$))+[.!?。！？؟।…]*")
_WORD = regex(r"\w+")


def agreed(turn: Turn) -> Reading | Ordered:
    """Return the answer to a turn of a reader. Raises ValueError for any other."""
    asked = turn.reading
    if asked is None:
        raise ValueError("the agreeing reader only reads")
    return Ordered(ordered=True, quote=asked.request) if isinstance(asked, OrderInputs) else agreeing(asked)


def agreed_on_news(turn: Turn) -> Reading | Ordered:
    """Return the same, but what is as it was shows nothing: so what stands elsewhere is not found there."""
    asked = turn.reading
    if isinstance(asked, ReadingInputs):
        asked = replace(asked, facts=tuple(fact for fact in asked.facts if fact.news or fact.kind is FactKind.READ))
    return agreed(replace(turn, reading=asked))


def agreeing(inputs: ReadingInputs) -> Reading:
    """Return the reading of a mind that agrees with everything."""
    sentences = [found[0].strip() for found in _SENTENCE.finditer(inputs.request) if _WORD.search(found[0])]
    worded = [(sentence, word_set(sentence)) for sentence in sentences]
    ids = [fact.id for fact in inputs.facts]
    return Reading(
        parts=[ReadPart(quote=sentence, verdict=PartVerdict.SHOWN, shown_by=ids) for sentence in sentences],
        changes=[
            ReadChange(fact=fact.id, asked_by=words, limited_by=words)
            for fact in inputs.facts
            if fact.must_be_asked_for and (words := _nearest(fact, worded))
        ],
    )


def _nearest(fact: Fact, sentences: Sequence[tuple[str, frozenset[str]]]) -> str:
    told = word_set(fact.line)
    return max(sentences, key=lambda sentence: len(told & sentence[1]), default=("", told))[0]
