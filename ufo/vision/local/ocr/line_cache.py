"""Reads each line of a picture once: reading costs ten times more than all other looking.

A line that looks as one that was read before says the same, wherever it is now: a terminal that scrolled has one new line.
A screen full of small text takes seconds all the same, so what reading may take at one look has an end: lines with controls are
read first, then those at the top and at the bottom, where menus stand and what was written last. The next look goes on.
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
from ufo.vision.local.ocr.ocr import Reader, Word

_KEPT = 4000
# Blank rows between two lines; the dots of letters stand closer to them.
_BETWEEN = 2
# Lines further apart are read by themselves: what is blank costs time too.
_APART = 40
# Rows that are read at once. More are no better read, cost memory, and the time is not looked at in between.
_TOGETHER = 90
# What is higher may be several lines; what is lower is a part of one.
_ONE_LINE, _LEAST_LINE = 32, 7
# Letters at the very edge of a picture are misread.
_FRAME, _PAPER = 12, 255


Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _Band:
    """Rows of the picture with something drawn on them; `key` stands for how they look."""

    top: int
    bottom: int
    key: bytes


@dataclass(frozen=True, slots=True)
class Reading:
    """`words` in no order; `left` of all `lines` were not read."""

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
        """Of a picture prepared for reading (dark on white). `first` are the places that matter most; once `is_over`, no line
        is begun that was not read before."""
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
            found += [Word(one.text, one.rect.moved(0, band.top), one.sure) for one in known]
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)
        return Reading(found, left, len(bands))

    def _read(self, image: Image.Image, bands: Sequence[_Band]) -> None:
        """Together, so that lines are read beside their neighbours; each word goes to the line that its middle is nearest to."""
        drawn = _drawn_part(image, bands[0].top, bands[-1].bottom)
        framed = ImageOps.expand(image.crop(drawn.as_ltrb()), _FRAME, fill=_PAPER)
        by_band: dict[bytes, list[Word]] = {band.key: [] for band in bands}
        for word in self._reader.words(framed):
            rect = word.rect.moved(drawn.x - _FRAME, drawn.y - _FRAME)
            band = min(bands, key=lambda one: abs(one.top + one.bottom - 2 * rect.center.y))
            by_band[band.key].append(Word(word.text, rect.moved(0, -band.top), word.sure))
        self._known.update({key: tuple(words) for key, words in by_band.items()})


def _bands(image: Image.Image) -> list[_Band]:
    pixels = np.asarray(image)
    ink = np.count_nonzero(pixels < _PAPER, axis=1)
    whole = [part for top, bottom in _inked(ink, 0, len(ink), _BETWEEN) for part in _lines_of(ink, top, bottom)]
    return [_Band(top, bottom, blake2b(pixels[top:bottom].tobytes(), digest_size=16).digest()) for top, bottom in whole]


def _lines_of(ink: Counts, top: int, bottom: int) -> list[tuple[int, int]]:
    """Lines that stand so close that there is hardly a blank row between them, each by itself; the dots of letters stay with
    their letters. What is still too high for one, such as a photograph, is cut where least is drawn."""
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
    """Rows with something drawn on them, those that at most `between` blank ones divide together."""
    rows = np.flatnonzero(ink[top:bottom]) + top
    if not len(rows):
        return []
    breaks = np.flatnonzero(np.diff(rows) > between + 1)
    tops, bottoms = rows[np.append(0, breaks + 1)], rows[np.append(breaks, len(rows) - 1)] + 1
    return [(int(start), int(end)) for start, end in zip(tops, bottoms, strict=True)]


def _strips(bands: Sequence[_Band], known: Container[bytes]) -> list[list[_Band]]:
    """Lines that are not known, neighbours together. Of those that look the same, one is read."""
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
    """The last is to be read first."""
    marked = [any(one.y < strip[-1].bottom and strip[0].top < one.bottom for one in first) for strip in strips]
    places = sorted(range(len(strips)), key=lambda at: (not marked[at], min(at, len(strips) - 1 - at)), reverse=True)
    return [strips[at] for at in places]


def _drawn_part(image: Image.Image, top: int, bottom: int) -> Rect:
    box = ImageOps.invert(image.crop((0, top, image.width, bottom))).getbbox()
    return Rect(0, top, image.width, bottom - top) if box is None else Rect.from_ltrb(*box).moved(0, top)
