"""Quotations in a text of any script: where they begin and end, and what stands in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

_CLOSED_BY = {
    '"': '"', "`": "`", "“": "”", "„": "“”", "«": "»", "‹": "›", "「": "」", "『": "』", "‘": "’", "'": "'",
}  # fmt: skip
_APOSTROPHES = frozenset("'‘")
_LONGEST_IN_APOSTROPHES = 300


@dataclass(frozen=True, slots=True)
class Quotation:
    """`start`, `end`: its place with its marks. `text`: what stands between them."""

    start: int
    end: int
    text: str


def quotations(text: str) -> Iterator[Quotation]:
    """Iterate over the closed quotations of each line, none inside another. An apostrophe within a word is no mark."""
    begins = 0
    for line in text.splitlines(keepends=True):
        at = 0
        while at < len(line):
            end = quotation_end(line, at)
            if end and line[end - 1] in closing(line[at]) and end - at > 2:
                yield Quotation(begins + at, begins + end, line[at + 1 : end - 1])
            at = max(end, at + 1)
        begins += len(line)


def replaced(text: str, said: Callable[[Quotation], str]) -> str:
    """Return the text with what `said` returns in the place of each quotation."""
    kept, at = "", 0
    for quotation in quotations(text):
        kept += text[at : quotation.start] + said(quotation)
        at = quotation.end
    return kept + text[at:]


def without_quotations(text: str) -> str:
    return replaced(text, lambda _: " ")


def quotation_end(line: str, at: int) -> int:
    """Return where the quotation ends that begins here, behind its mark; 0 where none does. One that is not closed goes to the
    end of the line, but for one in apostrophes, which is none.
    """
    marks, is_apostrophe = closing(line[at]), line[at] in _APOSTROPHES
    if not marks or (is_apostrophe and _is_of_a_word(line[at - 1 : at])):
        return 0
    if not is_apostrophe:
        return min((found + 1 for mark in marks if (found := line.find(mark, at + 1)) >= 0), default=len(line))
    end = line.find(marks, at + 1, at + _LONGEST_IN_APOSTROPHES)
    while end >= 0 and _is_of_a_word(line[end + 1 : end + 2]):
        end = line.find(marks, end + 1, at + _LONGEST_IN_APOSTROPHES)
    return end + 1


def closing(mark: str) -> str:
    """Return the marks that close a quotation which this one opens; "" where it opens none."""
    return _CLOSED_BY.get(mark, "")


def _is_of_a_word(letter: str) -> bool:
    """Tell whether an apostrophe beside the letter belongs to a word: not in the scripts of East Asia, which have none."""
    return letter.isalnum() and letter < "\u2e80"
