"""Copies ranges of cells to another place, another sheet, or out of another file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from ..api import NoQuestions, UnoError, file_url, items, properties
from ..connection import Shown
from ..refusals import Refused
from ..undo import one_step
from .addresses import address_of, corner_of
from .cells import one_cell
from .filled_cells import held_by
from .formula_errors import errors_within
from .named_places import on_sheet
from .pasted_formats import require_rows_in_sight
from .ranges import Area, require_unprotected, split_known, split_sheet
from .sheet_texts import put_values
from .structure import held
from .tables_in_text import paste

_CONTENTS = 1 | 2 | 4 | 8 | 16
"""com.sun.star.sheet.CellFlags: values, dates, texts, comments and formulas."""
_FORMULAS = 16


def copy_cells(shown: Shown, cells: str, to: str, from_file: str, values_only: bool) -> dict[str, Any]:
    """Copy a range with its formats to the place whose first cell is `to`; a sheet that is not there is added. References move
    along, as where a person copies; with `values_only` formulas come as what they show. `from_file`: the spreadsheet that
    `cells` are of, as it stands where it is open, else as it is on the disk; "" for this one.
    """
    shown.require("sheet.SpreadsheetDocument", "spreadsheet")
    shown.require_writable()
    with _source(shown, from_file) as source:
        sheet, area = on_sheet(source, cells, "")
        taken = area.of(sheet)
        values, wanted, formulas = _values(taken), held(sheet, area), 0 if values_only else _count(taken)
        with one_step(shown.document, "Copy cells"):
            target_sheet, corner = _target(shown, to)
            place = Area(corner.column, corner.row, corner.column + area.columns - 1, corner.row + area.rows - 1)
            target = place.of(target_sheet)
            replaced = sum(value != "" for line in target.getDataArray() for value in line)
            if source.document == shown.document:
                target_sheet.copyRange(corner_of(target_sheet, place), address_of(sheet, area))
            else:
                require_rows_in_sight(sheet, area)
                _pasted(shown, source, taken, target_sheet, target)
            if values_only:
                put_values(target, values)
        is_alike = _values(target) == values if values_only else held(target_sheet, place) == wanted
        foreign = _foreign(target) if from_file and formulas else []
        return {
            "sheet": target_sheet.Name, "range": place.name, "rows": place.rows, "columns": place.columns,
            "replaced": replaced, "from": f"{sheet.Name}.{area.name}", "formulas": formulas,
            "equal": is_alike and _count(target) == formulas,
            "holds": held_by(target_sheet, place, target),
            "doubt": "; ".join([*foreign, *errors_within(target_sheet, place)]),
        }  # fmt: skip


@contextmanager
def _source(shown: Shown, path: str) -> Iterator[Shown]:
    """Give the document that is copied from. One that was opened for it is hidden, runs no macros, and is closed again."""
    if not path or path == shown.path:
        yield shown
        return
    desktop = shown.create("frame.Desktop")
    is_open = next(
        (item for item in _components(desktop.Components) if getattr(item, "URL", "") == file_url(path)), None
    )
    document = is_open or _loaded(desktop, path)
    try:
        if not document.supportsService("com.sun.star.sheet.SpreadsheetDocument"):
            raise Refused(f"{Path(path).name!r} is no spreadsheet")
        yield Shown(document, document.CurrentController, shown.context)
    finally:
        if is_open is None:
            with suppress(UnoError):
                document.close(True)


def _components(components: Any) -> Iterator[Any]:
    found = components.createEnumeration()
    while found.hasMoreElements():
        yield found.nextElement()


def _loaded(desktop: Any, path: str) -> Any:
    how = properties(Hidden=True, ReadOnly=True, InteractionHandler=NoQuestions(), MacroExecutionMode=0)
    try:
        document = desktop.loadComponentFromURL(file_url(path), "_blank", 0, how)
    except UnoError:
        document = None
    if document is None:
        raise Refused(f"{Path(path).name!r} cannot be read; open it in LibreOffice, where it may ask for a password")
    for sheet in items(document.Sheets) if hasattr(document, "Sheets") else ():
        # Only rows in sight would be copied. Nobody sees this copy of the document.
        sheet.Rows.IsVisible = True
        sheet.Columns.IsVisible = True
    return document


def _target(shown: Shown, to: str) -> tuple[Any, Area]:
    """Return the sheet and the cell that are meant. A sheet that is not there is added at the end."""
    sheets = shown.document.Sheets
    name, _ = split_known(shown, to)
    if not name:
        name, _ = split_sheet(to)
    if name and name.casefold() not in (known.casefold() for known in sheets.ElementNames):
        sheets.insertNewByName(name, sheets.getCount())
    sheet, corner = one_cell(shown, to, "")
    require_unprotected(sheet)
    return sheet, corner


def _pasted(shown: Shown, source: Shown, taken: Any, sheet: Any, target: Any) -> None:
    """Paste from another document. LibreOffice would ask before it pastes over contents: they go first."""
    controller = shown.controller
    view, selected = controller.ActiveSheet, controller.getSelection()
    own_view, own_selected = source.controller.ActiveSheet, source.controller.getSelection()
    target.clearContents(_CONTENTS)
    try:
        paste(shown, source.controller, taken, target)
    finally:
        controller.setActiveSheet(view)
        controller.select(selected)
        source.controller.setActiveSheet(own_view)
        source.controller.select(own_selected)


def _values(cells: Any) -> tuple[tuple[float | str, ...], ...]:
    """Return numbers and texts; of a formula that gives an error, what it shows."""
    return tuple(
        tuple(cells.getCellByPosition(x, y).String if value is None else value for x, value in enumerate(row))
        for y, row in enumerate(cells.getDataArray())
    )


def _count(cells: Any) -> int:
    found = cells.queryContentCells(_FORMULAS).RangeAddresses
    return sum((item.EndRow - item.StartRow + 1) * (item.EndColumn - item.StartColumn + 1) for item in found)


def _foreign(target: Any) -> list[str]:
    """Return what is to be said of formulas that refer to the file that they came from."""
    found = [text for row in target.getFormulaArray() for text in row if text.startswith("=") and "'#" in text]
    return (
        [f"{len(found)} formulas refer to the other file, as {found[0]}; values_only copies what they show"]
        if found
        else []
    )
