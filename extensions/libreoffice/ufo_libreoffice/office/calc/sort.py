"""Sorts a table by one of its columns. The title above it, totals below it and other tables beside it stay in place."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import Any

from ..api import properties, sequence, struct
from ..connection import Shown
from ..refusals import Refused
from ..undo import one_step
from .formula_errors import Place, errors_in, newly_broken
from .named_places import column_in, column_named, headed
from .numbers import is_date_text
from .ranges import Area, require_used, sheet_to_change
from .structure import held, told_rows
from .table_around import merged_in, region, totals_at_end

_IGNORE_CASE = 1
"""com.sun.star.i18n.CollatorOptions.CollatorOptions_IGNORE_CASE."""
_PLAIN_WORDS = re.compile(r"[A-Za-z0-9 ]*")


@dataclass(frozen=True)
class _Table:
    """A table on a sheet. `column` counts from the left of `area`."""

    area: Area
    column: int
    has_header: bool


def sort_table(
    shown: Shown, by: str, descending: bool, sheet_name: str | int, then: Sequence[Mapping[str, Any]] = ()
) -> dict[str, Any]:
    """Sort a table by a column, and rows that are equal there by the further ones in `then` ({by, descending}). In the result,
    `totals` counts the rows at the end that stayed, since they sum up the rows above, and `dates` the first texts of the
    columns that look like dates, which sort as texts.
    """
    sheet = sheet_to_change(shown, sheet_name)
    table = _table(sheet, by)
    body = replace(table.area, row=table.area.row + table.has_header)
    totals = totals_at_end(body.of(sheet)) if body.rows > 0 else 0
    area = replace(table.area, end_row=table.area.end_row - totals)
    keys = [_Key(table.column, descending)]
    keys += [_Key(column_in(sheet, area, str(record["by"])), bool(record.get("descending", False))) for record in then]
    _require_single_cells(sheet, replace(area, row=area.row + table.has_header))
    cells, before, errors = area.of(sheet), held(sheet, area), errors_in(shown)
    fields = [struct("table.TableSortField", Field=key.column, IsAscending=not key.descending) for key in keys]
    how = properties(
        SortFields=sequence("table.TableSortField", *fields), ContainsHeader=table.has_header, IsSortColumns=False
    )
    with one_step(shown.document, "Sort"):
        cells.sort(how)
    same = sorted(map(repr, before)) == sorted(map(repr, held(sheet, area)))
    rows = cells.getDataArray()[table.has_header :]
    return {
        "sheet": sheet.Name, "start": area.name.partition(":")[0], "rows": told_rows(shown, sheet, area), "totals": totals,
        "broken": _broken(shown, errors, sheet.Name, area), "dates": _texts_as_dates(rows, keys),
        "equal": same and _all_in_order(shown, rows, keys),
    }  # fmt: skip


def _require_single_cells(sheet: Any, body: Area) -> None:
    merged = merged_in(sheet, body) if body.rows > 0 else []
    if merged:
        raise Refused(
            f"{', '.join(merged)} is merged, and LibreOffice sorts no merged cells; set merged to off there first"
        )


@dataclass(frozen=True)
class _Key:
    column: int
    descending: bool


def _texts_as_dates(rows: Sequence[Sequence[Any]], keys: Sequence[_Key]) -> list[str]:
    found = [next((row[key.column] for row in rows if is_date_text(row[key.column])), "") for key in keys]
    return [item for item in found if item]


def _all_in_order(shown: Shown, rows: Sequence[Sequence[Any]], keys: Sequence[_Key]) -> bool:
    """Tell whether the rows are in order of the first key, and those that are equal there in order of the next ones."""
    if not keys:
        return True
    key, rest = keys[0], keys[1:]
    if not _in_order(shown, [row[key.column] for row in rows], key.descending):
        return False
    if not rest:
        return True
    groups = groupby(rows, key=lambda row: _folded(row[key.column]))
    return all(_all_in_order(shown, list(group), rest) for _, group in groups)


def _folded(value: Any) -> Any:
    return value.casefold() if isinstance(value, str) else value


def _broken(shown: Shown, before: frozenset[Place], name: str, area: Area) -> list[str]:
    """Return the newly broken formulas. It is not known which row went where, so errors inside the area count as new only where
    their number has grown.
    """

    def is_inside(at: Place) -> bool:
        return at[0] == name and area.column <= at[1] <= area.end_column and area.row <= at[2] <= area.end_row

    inside = {at for at in errors_in(shown) if is_inside(at)}
    more = len(inside) > len([at for at in before if is_inside(at)])
    return newly_broken(shown, before if more else before | inside)


def _table(sheet: Any, by: str) -> _Table:
    """Find the table with that header, or else the one around the first filled cell of that column."""
    used = require_used(sheet)
    found = headed(sheet, used, by)
    if found is not None:
        around = replace(region(sheet, found[0], found[1].row), row=found[1].row)
        return _Table(around, found[0] - around.column, True)
    column = column_named(by, sheet, used)
    if not used.column <= column <= used.end_column:
        raise Refused(f"column {by!r} is empty; the filled cells are {used.name}")
    cells = Area(column, used.row, column, used.end_row).of(sheet).getDataArray()
    first = next((place for place, row in enumerate(cells) if row[0] != ""), None)
    if first is None:
        raise Refused(f"column {by!r} is empty; the filled cells are {used.name}")
    area = region(sheet, column, used.row + first)
    return _Table(area, column - area.column, _has_header(area.of(sheet).getDataArray()))


def _has_header(rows: Sequence[Sequence[Any]]) -> bool:
    texts = all(isinstance(row, str) for row in rows[0])
    return len(rows) > 1 and texts and any(not isinstance(row, str) for row in rows[1])


def _in_order(shown: Shown, keys: Sequence[Any], descending: bool) -> bool:
    """Tell whether the keys are sorted: numbers before texts, reversed where descending; empty cells come last either way."""
    filled = [key for key in keys if key != ""]
    if list(keys[: len(filled)]) != filled:
        return False
    rising = filled[::-1] if descending else filled
    numbers = [item for item in rising if isinstance(item, float)]
    texts = [item for item in rising if isinstance(item, str)]
    if [item for item in rising if isinstance(item, float | str)] != [*numbers, *texts] or numbers != sorted(numbers):
        return False
    collator = shown.create("i18n.Collator")
    collator.loadDefaultCollator(shown.document.CharLocale, _IGNORE_CASE)
    return all(_is_plainly(text, two) or collator.compareString(text, two) <= 0 for text, two in pairwise(texts))


def _is_plainly(text: str, two: str) -> bool:
    """Tell whether one text sorts before another in any language. LibreOffice must be asked about others, one pair per call."""
    words = bool(_PLAIN_WORDS.fullmatch(text) and _PLAIN_WORDS.fullmatch(two))
    return words and text.casefold() <= two.casefold()
