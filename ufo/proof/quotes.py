"""Finds quotes of a request in it, and what of it no quote covers."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from ufo.text.fold import folded_signs, is_letter


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
