"""Changes tables of a text document: rows and columns, cells, merging, order, header rows and style."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..api import UnoError, enum, sequence, struct
from ..connection import Shown
from ..refusals import Refused
from ..undo import one_step
from .tables import choose_table, rows_of_table

_CELL = re.compile(r"([A-Z]{1,2})([1-9]\d{0,4})")
_NUMBER = re.compile(r"[-+]?[\d.,  ]*\d\s*[%€$£]?")
_MOST = 1000


@dataclass(frozen=True)
class Change:
    """`first`: row or column from 1, -1 the last; `cells`: "B2" or "A1:C1"; `texts`: row by row."""

    first: int = 0
    count: int = 1
    cells: str = ""
    texts: Sequence[Sequence[str]] = ()
    by: str = ""
    descending: bool = False
    style: str = ""


def edit_table(shown: Shown, action: str, number: int, caption: str, **how: Any) -> dict[str, Any]:
    shown.require_writable()
    chosen = choose_table(shown, number, caption)
    change = Change(**how)
    with one_step(shown.document, "Edit table"):
        equal = _ACTIONS[action](shown, chosen.table, change)
    if action == "remove table":
        return {"number": chosen.number, "tables": shown.document.TextTables.getCount(), "equal": equal}
    rows = rows_of_table(chosen.table)
    return {
        "name": str(chosen.table.Name), "number": chosen.number, "rows": len(rows),
        "columns": max((len(row) for row in rows), default=0), "cells": rows[:60], "equal": equal,
    }  # fmt: skip


def _add(kind: str) -> Callable[[Shown, Any, Change], bool]:
    def add(shown: Shown, table: Any, change: Change) -> bool:
        lines = getattr(table, kind)
        before = lines.getCount()
        count = max(change.count, len(change.texts) if kind == "Rows" else 1)
        # The new lines come before the one that is named, or after the last one.
        at = before if change.first in (0, -1) else change.first - 1
        if not 0 <= at <= before or not 1 <= count <= _MOST:
            raise Refused(f"the table has {before} {kind.lower()}; name one of them, or -1 for its end")
        lines.insertByIndex(at, count)
        if change.texts:
            _write_at(table, (0, at) if kind == "Rows" else (at, 0), change.texts)
        return bool(lines.getCount() == before + count)

    return add


def _take(kind: str) -> Callable[[Shown, Any, Change], bool]:
    def take(shown: Shown, table: Any, change: Change) -> bool:
        lines = getattr(table, kind)
        before = lines.getCount()
        at = before - change.count if change.first == -1 else change.first - 1
        if at < 0 or at + change.count > before:
            raise Refused(f"the table has {before} {kind.lower()}; name the first one to take away and how many")
        if change.count == before:
            raise Refused("these are all of the table; use the action 'remove table'")
        lines.removeByIndex(at, change.count)
        return bool(lines.getCount() == before - change.count)

    return take


def _write(shown: Shown, table: Any, change: Change) -> bool:
    column, row = _place(change.cells.partition(":")[0])
    _write_at(table, (column, row), change.texts)
    return all(
        _cell(table, column + x, row + y).getString() == text
        for y, line in enumerate(change.texts)
        for x, text in enumerate(line)
    )


def _write_at(table: Any, place: tuple[int, int], texts: Sequence[Sequence[str]]) -> None:
    for y, line in enumerate(texts):
        for x, text in enumerate(line):
            _cell(table, place[0] + x, place[1] + y).setString(text)


def _cell(table: Any, column: int, row: int) -> Any:
    name = _name(column, row)
    cell = table.getCellByName(name)
    if cell is None:
        names = table.getCellNames()
        raise Refused(f"the table has no cell {name}; its cells are {names[0]} to {names[-1]}")
    return cell


def _name(column: int, row: int) -> str:
    letters = chr(65 + column) if column < 26 else f"{chr(64 + column // 26)}{chr(65 + column % 26)}"
    return f"{letters}{row + 1}"


def _place(cell: str) -> tuple[int, int]:
    found = _CELL.fullmatch(cell.strip().upper())
    if found is None:
        raise Refused(f"{cell!r} is no cell of a table; write it like B2, or A1:C1 for several")
    column = 0
    for letter in found[1]:
        column = column * 26 + ord(letter) - 64
    return column - 1, int(found[2]) - 1


def _merge(shown: Shown, table: Any, change: Change) -> bool:
    first, _, last = change.cells.partition(":")
    if not last:
        raise Refused("say which cells to merge, as A1:C1")
    for cell in (first, last):
        _cell(table, *_place(cell))
    before = len(table.getCellNames())
    cursor = table.createCursorByCellName(first.strip().upper())
    cursor.gotoCellByName(last.strip().upper(), True)
    cursor.mergeRange()
    return len(table.getCellNames()) < before


def _split(shown: Shown, table: Any, change: Change) -> bool:
    cell = change.cells.partition(":")[0].strip().upper()
    _cell(table, *_place(cell))
    before = len(table.getCellNames())
    table.createCursorByCellName(cell).splitRange(max(1, change.count - 1), False)
    return len(table.getCellNames()) > before


def _sort(shown: Shown, table: Any, change: Change) -> bool:
    rows = rows_of_table(table)
    wide = len(rows[0]) if rows else 0
    if len(rows) < 3 or any(len(row) != wide for row in rows) or len(table.getCellNames()) != wide * len(rows):
        raise Refused("a table with merged cells, or with fewer than two rows under its header, cannot be sorted")
    column = _column(rows[0], change.by)
    texts = [row[column] for row in rows[1:]]
    is_numeric = all(_NUMBER.fullmatch(text.strip()) for text in texts if text.strip()) and any(texts)
    field = struct("table.TableSortField", Field=column + 1, IsAscending=not change.descending)
    field.FieldType = enum("table.TableSortFieldType", "NUMERIC" if is_numeric else "ALPHANUMERIC")
    body = table.getCellRangeByName(f"A2:{_name(wide - 1, len(rows) - 1)}")
    descriptor = list(body.createSortDescriptor())
    for item in descriptor:
        if item.Name == "SortFields":
            item.Value = sequence("table.TableSortField", field)
        elif item.Name == "IsSortColumns":
            item.Value = False
    body.sort(tuple(descriptor))
    after = rows_of_table(table)
    return sorted(map(tuple, after[1:])) == sorted(map(tuple, rows[1:])) and after[0] == rows[0]


def _column(header: Sequence[str], by: str) -> int:
    plain = [text.strip().casefold() for text in header]
    if by.strip().casefold() in plain:
        return plain.index(by.strip().casefold())
    if by.strip().isdecimal() and 1 <= int(by) <= len(header):
        return int(by) - 1
    raise Refused(f"no column is headed {by!r}; the columns are {', '.join(map(repr, header))}")


def _header(shown: Shown, table: Any, change: Change) -> bool:
    rows = table.Rows.getCount()
    if not 0 <= change.count < rows:
        raise Refused(f"the table has {rows} rows; at most {rows - 1} of them can be repeated as header")
    table.RepeatHeadline = bool(change.count)
    if change.count:
        table.HeaderRowCount = change.count
    return bool(table.RepeatHeadline) == bool(change.count) and (
        not change.count or table.HeaderRowCount == change.count
    )


def _style(shown: Shown, table: Any, change: Change) -> bool:
    known = {
        str(elementname).casefold(): str(elementname)
        for elementname in shown.document.StyleFamilies.getByName("TableStyles").ElementNames
    }
    name = known.get(change.style.strip().casefold())
    if name is None:
        raise Refused(f"there is no table style {change.style!r}; take one of {', '.join(known.values())}")
    headers = table.HeaderRowCount if table.RepeatHeadline else 0
    try:
        table.TableTemplateName = name
        table.autoFormat(name)
        # Both switch the repeated rows off.
        if headers:
            table.RepeatHeadline, table.HeaderRowCount = True, headers
    except UnoError as error:
        raise Refused(f"the style {name!r} cannot be given to this table ({error})") from error
    return str(table.TableTemplateName) == name


def _remove(shown: Shown, table: Any, change: Change) -> bool:
    name = table.Name
    table.dispose()
    return name not in shown.document.TextTables.ElementNames


_ACTIONS: dict[str, Callable[[Shown, Any, Change], bool]] = {
    "add rows": _add("Rows"), "add columns": _add("Columns"), "remove rows": _take("Rows"),
    "remove columns": _take("Columns"), "write": _write, "merge": _merge, "split": _split, "sort": _sort,
    "header rows": _header, "style": _style, "remove table": _remove,
}  # fmt: skip
