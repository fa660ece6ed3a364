"""Reads the tables of a text document in reading order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from ..api import UnoError, each, items
from ..connection import Shown
from ..refusals import Refused
from .captions import TableWords, best_matches

_MAX_PARAGRAPHS = 100_000
_MAX_CAPTION = 100
"""Characters; a longer paragraph is prose."""
_SAME_EDGE = 60
"""In units of the table's separators, where the width of a table is 10,000."""
_TABLE = "com.sun.star.text.TextTable"


@dataclass(frozen=True)
class Found:
    table: Any
    number: int
    caption: str
    heading: str


def _all(shown: Shown) -> list[Found]:
    """Return all tables. `caption` is the short paragraph right above, or the one right below where its style is a caption's."""
    shown.require("text.TextDocument", "text document")
    found: list[Found] = []
    above = heading = ""
    below_of: int | None = None
    for block in islice(each(shown.document.Text), _MAX_PARAGRAPHS):
        if block.supportsService(_TABLE):
            found.append(Found(block, len(found) + 1, above, heading))
            above, below_of = "", len(found) - 1
            continue
        text = block.String.strip()
        if below_of is not None and text and _is_caption(block):
            found[below_of] = replace(found[below_of], caption=text)
        elif text:
            above = text if _is_caption(block) or len(text) <= _MAX_CAPTION and not _is_in_list(block) else ""
            heading = text if block.OutlineLevel else heading
        below_of = None if text else below_of
    return found + _nested(shown, found)


def _is_caption(paragraph: Any) -> bool:
    return str(paragraph.ParaStyleName) in ("Table", "Caption", "Illustration")


def _is_in_list(paragraph: Any) -> bool:
    return bool(paragraph.NumberingIsNumber and str(paragraph.NumberingStyleName) not in ("", "Outline"))


def _nested(shown: Shown, found: list[Found]) -> list[Found]:
    """Return the tables in frames and in other tables, numbered after the rest: the document's text does not list them."""
    names = {item.table.Name for item in found}
    missing = [table for table in items(shown.document.TextTables) if table.Name not in names]
    return [Found(table, len(found) + offset, "", "") for offset, table in enumerate(missing, 1)]


def rows_of_table(table: Any) -> list[list[str]]:
    """Return the texts of all cells. A table with merged or split cells has rows of different lengths."""
    try:
        values = table.getDataArray()
    except UnoError:
        return _irregular_rows(table)
    names = table.getCellNames()
    if any(name.count(".") for name in names) or len(names) != sum(len(row) for row in values):
        return _irregular_rows(table)
    return [
        [
            value if isinstance(value, str) else table.getCellByPosition(column, row).getString()
            for column, value in enumerate(line)
        ]
        for row, line in enumerate(values)
    ]


def _irregular_rows(table: Any) -> list[list[str]]:
    """Return each cell's text in the column where the cell begins; the other columns that a merged cell spans are empty."""
    rows: dict[int, list[str]] = {}
    for name in table.getCellNames():
        first = name.split(".")[0]
        number = int("".join(letter for letter in first if letter.isdigit()))
        rows.setdefault(number, []).append(table.getCellByName(name).getString().rstrip("\n"))
    edges = {number: _edges(table, number, len(texts)) for number, texts in rows.items()}
    lines = sorted({edge for found in edges.values() for edge in found or ()})
    if not all(edges.values()):
        return [rows[number] for number in sorted(rows)]
    return [_in_columns(rows[number], edges[number] or (), _joined(lines)) for number in sorted(rows)]


def _edges(table: Any, number: int, cells: int) -> tuple[int, ...] | None:
    """Return the positions where the cells of a row begin, from the left, in the table's own units; None where they are not
    reported.
    """
    try:
        separators = table.getRows().getByIndex(number - 1).TableColumnSeparators
    except (UnoError, AttributeError):
        return None
    places = (0, *(separator.Position for separator in separators if separator.IsVisible))
    return places if len(places) == cells else None


def _joined(lines: Sequence[int]) -> list[int]:
    """Merge edges that differ only by rounding into the first of them."""
    kept: list[int] = []
    for line in lines:
        if not kept or line - kept[-1] > _SAME_EDGE:
            kept.append(line)
    return kept


def _in_columns(texts: Sequence[str], edges: Sequence[int], lines: Sequence[int]) -> list[str]:
    row = [""] * len(lines)
    for text, edge in zip(texts, edges, strict=True):
        row[max(place for place, line in enumerate(lines) if line <= edge + _SAME_EDGE)] = text
    return row


def _words(found: Found) -> TableWords:
    rows = rows_of_table(found.table)
    return TableWords(found.table.Name, (found.caption, found.heading), tuple(rows[0]) if rows else ())


def _named(found: list[Found]) -> str:
    return "; ".join(
        f"{item.number} {item.table.Name!r}" + (f" ({item.caption})" if item.caption else "") for item in found
    )


def choose_table(shown: Shown, number: int, caption: str = "") -> Found:
    found = _all(shown)
    if not found:
        raise Refused("the document has no table; open the document that has one")
    if number:
        if not 1 <= number <= len(found):
            raise Refused(f"there is no table {number}; the tables are {_named(found)}")
        return found[number - 1]
    if len(found) == 1:
        return found[0]
    if not caption.strip():
        raise Refused(f"the document has {len(found)} tables, say which by number or caption: {_named(found)}")
    best = [found[index] for index in best_matches(caption, [_words(item) for item in found])]
    if len(best) != 1:
        problem = "several tables fit" if best else "no table fits"
        raise Refused(f"{problem} {caption!r}; say which by number: {_named(best or found)}")
    return best[0]


def read_table(shown: Shown, number: int, caption: str) -> dict[str, Any]:
    chosen = choose_table(shown, number, caption)
    return {
        "name": chosen.table.Name, "caption": chosen.caption or chosen.heading, "rows": rows_of_table(chosen.table),
        "number": chosen.number,
    }  # fmt: skip


def list_tables(shown: Shown) -> list[dict[str, Any]]:
    return [
        {
            "number": found.number, "name": found.table.Name, "caption": found.caption or found.heading, "rows": len(rows),
            "columns": max(map(len, rows), default=0), "header": rows[0] if rows else [],
        }
        for found in _all(shown)
        for rows in [rows_of_table(found.table)]
    ]  # fmt: skip


def select_table(shown: Shown, number: int) -> dict[str, Any]:
    if number < 1:
        raise Refused("tables are counted from 1")
    chosen = choose_table(shown, number)
    names = chosen.table.getCellNames()
    cells = (
        chosen.table.getCellRangeByName(f"{names[0]}:{names[-1]}")
        if len(names) > 1
        else chosen.table.getCellByName(names[0])
    )
    shown.controller.select(cells)
    selected = shown.controller.getViewCursor().TextTable
    return {
        "name": chosen.table.Name, "number": number, "cells": f"{names[0]}:{names[-1]}",
        "equal": selected is not None and selected.Name == chosen.table.Name,
    }  # fmt: skip
