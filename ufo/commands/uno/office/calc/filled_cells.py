"""Writes many cells at once: each with its own content, or a whole range with one content, and finds and fills empty cells."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..api import Refused, UnoError, enum
from ..connection import Shown
from ..undo import one_step
from .cells import date_texts, is_code, write_content, write_formula, write_rows
from .formula_errors import errors_within
from .named_places import on_sheet
from .numbers import parse_number
from .ranges import Area, parse_area, sheet_to_change, split_known
from .write_block import put_values

_MOST = 2_000
_MOST_TOLD = 20
_MOST_HELD = 400


def set_cells(shown: Shown, cells: Mapping[str, Any], sheet_name: str | int) -> dict[str, Any]:
    """Write each cell's own content. In the result, `errors` are the formulas that show one, each as "Sheet.F7 shows #DIV/0!"."""
    if len(cells) > _MOST:
        raise Refused(f"{len(cells):,} single cells at once are too many; write blocks with insert_excel_table")
    placed = [(*_one(shown, name, sheet_name), content) for name, content in cells.items()]
    with one_step(shown.document, "Write cells"):
        equal = [write_content(shown, area.of(sheet), content) for sheet, area, content in placed]
    told = {_name(sheet, area, sheet_name): area.of(sheet).getCellByPosition(0, 0).String for sheet, area, _ in placed}
    wrong = [one for sheet, area, _ in placed for one in errors_within(sheet, area)]
    return {
        "sheet": placed[0][0].Name, "count": len(placed), "shown": dict(list(told.items())[:_MOST_TOLD]),
        "errors": wrong[:_MOST_TOLD], "equal": all(equal), "dates": date_texts([list(cells.values())]),
        "texts": [_name(sheet, area, sheet_name) for sheet, area, content in placed if _is_kept_text(content, area.of(sheet))],
        "holds": [
            {"sheet": sheet.Name, "start": area.name, "cells": [[area.of(sheet).getCellByPosition(0, 0).String]]}
            for sheet, area, _ in placed[:_MOST_TOLD]
            if area.of(sheet).getCellByPosition(0, 0).String
        ],
    }  # fmt: skip


def _is_kept_text(content: Any, cell: Any) -> bool:
    """Tell whether a cell took digits as a text, though they would make a number."""
    return is_code(content) and parse_number(content) is not None and cell.getDataArray() == ((content,),)


def _one(shown: Shown, name: str, sheet_name: str | int) -> tuple[Any, Area]:
    prefix, address = split_known(shown, name)
    sheet, area = sheet_to_change(shown, prefix or sheet_name), parse_area(address)
    if area.rows * area.columns != 1:
        raise Refused(f"{name!r} is a range; fill_range writes one content into all its cells")
    return sheet, area


def _name(sheet: Any, area: Area, sheet_name: str | int) -> str:
    return area.name if sheet_name in ("", sheet.Name) else f"{sheet.Name}.{area.name}"


def fill_range(shown: Shown, cells: str, content: Any, sheet_name: str | int) -> dict[str, Any]:
    """Write one content into all cells. A formula is the one of the first cell; in the others its references move along."""
    sheet, area = on_sheet(shown, cells, sheet_name, change=True)
    target = area.of(sheet)
    before = sum(value != "" for line in target.getDataArray() for value in line)
    with one_step(shown.document, "Fill range"):
        equal = _fill(shown, target, area, content)
    shown_in = [_shown(target, 0, 0), _shown(target, area.columns - 1, area.rows - 1)]
    return {
        "sheet": sheet.Name, "range": area.name, "count": area.rows * area.columns, "first": shown_in[0],
        "last": shown_in[1], "replaced": before, "errors": errors_within(sheet, area), "equal": equal,
        "holds": _held(sheet, area, target),
    }  # fmt: skip


def _fill(shown: Shown, target: Any, area: Area, content: Any) -> bool:
    if isinstance(content, str) and content.startswith("=") and len(content) > 1:
        write_formula(target.getCellRangeByPosition(0, 0, 0, 0), content)
        if area.rows > 1:
            first = target.getCellRangeByPosition(0, 0, 0, area.rows - 1)
            first.fillAuto(enum("sheet.FillDirection", "TO_BOTTOM"), 1)
        if area.columns > 1:
            target.fillAuto(enum("sheet.FillDirection", "TO_RIGHT"), 1)
        return all(one.startswith("=") for line in target.getFormulaArray() for one in line)
    return write_rows(shown, target, [[content] * area.columns] * area.rows)


def _shown(target: Any, column: int, row: int) -> str:
    return str(target.getCellByPosition(column, row).String)


