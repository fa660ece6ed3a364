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
    rf"(?<!starting with )(?<!beginning with )\bthe\s+(?P<how>{_SUPERLATIVE})\b"
    r"(?!\s*(?:first|last|at\b|to\b|of\s+all\b|possible\b))"
    r"(?P<noun>(?:\s+(?!(?:and|or|in|on|of|at|to|from|by|for|with|that|which|who|then|is|are|it|one(?!-)|between|below|above)\b)[\w-]+){0,3})"
)
_ORDER = any_case(
    r"\b(?:press|click|tap|hit|select|choose|pick|(?P<sorts>sort|arrange|order))(?:\s+on)?\b[^.;]*?\bin\s+(?P<which>(?:numerical(?:ly)?\s+)?(?:ascending|increasing|rising)|"
    r"descending|decreasing|falling)(?:\s+numerical)?\s+order\b"
)
_RANGED = any_case(
    r"\b(?:drag|move|put|place|bring|shift)\s+(?:the\s+)?(?:(?:list\s+)?(?:item|entry|row|card)\s+)?(?P<item>[\"']?[^\s,;.\"']+(?:\s+(?!(?:to|into|in|at)\b)[^\s,;.]+){0,3}?[\"']?)"
    r"\s+(?:in)?to\s+(?:the\s+)?(?:(?P<which>first|second|third|fourth|fifth|last|\d+(?:st|nd|rd|th))\s+(?:position|place|spot)|position\s+(?P<number>\d+)|"
    r"(?P<grid>(?:top|upper|middle|cent(?:er|re)|bottom|lower)[\s-]+(?:left|middle|cent(?:er|re)|right)|cent(?:er|re)|middle)"
    r"(?:\s+(?:cell|corner|position|place|spot))?)"
    r"(?=\s*(?:[,;.!]|$|and\b|then\b|(?:of|in)\s+(?:the|its)\s+(?:list|grid)\b))"
)
_NUMBERS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "last": -1}
_FALLS = any_case(r"descending|decreasing|falling")
ANY_PRESS = any_case(
    r"\b(?:press|click|tap|hit|select|choose|pick|open|take|find|go\s+to|visit|show|highlight)\w*\b[^.;,]*$"
)


@dataclass(frozen=True, slots=True)
class Rank:
    """A rule that singles out one of several. `largest`: it has the largest value of all, otherwise the smallest. `measure`: what
    is compared where the superlative says so; `noun`: the words behind it, which may be the name of what is compared.
    `verb`: the words of the clause before it; `after`: those behind it, which may describe what it is chosen of. `in_order`: all
    are to be pressed in this order, and no single one; `sorts`: they are to stand in it.
    """

    largest: bool
    measure: Measure | None = None
    noun: str = ""
    verb: str = ""
    after: str = ""
    in_order: bool = False
    sorts: bool = False


def rank_of(literal: Literal) -> Rank:
    """Return the rule of a literal that `ranks_in` made."""
    order = _ORDER.search(literal.text)
    if order is not None:
        return Rank(not _FALLS.search(order["which"]), Measure.NUMBER, in_order=True, sorts=bool(order["sorts"]))
    match = _RANK.fullmatch(literal.text)
    assert match is not None
    how = match["how"]
    measure, largest = next(
        (measure, largest) for words, measure, largest in _HOW if re.fullmatch(words, how, re.IGNORECASE)
    )
    before, _, after = literal.around.partition(literal.text)
    return Rank(largest, measure, " ".join(match["noun"].split()), before.strip(), after.strip())


def is_order(literal: Literal) -> bool:
    return literal.role is Role.RANKED and _ORDER.search(literal.text) is not None


def ranks_in(request: str) -> Iterator[Literal]:
    """Return what the request singles out by a rule. Words in quotation marks are none of it."""
    told = without_quotations(request)
    for match in _ORDER.finditer(told):
        yield Literal(Role.RANKED, match.group(), at=match.start())
    for match in _RANGED.finditer(request):
        which = (match["which"] or match["number"] or "").casefold()
        place = match["grid"] or str(_NUMBERS.get(which) or int(re.sub(r"\D", "", which)))
        yield Literal(Role.RANGED, match["item"].strip("\"'"), place=place, around=match.group(), at=match.start())
    for match in _RANK.finditer(told):
        before = re.split(r"[.;:]", told[: match.start()])[-1]
        after = re.split(r"[.;,]|\bthen\b", told[match.end() :])[0]
        words, clause = " ".join(match.group().split()), f"{before}{match.group()}{after}"
        yield Literal(Role.RANKED, words, around=" ".join(clause.split()), at=match.start())
