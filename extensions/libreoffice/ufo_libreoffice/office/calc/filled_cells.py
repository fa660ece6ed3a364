"""Writes many cells at once: each with its own content, or a whole range with one content, and finds and fills empty cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..api import enum
from ..connection import Shown
from ..refusals import Refused
from ..undo import one_step
from .cell_contents import date_texts, is_code
from .cells import one_cell, values_of, write_content, write_rows
from .formula_errors import errors_within
from .named_places import on_sheet
from .number_formats import continue_format_of_formulas
from .numbers import parse_number
from .ranges import CELL, Area, area_at, split_known
from .sheet_texts import put_values
from .written_formulas import write_formula

_MOST = 2_000
_MOST_TOLD = 20
_MOST_HELD = 400


def write_cells(shown: Shown, cells: Mapping[str, Any], blanks: bool, sheet_name: str | int) -> dict[str, Any]:
    """Write each cell's or range's own content, or with `blanks` into their empty cells alone. A formula is the one of the first
    cell of a range; in the others its references move along.
    """
    if len(cells) > _MOST:
        raise Refused(f"{len(cells):,} single cells at once are too many; write blocks with write_table")
    if len(cells) > 1 and blanks:
        raise Refused("give one range whose empty cells are meant")
    (name, content), *_ = cells.items()
    if blanks:
        return _fill_blanks(shown, name, content, sheet_name)
    if len(cells) > 1:
        return _set_cells(shown, cells, sheet_name)
    sheet, area = _meant(shown, name, sheet_name)
    return (_fill_range if area.rows * area.columns > 1 else _write_cell)(shown, sheet, area, content)


def _meant(shown: Shown, name: str, sheet_name: str | int) -> tuple[Any, Area]:
    is_cell = CELL.fullmatch(split_known(shown, name)[1].strip())
    return one_cell(shown, name, sheet_name) if is_cell else on_sheet(shown, name, sheet_name, change=True)


def _write_cell(shown: Shown, sheet: Any, area: Area, content: Any) -> dict[str, Any]:
    target = area.of(sheet)
    with one_step(shown.document, f"Write {area.name}"):
        equal = write_content(shown, target, content)
    cell = target.getCellByPosition(0, 0)
    value = values_of(shown, sheet, area, as_shown=False)[0][0]
    return {
        "sheet": sheet.Name, "cell": area.name, "shown": cell.String, "value": value, "error": cell.getError(),
        "dates": date_texts(target.getDataArray()), "equal": equal,
        "said": f"{sheet.Name}.{area.name} shows {cell.String!r}",
        "doubt": f"the formula gives {cell.String}" if cell.getError() else "",
    }  # fmt: skip


def _set_cells(shown: Shown, cells: Mapping[str, Any], sheet_name: str | int) -> dict[str, Any]:
    placed = [(*_meant(shown, name, sheet_name), content) for name, content in cells.items()]
    with one_step(shown.document, "Write cells"):
        equal = [_fill(shown, area.of(sheet), area, content) for sheet, area, content in placed]
    told = {_name(sheet, area, sheet_name): _shown(area.of(sheet), 0, 0) for sheet, area, _ in placed}
    texts = [
        _name(sheet, area, sheet_name) for sheet, area, content in placed if _is_kept_text(content, area.of(sheet))
    ]
    said = f"{len(placed)} cells of {placed[0][0].Name} read back as given"
    kept = "are texts" if len(texts) > 1 else "is a text"
    return {
        "sheet": placed[0][0].Name, "count": len(placed), "shown": dict(list(told.items())[:_MOST_TOLD]),
        "equal": all(equal), "dates": date_texts([list(cells.values())]),
        "said": f"{said}; {', '.join(map(repr, texts))} {kept}, as its column or its format has it" if texts else said,
        "doubt": _doubt([error for sheet, area, _ in placed for error in errors_within(sheet, area)]),
        "holds": [
            {"sheet": sheet.Name, "start": area.name.partition(":")[0], "cells": [[_shown(area.of(sheet), 0, 0)]]}
            for sheet, area, _ in placed[:_MOST_TOLD]
            if _shown(area.of(sheet), 0, 0)
        ],
    }  # fmt: skip


def _doubt(errors: Sequence[str]) -> str:
    return f"formulas give errors: {', '.join(errors[:_MOST_TOLD])}" if errors else ""


def _is_kept_text(content: Any, cell: Any) -> bool:
    """Tell whether a cell took digits as a text, though they would make a number."""
    return is_code(content) and parse_number(content) is not None and cell.getDataArray() == ((content,),)


def _name(sheet: Any, area: Area, sheet_name: str | int) -> str:
    return area.name if sheet_name in ("", sheet.Name) else f"{sheet.Name}.{area.name}"


def _fill_range(shown: Shown, sheet: Any, area: Area, content: Any) -> dict[str, Any]:
    target = area.of(sheet)
    before = sum(value != "" for line in target.getDataArray() for value in line)
    with one_step(shown.document, "Fill range"):
        equal = _fill(shown, target, area, content)
    count, first, last = area.rows * area.columns, _shown(target, 0, 0), _shown(target, area.columns - 1, area.rows - 1)
    said = f"{count} cells are filled, {area.name}, from {first!r} to {last!r}"
    return {
        "sheet": sheet.Name, "range": area.name, "count": count, "first": first, "last": last, "replaced": before,
        "equal": equal, "holds": held_by(sheet, area, target), "doubt": _doubt(errors_within(sheet, area)),
        "said": f"{said}; {before} filled cells were replaced" if before else said,
    }  # fmt: skip


def _fill(shown: Shown, target: Any, area: Area, content: Any) -> bool:
    if isinstance(content, str) and content.startswith("=") and len(content) > 1:
        write_formula(shown, target.getCellRangeByPosition(0, 0, 0, 0), content)
        if area.rows > 1:
            first = target.getCellRangeByPosition(0, 0, 0, area.rows - 1)
            first.fillAuto(enum("sheet.FillDirection", "TO_BOTTOM"), 1)
        if area.columns > 1:
            target.fillAuto(enum("sheet.FillDirection", "TO_RIGHT"), 1)
        continue_format_of_formulas(shown.document, target)
        return all(item.startswith("=") for line in target.getFormulaArray() for item in line)
    return write_rows(shown, target, [[content] * area.columns] * area.rows)


def _shown(target: Any, column: int, row: int) -> str:
    return str(target.getCellByPosition(column, row).String)


def held_by(sheet: Any, area: Area, target: Any) -> list[dict[str, Any]]:
    """Return the conditions that state what the cells show, all or of many the first and the last, and the formulas of these."""
    last = Area(area.end_column, area.end_row, area.end_column, area.end_row)
    ends = [Area(area.column, area.row, area.column, area.row), last]
    whole = [area] if area.rows * area.columns <= _MOST_HELD else ends
    held: list[dict[str, Any]] = []
    for item in whole:
        cells = item.of(sheet)
        texts = [[_shown(cells, x, y) for x in range(item.columns)] for y in range(item.rows)]
        held += (
            [{"sheet": sheet.Name, "start": item.name.partition(":")[0], "cells": texts}]
            if any(map(any, texts))
            else []
        )
    for ending in ends:
        formula = ending.of(sheet).getCellByPosition(0, 0).Formula
        if formula.startswith("="):
            held.append({"sheet": sheet.Name, "start": ending.name, "property": "formula", "value": formula})
    return held


def _fill_blanks(shown: Shown, cells: str, content: Any, sheet_name: str | int) -> dict[str, Any]:
    """Find the empty cells of a range, and fill them: `content` is a value, "above" or "below" for the next filled cell there;
    None only finds them.
    """
    sheet, area = on_sheet(shown, cells, sheet_name, change=content is not None)
    blanks = [area_at(rangeaddress) for rangeaddress in area.of(sheet).queryEmptyCells().RangeAddresses]
    count = sum(blank.rows * blank.columns for blank in blanks)
    names = [blank.name for blank in blanks[:_MOST_TOLD]] + [f"and {len(blanks) - _MOST_TOLD:,} more"] * (
        len(blanks) > _MOST_TOLD
    )
    told: dict[str, Any] = {"sheet": sheet.Name, "range": area.name, "blanks": names, "count": count, "left": count}
    said = f"{count} empty cells in {sheet.Name}.{area.name}: {', '.join(names) or 'none'}"
    if content is None or not blanks:
        return {**told, "holds": [], "equal": True, "said": f"{said}; {count} left"}
    with one_step(shown.document, "Fill blanks"):
        for blank in blanks:
            _fill_blank(shown, sheet, area, blank, content)
    still = [area_at(address) for address in area.of(sheet).queryEmptyCells().RangeAddresses]
    left = sum(blank.rows * blank.columns for blank in still)
    first = blanks[0].of(sheet)
    holds = held_by(sheet, blanks[0], first) if _shown(first, 0, 0) else []
    return {**told, "left": left, "holds": holds, "equal": left < count, "said": f"{said}; {left} left"}


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
