"""Reads, inserts and changes the tables of a document of Word."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from ufo_libreoffice.microsoft.shown import Shown, one_step
from ufo_libreoffice.microsoft.values import each
from ufo_libreoffice.microsoft.word.places import CELL_END, plain, require_text, spot_of
from ufo_libreoffice.microsoft.word.text import selected
from ufo_libreoffice.office.refusals import Refused
from ufo_libreoffice.office.writer.captions import TableWords, best_matches

_END = f"\r{CELL_END}"
_MOST_CELLS, _MOST_ROWS, _MOST_TOLD, _LONGEST = 10_000, 1_000, 60, 100
_CELL = re.compile(r"([A-Z]{1,2})([1-9]\d{0,4})")


def rows_of(table: Any) -> list[list[str]]:
    """Return the texts of the cells, row by row: of a plain table by one call."""
    if table.Uniform:
        width = int(table.Columns.Count)
        texts = [plain(part) for part in str(table.Range.Text).split(_END)]
        # Each row ends with a mark of its own.
        return [texts[at : at + width] for at in range(0, len(texts) - width, width + 1)]
    rows: dict[int, dict[int, str]] = {}
    for cell in each(table.Range.Cells):
        rows.setdefault(int(cell.RowIndex), {})[int(cell.ColumnIndex)] = _text(cell)
    wide = max((column for row in rows.values() for column in row), default=0)
    return [[rows[row].get(column, "") for column in range(1, wide + 1)] for row in sorted(rows)]


def _text(cell: Any) -> str:
    return plain(str(cell.Range.Text).removesuffix(_END))


def _name(table: Any, number: int) -> str:
    return str(table.Title or "") or f"Table {number}"


def _caption(table: Any) -> str:
    """Return the short paragraph right above."""
    above = table.Range.Paragraphs("Item", 1)("Previous", 1)
    text = plain(str(above.Range.Text)).strip() if above is not None else ""
    return text if len(text) <= _LONGEST else ""


def list_tables(shown: Shown) -> list[dict[str, Any]]:
    require_text(shown)
    return [
        {
            "number": number, "name": _name(table, number), "caption": _caption(table), "rows": len(rows),
            "columns": max(map(len, rows), default=0), "header": rows[0] if rows else [],
        }
        for number, table in enumerate(each(shown.document.Tables), 1)
        for rows in [rows_of(table)]
    ]  # fmt: skip


def _choose(shown: Shown, number: int, caption: str = "") -> tuple[int, Any]:
    require_text(shown)
    tables = shown.document.Tables
    count = int(tables.Count)
    if not count:
        raise Refused("the document has no table; open the document that has one")
    if number > count:
        raise Refused(f"there is no table {number}; the document has {count}")
    if number or count == 1:
        return number or 1, tables("Item", number or 1)
    known = list_tables(shown)
    named = "; ".join(f"{item['number']} {item['name']!r} ({item['caption']})" for item in known)
    if not caption.strip():
        raise Refused(f"the document has {count} tables, say which by number or caption: {named}")
    best = best_matches(
        caption, [TableWords(item["name"], (item["caption"],), tuple(item["header"])) for item in known]
    )
    if len(best) != 1:
        raise Refused(f"{'several tables fit' if best else 'no table fits'} {caption!r}; say which by number: {named}")
    return best[0] + 1, tables("Item", best[0] + 1)


def read_table(shown: Shown, number: int, caption: str) -> dict[str, Any]:
    number, table = _choose(shown, number, caption)
    return {"name": _name(table, number), "caption": _caption(table), "rows": rows_of(table), "number": number}


def select_table(shown: Shown, number: int) -> dict[str, Any]:
    number, table = _choose(shown, number)
    done = selected(shown, table.Range)
    return {"name": _name(table, number), "number": number, "cells": "all", "equal": done["equal"]}


def insert_table(
    shown: Shown,
    rows: int,
    columns: int,
    cells: list[list[str]] | None = None,
    spot: tuple[str, str, int] = ("cursor", "", 0),
) -> dict[str, Any]:
    """Insert a table. `cells` may have shorter rows; the missing cells stay empty. `spot`: at, text and nth of its place."""
    require_text(shown, writable=True)
    if cells is not None and (len(cells) > rows or any(len(row) > columns for row in cells)):
        raise Refused(f"the texts do not fit into {rows} rows by {columns} columns; give as many rows and columns")
    if rows < 1 or columns < 1 or rows * columns > _MOST_CELLS:
        raise Refused(f"{rows} rows by {columns} columns cannot be a table; give 1 to {_MOST_CELLS:,} cells in all")
    before = int(shown.document.Tables.Count)
    with one_step(shown, "Insert table"):
        table = shown.document.Tables("Add", spot_of(shown, *spot), rows, columns)
        table.Borders.Enable = True
        _write(table, 1, 1, cells or [])
    wanted = [[*row, *[""] * (columns - len(row))] for row in [*(cells or []), *[[]] * (rows - len(cells or []))]]
    equal = int(shown.document.Tables.Count) == before + 1 and rows_of(table) == wanted
    number = next(
        (at for at, item in enumerate(each(shown.document.Tables), 1) if item.Range.Start == table.Range.Start), 0
    )
    return {"name": _name(table, number), "rows": rows, "columns": columns, "equal": equal}


def _write(table: Any, row: int, column: int, texts: Sequence[Sequence[str]]) -> None:
    for y, line in enumerate(texts):
        for x, text in enumerate(line):
            table("Cell", row + y, column + x).Range.Text = text.replace("\n", "\r")


def edit_table(shown: Shown, action: str, number: int, caption: str, **how: Any) -> dict[str, Any]:
    require_text(shown, writable=True)
    number, table = _choose(shown, number, caption)
    if action not in _ACTIONS:
        raise Refused(
            f"{action!r} is not done in Word's tables here; do it on the screen, or take {', '.join(_ACTIONS)}"
        )
    tables, before = int(shown.document.Tables.Count), rows_of(table)
    with one_step(shown, "Edit table"):
        expected = _ACTIONS[action](table, before, how)
    if action == "remove table":
        left = int(shown.document.Tables.Count)
        return {"number": number, "tables": left, "equal": left == tables - 1}
    now = rows_of(table)
    return {
        "name": _name(table, number), "number": number, "rows": len(now), "columns": max(map(len, now), default=0),
        "cells": now[:_MOST_TOLD], "equal": now == expected,
    }  # fmt: skip


_Change = Callable[[Any, list[list[str]], dict[str, Any]], list[list[str]]]
"""Changes the table with those rows of texts, and returns the texts that it should have then."""


def _written(table: Any, rows: list[list[str]], how: dict[str, Any]) -> list[list[str]]:
    found = _CELL.fullmatch(how["cells"].partition(":")[0].strip().upper())
    if found is None:
        raise Refused(f"{how['cells']!r} is no cell of a table; write it like B2")
    column, row = sum((ord(letter) - 64) * 26**at for at, letter in enumerate(reversed(found[1]))), int(found[2])
    _require_room(rows, row, column, how["texts"])
    _write(table, row, column, how["texts"])
    for y, line in enumerate(how["texts"], row - 1):
        rows[y][column - 1 : column - 1 + len(line)] = line
    return rows


def _require_room(rows: list[list[str]], row: int, column: int, texts: Sequence[Sequence[str]]) -> None:
    if row + len(texts) - 1 > len(rows) or any(column + len(line) - 1 > len(rows[0]) for line in texts):
        raise Refused(f"the texts reach beyond the table, which has {len(rows)} rows and {len(rows[0])} columns")


def _rows_added(table: Any, rows: list[list[str]], how: dict[str, Any]) -> list[list[str]]:
    texts, wide = how["texts"], len(rows[0])
    count = max(how["count"], len(texts))
    at = len(rows) if how["first"] in (0, -1) else how["first"] - 1
    if not 0 <= at <= len(rows) or not 1 <= count <= _MOST_ROWS:
        raise Refused(f"the table has {len(rows)} rows; name one of them, or -1 for its end")
    lines = [[*line, *[""] * (wide - len(line))] for line in [*texts, *[[]] * (count - len(texts))]]
    if any(len(line) > wide for line in lines):
        raise Refused(f"the table has {wide} columns; give as many texts for a row")
    for _ in range(count):
        table.Rows("Add", *((table.Rows("Item", at + 1),) if at < len(rows) else ()))
    _write(table, at + 1, 1, lines)
    return [*rows[:at], *lines, *rows[at:]]


def _columns_added(table: Any, rows: list[list[str]], how: dict[str, Any]) -> list[list[str]]:
    wide, count = len(rows[0]), how["count"]
    at = wide if how["first"] in (0, -1) else how["first"] - 1
    if not 0 <= at <= wide or not 1 <= count <= _MOST_ROWS:
        raise Refused(f"the table has {wide} columns; name one of them, or -1 for its end")
    for _ in range(count):
        table.Columns("Add", *((table.Columns("Item", at + 1),) if at < wide else ()))
    _write(table, 1, at + 1, how["texts"])
    given = [*how["texts"], *[[]] * (len(rows) - len(how["texts"]))]
    return [[*row[:at], *line, *[""] * (count - len(line)), *row[at:]] for row, line in zip(rows, given, strict=True)]


def _removed(kind: str) -> _Change:
    def remove(table: Any, rows: list[list[str]], how: dict[str, Any]) -> list[list[str]]:
        lines = getattr(table, kind)
        there, count = int(lines.Count), how["count"]
        at = there - count if how["first"] == -1 else how["first"] - 1
        if at < 0 or at + count > there:
            raise Refused(f"the table has {there} {kind.lower()}; name the first one to take away and how many")
        if count == there:
            raise Refused("these are all of the table; use the action 'remove table'")
        for _ in range(count):
            lines("Item", at + 1)("Delete")
        if kind == "Rows":
            return rows[:at] + rows[at + count :]
        return [row[:at] + row[at + count :] for row in rows]

    return remove


def _deleted(table: Any, rows: list[list[str]], how: dict[str, Any]) -> list[list[str]]:
    table("Delete")
    return []


def _header_rows(table: Any, rows: list[list[str]], how: dict[str, Any]) -> list[list[str]]:
    for at in range(1, len(rows) + 1):
        table.Rows("Item", at).HeadingFormat = at <= how["count"]
    return rows


_ACTIONS: dict[str, _Change] = {
    "write": _written, "add rows": _rows_added, "add columns": _columns_added, "remove rows": _removed("Rows"),
    "remove columns": _removed("Columns"), "header rows": _header_rows, "remove table": _deleted,
}  # fmt: skip
