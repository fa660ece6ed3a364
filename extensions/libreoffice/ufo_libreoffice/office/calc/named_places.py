"""Finds the cells and columns that a text names: a range, rows, columns, or the header of a column, also below a title."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ..refusals import Refused
from .ranges import (
    CELL,
    Area,
    Sheets,
    column_index,
    find_sheet,
    parse_area,
    require_used,
    sheet_to_change,
    split_known,
    used_area,
)
from .table_around import first_header, is_title, region, totals_at_end

_LINES = re.compile(r"(?:(row|column)s? )?\$?([A-Za-z]{1,3}|[0-9]{1,7})(?::\$?([A-Za-z]{1,3}|[0-9]{1,7}))?")
_OPEN = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7}):\$?([A-Za-z]{1,3})?([0-9]{1,7})?")
_LAST = re.compile(r"[.!]\$?[A-Za-z]{1,3}\$?[0-9]{1,7}$")
_HEADERS_WITHIN = 100
"""The rows at the top of what is filled in which a header is looked for."""


def headed(sheet: Any, used: Area, name: str) -> tuple[int, Area] | None:
    """Return the column, from 0 at the left of the sheet, that has this header, and its table, whose first row the header is.
    Above a header there is a title at most. None where no column or several have it.
    """
    wanted = name.strip().casefold()
    if not wanted:
        return None
    rows = replace(used, end_row=min(used.end_row, used.row + _HEADERS_WITHIN)).of(sheet).getDataArray()
    for place, row in enumerate(rows):
        names = [str(item).strip().casefold() for item in row]
        if names.count(wanted) != 1:
            continue
        column, line = used.column + names.index(wanted), used.row + place
        around = region(sheet, column, line)
        above = rows[around.row - used.row : place]
        # Of a list of one column, only the first line can be a header.
        width = sum(item != "" for item in row)
        if (width > 1 or not above) and all(is_title(sum(item != "" for item in other), width) for other in above):
            return column, replace(used if not place else around, row=line)
    return None


def place_in(sheet: Any, text: str) -> Area:
    """Return the area that a text names: "A1:C5"; "B", "B:D", "2", "2:5", "row 1" or "column B" as far as the sheet is filled;
    "B2:B" from row 2 to the last filled one, "B2:" to the last filled column too; "" for all filled cells; a header for the
    cells below it, without totals at their end. Raises Refused.
    """
    plain = text.strip()
    if plain and all(CELL.fullmatch(part.strip()) for part in plain.split(":")):
        return parse_area(plain)
    found = _OPEN.fullmatch(plain)
    if found and used_area(sheet) is None:
        return parse_area(f"{found[1]}{found[2]}")
    used = require_used(sheet)
    if not plain:
        return used
    below = _below_header(sheet, used, plain)
    if below is not None:
        return below
    if found:
        corner = parse_area(f"{found[1]}{found[2]}")
        columns = sorted((corner.column, column_index(found[3]) if found[3] else max(used.end_column, corner.column)))
        rows = sorted((corner.row, int(found[4]) - 1 if found[4] else max(used.end_row, corner.row)))
        return Area(columns[0], rows[0], columns[1], rows[1])
    lines = _LINES.fullmatch(plain)
    ends = [word for word in (lines[2], lines[3] or lines[2]) if word] if lines else []
    if ends and all(ending.isdecimal() for ending in ends) and "0" not in ends:
        rows = sorted(int(ending) - 1 for ending in ends)
        return Area(used.column, rows[0], used.end_column, rows[1])
    if ends and all(ending.isalpha() for ending in ends):
        columns = sorted(column_index(ending) for ending in ends)
        return Area(columns[0], used.row, columns[1], used.end_row)
    headers = ", ".join(map(repr, _headers_of(sheet, used)))
    raise Refused(
        f"{text!r} is not a range; write it like A1:C5, B2:B, column B, row 1, or take a column's header: {headers}"
    )


def _below_header(sheet: Any, used: Area, name: str) -> Area | None:
    found = headed(sheet, used, name)
    if found is None:
        return None
    column, table = found
    end = table.end_row - totals_at_end(replace(table, row=table.row + 1).of(sheet)) if table.rows > 1 else table.row
    return Area(column, table.row + 1, column, end) if end > table.row else None


def on_sheet(shown: Sheets, text: str, sheet_name: str | int, *, change: bool = False) -> tuple[Any, Area]:
    """Return the sheet and the area that a text such as "Sheet2.A1:B5" names. `change`: the sheet must be one that may be
    changed.
    """
    shown.require("sheet.SpreadsheetDocument", "spreadsheet")
    prefix, address = split_known(shown, text) if ":" in text or "." in text or "!" in text else ("", text)
    if prefix not in shown.document.Sheets.ElementNames and ":" not in text and not _LAST.search(text):
        # A header may have such a mark.
        prefix, address = "", text
    chosen = prefix or sheet_name
    sheet = sheet_to_change(shown, chosen) if change else find_sheet(shown, chosen)
    return sheet, place_in(sheet, address)


def column_in(sheet: Any, area: Area, name: str) -> int:
    """Return the index, from 0 at the left of the area, of the column with that header in the area's first row, or that letter.
    Raises Refused.
    """
    first = Area(area.column, area.row, area.end_column, area.row).of(sheet).getDataArray()[0]
    headers = [str(item).strip() for item in first]
    folded = [header.casefold() for header in headers]
    if folded.count(name.strip().casefold()) == 1:
        return folded.index(name.strip().casefold())
    if name.strip().isalpha() and len(name.strip()) <= 3 and area.column <= column_index(name) <= area.end_column:
        return column_index(name) - area.column
    raise Refused(_unknown(name, headers, area.name))


def column_named(name: str, sheet: Any, used: Area) -> int:
    """Return the index, from 0 at the left of the sheet, of the column with that unique header, that number from 1, or that
    letter.
    """
    found = headed(sheet, used, name)
    if found is not None:
        return found[0]
    if name.isdecimal() and int(name) >= 1:
        return int(name) - 1
    if name.isalpha() and len(name) <= 2:
        return column_index(name)
    raise Refused(_unknown(name, _headers_of(sheet, used), used.name))


def _headers_of(sheet: Any, used: Area) -> list[str]:
    return [str(item) for item in first_header(sheet, used).of(sheet).getDataArray()[0] if item != ""]


def _unknown(name: str, headers: Sequence[str], where: str) -> str:
    near = difflib.get_close_matches(name, headers, 1, 0.5)
    meant = f"did you mean {near[0]!r}? The" if near else "the"
    twice = [header.casefold() for header in headers].count(name.strip().casefold()) > 1
    problem = f"several columns of {where} are" if twice else f"no column of {where} is"
    return f"{problem} headed {name!r}; {meant} columns are {', '.join(map(repr, headers))}"
