"""Reads each line of a picture once: reading costs ten times more than all other looking.

A line that looks as one that was read before says the same, wherever it is now: a terminal that scrolled has one new line.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Container, Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
from PIL import Image, ImageOps

from ufo.schema.geometry import Rect
from ufo.vision.local.reading import Reader, Word

_KEPT = 4000
# Blank rows between two lines; the dots of letters stand closer to them.
_BETWEEN = 2
# Lines further apart are read by themselves: what is blank costs time too.
_APART = 40
# Letters at the very edge of a picture are misread.
_FRAME, _PAPER = 12, 255


@dataclass(frozen=True, slots=True)
class _Band:
    """Rows of the picture with something drawn on them; `key` stands for how they look."""

    top: int
    bottom: int
    key: bytes


class Rereader:
    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._known: OrderedDict[bytes, tuple[Word, ...]] = OrderedDict()

    def words(self, image: Image.Image) -> list[Word]:
        """Of a picture prepared for reading (dark on white), in no order."""
        bands = _bands(image)
        for strip in _strips(bands, self._known):
            self._read(image, strip)
        found: list[Word] = []
        for band in bands:
            self._known.move_to_end(band.key)
            found += [Word(one.text, one.rect.moved(0, band.top), one.sure) for one in self._known[band.key]]
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)
        return found

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
    inked = np.flatnonzero((pixels < _PAPER).any(axis=1))
    if not len(inked):
        return []
    breaks = np.flatnonzero(np.diff(inked) > _BETWEEN + 1)
    tops = inked[np.append(0, breaks + 1)]
    bottoms = inked[np.append(breaks, len(inked) - 1)] + 1
    return [
        _Band(int(top), int(bottom), blake2b(pixels[top:bottom].tobytes(), digest_size=16).digest())
        for top, bottom in zip(tops, bottoms, strict=True)
    ]


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
        if before is not None and band.top - before.bottom <= _APART:
            strips[-1].append(band)
        else:
            strips.append([band])
        before = band
    return strips


def _drawn_part(image: Image.Image, top: int, bottom: int) -> Rect:
    box = ImageOps.invert(image.crop((0, top, image.width, bottom))).getbbox()
    return Rect(0, top, image.width, bottom - top) if box is None else Rect.from_ltrb(*box).moved(0, top)
