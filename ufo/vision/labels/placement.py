"""Places labels: on their control, over no writing, and never on another label.

A label takes the first place without ink among the corners and edges of its control. Where all of them have much ink, it
tries the corners from outside and just beside the control, which is worse: there it may be taken for a neighbour's, all the
more where it lies on one. Where other labels take every place it looks a little further around. As a last resort it is left
out: a number that cannot be read, or whose control is unclear, helps less than the box alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from PIL import Image, ImageChops

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels of the picture."""

_CELL = 4
_COARSE, _DARK = 8, 110
_SAMPLES = tuple((across / 4, down / 2) for across in range(5) for down in range(3))
_STRENGTH = [min(255, value * 8) for value in range(256)]
_BUCKET = 48
_CLEAR = 5.0
_RANK = 0.5
_NEIGHBOUR = 80.0
_MARK = 60.0
"""The extra cost of a place that hides a check mark."""
_HEAD = 1.3
_NEARBY = (1, 2, 3)
# A neighbour with a larger share of the picture than this is background on which labels may lie.
_GROUND = 0.1


class InkMap:
    """The amount of ink (writing and drawing) in cells of 4x4 pixels. A straight line counts as none, because it has contrast
    in one direction only, and a label may well lie on the frame of a control or on the lines of a table.
    """

    def __init__(self, image: Image.Image) -> None:
        grey = image.reduce(2).convert("L")
        width, height = grey.size
        across = ImageChops.difference(grey, ImageChops.offset(grey, -1, 0))
        down = ImageChops.difference(grey, ImageChops.offset(grey, 0, -1))
        # An offset wraps around, so the values of the last column and row are not contrast.
        across.paste(0, (width - 1, 0, width, height))
        down.paste(0, (0, height - 1, width, height))
        # Hiding faint writing is as bad as hiding strong writing.
        cells = ImageChops.darker(across.reduce(_CELL // 2), down.reduce(_CELL // 2)).point(_STRENGTH)
        self._columns, self._rows = cells.size
        self._cells = cells.tobytes()
        coarse = grey.reduce(_COARSE // 2)
        self._shades = coarse.size, coarse.tobytes()

    def is_dark(self, box: Box) -> bool:
        """Tell whether a dark frame would be lost there: most of the places sampled all over the box are dark."""
        (columns, rows), shades = self._shades
        left, top, right, bottom = (value // _COARSE for value in box)
        dark = 0
        for part in _SAMPLES:
            x = min(columns - 1, left + round((right - left) * part[0]))
            y = min(rows - 1, top + round((bottom - top) * part[1]))
            dark += shades[y * columns + x] < _DARK
        return dark * 2 > len(_SAMPLES)

    def under(self, box: Box) -> float:
        """Return how much of the box has ink, 0 to 100."""
        left, right = box[0] // _CELL, min(self._columns, -(-box[2] // _CELL))
        top, bottom = box[1] // _CELL, min(self._rows, -(-box[3] // _CELL))
        if right <= left or bottom <= top:
            return 0.0
        columns, cells = self._columns, self._cells
        total = sum(sum(cells[row * columns + left : row * columns + right]) for row in range(top, bottom))
        return total / ((right - left) * (bottom - top) * 2.55)


class Placement:
    """Places labels one after another on a picture of `size`. Small controls should come first, because they have the fewest
    places.

    `controls` are the boxes of all controls that get labels, `marks` the boxes of check marks.
    """

    def __init__(
        self, size: tuple[int, int], ink: InkMap, controls: Iterable[Box] = (), marks: Iterable[Box] = ()
    ) -> None:
        self._width, self._height = size
        self._ink = ink
        self._taken = Shelf()
        self._marks = Shelf(marks)
        ground = size[0] * size[1] * _GROUND
        self._controls = Shelf(box for box in controls if (box[2] - box[0]) * (box[3] - box[1]) < ground)

    def place(self, control: Box, width: int, height: int) -> Box | None:
        """Take a free box of that size for the control's label and return it, or None where there is none."""
        return self._best(control, width, height, _RINGS, float("inf"))

    def place_clear(self, control: Box, width: int, height: int) -> Box | None:
        """Take a box as `place` does, but only within the control and nearly free of ink and of other controls."""
        return self._best(control, width, height, _RINGS[:1], _CLEAR)

    def _best(self, control: Box, width: int, height: int, rings: _Rings, at_most: float) -> Box | None:
        best: Box | None = None
        least = at_most
        for ring, penalty in rings:
            if least <= penalty:
                break
            for rank, place in enumerate(ring(control, width, height)):
                beside = penalty + rank * _RANK
                if beside >= least:
                    break
                box, cost = self._rated(control, place, (width, height), least - beside)
                if cost + beside < least:
                    best, least = box, cost + beside
                if cost <= _CLEAR:
                    break
        if best is not None:
            self._taken.add(best)
        return best

    def _rated(self, control: Box, place: tuple[int, int], size: tuple[int, int], at_most: float) -> tuple[Box, float]:
        """Return the label's box moved into the picture, and its cost: infinite on another label, exact only below `at_most`."""
        (x, y), (width, height) = place, size
        x = max(0, min(x, self._width - width))
        y = max(0, min(y, self._height - height))
        box = (x, y, x + width, y + height)
        if box[2] > self._width or box[3] > self._height or self._taken.has(box):
            return box, float("inf")
        ink = self._ink.under(box)
        # The beginning of a word matters most to a reader.
        ink *= _HEAD if control[0] - width < x < control[0] + width and y < control[3] and box[3] > control[1] else 1.0
        ink += _MARK if self._marks.has(box) else 0.0
        if ink >= at_most:
            return box, ink
        covered = sum(
            _shared(box, other) for other in self._controls.over(box) if other != control and not holds(other, control)
        )
        return box, ink + _NEIGHBOUR * min(1.0, covered / (width * height))


class Shelf:
    """A spatial index of boxes."""

    def __init__(self, boxes: Iterable[Box] = ()) -> None:
        self._boxes: defaultdict[tuple[int, int], list[Box]] = defaultdict(list)
        for box in boxes:
            self.add(box)

    def add(self, box: Box) -> None:
        for bucket in _buckets(box):
            self._boxes[bucket].append(box)

    def has(self, box: Box) -> bool:
        """Tell whether a box overlaps `box`."""
        left, top, right, bottom = box
        for bucket in _buckets(box):
            for other in self._boxes.get(bucket, ()):
                if other[0] < right and left < other[2] and other[1] < bottom and top < other[3]:
                    return True
        return False

    def over(self, box: Box) -> set[Box]:
        """Return the boxes that overlap `box`."""
        left, top, right, bottom = box
        return {
            other
            for bucket in _buckets(box)
            for other in self._boxes.get(bucket, ())
            if other[0] < right and left < other[2] and other[1] < bottom and top < other[3]
        }


def _shared(entry: Box, other: Box) -> int:
    return (min(entry[2], other[2]) - max(entry[0], other[0])) * (min(entry[3], other[3]) - max(entry[1], other[1]))


def holds(outer: Box, inner: Box) -> bool:
    """Tell whether `inner` lies in `outer`."""
    return outer[0] <= inner[0] and outer[1] <= inner[1] and outer[2] >= inner[2] and outer[3] >= inner[3]


def _buckets(box: Box) -> Iterator[tuple[int, int]]:
    for column in range(box[0] // _BUCKET, (box[2] - 1) // _BUCKET + 1):
        for row in range(box[1] // _BUCKET, (box[3] - 1) // _BUCKET + 1):
            yield column, row


_Places = Callable[[Box, int, int], Iterator[tuple[int, int]]]
_Rings = tuple[tuple[_Places, float], ...]


def _inside(control: Box, width: int, height: int) -> Iterator[tuple[int, int]]:
    """Iterate over top left corners of labels within the control, the most readable first. There are none where a label would
    hide most of the control, such as whether a box is ticked.
    """
    left, top, right, bottom = control
    if (right - left) * (bottom - top) < 2 * width * height:
        return
    middle = (top + bottom - height) // 2
    yield left, top
    yield right - width, top
    if bottom - top >= 2 * height:
        yield left, bottom - height
        yield right - width, bottom - height
    if right - left >= 2 * width:
        yield right - width, middle
        yield left, middle
    for part in (1, 2, 3) if right - left >= 5 * width else ():
        yield left + (right - left - width) * part // 4, top


def _corners(control: Box, width: int, height: int) -> Iterator[tuple[int, int]]:
    """Iterate over places that lie half within the control and half outside of it."""
    left, top, right, bottom = control
    for y in (top - height // 2, bottom - height // 2):
        yield left - width // 2, y
        yield right - width // 2, y
    yield left, top - height // 2
    yield right - width, top - height // 2


def _outside(control: Box, width: int, height: int) -> Iterator[tuple[int, int]]:
    left, top, right, bottom = control
    middle = (top + bottom - height) // 2
    yield left, top - height
    yield right - width, top - height
    yield left - width, middle
    yield right, middle


def _below(control: Box, width: int, height: int) -> Iterator[tuple[int, int]]:
    """Iterate over places below the control, where a reader expects the name of the next one."""
    left, _, right, bottom = control
    yield left, bottom
    yield right - width, bottom


def _around(control: Box, width: int, height: int) -> Iterator[tuple[int, int]]:
    left, top, right, bottom = control
    for far in _NEARBY:
        for x in (left, (left + right - width) // 2, right - width):
            yield x, top - far * height
            yield x, bottom + (far - 1) * height
        for y in (top, bottom - height):
            yield left - far * width, y
            yield right + (far - 1) * width, y


_RINGS: _Rings = ((_inside, 0.0), (_outside, 14.0), (_corners, 18.0), (_below, 25.0), (_around, 45.0))
"""Kinds of places from near to far, each with its extra cost in per cent of ink."""
