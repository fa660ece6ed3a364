"""Finds what an answer says as a number, day or address that neither a fact nor the request has."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from ufo.proof.case import Case, Part
from ufo.proof.occurs import Literals, has_day_in_words, occurs_in, rounds_to, times_said
from ufo.proof.tokens import Token, TokenKind
from ufo.schema.fact import Fact, FactKind
from ufo.schema.patterns import regex
from ufo.text.fold import folded

_STRICT = frozenset({TokenKind.NUMBER, TokenKind.DATE, TokenKind.TIME, TokenKind.ADDRESS})


def unshown_answer(case: Case) -> Iterator[str]:
    """Yield what is to be said of each. Where something was changed and no question asked, the answer only tells of it."""
    known = list(case.known.values())
    if any(literals.fact.must_be_asked_for for literals in known) and not any(map(_is_answered, case.parts)):
        return
    for token in case.answered:
        if token.kind in _STRICT and not (
            occurs_in(token, [*known, case.asked])
            or not case.worked_out.isdisjoint({*token.numbers, *times_said(token)})
            or _is_in_a_line(token, known)
            or _is_rounded(token, known)
            or _is_explained(token, case)
        ):
            yield f"the answer says {token.text}, which no fact shows"


def _is_answered(part: Part) -> bool:
    """Tell whether only what was read shows a part: then it is a question, and the answer rests on that."""
    return part.is_shown and bool(part.sound) and all(known.fact.kind is FactKind.READ for known in part.sound)


def _is_explained(token: Token, case: Case) -> bool:
    """Tell whether a part says of a date how a fact that it cites tells it, with the month in letters."""
    return any(
        token.text in part.read.sure and any(has_day_in_words(token, known.fact.line) for known in part.sound)
        for part in case.parts
    )


def _is_rounded(token: Token, known: Sequence[Literals]) -> bool:
    """Tell whether the answer gives a number that was read with fewer decimals: "34.42" of 34.42208."""
    exact = [Decimal(number) for literals in known for number in literals.numbers if "." in number]
    return any(rounds_to(Decimal(said), number) for said in token.numbers for number in exact)


def _is_in_a_line(token: Token, known: Sequence[Literals]) -> bool:
    """Tell whether a line says it, also within a name ("2025" of "prices_2025.xlsx"), but not within a larger number."""
    plain = folded(token.text)
    alone = regex(rf"(?<![\d.,]){re.escape(plain)}(?![.,]?\d)")
    return any(
        alone.search(folded(literals.fact.line))
        or occurs_in(token, [Literals(Fact(kind=FactKind.STATE, line="", texts=(literals.fact.line,)))])
        for literals in known
    )
