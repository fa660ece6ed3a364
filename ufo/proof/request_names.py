"""Tells whether the words of a request have a name: of a row, a column, a sheet or a file."""

from __future__ import annotations

from functools import cached_property

from ufo.proof.occurs import holds, inflects
from ufo.proof.tokens import TokenKind, hard_tokens
from ufo.schema.patterns import regex
from ufo.text.fold import folded

_WORDS = regex(r"[^\W\d_]+")
_LONGEST = 40


class Naming:
    """The words of a request or of a piece of one."""

    def __init__(self, words: str) -> None:
        self.words = words

    def has(self, name: str) -> bool:
        """Tell whether the words have the name, also with another ending ("Brezeln" for "Brezel")."""
        plain = folded(name)
        letters = sum(sign.isalpha() for sign in plain)
        if len(plain) > _LONGEST or letters * 2 <= len(plain) or (letters < 3 and plain.isascii()):
            return False
        return holds(self.folded, plain) or any(inflects(word, plain) for word in self._words)

    def words_of_name(self, stem: str) -> frozenset[str]:
        """Return those words of a file's name that stand in these words."""
        return frozenset(part for part in _WORDS.findall(folded(stem)) if self.has(part))

    def has_each_word(self, stem: str) -> bool:
        parts = [part for part in _WORDS.findall(folded(stem)) if len(part) > 2 or not part.isascii()]
        return bool(parts) and all(self.has(part) for part in parts)

    def quotes(self, text: str) -> bool:
        """Tell whether the text holds what stands in quotation marks here."""
        plain = folded(text)
        return any(holds(plain, quoted) for quoted in self._quoted)

    @cached_property
    def folded(self) -> str:
        return folded(self.words)

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(_WORDS.findall(self.folded))

    @cached_property
    def _quoted(self) -> tuple[str, ...]:
        found = (token for token in hard_tokens(self.words) if token.kind is TokenKind.QUOTED)
        return tuple(folded(token.text) for token in found)
