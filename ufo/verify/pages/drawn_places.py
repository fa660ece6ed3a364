"""How things that a page draws lie to each other, and how they moved: by the page's own geometry."""

from __future__ import annotations

from ufo.schema.drawn import DrawnAt

_EDGE = 2
"""Pixels by which edges may be out of line and count as even: half a line, and the rounding of fractions."""


def is_inside(one: DrawnAt, other: DrawnAt) -> bool:
    """Tell whether all of it lies within the other."""
    a, b = one.rect, other.rect
    return b[0] - _EDGE <= a[0] and b[1] - _EDGE <= a[1] and a[2] <= b[2] + _EDGE and a[3] <= b[3] + _EDGE


def overlaps(one: DrawnAt, other: DrawnAt) -> bool:
    a, b = one.rect, other.rect
    return max(a[0], b[0]) < min(a[2], b[2]) and max(a[1], b[1]) < min(a[3], b[3])


def could_hold(one: DrawnAt, other: DrawnAt) -> bool:
    """Tell whether the other is small enough to lie within it."""
    a, b = one.rect, other.rect
    return a[2] - a[0] > b[2] - b[0] and a[3] - a[1] > b[3] - b[1]


def middle(one: DrawnAt) -> tuple[float, float]:
    left, top, right, bottom = one.rect
    return (left + right) / 2, (top + bottom) / 2


def moved_by(then: DrawnAt, now: DrawnAt) -> tuple[float, float]:
    """Return how far to the right and down its middle went."""
    (x, y), (u, v) = middle(then), middle(now)
    return u - x, v - y


def is_still(then: DrawnAt, now: DrawnAt) -> bool:
    return max(map(abs, moved_by(then, now))) <= 1
