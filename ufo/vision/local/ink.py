"""Finds what is drawn on the ground of a picture (letters, icons, marks and lines, dark or light) as one map of ink."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import numpy.typing as npt
from PIL import Image

from ufo.schema.geometry import Rect
from ufo.vision.local.areas import Areas, Grey, Mask, Numbers, bands_of, blobs_of

# Areas smaller than this, in pixels, are drawn on the ground and are not ground.
_GROUND_SIZE = 400
_GROUND_EDGE = 13
_ICON = 96
_FAINTEST = 28
_BORDER = 3
_FIELD_HEIGHT = (13, 48)
_CARET, _CARET_WIDTH = 0.72, 2
_PRINT = (255 - np.minimum(255, np.arange(256) * 3 // 2)).astype(np.uint8)


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
        one = wide.copy()
        one[1:] |= wide[:-1]
        one[:-1] |= wide[1:]
        wide = one.copy()
        wide[:, 1:] |= one[:, :-1]
        wide[:, :-1] |= one[:, 1:]
    return wide


def _rows_with_ground(ground: Mask) -> Numbers:
    """Return for each row the row to take ground from: itself, or the nearest above with ground, or else the first row with
    ground.
    """
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
