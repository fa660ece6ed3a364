"""Finds boxes in a picture: fields, buttons, panels, the squares of check boxes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ufo.schema.geometry import Rect
from ufo.vision.local.areas import STEP, Areas, Grey, Mask

# For an area to be a box: the least share of each side that is border, and of the box that is of one ground.
_STRAIGHT = 0.72
_FILLED = 0.55


@dataclass(frozen=True, slots=True)
class Box:
    """A box. `rect` is in the picture's pixels, without border; `ground` is its grey, 0 to 255; `outside` is the grey around
    it.
    """

    rect: Rect
    ground: int
    outside: int


def boxes(grey: Grey, areas: Areas, least: int = 7) -> list[Box]:
    """Return the boxes of at least `least` pixels either way, from the top. The whole picture is not a box."""
    width, height = areas.right - areas.left, areas.bottom - areas.top
    fits = (width >= least) & (height >= least) & (areas.size >= _FILLED * width * height)
    fits &= (width < grey.shape[1]) | (height < grey.shape[0])
    found: list[Box] = []
    for number in np.flatnonzero(fits):
        rect, ground = areas.rect(int(number)), ground_of(grey, areas, int(number))
        if _is_box(grey, rect, ground):
            found.append(Box(rect, ground, _outside(grey, rect)))
    return sorted(found, key=lambda box: (box.rect.y, box.rect.x))


def ground_of(grey: Grey, areas: Areas, number: int) -> int:
    """Return the grey of an area, taken from its longest run."""
    members = areas.members(number)
    longest = members[np.argmax(areas.runs.length[members])]
    return int(np.median(grey[areas.runs.row[longest], areas.runs.start[longest] : areas.runs.end[longest]]))


def _outside(grey: Grey, rect: Rect, away: int = 5) -> int:
    """Return the grey around the box, past its border and its shadow."""
    height, width = grey.shape
    rows, columns = slice(rect.y, rect.bottom), slice(rect.x, rect.right)
    lines = [grey[max(0, rect.y - away), columns], grey[min(height - 1, rect.bottom - 1 + away), columns]]
    lines += [grey[rows, max(0, rect.x - away)], grey[rows, min(width - 1, rect.right - 1 + away)]]
    return int(np.median(np.concatenate(lines)))


def _is_box(grey: Grey, rect: Rect, ground: int) -> bool:
    """Tell whether an area is a box: all four sides are borders for most of their length, and at least three corners are of its
    ground. Words may stand at the very edge.

    The drop button of a combo box often has a bevel of the field's own colour, so its two left corners are enough.
    """
    height, width = grey.shape
    rows, columns = slice(rect.y, rect.bottom), slice(rect.x, rect.right)
    sides = (
        grey[rows, rect.x - 1] if rect.x else None,
        grey[rows, rect.right] if rect.right < width else None,
        grey[rect.y - 1, columns] if rect.y else None,
        grey[rect.bottom, columns] if rect.bottom < height else None,
    )
    if any(side is not None and np.mean(_differs(side, ground)) < _STRAIGHT for side in sides):
        return False
    inset = min(2, min(rect.width, rect.height) // 4)
    across, down = [rect.x + inset, rect.right - 1 - inset], [rect.y + inset, rect.bottom - 1 - inset]
    corners = ~_differs(grey[np.ix_(down, across)], ground)
    return int(corners.sum()) >= 3 or bool(corners[:, 0].all())


def _differs(pixels: Grey, ground: int) -> Mask:
    differs: Mask = np.abs(pixels.astype(np.int16) - ground) > STEP
    return differs
