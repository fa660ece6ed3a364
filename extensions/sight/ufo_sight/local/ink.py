"""Finds what is drawn on the ground of a picture (letters, icons, marks and lines, dark or light) as one map of ink, and redraws
selected text in a one-line field as if it were not selected.

The selection covers the corners of the field and looks like a button or an icon in it: such a field was not found, and its
text was not read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import numpy.typing as npt
from PIL import Image

from ufo.schema.geometry import Rect
from ufo_sight.local.areas import STEP, Areas, Grey, Mask, Numbers, bands_of, blobs_of

# Areas smaller than this, in pixels, are drawn on the ground and are not ground.
_GROUND_SIZE = 400
_GROUND_EDGE = 13
_ICON = 96
_FAINTEST = 28
_BORDER = 3
_FIELD_HEIGHT = (13, 48)
_CARET, _CARET_WIDTH = 0.72, 2
_PRINT = (255 - np.minimum(255, np.arange(256) * 3 // 2)).astype(np.uint8)
_HEIGHT, _NARROWEST, _FIELD_WIDTH = (11, 40), 5, 56
_FILLED = 0.4
_CONTRAST = 50
# The most pixels between a selection and the border of its field: above and below, and at the left.
_PADDING, _INDENT = 4, 8
_ALONG = 0.9
_AFTER_CARET = 3


def ink_of(grey: Grey, areas: Areas) -> Grey:
    """Return how much each pixel differs from the ground it is on, 0 to 255."""
    width, height = areas.right - areas.left, areas.bottom - areas.top
    large = (areas.size >= _GROUND_SIZE) & (np.minimum(width, height) >= _GROUND_EDGE)
    # A disc is drawn. A panel is ground, and so is the area around everything.
    even = (np.maximum(width, height) > _ICON) | (areas.size >= 0.9 * width * height)
    ground = areas.mask(large & even, grey.shape)
    if not ground.any():
        return np.zeros_like(grey)
    ink = np.zeros_like(grey)
    nearest = _rows_with_ground(ground)
    for rows in bands_of(len(grey)):
        drawn = np.nonzero(~ground[rows])
        under = _under(grey[nearest[rows]], ground[nearest[rows]], *drawn)
        ink[rows][drawn] = np.abs(grey[rows][drawn].astype(np.int16) - under).astype(np.uint8)
    return ink


def without_borders(ink: Grey, boxes: Iterable[Rect]) -> Grey:
    """Clear the lines around boxes, which OCR takes for letters."""
    cleared = ink.copy()
    for rect in boxes:
        left, top = max(0, rect.x - _BORDER), max(0, rect.y - _BORDER)
        right, bottom = rect.right + _BORDER, rect.bottom + _BORDER
        cleared[top : rect.y, left:right] = 0
        cleared[rect.bottom : bottom, left:right] = 0
        cleared[top:bottom, left : rect.x] = 0
        cleared[top:bottom, rect.right : right] = 0
    return cleared


def without_carets(ink: Grey, boxes: Iterable[Rect]) -> Grey:
    """Clear text carets in fields: upright lines at most two pixels wide and higher than the letters of a field."""
    cleared = ink.copy()
    for rect in boxes:
        if not _FIELD_HEIGHT[0] <= rect.height <= _FIELD_HEIGHT[1]:
            continue
        inside = cleared[rect.y : rect.bottom, rect.x : rect.right]
        full = np.mean(inside > _FAINTEST, axis=0) >= _CARET
        starts = np.flatnonzero(full & ~np.roll(full, 1))
        for start in starts:
            width = int(np.argmin(np.append(full[start:], False)))
            if width <= _CARET_WIDTH:
                inside[:, start : start + width] = 0
    return cleared


def without_dotted_lines(ink: Grey) -> Grey:
    """Clear single pixels in a row with gaps of one pixel: focus rectangles are drawn so."""
    cleared = ink.copy()
    for rows in bands_of(len(ink)):
        above, below = min(4, rows.start), min(4, len(ink) - rows.stop)
        near = ink[rows.start - above : rows.stop + below] > _FAINTEST
        cleared[rows][_dotted(near)[above : len(near) - below]] = 0
    return cleared


def _dotted(drawn: Mask) -> Mask:
    padded = np.pad(drawn, 2)
    middle = padded[2:-2, 2:-2]
    beside = padded[1:-3, 2:-2] | padded[3:-1, 2:-2] | padded[2:-2, 1:-3] | padded[2:-2, 3:-1]
    single = np.pad(middle & ~beside, 2)
    in_row: Mask = single[:-4, 2:-2] | single[4:, 2:-2] | single[2:-2, :-4] | single[2:-2, 4:]
    return single[2:-2, 2:-2] & in_row


def for_reading(ink: Grey) -> Image.Image:
    """Return an image for OCR: dark on white, like print."""
    return Image.fromarray(_PRINT[ink])


def blobs(ink: Grey, gap: int = 1, faintest: int = _FAINTEST) -> Iterator[Rect]:
    """Iterate over rectangles around connected ink. Pieces at most 2 * `gap` pixels apart are one blob."""
    found = blobs_of(_wide_bands(ink, gap, faintest))
    for number in range(len(found)):
        rect = found.rect(number)
        inner = Rect.from_ltrb(rect.x + gap, rect.y + gap, rect.right - gap, rect.bottom - gap)
        if not inner.is_empty:
            yield inner


def _wide_bands(ink: Grey, gap: int, faintest: int) -> Iterator[Mask]:
    for rows in bands_of(len(ink)):
        above, below = min(gap, rows.start), min(gap, len(ink) - rows.stop)
        near = _widened(ink[rows.start - above : rows.stop + below] > faintest, gap)
        yield near[above : len(near) - below]


def inked_share(ink: Grey) -> float:
    """Return the share of pixels with ink, 0.0 to 1.0."""
    return float(np.mean(ink > _FAINTEST))


def _widened(mask: Mask, by: int) -> Mask:
    wide = mask.copy()
    for _ in range(by):
        grown = wide.copy()
        grown[1:] |= wide[:-1]
        grown[:-1] |= wide[1:]
        wide = grown.copy()
        wide[:, 1:] |= grown[:, :-1]
        wide[:, :-1] |= grown[:, 1:]
    return wide


def _rows_with_ground(ground: Mask) -> Numbers:
    """Return for each row the row to take ground from: itself, the nearest above with ground, or the first with ground."""
    known = ground.any(axis=1)
    last: Numbers = np.maximum.accumulate(np.where(known, np.arange(len(ground)), -1))
    return np.where(last >= 0, last, int(np.argmax(known)))


def _under(grey: Grey, ground: Mask, row: Numbers, column: Numbers) -> npt.NDArray[np.int16]:
    """Return the ground that pixels are drawn on: the nearest to the left in their row, or else to the right."""
    columns = np.arange(grey.shape[1], dtype=np.int16)
    left = np.maximum.accumulate(np.where(ground, columns, np.int16(-1)), axis=1)[row, column].astype(np.int64)
    first = np.argmax(ground, axis=1)
    under: npt.NDArray[np.int16] = grey[row, np.where(left >= 0, left, first[row])].astype(np.int16)
    return under


def without_selection(grey: Grey, areas: Areas) -> Grey:
    """Return the picture with selected text redrawn, or `grey` itself where nothing is selected."""
    width, height = areas.right - areas.left, areas.bottom - areas.top
    fits = (height >= _HEIGHT[0]) & (height <= _HEIGHT[1]) & (width >= _NARROWEST)
    fits &= areas.size >= _FILLED * width * height
    plain = grey
    for number in np.flatnonzero(fits):
        rect = areas.rect(int(number))
        ground = int(np.median(_edge(grey, rect)))
        field = _field_around(grey, rect, ground)
        if field is None:
            continue
        plain = grey.copy() if plain is grey else plain
        _deselect(plain, rect, ground, field)
    return plain


def _edge(grey: Grey, rect: Rect) -> Grey:
    return np.concatenate((grey[rect.y, rect.x : rect.right], grey[rect.bottom - 1, rect.x : rect.right]))


def _field_around(grey: Grey, rect: Rect, ground: int) -> int | None:
    """Return the grey of the field around a selection, close to three of its borders, or None where it is in no field."""
    if rect.x < 2 or rect.y < 2 or rect.bottom + 2 > grey.shape[0] or rect.right + 2 * _AFTER_CARET > grey.shape[1]:
        return None
    if not _is_even(_edge(grey, rect), ground):
        return None
    field = int(grey[rect.y - 1, rect.x])
    # The mark in a check box is in a box too, but in a narrow one.
    columns, rows = slice(rect.x, rect.x + max(rect.width, _FIELD_WIDTH)), slice(rect.y, rect.bottom)
    if abs(field - ground) < _CONTRAST or not all(
        _is_even(side, field)
        for side in (grey[rect.y - 1, columns], grey[rect.bottom, columns], grey[rows, rect.x - 1])
    ):
        return None
    # A field continues past the caret of a selection, but not past its own border.
    if not _is_even(grey[rows, rect.right + _AFTER_CARET : rect.right + 2 * _AFTER_CARET], field):
        return None
    above = grey[max(0, rect.y - 2 - _PADDING) : rect.y - 1, columns]
    below = grey[rect.bottom + 1 : rect.bottom + 2 + _PADDING, columns]
    beside = grey[rows, max(0, rect.x - 2 - _INDENT) : rect.x - 1].T
    framed = all(any(_is_line(line, field) for line in lines) for lines in (above, below, beside))
    return field if framed else None


def _is_even(pixels: Grey, value: int) -> bool:
    return bool(np.mean(np.abs(pixels.astype(np.int16) - value) <= STEP) >= _ALONG)


def _is_line(pixels: Grey, field: int) -> bool:
    return bool(np.mean(np.abs(pixels.astype(np.int16) - field) > STEP) >= _ALONG)


def _deselect(grey: Grey, rect: Rect, ground: int, field: int) -> None:
    part = grey[rect.y : rect.bottom, rect.x : rect.right]
    drawn = np.abs(part.astype(np.int16) - ground)
    part[...] = np.clip(field - drawn if field >= 128 else field + drawn, 0, 255).astype(np.uint8)
