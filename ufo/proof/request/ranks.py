"""Reads by which rule a request singles out one of several things: the cheapest flight, the ticket with the longest duration."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ufo.proof.request.model import Literal, Role
from ufo.proof.request.rated import Measure
from ufo.schema.patterns import any_case
from ufo.schema.wants_answer import without_quotations

_HOW: tuple[tuple[str, Measure | None, bool], ...] = (
    (r"cheapest|least\s+expensive|most\s+affordable", Measure.PRICE, False),
    (r"most\s+expensive|dearest|priciest", Measure.PRICE, True),
    (r"shortest|quickest|fastest", Measure.DURATION, False),
    (r"longest|slowest", Measure.DURATION, True),
    (r"earliest|oldest|least\s+recent", Measure.MOMENT, False),
    (r"latest|newest|most\s+recent|youngest", Measure.MOMENT, True),
    (r"smallest|lowest|least|fewest|minimum|lightest", None, False),
    (r"largest|biggest|greatest|highest|most|maximum|heaviest", None, True),
)
"""Superlatives, what they measure where they say so by themselves, and whether they mean the largest value of it."""
_SUPERLATIVE = "|".join(words for words, _, _ in _HOW)
_RANK = any_case(
    rf"\bthe\s+(?P<how>{_SUPERLATIVE})\b(?!\s*(?:first|last|at\b|to\b|of\s+all\b|possible\b))"
    r"(?P<noun>(?:\s+(?!(?:and|or|in|on|of|at|to|from|by|for|with|that|which|who|then|is|are|it|one|between|below|above)\b)[\w-]+){0,3})"
)
_ORDER = any_case(
    r"\b(?:press|click|tap|hit|select|choose|pick)(?:\s+on)?\b[^.;]*?\bin\s+(?P<which>(?:numerical(?:ly)?\s+)?(?:ascending|increasing|rising)|"
    r"descending|decreasing|falling)(?:\s+numerical)?\s+order\b"
)
_FALLS = any_case(r"descending|decreasing|falling")
ANY_PRESS = any_case(
    r"\b(?:press|click|tap|hit|select|choose|pick|open|take|find|go\s+to|visit|show|highlight)\w*\b[^.;,]*$"
)


@dataclass(frozen=True, slots=True)
class Rank:
    """A rule that singles out one of several. `largest`: it has the largest value of all, otherwise the smallest. `measure`: what
    is compared where the superlative says so; `noun`: the words behind it, which may be the name of what is compared.
    `verb`: the words of the clause before it. `in_order`: all are to be pressed in this order, and no single one.
    """

    largest: bool
    measure: Measure | None = None
    noun: str = ""
    verb: str = ""
    in_order: bool = False


def rank_of(literal: Literal) -> Rank:
    """Return the rule of a literal that `ranks_in` made."""
    order = _ORDER.search(f"{literal.around} {literal.text}")
    if order is not None:
        return Rank(not _FALLS.search(order["which"]), Measure.NUMBER, in_order=True)
    match = _RANK.fullmatch(literal.text)
    assert match is not None
    how = match["how"]
    measure, largest = next(
        (measure, largest) for words, measure, largest in _HOW if re.fullmatch(words, how, re.IGNORECASE)
    )
    return Rank(largest, measure, " ".join(match["noun"].split()), literal.around)


def ranks_in(request: str) -> Iterator[Literal]:
    """Return what the request singles out by a rule. Words in quotation marks are none of it."""
    told = without_quotations(request)
    for match in _ORDER.finditer(told):
        yield Literal(Role.RANKED, match.group(), at=match.start())
    for match in _RANK.finditer(told):
        before = re.split(r"[.;:]", told[: match.start()])[-1]
        yield Literal(Role.RANKED, " ".join(match.group().split()), around=before.strip(), at=match.start())
