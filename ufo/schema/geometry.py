"""Rectangles and points in screen pixels: origin at the top left of the first monitor, y downwards, negative allowed."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: int


@dataclass(frozen=True, slots=True, init=False)
class Rect:
    """Left, top, width and height in pixels. Width or height of 0 or less is an empty rectangle."""

    x: int
    y: int
    width: int
    height: int

    def __init__(self, x: int, y: int, width: int, height: int) -> None:
        # A frozen dataclass does the same by itself in twice the time, and a step makes tens of thousands of rectangles.
        _set_x(self, x)
        _set_y(self, y)
        _set_width(self, width)
        _set_height(self, height)

    @classmethod
    def from_ltrb(cls, left: int, top: int, right: int, bottom: int) -> Rect:
        return cls(left, top, right - left, bottom - top)

    @property
    def right(self) -> int:
        return self.x + self.width

    @property
    def bottom(self) -> int:
        return self.y + self.height

    @property
    def center(self) -> Point:
        return Point(self.x + self.width // 2, self.y + self.height // 2)

    @property
    def area(self) -> int:
        return 0 if self.is_empty else self.width * self.height

    @property
    def is_empty(self) -> bool:
        return self.width <= 0 or self.height <= 0

    def as_ltrb(self) -> tuple[int, int, int, int]:
        return self.x, self.y, self.right, self.bottom

    def contains(self, point: Point) -> bool:
        return self.x <= point.x < self.right and self.y <= point.y < self.bottom

    def covers(self, other: Rect) -> bool:
        """Tell whether all of `other` lies in this rectangle."""
        return (
            self.x <= other.x
            and self.y <= other.y
            and other.x + other.width <= self.x + self.width
            and other.y + other.height <= self.y + self.height
        )

    def overlaps(self, other: Rect) -> bool:
        """Tell whether the two have a pixel in common."""
        return max(self.x, other.x) < min(self.x + self.width, other.x + other.width) and max(self.y, other.y) < min(
            self.y + self.height, other.y + other.height
        )

    def intersection(self, other: Rect) -> Rect:
        """Return the common part, an empty rectangle where there is none."""
        # A look calls this thousands of times, and comparing costs a third of calling min and max.
        left = self.x if self.x > other.x else other.x
        top = self.y if self.y > other.y else other.y
        right, bottom = self.x + self.width, self.y + self.height
        if right > other.x + other.width:
            right = other.x + other.width
        if bottom > other.y + other.height:
            bottom = other.y + other.height
        return Rect(left, top, right - left if right > left else 0, bottom - top if bottom > top else 0)

    def union(self, other: Rect) -> Rect:
        if self.is_empty:
            return other
        if other.is_empty:
            return self
        return Rect.from_ltrb(
            min(self.x, other.x),
            min(self.y, other.y),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def iou(self, other: Rect) -> float:
        """Return intersection over union, from 0.0 to 1.0."""
        common = self.intersection(other).area
        whole = self.area + other.area - common
        return common / whole if whole else 0.0

    def part(self, left: float, top: float, right: float, bottom: float) -> Rect:
        """Return the part between these shares of width and height, 0 to 1, of at least one pixel."""
        x, y = self.x + int(left * self.width), self.y + int(top * self.height)
        ends = self.x + math.ceil(right * self.width), self.y + math.ceil(bottom * self.height)
        return Rect.from_ltrb(x, y, max(x + 1, ends[0]), max(y + 1, ends[1]))

    def moved(self, dx: int, dy: int) -> Rect:
        return Rect(self.x + dx, self.y + dy, self.width, self.height)


_set_x, _set_y, _set_width, _set_height = (Rect.__dict__[name].__set__ for name in ("x", "y", "width", "height"))
