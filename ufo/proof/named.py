"""Finds what a request names and the run left as it was, so that a reader sees it: where it was to be left alone, it shows that;
where it was to be changed, another one was.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from ufo.proof.folding import folded
from ufo.proof.occurs import Literals, inflects, is_path_of
from ufo.proof.tokens import Token, TokenKind, hard_tokens
from ufo.schema.fact import Fact, FactKind
from ufo.schema.file_names import readable
from ufo.schema.patterns import regex

_MOST = 12
_WORDS = regex(r"[^\W\d_]+")
_FILES = (TokenKind.FILE, TokenKind.QUOTED)


def named_as_before(request: str, unchanged: Iterable[Path], folder: Path) -> tuple[Fact, ...]:
    """Return a fact for each of the files that the request names, by its name or by the words of its name; the nearest to the
    folder first. `unchanged`: files that were there before and are as they were; `folder`: the working folder.
    """
    tokens = [token for token in hard_tokens(request) if token.kind in _FILES]
    words = frozenset(_WORDS.findall(folded(request)))
    facts = [(_fact(path, folder), path) for path in unchanged]
    named = [(_rank(fact, path, tokens, words), len(path.parts), fact) for fact, path in facts]
    found = sorted((one for one in named if one[0] is not None), key=lambda one: (one[0], one[1], one[2].place))
    return tuple(fact for _, _, fact in found[:_MOST])


def _fact(path: Path, folder: Path) -> Fact:
    name = readable(path.relative_to(folder)) if path.is_relative_to(folder) else readable(path)
    texts = tuple(dict.fromkeys((readable(path.name), name, readable(path))))
    return Fact(kind=FactKind.STATE, line=f"{name}: as it was", place=name, texts=texts, news=False)


def _rank(fact: Fact, path: Path, tokens: Sequence[Token], words: frozenset[str]) -> int | None:
    """Return 0 where a token is the file's name, 1 where the words of its name are in the request, None where neither is so."""
    known = Literals(fact)
    if any(is_path_of(token, known) for token in tokens):
        return 0
    parts = [part for part in _WORDS.findall(folded(path.stem)) if len(part) > 2]
    return 1 if parts and all(any(inflects(word, part) for word in words) for part in parts) else None
