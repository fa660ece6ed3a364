"""Joins words that are close together to lines, but not across the border of a box."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from ufo.schema.geometry import Rect
from ufo_sight.local.ocr import Word

_GAP = 0.95
_LEAST_HEIGHT = 12
_BAND = 16
# A word this many times as tall as its neighbour is a picture that OCR took for letters.
_TALLER = 2.6
_SPOKEN = re.compile(r"\w", re.UNICODE)
# OCR reads lines, dots and marks as punctuation; above this confidence it is punctuation in fact.
_SURE_OF_SIGNS = 85.0
_DRAWN = 26


@dataclass(frozen=True, slots=True)
class Line:
    text: str
    rect: Rect
    words: tuple[Word, ...]


def lines_of(words: Sequence[Word], fences: Sequence[Rect]) -> list[Line]:
    """Return the lines from the top. Words inside a fence stay apart from those outside of it."""
    fenced = _Fences(fences)
    open_lines: defaultdict[int, list[list[Word]]] = defaultdict(list)
    lines: list[list[Word]] = []
    for word in sorted(filter(_is_read, words), key=lambda word: word.rect.x):
        band = word.rect.center.y // _BAND
        near = [group for at in (band - 1, band, band + 1) for group in open_lines[at]]
        fitting = [group for group in near if _goes_on(group[-1], word) and fenced.of(group[-1]) == fenced.of(word)]
        if fitting:
            max(fitting, key=lambda group: group[-1].rect.right).append(word)
        else:
            lines.append([word])
            open_lines[band].append(lines[-1])
    return sorted((line(group) for group in lines), key=lambda found: (found.rect.y, found.rect.x))


def line(words: Sequence[Word]) -> Line:
    rect = words[0].rect
    for word in words[1:]:
        rect = rect.union(word.rect)
    return Line(" ".join(word.text for word in words), rect, tuple(words))


def _is_read(word: Word) -> bool:
    if len(word.text) <= 2 and not word.text.isalnum() and max(word.rect.width, word.rect.height) >= _DRAWN:
        return False
    return bool(_SPOKEN.search(word.text)) or (word.sure >= _SURE_OF_SIGNS and word.text not in "|_-—~")


def _goes_on(last: Word, word: Word) -> bool:
    height = max(min(last.rect.height, word.rect.height), _LEAST_HEIGHT)
    gap = word.rect.x - last.rect.right
    level = min(last.rect.bottom, word.rect.bottom) - max(last.rect.y, word.rect.y)
    alike = max(last.rect.height, word.rect.height) <= _TALLER * max(8, min(last.rect.height, word.rect.height))
    return -height < gap <= _GAP * height and level * 3 > min(last.rect.height, word.rect.height) and alike


class _Fences:
    """The smallest fence around each word."""

    def __init__(self, fences: Sequence[Rect]) -> None:
        self._fences = sorted(fences, key=lambda fence: fence.area)
        self._known: dict[Rect, int] = {}

    def of(self, word: Word) -> int:
        """Return the number of the smallest fence around a word, -1 where it is in none."""
        known = self._known.get(word.rect)
        if known is None:
            middle = word.rect.center
            known = next((place for place, fence in enumerate(self._fences) if fence.contains(middle)), -1)
            self._known[word.rect] = known
        return known
