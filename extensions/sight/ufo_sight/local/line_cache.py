"""Caches the words of each line of a picture: OCR takes ten times longer than all other analysis.

A line with the same pixels as one read before has the same words, wherever it is now: a terminal that scrolled has one new
line. A screen full of small text still takes seconds, so reading has a deadline in each look: lines with controls are read
first, then those nearest to the top and to the bottom, where menus and the latest output are. The next look continues.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageOps

from ufo.schema.geometry import Rect
from ufo_sight.local.ocr import Reader, Word

_KEPT = 4000
# Blank rows between two lines. The dots of letters are closer to their letters.
_BETWEEN = 2
# Lines further apart are read by themselves, because blank rows cost time too.
_APART = 40
# Rows that are read at once. More are not read better, cost memory, and delay the check of the deadline.
_TOGETHER = 90
# A higher part may be several lines; a lower one is a part of a line.
_ONE_LINE, _LEAST_LINE = 32, 7
# Letters at the very edge of a picture are misread.
_FRAME, _PAPER = 12, 255


Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _Band:
    """Rows of the picture with something drawn on them. `key` is a digest of their pixels."""

    top: int
    bottom: int
    key: bytes


@dataclass(frozen=True, slots=True)
class Reading:
    """Words that were read, in no order. `left` of `lines` lines were not read."""

    words: list[Word]
    left: int
    lines: int


class LineCache:
    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._known: OrderedDict[bytes, tuple[Word, ...]] = OrderedDict()

    def words(
        self, image: Image.Image, first: Sequence[Rect] = (), is_over: Callable[[], bool] = lambda: False
    ) -> Reading:
        """Read a picture prepared for OCR (dark on white). `first` are the rectangles that matter most. Once `is_over` returns
        True, no further line is read that is not in the cache.
        """
        bands = _bands(image)
        unread = _in_turn(_strips(bands, self._known), first)
        while unread and not is_over():
            self._read(image, unread.pop())
        found: list[Word] = []
        left = 0
        for band in bands:
            known = self._known.get(band.key)
            if known is None:
                left += 1
                continue
            self._known.move_to_end(band.key)
            found += [Word(word.text, word.rect.moved(0, band.top), word.sure) for word in known]
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)
        return Reading(found, left, len(bands))

    def _read(self, image: Image.Image, bands: Sequence[_Band]) -> None:
        """Read lines together: OCR reads a line better beside its neighbours. A word goes to the line nearest to its middle."""
        drawn = _drawn_part(image, bands[0].top, bands[-1].bottom)
        framed = ImageOps.expand(image.crop(drawn.as_ltrb()), _FRAME, fill=_PAPER)
        by_band: dict[bytes, list[Word]] = {band.key: [] for band in bands}
        for word in self._reader.words(framed):
            rect = word.rect.moved(drawn.x - _FRAME, drawn.y - _FRAME)
            band = min(bands, key=lambda band: abs(band.top + band.bottom - 2 * rect.center.y))
            by_band[band.key].append(Word(word.text, rect.moved(0, -band.top), word.sure))
        self._known.update({key: tuple(words) for key, words in by_band.items()})


def _bands(image: Image.Image) -> list[_Band]:
    pixels = np.asarray(image)
    ink = np.count_nonzero(pixels < _PAPER, axis=1)
    whole = [part for top, bottom in _inked(ink, 0, len(ink), _BETWEEN) for part in _lines_of(ink, top, bottom)]
    return [_Band(top, bottom, blake2b(pixels[top:bottom].tobytes(), digest_size=16).digest()) for top, bottom in whole]


def _lines_of(ink: Counts, top: int, bottom: int) -> list[tuple[int, int]]:
    """Divide rows into lines that have hardly a blank row between them. The dots of letters stay with their letters. A part
    that is still too high for a line, such as a photograph, is cut where it has the least ink.
    """
    if bottom - top <= _ONE_LINE:
        return [(top, bottom)]
    joined: list[tuple[int, int]] = []
    for start, end in _inked(ink, top, bottom, 0):
        if joined and min(end - start, joined[-1][1] - joined[-1][0]) < _LEAST_LINE:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return [part for start, end in joined for part in _cut(ink, start, end)]


def _cut(ink: Counts, top: int, bottom: int) -> list[tuple[int, int]]:
    parts = []
    while bottom - top > _TOGETHER:
        least = top + _TOGETHER * 2 // 3
        at = least + int(np.argmin(ink[least : top + _TOGETHER]))
        parts.append((top, at))
        top = at
    return [*parts, (top, bottom)]


def _inked(ink: Counts, top: int, bottom: int, between: int) -> list[tuple[int, int]]:
    """Return (top, bottom) of rows with something drawn on them. At most `between` blank rows do not divide them."""
    rows = np.flatnonzero(ink[top:bottom]) + top
    if not len(rows):
        return []
    breaks = np.flatnonzero(np.diff(rows) > between + 1)
    tops, bottoms = rows[np.append(0, breaks + 1)], rows[np.append(breaks, len(rows) - 1)] + 1
    return [(int(start), int(end)) for start, end in zip(tops, bottoms, strict=True)]


def _strips(bands: Sequence[_Band], known: Container[bytes]) -> list[list[_Band]]:
    """Group the lines that are not in the cache with their neighbours. Of lines with the same pixels, one is read."""
    strips: list[list[_Band]] = []
    keys: set[bytes] = set()
    before: _Band | None = None
    for band in bands:
        if band.key in known or band.key in keys:
            before = None
            continue
        keys.add(band.key)
        if before is not None and band.top - before.bottom <= _APART and band.bottom - strips[-1][0].top <= _TOGETHER:
            strips[-1].append(band)
        else:
            strips.append([band])
        before = band
    return strips


def _in_turn(strips: Sequence[list[_Band]], first: Sequence[Rect]) -> list[list[_Band]]:
    """Sort the strips for reading. The last is to be read first."""
    marked = [any(rect.y < strip[-1].bottom and strip[0].top < rect.bottom for rect in first) for strip in strips]
    places = sorted(range(len(strips)), key=lambda at: (not marked[at], min(at, len(strips) - 1 - at)), reverse=True)
    return [strips[at] for at in places]


def _drawn_part(image: Image.Image, top: int, bottom: int) -> Rect:
    box = ImageOps.invert(image.crop((0, top, image.width, bottom))).getbbox()
    return Rect(0, top, image.width, bottom - top) if box is None else Rect.from_ltrb(*box).moved(0, top)
