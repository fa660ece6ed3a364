"""Puts elements into reading order: line by line from the top, with each container's content after the container itself.

Toolkits report children in the order of creation or stacking, which for some (a GTK grid) is backwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ufo.desktop.snapshot import Element
from ufo.schema.geometry import Rect


@dataclass(slots=True)
class _Branch:
    element: Element | None
    rect: Rect
    children: list[_Branch] = field(default_factory=list)


def in_reading_order(elements: Iterable[Element]) -> tuple[Element, ...]:
    """Return the same elements in reading order. Parents stay before their content."""
    root = _Branch(None, Rect(0, 0, 0, 0))
    above: list[tuple[int, _Branch]] = [(-1, root)]
    for element in elements:
        while above[-1][0] >= element.depth:
            above.pop()
        branch = _Branch(element, element.rect)
        above[-1][1].children.append(branch)
        above.append((element.depth, branch))
    found: list[Element] = []
    waiting = [root]
    while waiting:
        branch = waiting.pop()
        if branch.element is not None:
            found.append(branch.element)
        waiting += reversed(_by_lines(branch.children))
    return tuple(found)


def _by_lines(branches: Sequence[_Branch]) -> list[_Branch]:
    """Sort branches by lines. Branches without a place follow those with one, in their given order."""
    if len(branches) < 2:
        return list(branches)
    placed = sorted(
        (other for other in branches if not other.rect.is_empty), key=lambda other: (other.rect.y, other.rect.x)
    )
    lines: list[list[_Branch]] = []
    for branch in placed:
        if lines and _same_line(lines[-1][0].rect, branch.rect):
            lines[-1].append(branch)
        else:
            lines.append([branch])
    ordered = [branch for line in lines for branch in _along(line)]
    return ordered + [other for other in branches if other.rect.is_empty]


def _along(line: Sequence[_Branch]) -> list[_Branch]:
    """Sort the branches of a line from the left, and cells by their columns: a sheet may run from right to left."""
    columns = [
        branch.element.column for branch in line if branch.element is not None and branch.element.column is not None
    ]
    if len(columns) == len(line):
        return [branch for _, _, branch in sorted(zip(columns, range(len(line)), line, strict=True))]
    return sorted(line, key=lambda other: other.rect.x)


def _same_line(first: Rect, other: Rect) -> bool:
    """Tell whether two rectangles overlap vertically by more than half of the lower one's height."""
    overlap = min(first.bottom, other.bottom) - max(first.y, other.y)
    return overlap * 2 > min(first.height, other.height)
