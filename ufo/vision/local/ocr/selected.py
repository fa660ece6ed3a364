"""Redraws selected text in a one-line field as if it were not selected.

The selection covers the corners of the field and looks like a button or an icon in it: such a field was not found, and its
text was not read.
"""

from __future__ import annotations

import numpy as np

from ufo.schema.geometry import Rect
from ufo.vision.local.areas import STEP, Areas, Grey

_HEIGHT, _NARROWEST, _FIELD_WIDTH = (11, 40), 5, 56
_FILLED = 0.4
_CONTRAST = 50
# The most pixels between a selection and the border of its field: above and below, and at the left.
_PADDING, _INDENT = 4, 8
_ALONG = 0.9
_CARET = 3


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
    """Return the grey of the field around a selection, which is close to three borders of the field. None where it is in no
    field.
    """
    if rect.x < 2 or rect.y < 2 or rect.bottom + 2 > grey.shape[0] or rect.right + 2 * _CARET > grey.shape[1]:
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
    if not _is_even(grey[rows, rect.right + _CARET : rect.right + 2 * _CARET], field):
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
