"""Puts subtotals below each group of rows of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..api import UnoError, enum, struct
from ..connection import Shown
from ..refusals import Refused
from ..undo import one_step
from .named_places import column_in, on_sheet
from .ranges import Area
from .table_around import region, table_in

_FUNCTIONS = {"sum": "SUM", "count": "COUNT", "average": "AVERAGE", "max": "MAX", "min": "MIN", "product": "PRODUCT"}


def add_subtotals(
    shown: Shown, by: str, columns: Sequence[str], function: str, cells: str, sheet_name: str | int
) -> dict[str, Any]:
    """Sort the table by a column, and below each group of it put the subtotals of the columns, with a grand total at the end.
    The function "none" takes them away.
    """
    remove = function == "none"
    sheet, area = on_sheet(shown, cells, sheet_name, change=True) if cells else table_in(shown, sheet_name)
    target = area.of(sheet)
    with one_step(shown.document, "Remove subtotals" if remove else "Subtotals"):
        if remove:
            target.removeSubTotals()
        else:
            _apply(sheet, area, target, by, columns, function)
    now = region(sheet, area.column, area.row)
    added = _subtotals(sheet, now)
    if not remove and not added:
        raise Refused(f"no subtotals came into {now.name}; see whether the table has a header and rows below")
    held = [] if remove else [
        {"sheet": sheet.Name, "start": cell, "property": "formula", "value": formula} for cell, formula in added[-2:]
    ]  # fmt: skip
    return {
        "sheet": sheet.Name, "range": now.name, "subtotals": len(added), "equal": bool(added) is not remove, "holds": held,
    }  # fmt: skip


def _apply(sheet: Any, area: Area, target: Any, by: str, columns: Sequence[str], function: str) -> None:
    descriptor = target.createSubTotalDescriptor(True)
    descriptor.InsertPageBreaks = False
    descriptor.EnableSort = True
    wanted = [
        struct(
            "sheet.SubTotalColumn",
            Column=column_in(sheet, area, column),
            Function=enum("sheet.GeneralFunction", _FUNCTIONS[function]),
        )
        for column in columns
    ]
    descriptor.addNew(tuple(wanted), column_in(sheet, area, by))
    try:
        target.applySubTotals(descriptor, True)
    except UnoError as error:
        raise Refused(f"no subtotals could be put into {area.name} ({error})") from error


def _subtotals(sheet: Any, area: Area) -> list[tuple[str, str]]:
    """Return cell and formula of each subtotal, row by row."""
    return [
        (Area(area.column + x, area.row + y, area.column + x, area.row + y).name, formula)
        for y, line in enumerate(area.of(sheet).getFormulaArray())
        for x, formula in enumerate(line)
        if formula.startswith("=SUBTOTAL(")
    ]
