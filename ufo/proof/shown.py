"""Tells whether facts show the hard tokens of a part that cites them, and what the answer says that none shows."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal

from ufo.proof.case import Case, Part, within
from ufo.proof.occurs import (
    Literals,
    has_day_in_pieces,
    has_day_in_words,
    holds,
    occurs_in,
    path_parts,
    rounds_to,
    times_said,
)
from ufo.proof.tokens import Token, TokenKind
from ufo.schema.fact import Fact, FactKind
from ufo.schema.patterns import regex
from ufo.text.fold import folded

_STRICT = frozenset({TokenKind.NUMBER, TokenKind.DATE, TokenKind.TIME, TokenKind.ADDRESS})
MEASURES = frozenset({TokenKind.NUMBER, TokenKind.DATE, TokenKind.TIME})
_NUMBER = r"[0-9](?:[0-9., ]*[0-9])?"
_WORDS = r"[^\W\d_]+(?: [^\W\d_]+)*"
_PIECE = regex(rf"({_NUMBER})|({_WORDS})|(.)")
_YEAR = regex(r"(?:19|20)[0-9]{2}")
"""Within days it is the year of "March 2025"."""
_DAY = regex(r"(?<![0-9])[0-9]{4}-[0-9]{2}-[0-9]{2}(?![0-9])")
_LEADING_ZERO = regex(r"(?<![\w.:/-])0[0-9]+(?![\w.:/-])")
"""What a request calls "the leading 0"."""
_FRACTION = regex(r"[0-9]+/[0-9]+")
"""Which may be a day too."""
_LEAST_OF_A_STEM = 3
_LETTERS = regex(r"[^\W\d_]")
_DIGITS = regex(r"[0-9]+")
_MARKED = regex(r"[^\W\d_]\s?[^\w\s]|[^\w\s]\s?[^\W\d_]")
"""A sign beside a letter, which makes a form of words and a number: "Total: 12.34 EUR", and not "10 min"."""


def is_shown(token: Token, part: Part, case: Case) -> bool:
    """Tell whether a part that the reading calls shown has the token among what it cites."""
    told = part.sound if part.read.sure.strip() else part.may_show(token)
    if occurs_in(token, told) or _is_gone(token, part) or _is_an_example(token, part, case):
        return True
    if part.read.sure.strip() and (
        (token.kind is TokenKind.CODE and _is_told(token, part))
        or any(has_day_in_words(token, known.fact.line) or has_day_in_pieces(token, known) for known in part.sound)
        or (token.kind is TokenKind.QUOTED and _is_another_form(token, part))
    ):
        return True
    if any(within(token, case.place_in(part, text)) for text in part.read.compared_with):
        return occurs_in(token, part.sound) or _decides(token, part)
    stands = _STANDS_FOR_ANOTHER.get(token.kind)
    return stands is not None and stands(token, part, case)


def _is_told(token: Token, part: Part) -> bool:
    """Tell whether the words of a cited fact have it, such as "encoding is utf-8" of a file that was so before."""
    return any(holds(line, folded(token.text)) for known in part.sound for line in known.line)


def _is_another_form(token: Token, part: Part) -> bool:
    """Tell whether a cited text is like a quotation: it begins alike, as "Lalka" and "Lalki", or has letters and the same
    numbers, as a style that a program calls "标题 2" or "Heading 2".
    """
    said = folded(token.text)
    return any(_begins_alike(said, text) or _is_numbered_alike(said, text) for text in map(folded, _new_texts(part)))


def _new_texts(part: Part) -> Iterator[str]:
    return (text for known in part.sound if known.fact.kind is not FactKind.READ for text in known.fact.texts)


def _begins_alike(said: str, text: str) -> bool:
    alike = len(os.path.commonprefix((said, text)))
    return alike >= _LEAST_OF_A_STEM and alike * 3 >= 2 * max(len(said), len(text))


def _is_numbered_alike(said: str, text: str) -> bool:
    return _numbers_beside_words(said) == _numbers_beside_words(text) != ()


def _numbers_beside_words(text: str) -> tuple[str, ...]:
    return tuple(_DIGITS.findall(text)) if _LETTERS.match(text) else ()


def _is_gone(token: Token, part: Part) -> bool:
    """Tell whether the token is what a change took away. Where it put something in its place, the request must name that too."""
    changes = (known for known in part.sound if known.fact.gone and known.fact.kind is not FactKind.READ)
    return any(occurs_in(token, [known.gone]) for known in changes)


def _is_an_example(token: Token, part: Part, case: Case) -> bool:
    """Tell whether the token stands in an example whose form a cited text has. Every number has the form of a number: that one is
    an example only where the reading says why.
    """
    is_sure = bool(part.read.sure.strip())
    return any(
        within(token, case.place_in(part, text)) and (is_sure or _is_shaped(text, part))
        for text in part.read.examples
        if is_sure or token.kind not in MEASURES or _MARKED.search(text)
    )


def _decides(token: Token, part: Part) -> bool:
    """Tell whether a cited fact has a value with which a number, day or time can be compared: one that is so, was read, or was
    there before. What the run wrote must be right itself.
    """
    values = [*_around(part), *(known.gone for known in part.sound)]
    if token.kind is TokenKind.NUMBER or _FRACTION.fullmatch(token.text):
        return any(value.numbers for value in values)
    sign = ":" if token.kind is TokenKind.TIME else "-"
    return token.kind in MEASURES and any(sign in moment for value in values for moment in value.dates)


def _is_shaped(example: str, part: Part) -> bool:
    """Tell whether a cited text is like an example but for its words and numbers: "Ana: 45,00 €" for "Pepe: 12,34 €"."""
    shape = regex(
        "".join(
            _NUMBER if piece[1] else _WORDS if piece[2] else re.escape(piece[3])
            for piece in _PIECE.finditer(folded(example))
        )
    )
    return any(shape.search(folded(text)) for known in part.sound for text in known.fact.texts)


def _is_made_of(token: Token, part: Part, case: Case) -> bool:
    """Tell whether a cited file is named after the one that the token names, which is as it was: "logo.jpg" of "logo.png"."""
    stem = (path_parts(token.text)[-1:] or ("",))[0].rpartition(".")[0]
    made = (parts[-1] for known in part.sound for text in known.texts if (parts := path_parts(text)))
    if len(stem) < _LEAST_OF_A_STEM or not any(name.startswith(stem) for name in made):
        return False
    return occurs_in(token, (known for known in case.known.values() if known.fact.kind is FactKind.STATE))


def _is_a_property(token: Token, part: Part, case: Case) -> bool:
    """Tell whether what looks like a cell is a property of a document: "A4" is a paper too."""
    del case
    states = (known for known in part.sound if known.fact.kind is FactKind.STATE and not known.references)
    return any(folded(token.text) == folded(text) for known in states for text in known.fact.texts)


def _is_reckoned_with(token: Token, part: Part, case: Case) -> bool:
    """Tell whether a number stands in a right sum with what is new, is compared with what was read, or is a piece of it."""
    said = {*token.numbers, *times_said(token)}
    new = {number for known in part.sound if known.fact.news for number in known.numbers} | _answered(case)
    if any(said & total.results or (said & total.operands and total.results & new) for total in part.sums):
        return True
    if _YEAR.fullmatch(token.text) and any(token.text in day for day in _days_around(part)):
        return True
    if said == {"0"} and any(_LEADING_ZERO.search(text) for text in _texts_around(part)):
        return True
    # A bound ("more than 10", "if it is above 5") is compared with what was read, and stands in no fact itself.
    asks = len(_around(part)) == len(part.sound)
    return (asks or within(token, case.limits)) and _decides(token, part)


def _answered(case: Case) -> frozenset[str]:
    return frozenset(number for token in case.answered for number in token.numbers)


def _days_around(part: Part) -> Iterator[str]:
    """Iterate over the days of what was read and of what is so, those in names too."""
    yield from (day for known in _around(part) for day in known.dates)
    yield from (day for text in _texts_around(part) for day in _DAY.findall(text))


def _texts_around(part: Part) -> Iterator[str]:
    """Iterate over the texts of what was read and of what is so. What was changed must have a number itself."""
    return (folded(text) for known in _around(part) for text in known.fact.texts)


def _around(part: Part) -> list[Literals]:
    return [known for known in part.sound if known.fact.kind in (FactKind.READ, FactKind.STATE)]


_STANDS_FOR_ANOTHER: dict[TokenKind, Callable[[Token, Part, Case], bool]] = {
    TokenKind.FILE: _is_made_of,
    TokenKind.CELL: _is_a_property,
    **dict.fromkeys(MEASURES, _is_reckoned_with),
}


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
