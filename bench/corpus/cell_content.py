"""A cell as an item of the corpus writes it: a plain value, or a mapping with its format."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from ufo.conditions.readers.references import parse_reference

Plain = str | int | float | bool | None


@dataclass(frozen=True)
class CellContent:
    """`value`: what a person sees in it, a formula's result where `formula` is not "". `format`: as office programs spell it."""

    value: Plain | date = None
    formula: str = ""
    format: str = ""
    bold: bool = False
    italic: bool = False
    fill: str = ""
    color: str = ""


@dataclass(frozen=True)
class SheetContent:
    """`cells` by (row, column), from 0."""

    name: str
    cells: Mapping[tuple[int, int], CellContent]
    freeze: str = ""
    filter: str = ""
    chart: Mapping[str, str] | None = None


_KEYS = frozenset({"rows", "cells", "freeze", "filter", "chart"})


def sheets_of(content: Mapping[str, Any]) -> Iterator[SheetContent]:
    """Read the sheets of an item's spreadsheet. Raises ValueError for what the corpus does not know."""
    for name, sheet in content.items():
        if strange := set(sheet) - _KEYS:
            raise ValueError(f"sheet {name}: unknown {', '.join(sorted(strange))}")
        cells = {
            (row, column): cell_of(value)
            for row, values in enumerate(sheet.get("rows", ()))
            for column, value in enumerate(values)
            if value not in (None, "")
        }
        for place, value in sheet.get("cells", {}).items():
            reference = parse_reference(place)
            if reference is None:
                raise ValueError(f"sheet {name}: {place!r} is no cell")
            cells[reference.area.row, reference.area.column] = cell_of(value)
        yield SheetContent(name, cells, sheet.get("freeze", ""), sheet.get("filter", ""), sheet.get("chart"))


def cell_of(value: Plain | Mapping[str, Any]) -> CellContent:
    if isinstance(value, Mapping):
        fields = dict(value)
        if "date" in fields:
            fields["value"] = date.fromisoformat(fields.pop("date"))
            fields.setdefault("format", "yyyy-mm-dd")
        plain = fields.get("value")
        if isinstance(plain, str) and plain.startswith("=") and "formula" not in fields:
            fields |= {"formula": plain, "value": None}
        return CellContent(**fields)
    if isinstance(value, str) and value.startswith("="):
        return CellContent(formula=value)
    return CellContent(value)


def size(rows: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Return how many rows and columns the cells take."""
    return max((row for row, _ in rows), default=-1) + 1, max((column for _, column in rows), default=-1) + 1
