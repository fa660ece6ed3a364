"""Cells and areas as UNO's own structures."""

from __future__ import annotations

from typing import Any

from ..api import struct
from .ranges import Area


def corner_of(sheet: Any, area: Area) -> Any:
    return struct("table.CellAddress", Sheet=sheet.RangeAddress.Sheet, Column=area.column, Row=area.row)


def address_of(sheet: Any, area: Area) -> Any:
    return struct(
        "table.CellRangeAddress", Sheet=sheet.RangeAddress.Sheet, StartColumn=area.column, StartRow=area.row,
        EndColumn=area.end_column, EndRow=area.end_row,
    )  # fmt: skip
