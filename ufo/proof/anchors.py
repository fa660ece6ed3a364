"""Decides by code alone which changes no word of the request reaches, whatever a reading says of them.

The hard tokens of the words that are said to ask for a change are its anchors. A loss that has fewer of them than
another change which the same words asked for, and a loss in a file that they do not name while they name another one
that changed, were not asked for. A number that is kept as a text is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ufo.proof.occurs import Literals, is_path_of, occurs_in
from ufo.proof.quotes import Span
from ufo.proof.tokens import Token, TokenKind, hard_tokens
from ufo.schema.fact import FactKind


def unasked(request: str, known: Mapping[str, Literals], asked: Mapping[str, Span]) -> dict[str, str]:
    """Return for each fact that nobody can have asked for why. `asked`: where the words stand that are said to ask for it."""
    tokens = hard_tokens(request)
    told: dict[str, str] = {}
    for span in dict.fromkeys(asked.values()):
        within = [token for token in tokens if span.start <= token.start < span.end]
        same = {
            fact: known[fact] for fact, other in asked.items() if other == span and known[fact].fact.must_be_asked_for
        }
        for fact, why in (*_less_anchored(within, same), *_in_other_files(within, same), *_mistyped(within, same)):
            told.setdefault(fact, why)
    return told


def _anchors(tokens: list[Token], known: Literals) -> frozenset[int]:
    return frozenset(
        at
        for at, token in enumerate(tokens)
        if occurs_in(token, [known]) or (known.fact.gone and occurs_in(token, [known.gone]))
    )


def _less_anchored(tokens: list[Token], same: Mapping[str, Literals]) -> Iterator[tuple[str, str]]:
    anchors = {fact: _anchors(tokens, literals) for fact, literals in same.items()}
    for fact, literals in same.items():
        if literals.fact.loss and any(anchors[fact] < other for other in anchors.values()):
            yield fact, f"{literals.fact.line}, which no word of the request names"


def _in_other_files(tokens: list[Token], same: Mapping[str, Literals]) -> Iterator[tuple[str, str]]:
    files = [token for token in tokens if token.kind is TokenKind.FILE]
    named = {fact for fact, literals in same.items() if any(is_path_of(token, literals) for token in files)}
    for fact, literals in same.items():
        if named and fact not in named and literals.fact.loss and literals.document:
            yield fact, f"{literals.fact.line}, in a file that the request does not name"


def _mistyped(tokens: list[Token], same: Mapping[str, Literals]) -> Iterator[tuple[str, str]]:
    quoted = {token.text for token in tokens if token.kind is TokenKind.QUOTED}
    for fact, literals in same.items():
        kept = [text for text in literals.fact.mistyped if text not in quoted and not text.startswith("0")]
        if kept and literals.fact.kind is FactKind.CHANGE:
            yield fact, f"{literals.fact.line}: {kept[0]!r} is kept as a text there, and no number or date"
