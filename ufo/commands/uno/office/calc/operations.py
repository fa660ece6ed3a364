"""All operations on spreadsheets, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import (
    cells,
    chart,
    columns,
    conditional,
    filled_cells,
    filters,
    names,
    pivot,
    sheet_pages,
    sort,
    structure,
    subtotals,
    tables_in_text,
    texts,
    validation,
    view,
)

OPERATIONS: dict[str, Callable[..., Any]] = {
    name: operation
    for module in (
        cells,
        chart,
        columns,
        conditional,
        filled_cells,
        filters,
        names,
        sheet_pages,
        pivot,
        sort,
        structure,
        subtotals,
        tables_in_text,
        texts,
        validation,
        view,
    )
    for name, operation in module.OPERATIONS.items()
}
