"""Finds in a request what a reading quotes, and the names of things that are there: letter for letter but for folding."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from ufo.proof.occurs import holds, inflects
from ufo.proof.tokens import TokenKind, hard_tokens
from ufo.schema.patterns import regex
from ufo.text.fold import folded, folded_signs, is_letter

_WORDS = regex(r"[^\W\d_]+")
_LONGEST = 40


@dataclass(frozen=True, slots=True)
class Span:
    """A place in the request, in characters."""

    start: int
    end: int

    def meets(self, other: Span) -> bool:
        return self.start < other.end and other.start < self.end


class Quotable:
    """A request in which quotes are looked for: letter for letter, but for spaces, composed letters, and how quotation marks and
    dashes are drawn, which those who copy a text change without noticing.
    """

    def __init__(self, request: str) -> None:
        self.request = request
        self._plain, self._at = _plain(request)

    def find(self, quote: str, after: int = 0) -> Span | None:
        """Return where the quote stands, at `after` or later where it stands there, else where it stands first."""
        wanted = _plain(quote)[0].strip()
        if not wanted:
            return None
        start = bisect_left(self._at, after)
        found = self._plain.find(wanted, start)
        if found < 0:
            found = self._plain.find(wanted)
        if found < 0:
            return None
        last = found + len(wanted)
        return Span(self._at[found], self._at[last] if last < len(self._at) else len(self.request))

    def uncovered(self, spans: Iterable[Span]) -> Iterator[Span]:
        """Yield the pieces of the request that have letters or digits and are in no span."""
        covered = bytearray(len(self.request))
        for span in spans:
            covered[span.start : span.end] = b"\1" * (span.end - span.start)
        start: int | None = None
        last = 0
        for at, sign in enumerate(self.request):
            if is_letter(sign) and not covered[at]:
                start, last = (at if start is None else start), at + 1
            elif covered[at] and start is not None:
                yield Span(start, last)
                start = None
        if start is not None:
            yield Span(start, last)


@lru_cache(maxsize=256)
def _plain(text: str) -> tuple[str, tuple[int, ...]]:
    """Return the text in the form in which quotes are compared, and where each of its signs stands in the text."""
    signs: list[str] = []
    places: list[int] = []
    at = 0
    while at < len(text):
        end = at + 1
        while end < len(text) and unicodedata.combining(text[end]):
            end += 1
        for sign in folded_signs(text[at:end]):
            if sign != " " or (signs and signs[-1] != " "):
                signs.append(sign)
                places.append(at)
        at = end
    return "".join(signs), tuple(places)


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
