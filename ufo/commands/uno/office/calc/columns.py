"""Reorders columns. They are moved, so that formulas which refer to them follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ..api import Refused, enum, struct
from ..connection import Shown
from ..undo import one_step
from .named_places import headed
from .ranges import Area, require_used, sheet_to_change
from .table_around import first_header, region


def reorder_columns(shown: Shown, sheet_name: str | int, desired_order: Sequence[str]) -> dict[str, Any]:
    sheet = sheet_to_change(shown, sheet_name)
    area = _table(sheet, desired_order)
    before = area.of(sheet).getDataArray()
    headers = [_text(value) for value in before[0]]
    order = _order(headers, desired_order)
    with one_step(shown.document, "Reorder columns"):
        _move(sheet, area, order)
    after = area.of(sheet).getDataArray()
    expected = tuple(tuple(row[index] for index in order) for row in before)
    return {
        "sheet": sheet.Name, "range": area.name, "headers": [_text(value) for value in after[0]],
        "equal": after == expected,
    }  # fmt: skip


def _table(sheet: Any, desired: Sequence[str]) -> Area:
    """Return the area whose first row is the header: below a title, that of the table alone."""
    used = require_used(sheet)
    found = next((one for one in (headed(sheet, used, str(name)) for name in desired) if one is not None), None)
    if found is not None:
        return found[1]
    first = first_header(sheet, used)
    return used if first.row == used.row else replace(region(sheet, first.column, first.row), row=first.row)


def _text(value: Any) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _order(headers: Sequence[str], desired: Sequence[str]) -> list[int]:
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


def _move(sheet: Any, area: Area, order: Sequence[int]) -> None:
    current = list(range(area.columns))
    index = sheet.RangeAddress.Sheet
    for place, wanted in enumerate(order):
        source = current.index(wanted)
        if source == place:
            continue
        sheet.insertCells(_column(index, area, place), enum("sheet.CellInsertMode", "RIGHT"))
        target = struct("table.CellAddress", Sheet=index, Column=area.column + place, Row=area.row)
        sheet.moveRange(target, _column(index, area, source + 1))
        sheet.removeRange(_column(index, area, source + 1), enum("sheet.CellDeleteMode", "LEFT"))
        current.insert(place, current.pop(source))


def _column(sheet: int, area: Area, offset: int) -> Any:
    column = area.column + offset
    return struct(
        "table.CellRangeAddress", Sheet=sheet, StartColumn=column, EndColumn=column, StartRow=area.row,
        EndRow=area.end_row,
    )  # fmt: skip
