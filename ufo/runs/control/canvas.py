"""The screen as watchers may see it: what changed in it and when, and the changed parts as files of the width asked for."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable

from PIL import Image

from ufo.desktop.masked.masked_screen import SeenScreen
from ufo.desktop.matching.other_tiles import other_tiles
from ufo.runs.control.messages import Area, Tile
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame

_PIXEL = 4
_WIDE, _HIGH = 64, 16
_QUALITY = 80
_MOST_PARTS = 128
_UNKNOWN = (64, 64, 64, 255)


class Canvas:
    """Holds the last picture, masked. `version` counts the pictures that differed from the one before."""

    def __init__(self) -> None:
        self.frame = Frame(Rect(0, 0, 0, 0), b"")
        self.version = 0
        self._born = 0
        self._changed: dict[tuple[int, int], int] = {}

    def show(self, seen: SeenScreen) -> bool:
        """Take in the next picture; tell whether anything differs. Of what is held, the last picture stays. Blocking."""
        frame = _composed(seen, self.frame)
        if frame.rect != self.frame.rect:
            self.version += 1
            self._born = self.version
            self._changed.clear()
            self.frame = frame
            return True
        changed = list(_differing(self.frame, frame))
        if changed:
            self.version += 1
            self._changed |= dict.fromkeys(changed, self.version)
            self.frame = frame
        return bool(changed)

    def size(self, width: int) -> tuple[int, int]:
        """Return the size of a picture that is at most `width` pixels wide."""
        rect = self.frame.rect
        scale = min(1.0, width / max(1, rect.width))
        return max(1, round(rect.width * scale)), max(1, round(rect.height * scale))

    @property
    def area(self) -> Area:
        rect = self.frame.rect
        return Area(x=rect.x, y=rect.y, width=rect.width, height=rect.height)

    def since(self, version: int) -> tuple[tuple[Rect, ...], bool]:
        """Return what changed after that version, in pixels of the screen from its corner, and whether that is all of it."""
        size = self.frame.rect
        if version < self._born or version == 0:
            return (Rect(0, 0, size.width, size.height),), True
        return _joined((tile for tile, when in self._changed.items() if when > version), size), False

    def files(self, parts: Iterable[Rect], width: int) -> list[tuple[Tile, bytes]]:
        """Return the parts as pictures, at their places in a picture of that width. Blocking."""
        return [self._file(part, self.size(width)) for part in parts]

    def _file(self, part: Rect, size: tuple[int, int]) -> tuple[Tile, bytes]:
        whole = self.frame.rect
        across, down = size[0] / whole.width, size[1] / whole.height
        left, top = math.floor(part.x * across), math.floor(part.y * down)
        right, bottom = min(size[0], math.ceil(part.right * across)), min(size[1], math.ceil(part.bottom * down))
        box = (left / across, top / down, right / across, bottom / down)
        first_x, first_y = math.floor(box[0]), math.floor(box[1])
        source = Rect(first_x, first_y, math.ceil(box[2]) - first_x, math.ceil(box[3]) - first_y)
        cut = self.frame.cropped(Rect(whole.x + source.x, whole.y + source.y, source.width, source.height))
        image = Image.frombuffer("RGB", (cut.rect.width, cut.rect.height), cut.pixels, "raw", "BGRX", 0, 1)
        wanted = (right - left, bottom - top)
        if image.size != wanted:
            inside = (box[0] - first_x, box[1] - first_y, box[2] - first_x, box[3] - first_y)
            most = (image.width, image.height, image.width, image.height)
            fitted = tuple(min(value, limit) for value, limit in zip(inside, most, strict=True))
            image = image.resize(wanted, Image.Resampling.BILINEAR, box=(fitted[0], fitted[1], fitted[2], fitted[3]))
        file = io.BytesIO()
        image.save(file, "JPEG", quality=_QUALITY, subsampling=0)
        data = file.getvalue()
        return Tile(x=left, y=top, width=wanted[0], height=wanted[1], size=len(data)), data


def _composed(seen: SeenScreen, before: Frame) -> Frame:
    """Return the picture with what is held as it was before, and black over what is secret."""
    frame = seen.frame
    if not seen.black and not seen.parts:
        return frame
    size = (frame.rect.width, frame.rect.height)
    # The bytes are BGRX, although Pillow is told RGBA.
    new = Image.frombytes("RGBA", size, frame.pixels)
    canvas = new.copy() if seen.parts else new
    old = Image.frombytes("RGBA", size, before.pixels) if before.rect == frame.rect else None
    for rect, held in seen.parts:
        part = rect.intersection(frame.rect)
        if part.is_empty:
            continue
        box = _box(part, frame.rect)
        if not held:
            canvas.paste(new.crop(box), box)
        elif old is not None:
            canvas.paste(old.crop(box), box)
        else:
            canvas.paste(_UNKNOWN, box)
    for rect in seen.black:
        part = rect.intersection(frame.rect)
        if not part.is_empty:
            canvas.paste((0, 0, 0, 255), _box(part, frame.rect))
    return Frame(frame.rect, canvas.tobytes())


def _box(part: Rect, whole: Rect) -> tuple[int, int, int, int]:
    return part.x - whole.x, part.y - whole.y, part.right - whole.x, part.bottom - whole.y


def _differing(before: Frame, after: Frame) -> Iterable[tuple[int, int]]:
    """Yield the row and the column of each tile that differs."""
    stride = before.rect.width * _PIXEL
    for row, top in enumerate(range(0, before.rect.height, _HIGH)):
        start, end = top * stride, min(top + _HIGH, before.rect.height) * stride
        for column in other_tiles(before.pixels[start:end], after.pixels[start:end], stride, _WIDE * _PIXEL):
            yield row, column


def _joined(tiles: Iterable[tuple[int, int]], size: Rect) -> tuple[Rect, ...]:
    """Return tiles as few rectangles: those side by side are one, and of these, those of the same width below one another."""
    runs: list[tuple[int, int, int]] = []
    for row, column in sorted(tiles):
        if runs and runs[-1][0] == row and runs[-1][2] == column:
            runs[-1] = (row, runs[-1][1], column + 1)
        else:
            runs.append((row, column, column + 1))
    open_: dict[tuple[int, int], tuple[int, int]] = {}
    found: list[Rect] = []
    for row, first, end in runs:
        top, bottom = open_.get((first, end), (row, row))
        if bottom != row:
            found.append(_rect(top, bottom, first, end, size))
            top = row
        open_[first, end] = (top, row + 1)
    found += [_rect(top, bottom, first, end, size) for (first, end), (top, bottom) in open_.items()]
    if len(found) > _MOST_PARTS:
        left, top = min(rect.x for rect in found), min(rect.y for rect in found)
        right, bottom = max(rect.right for rect in found), max(rect.bottom for rect in found)
        return (Rect(left, top, right - left, bottom - top),)
    return tuple(found)


def _rect(top: int, bottom: int, first: int, end: int, size: Rect) -> Rect:
    x, y = first * _WIDE, top * _HIGH
    return Rect(x, y, min(end * _WIDE, size.width) - x, min(bottom * _HIGH, size.height) - y)
