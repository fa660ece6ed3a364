"""Reads again only where something changed: reading costs ten times more than all other looking."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from PIL import Image, ImageChops, ImageOps

from ufo.schema.geometry import Rect
from ufo.vision.local.reading import Reader, Word

_KEPT = 6
_BAND = 24
_MARGIN = 10
# Letters at the very edge of a picture are misread.
_FRAME, _PAPER = 12, 255
# From this share of the picture on, the whole is read.
_MOST = 0.6


class Rereader:
    """Remembers the last pictures, so that windows looked at by turns do not cost each other their words."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._known: deque[tuple[Image.Image, tuple[Word, ...]]] = deque(maxlen=_KEPT)

    def words(self, image: Image.Image) -> tuple[Word, ...]:
        """Of a picture prepared for reading, in no order."""
        best: tuple[Sequence[Rect], tuple[Word, ...]] | None = None
        # An empty sheet is known to have no words, so a picture seen for the first time is read where something is drawn.
        blank = Image.new(image.mode, image.size, _PAPER)
        for known, words in (*self._known, (blank, ())):
            if known.size != image.size:
                continue
            changed = _grown(_changed(known, image), words, image.size)
            if not changed:
                return words
            if best is None or _area(changed) < _area(best[0]):
                best = (changed, words)
        if best is None or _area(best[0]) > _MOST * image.width * image.height:
            found = tuple(self._reader.words(image))
        else:
            found = self._renewed(image, *best)
        self._known.append((image, found))
        return found

    def _renewed(self, image: Image.Image, strips: Sequence[Rect], words: Sequence[Word]) -> tuple[Word, ...]:
        kept = [word for word in words if not any(_meet(word.rect, strip) for strip in strips)]
        for strip in strips:
            drawn = _drawn_part(image, strip)
            framed = ImageOps.expand(image.crop(drawn.as_ltrb()), _FRAME, fill=_PAPER)
            part = self._reader.words(framed) if not drawn.is_empty else []
            kept += [Word(one.text, one.rect.moved(drawn.x - _FRAME, drawn.y - _FRAME), one.sure) for one in part]
        return tuple(kept)


def _drawn_part(image: Image.Image, strip: Rect) -> Rect:
    box = ImageOps.invert(image.crop(strip.as_ltrb())).getbbox()
    return Rect(strip.x, strip.y, 0, 0) if box is None else Rect.from_ltrb(*box).moved(strip.x, strip.y)


def _changed(before: Image.Image, after: Image.Image) -> list[Rect]:
    difference = ImageChops.difference(before, after)
    found = []
    for top in range(0, after.height, _BAND):
        box = difference.crop((0, top, after.width, min(after.height, top + _BAND))).getbbox()
        if box is not None:
            found.append(Rect.from_ltrb(*box).moved(0, top))
    return found


def _grown(changed: Sequence[Rect], words: Sequence[Word], size: tuple[int, int]) -> list[Rect]:
    """Strips of the picture's width that hold what changed and every word that they touch: letters are read by their line."""
    whole = Rect(0, 0, *size)
    strips = [Rect(0, rect.y - _MARGIN, whole.width, rect.height + 2 * _MARGIN) for rect in changed]
    grew = True
    while grew:
        grew = False
        joined: list[Rect] = []
        for rect in strips:
            strip = rect
            for box in [*(word.rect for word in words), *joined]:
                if _meet(box, strip) and box.union(strip) != strip:
                    strip, grew = box.union(strip), True
            joined = [one for one in joined if not _meet(one, strip)]
            joined.append(strip)
        strips = joined
    return [strip.intersection(whole) for strip in strips]


def _meet(one: Rect, other: Rect) -> bool:
    return not one.intersection(other).is_empty


def _area(regions: Sequence[Rect]) -> int:
    return sum(region.area for region in regions)
