"""What stands around a range in a sheet: its filled neighbours, the header of its column and the name of its row."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ufo.conditions.readers.blocks import block_name, runs_in
from ufo.conditions.readers.model import EMPTY, Cell, Sheet


@dataclass
class Grid:
    """A sheet, with its rows and columns at hand."""

    sheet: Sheet
    rows_of: dict[int, set[int]] = field(default_factory=dict)
    columns_of: dict[int, set[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for row, column in self.sheet.cells:
            self.rows_of.setdefault(column, set()).add(row)
            self.columns_of.setdefault(row, set()).add(column)

    def cell(self, row: int, column: int) -> Cell:
        return self.sheet.cells.get((row, column), EMPTY)

    @property
    def height(self) -> int:
        return max(self.columns_of, default=-1) + 1

    def run(self, column: int, row: int) -> range:
        """Return the filled rows of the column without a gap around the row; none where the cell is empty."""
        rows = self.rows_of.get(column, set())
        if row not in rows:
            return range(row, row)
        first = last = row
        while first - 1 in rows:
            first -= 1
        while last + 1 in rows:
            last += 1
        return range(first, last + 1)

    def body(self, column: int, row: int) -> range:
        """Return the run without a header: a text at its top over cells of another kind, or over a column of texts with a
        header beside it.
        """
        run = self.run(column, row)
        return run[1:] if len(run) > 1 and row != run[0] and self.is_header(run[0], column) else run

    def share(self, count: int, column: int, row: int, prefix: str = "") -> str:
        """Return "3 of the 6 filled cells of B2:B7" where the body around the row has more cells than `count`, else ""."""
        body = self.body(column, row)
        name = f"{prefix}{block_name(body, range(column, column + 1))}" if body else ""
        return f"{count} of the {len(body)} filled cells of {name}" if len(body) > count else ""

    def is_header(self, row: int, column: int) -> bool:
        """Tell whether the cell heads its column: a text over a number, a date or a formula, or in the sheet's first row of
        texts.
        """
        if not is_text(self.cell(row, column)):
            return False
        if not is_text(below := self.cell(row + 1, column)) and below != EMPTY:
            return True
        beside = [self.cell(row, place) for place in self.columns_of.get(row, ())]
        return row == min(self.columns_of) and len(beside) > 1 and all(map(is_text, beside))

    def header(self, row: int, column: int) -> str:
        """Return the text at the top of the cell's column, "" where there is none."""
        top = self.run(column, row)[:1]
        first = top[0] if top else row
        if first == row and row > 0:
            first = row - 1 if (row - 1, column) in self.sheet.cells else row
        return self.cell(first, column).shown if first < row and self.is_header(first, column) else ""

    def label(self, row: int, column: int) -> str:
        """Return the first text of the row, "" where that is the cell itself or there is none."""
        for place in sorted(self.columns_of.get(row, ())):
            cell = self.cell(row, place)
            if place >= column:
                return ""
            if is_text(cell):
                return "" if self.is_header(row, place) else cell.shown
        return ""


def is_text(cell: Cell) -> bool:
    return bool(cell.shown) and cell.value is None and not cell.day and not cell.formula


def numbered(unit: str, places: Iterable[int], where: str = "") -> str:
    """Return "paragraph 3" or "slide 2, lines 1, 3 to 5" for places that count from 0. `where`: what they are in."""
    runs = runs_in(places)
    spans = ", ".join(str(run[0] + 1) if len(run) == 1 else f"{run[0] + 1} to {run[-1] + 1}" for run in runs)
    several = "s" if sum(map(len, runs)) != 1 else ""
    return f"{where}{', ' * bool(where)}{unit}{several} {spans}"
