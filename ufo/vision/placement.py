"""Where labels go: on their control, on nothing that is written there, and never on another label.

A label tries the corners and edges of its control and takes the first place without ink. Where all have much, it looks just
outside, which is worse: there it may cover what belongs to a neighbour. Where every place is taken by other labels it looks
a little further around, and is left out as a last resort: a number that nobody can read, or tell whose it is, helps less
than the box alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator

from PIL import Image, ImageChops

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels of the picture."""

_CELL = 4
_BUCKET = 48
_CLEAR = 3.0
_NEARBY = (1, 2, 3)


class InkMap:
    """How much is written or drawn where: contrast between neighbouring pixels, in cells of 4x4."""

    def __init__(self, image: Image.Image) -> None:
        grey = image.convert("L").reduce(2)
        width, height = grey.size
        across = ImageChops.difference(
            grey.crop((0, 0, max(1, width - 1), height)), grey.crop((min(1, width - 1), 0, width, height))
        )
        cells = across.reduce(_CELL // 2)
        self._columns, self._rows = cells.size
        self._cells = cells.tobytes()

    def under(self, box: Box) -> float:
        """Mean ink, 0 (flat) to 255."""
        left, right = box[0] // _CELL, min(self._columns, -(-box[2] // _CELL))
        top, bottom = box[1] // _CELL, min(self._rows, -(-box[3] // _CELL))
        if right <= left or bottom <= top:
            return 0.0
        total = sum(
            sum(self._cells[row * self._columns + left : row * self._columns + right]) for row in range(top, bottom)
        )
        return total / ((right - left) * (bottom - top))


class Placement:
    """Places labels one after another on a picture of `size`. Small controls should come first: they have least choice."""

    def __init__(self, size: tuple[int, int], ink: InkMap) -> None:
        self._width, self._height = size
        self._ink = ink
        self._taken: defaultdict[tuple[int, int], list[Box]] = defaultdict(list)

    def place(self, control: Box, width: int, height: int) -> Box | None:
        """A free box of that size for the control's label; None where there is none."""
        best: Box | None = None
        least = float("inf")
        for ring, penalty in _RINGS:
            if least <= penalty:
                break
            for x, y in ring(control, width, height):
                box, ink = self._rated(x, y, width, height)
                if ink + penalty < least:
                    best, least = box, ink + penalty
                if least <= _CLEAR + penalty:
                    break
        if best is not None:
            for bucket in _buckets(best):
                self._taken[bucket].append(best)
        return best

    def _rated(self, x: int, y: int, width: int, height: int) -> tuple[Box, float]:
        """That box moved into the picture, and the ink under it: infinite where another label lies."""
        x = max(0, min(x, self._width - width))
        y = max(0, min(y, self._height - height))
        box = (x, y, x + width, y + height)
        if box[2] > self._width or box[3] > self._height or self._is_taken(box):
            return box, float("inf")
        return box, self._ink.under(box)

    def _is_taken(self, box: Box) -> bool:
        left, top, right, bottom = box
        return any(
            other[0] < right and left < other[2] and other[1] < bottom and top < other[3]
            for bucket in _buckets(box)
            for other in self._taken.get(bucket, ())
        )


def _buckets(box: Box) -> Iterator[tuple[int, int]]:
    for column in range(box[0] // _BUCKET, (box[2] - 1) // _BUCKET + 1):
        for row in range(box[1] // _BUCKET, (box[3] - 1) // _BUCKET + 1):
            yield column, row


def _inside(control: Box, width: int, height: int) -> Iterator[tuple[int, int]]:
    """Top left corners of labels, the clearest to read first."""
    left, top, right, bottom = control
    middle = (top + bottom - height) // 2
    yield left, top
    yield right - width, top
    if right - left >= 2 * width:
        yield right - width, middle
        yield left, middle
    if bottom - top >= 2 * height:
        yield left, bottom - height
        yield right - width, bottom - height
    for part in (1, 2, 3) if right - left >= 5 * width else ():
        yield left + (right - left - width) * part // 4, top


def _outside(control: Box, width: int, height: int) -> Iterator[tuple[int, int]]:
    left, top, right, bottom = control
    middle = (top + bottom - height) // 2
    yield left - width // 2, top - height // 2
    yield left, top - height
    yield left, bottom
    yield left - width, middle
    yield right, middle


def _around(control: Box, width: int, height: int) -> Iterator[tuple[int, int]]:
    left, top, right, bottom = control
    for far in _NEARBY:
        for x in (left, (left + right - width) // 2, right - width):
            yield x, top - far * height
            yield x, bottom + (far - 1) * height
        for y in (top, bottom - height):
            yield left - far * width, y
            yield right + (far - 1) * width, y


_RINGS: tuple[tuple[Callable[[Box, int, int], Iterator[tuple[int, int]]], float], ...] = (
    (_inside, 0.0),
    (_outside, 24.0),
    (_around, 60.0),
)
"""Places by their distance, and what each is worse by, in ink: out there a label may be taken for a neighbour's."""
