"""Joins places in a sheet into ranges, and formulas that are filled alike into one of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ufo.conditions.readers.model import Area
from ufo.conditions.readers.references import area_name, shifted
from ufo.schema.property_values import formula_spelled, formula_told

_BASE_ROW, _BASE_COLUMN = 5000, 300


def form(formula: str, row: int, column: int) -> str:
    """Return the formula as it would stand in one certain cell: formulas that are filled down are equal then."""
    if not formula:
        return ""
    return shifted(formula_spelled(formula, fixed=True), _BASE_ROW - row, _BASE_COLUMN - column)


def runs_in(places: Iterable[int]) -> list[range]:
    """Return the places in order as ranges without a gap."""
    found: list[range] = []
    for place in sorted(places):
        if found and place == found[-1].stop:
            found[-1] = range(found[-1].start, place + 1)
        else:
            found.append(range(place, place + 1))
    return found


def block_name(rows: range, columns: range) -> str:
    return area_name(Area(columns[0], rows[0], columns[-1], rows[-1]))


def rectangles(places: Iterable[tuple[int, int]]) -> list[tuple[range, range]]:
    """Return places (row, column) as blocks of rows and columns: the runs of each column, joined with equal ones beside them."""
    columns: dict[int, list[int]] = {}
    for row, column in places:
        columns.setdefault(column, []).append(row)
    runs: dict[tuple[int, int], list[int]] = {}
    for column, rows in columns.items():
        for run in runs_in(rows):
            runs.setdefault((run.start, run.stop), []).append(column)
    return [(range(*rows), across) for rows, found in sorted(runs.items()) for across in runs_in(found)]


def formula_blocks(formulas: Mapping[tuple[int, int], str], most: int) -> dict[str, str]:
    """Return formulas by their ranges, at most so many: one of many cells is that of the first, and goes on in the others with
    its references moved. The rest is counted under "more".
    """
    alike: dict[str, list[tuple[int, int]]] = {}
    for (row, column), formula in formulas.items():
        alike.setdefault(form(formula, row, column), []).append((row, column))
    blocks = sorted(
        (rows[0], columns[0], block_name(rows, columns), formula_told(formulas[rows[0], columns[0]]))
        for places in alike.values()
        for rows, columns in rectangles(places)
    )
    told = {name: formula for _, _, name, formula in blocks[:most]}
    return told | ({"more": f"{len(blocks) - most} further ranges with formulas"} if len(blocks) > most else {})
