"""Finds what a request names and the run left as it was, so that a reader sees it: where it was to be left alone, it shows that;
where it was to be changed, another one was.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from ufo.proof.difference.places import Places
from ufo.proof.difference.wording import one_line
from ufo.proof.naming import Naming
from ufo.proof.occurs import Literals, is_path_of
from ufo.proof.tokens import Token, TokenKind, hard_tokens
from ufo.schema.fact import Fact, FactKind

_MOST = 12
_FILES = (TokenKind.FILE, TokenKind.QUOTED)


def named_as_before(request: str, unchanged: Iterable[Path], places: Places) -> tuple[Fact, ...]:
    """Return a fact for each of the files that the request names, by its name or by the words of its name; the nearest first.
    `unchanged`: files that were there before and are as they were.
    """
    tokens = [token for token in hard_tokens(request) if token.kind in _FILES]
    naming = Naming(request)
    facts = [(_fact(path, places), path) for path in unchanged]
    named = [(_rank(fact, path, tokens, naming), len(path.parts), fact) for fact, path in facts]
    found = sorted((one for one in named if one[0] is not None), key=lambda one: (one[0], one[1], one[2].place))
    return tuple(fact for _, _, fact in found[:_MOST])


def _fact(path: Path, places: Places) -> Fact:
    name = places.name(path)
    return Fact(
        kind=FactKind.STATE, line=one_line(f"{name}: as it was"), place=name, texts=places.names(path), news=False
    )


def _rank(fact: Fact, path: Path, tokens: Sequence[Token], naming: Naming) -> int | None:
    """Return 0 where a token is the file's name, 1 where the words of its name are in the request, None where neither is so."""
    known = Literals(fact)
    if any(is_path_of(token, known) for token in tokens):
        return 0
    return 1 if naming.has_each_word(path.stem) else None
