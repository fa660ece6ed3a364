"""Counts the rows of a list or table as a person does, and finds the row that words name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ufo.commands.observe.control_names import called
from ufo.desktop.snapshot import Element
from ufo.errors import AmbiguousElement

Wanted = str | int

_MARKS = frozenset({"checked", "unchecked"})
_TOLD_AT_MOST = 8


def rows_of(items: Sequence[Element]) -> list[list[Element]]:
    """Return the rows from first to last, each from left to right. Cells without a row number form one row where they are on
    one line. Among those, cells out of sight are left out where others are in sight, since their places may be old.
    """
    if not any(one.role == "Cell" for one in items):
        return [[one] for one in items]
    numbers = [one.row for one in items if one.row is not None]
    if len(numbers) == len(items):
        return [[one for one in items if one.row == number] for number in sorted(set(numbers))]
    placed = [one for one in items if "offscreen" not in one.states] or [one for one in items if not one.rect.is_empty]
    lines: list[list[Element]] = []
    for one in sorted(placed, key=lambda one: one.rect.y + one.rect.height / 2):
        if lines and on_one_line(lines[-1][0], one):
            lines[-1].append(one)
        else:
            lines.append([one])
    return [sorted(line, key=lambda one: one.rect.x) for line in lines]


def on_one_line(one: Element, other: Element) -> bool:
    centre = other.rect.y + other.rect.height / 2
    return one.rect.y <= centre < one.rect.bottom


def handle_of(row: Sequence[Element]) -> Element:
    """Return the element of a row to click to select it: not a box to tick, and words rather than a picture."""
    plain = [one for one in row if not one.states & _MARKS] or row
    return next((one for one in plain if one.name or one.value), plain[0])


def pick(items: Sequence[Element], item: Wanted) -> Element | None:
    """Return the item at a place, counted from 1, or with these words. Raises AmbiguousElement where several rows have the
    words.
    """
    if isinstance(item, int):
        rows = rows_of(items)
        return handle_of(rows[item - 1]) if 1 <= item <= len(rows) else None
    found = called(items, item)
    if len(found) < 2:
        return found[0] if found else None
    keys = {one.handle.key for one in found}
    places = [place for place, row in enumerate(rows_of(items), 1) if any(one.handle.key in keys for one in row)]
    told_rows = {one.row for one in found}
    if len(places) > 1 or (not places and (None in told_rows or len(told_rows) > 1)):
        raise AmbiguousElement(f"{len(found)} items are called {item!r}; give the place (a number from 1) or the id")
    return found[0]


def listed_places(places: Iterable[int]) -> str:
    """Return the first places for a message, and the number of the others."""
    numbers = list(places)
    more = f" and {len(numbers) - _TOLD_AT_MOST} more" if len(numbers) > _TOLD_AT_MOST else ""
    return ", ".join(map(str, numbers[:_TOLD_AT_MOST])) + more
