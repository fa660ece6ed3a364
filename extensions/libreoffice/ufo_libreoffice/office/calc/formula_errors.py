"""Finds formulas that show an error after a change but not before, such as those that counted on a deleted row."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..connection import Shown
from .ranges import Area

_ERRORS = 4
"""com.sun.star.sheet.FormulaResult.ERROR."""
_MOST_TOLD = 20

Place = tuple[str, int, int]
"""Sheet name, column and row, both from 0."""


def errors_in(shown: Shown) -> frozenset[Place]:
    return frozenset(place for sheet in shown.document.Sheets for place in _errors_on(sheet))


def _errors_on(sheet: Any) -> Iterator[Place]:
    for found in sheet.queryFormulaCells(_ERRORS).RangeAddresses:
        for row in range(found.StartRow, found.EndRow + 1):
            for column in range(found.StartColumn, found.EndColumn + 1):
                yield sheet.Name, column, row


def newly_broken(
    shown: Shown, before: frozenset[Place], moved: Callable[[Place], Place] = lambda place: place
) -> list[str]:
    """Return the first of the new errors, each as "Sheet.C4 shows #REF!". `moved` maps the old place of a cell to its new one."""
    new = sorted(errors_in(shown) - {moved(place) for place in before})
    described = [_described(shown, place) for place in new[:_MOST_TOLD]]
    return described + [f"{len(new) - _MOST_TOLD:,} more cells show errors"] * (len(new) > _MOST_TOLD)


def _described(shown: Shown, place: Place) -> str:
    name, column, row = place
    cell = shown.document.Sheets.getByName(name).getCellByPosition(column, row)
    return f"{name}.{Area(column, row, column, row).name} shows {cell.String}"


def errors_within(sheet: Any, area: Area) -> list[str]:
    """Return the first cells of the area whose formulas show an error, each as "F7 shows #DIV/0!"."""
    found = [_lines_of(rangeaddress) for rangeaddress in area.of(sheet).queryFormulaCells(_ERRORS).RangeAddresses]
    places = [(column, row) for columns, rows in found for row in rows for column in columns]
    told = [f"{Area(x, y, x, y).name} shows {sheet.getCellByPosition(x, y).String}" for x, y in places[:_MOST_TOLD]]
    return told + [f"{len(places) - _MOST_TOLD:,} more cells show errors"] * (len(places) > _MOST_TOLD)


def _lines_of(address: Any) -> tuple[range, range]:
    return range(address.StartColumn, address.EndColumn + 1), range(address.StartRow, address.EndRow + 1)
