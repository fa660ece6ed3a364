"""Finds the marks of check boxes and radio buttons: a small square or round outline left of words, with nothing around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ufo.schema.geometry import Rect
from ufo_sight.local.areas import Grey
from ufo_sight.local.lines import Line, line

_SMALLEST, _LARGEST = 8, 26
_FARTHEST = 16
OUTLINE = 10
"""The least ink of a mark's outline, which is fainter than letters, above all in dark themes."""
_SURE = 60.0
_SQUARE = 0.86
_LIKE_MARKS = frozenset("OoQ0CGDUn")
# Grey levels that the inside of an empty mark may vary by; a tick or a dot varies by more.
_EMPTY = 24.0
_FULL = 40


@dataclass(frozen=True, slots=True)
class Mark:
    """The mark of a check box or a radio button. `line`: the text beside it, without the word as which OCR read the mark."""

    rect: Rect
    is_square: bool
    is_checked: bool
    line: Line


def marks_of(grey: Grey, ink: Grey, blobs: Sequence[Rect], lines: Sequence[Line]) -> list[Mark]:
    found = []
    free = [blob for blob in blobs if _is_small(blob) and not _is_letter(blob, lines)]
    for near in lines:
        for blob in free:
            words = _beside(blob, near)
            if words is not None and _is_outline(ink, blob):
                found.append(Mark(blob, _is_square(ink, blob), _is_checked(grey, blob), words))
                break
    return found


def _is_small(blob: Rect) -> bool:
    shorter, longer = sorted((blob.width, blob.height))
    return shorter >= _SMALLEST and longer <= _LARGEST and longer <= 1.3 * shorter


def _is_letter(blob: Rect, lines: Sequence[Line]) -> bool:
    """Tell whether OCR is sure of a word there, and no mark looks like that word."""
    return any(
        word.sure >= _SURE and word.text.lstrip("+-#$").isalnum() and word.text not in _LIKE_MARKS
        for near in lines
        for word in near.words
        if not word.rect.intersection(blob).is_empty
    )


def _beside(blob: Rect, near: Line) -> Line | None:
    """Return the words to the right of the mark, or None where it is not the mark of this line."""
    words = list(near.words)
    if len(words) > 1 and len(words[0].text) <= 3 and not words[0].rect.intersection(blob).is_empty:
        words = words[1:]
    rest = line(words)
    if sum(letter.isalnum() for letter in rest.text) < 2:
        return None
    gap = rest.rect.x - blob.right
    level = abs(rest.rect.center.y - blob.center.y)
    return rest if 2 <= gap <= _FARTHEST and level <= max(5, blob.height // 2) else None


def _is_outline(ink: Grey, blob: Rect) -> bool:
    """Tell whether a line is on all four sides, seen from the middle. A letter is open on at least one side, or thick."""
    inside = ink[blob.y : blob.bottom, blob.x : blob.right] > OUTLINE
    third_x, third_y = max(2, blob.width // 3), max(2, blob.height // 3)
    across, down = slice(blob.width // 2 - 1, blob.width // 2 + 1), slice(blob.height // 2 - 1, blob.height // 2 + 1)
    sides = (
        inside[:third_y, across], inside[-third_y:, across], inside[down, :third_x], inside[down, -third_x:],
    )  # fmt: skip
    return all(bool(side.any()) for side in sides)


def _is_square(ink: Grey, blob: Rect) -> bool:
    """Tell a square, which fills nearly all of its box even with round corners, from a circle, which fills four fifths."""
    inside = ink[blob.y : blob.bottom, blob.x : blob.right] > OUTLINE
    reached = np.maximum.accumulate(inside, axis=1) & np.maximum.accumulate(inside[:, ::-1], axis=1)[:, ::-1]
    return float(reached.mean()) >= _SQUARE


def _is_checked(grey: Grey, blob: Rect) -> bool:
    inset_x, inset_y = round(blob.width * 0.32), round(blob.height * 0.32)
    inner = grey[blob.y + inset_y : blob.bottom - inset_y, blob.x + inset_x : blob.right - inset_x].astype(np.int16)
    if not inner.size:
        return False
    if float(inner.std()) > _EMPTY:
        return True
    around = int(grey[max(0, blob.y - 3), max(0, blob.x - 3)])
    filled = int(np.median(inner)) - around
    return filled < -_FULL if around > 127 else filled > _FULL