def _held(sheet: Any, area: Area, target: Any) -> list[dict[str, Any]]:
    """Return the conditions that state what the cells show, all or of many the first and the last, and the formulas of these."""
    last = Area(area.end_column, area.end_row, area.end_column, area.end_row)
    ends = [Area(area.column, area.row, area.column, area.row), last]
    whole = [area] if area.rows * area.columns <= _MOST_HELD else ends
    held: list[dict[str, Any]] = []
    for one in whole:
        cells = one.of(sheet)
        texts = [[_shown(cells, x, y) for x in range(one.columns)] for y in range(one.rows)]
        held += (
            [{"sheet": sheet.Name, "start": one.name.partition(":")[0], "cells": texts}] if any(map(any, texts)) else []
        )
    for one in ends:
        formula = one.of(sheet).getCellByPosition(0, 0).Formula
        if formula.startswith("="):
            held.append({"sheet": sheet.Name, "start": one.name, "property": "formula", "value": formula})
    return held


def fill_blanks(shown: Shown, cells: str, content: Any, sheet_name: str | int) -> dict[str, Any]:
    """Find the empty cells of a range, and fill them: `content` is a value, "above" or "below" for the next filled cell there;
    None only finds them.
    """
    sheet, area = on_sheet(shown, cells, sheet_name, change=content is not None)
    blanks = [_as_area(one) for one in area.of(sheet).queryEmptyCells().RangeAddresses]
    count = sum(one.rows * one.columns for one in blanks)
    names = [one.name for one in blanks[:_MOST_TOLD]] + [f"and {len(blanks) - _MOST_TOLD:,} more"] * (
        len(blanks) > _MOST_TOLD
    )
    found = {"sheet": sheet.Name, "range": area.name, "blanks": names, "count": count}
    if content is None or not blanks:
        return {**found, "left": count, "holds": [], "equal": True}
    with one_step(shown.document, "Fill blanks"):
        for one in blanks:
            _fill_blank(shown, sheet, area, one, content)
    left = sum(_as_area(one).rows * _as_area(one).columns for one in area.of(sheet).queryEmptyCells().RangeAddresses)
    first = blanks[0].of(sheet)
    holds = _held(sheet, blanks[0], first) if _shown(first, 0, 0) else []
    return {**found, "left": left, "holds": holds, "equal": left < count}


def _fill_blank(shown: Shown, sheet: Any, area: Area, blank: Area, content: Any) -> None:
    if content not in ("above", "below"):
        _fill(shown, blank.of(sheet), blank, content)
        return
    row = blank.row - 1 if content == "above" else blank.end_row + 1
    if not area.row <= row <= area.end_row:
        return
    source = Area(blank.column, row, blank.end_column, row).of(sheet)
    line = source.getDataArray()[0]
    target = blank.of(sheet)
    put_values(target, tuple(line for _ in range(blank.rows)))
    for column in range(blank.columns):
        part = target.getCellRangeByPosition(column, 0, column, blank.rows - 1)
        part.NumberFormat = source.getCellByPosition(column, 0).NumberFormat


def _as_area(address: Any) -> Area:
    return Area(address.StartColumn, address.StartRow, address.EndColumn, address.EndRow)


def merge_cells(shown: Shown, cells: str, merged: bool, center: bool, sheet_name: str | int) -> dict[str, Any]:
    """Merge a range into one cell, or split it again. Values of the covered cells stay hidden below, and are told as `hidden`."""
    sheet, area = on_sheet(shown, cells, sheet_name, change=True)
    if merged and area.rows * area.columns < 2:
        raise Refused(f"{area.name} is one cell; give a range to merge")
    target = area.of(sheet)
    hidden = sum(value != "" for line in target.getDataArray() for value in line) - 1 if merged else 0
    with one_step(shown.document, "Merge cells" if merged else "Split cells"):
        try:
            target.merge(merged)
        except UnoError as error:
            raise Refused(f"{area.name} cannot be merged ({error}); it may cut through other merged cells") from error
        if merged and center:
            target.HoriJustify = enum("table.CellHoriJustify", "CENTER")
    held = {"sheet": sheet.Name, "start": area.name, "property": "merged", "value": "on" if merged else "off"}
    return {
        "sheet": sheet.Name, "range": area.name, "hidden": max(hidden, 0), "equal": target.getIsMerged() is merged,
        "holds": [held],
    }  # fmt: skip


OPERATIONS: dict[str, Callable[..., Any]] = {
    "calc.set_cells": set_cells,
    "calc.fill_range": fill_range,
    "calc.fill_blanks": fill_blanks,
    "calc.merge_cells": merge_cells,
}
