"""What rows and columns become when some are inserted, deleted or put in another order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..refusals import Refused


def column_order(headers: Sequence[str], desired: Sequence[str]) -> list[int]:
    """Return the column indexes in the new order. Columns that are not named follow the named ones in their old order."""
    chosen: list[int] = []
    for name in desired:
        same = [i for i, header in enumerate(headers) if header == name] or [
            i for i, header in enumerate(headers) if header.strip().casefold() == str(name).strip().casefold()
        ]
        if len(same) != 1:
            problem = "no column is" if not same else "several columns are"
            raise Refused(f"{problem} headed {name!r}; the columns are {', '.join(map(repr, headers))}")
        if same[0] in chosen:
            raise Refused(f"{name!r} is named twice; name every column once")
        chosen.append(same[0])
    return chosen + [i for i in range(len(headers)) if i not in chosen]


def changed_lines(rows: list[list[Any]], place: int, count: int, inserts: bool, is_rows: bool) -> list[list[Any]]:
    if not is_rows:
        turned = changed_lines([list(line) for line in zip(*rows, strict=True)], place, count, inserts, True)
        return [list(line) for line in zip(*turned, strict=True)]
    if inserts:
        width = len(rows[0]) if rows else 0
        return rows[:place] + [[""] * width for _ in range(count)] + rows[place:] if place < len(rows) else rows
    return rows[:place] + rows[place + count :]


def row_named(first: str) -> int:
    if not first.isdecimal() or int(first) < 1:
        raise Refused(f"{first!r} is not a row; give its number")
    return int(first) - 1
