"""Reads calendars and address books as tables, a row for each entry, so that what changed in them is told by its fields."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ufo.conditions.readers.model import Cell, Sheet
from ufo.dotted import load
from ufo.proof.difference.content import Content, SheetContent

if TYPE_CHECKING:
    from ufo.tools.data.records import Book, Record

_READ, _FIELDS = "ufo.tools.data.records:read_book", "ufo.tools.data.record_fields:FIELDS"
_TIMES = frozenset({"start", "end", "due", "done", "birthday"})
_OCCURRENCE = "occurrence"


def read_record_content(path: Path) -> Content:
    """Read the file. Raises ToolError. What reads it is loaded by the first such file: that takes a third of a second."""
    book = cast("Book", load(_READ)(path))
    kinds: defaultdict[str, list[Record]] = defaultdict(list)
    for record in book.records:
        kinds[record.kind].append(record)
    fields = cast(Mapping[str, Mapping[str, str]], load(_FIELDS))
    return Content(
        "entry", sheets=tuple(_table(kind, [*fields[kind], _OCCURRENCE], held) for kind, held in kinds.items())
    )


def _table(kind: str, names: list[str], records: list[Record]) -> SheetContent:
    cells = {(0, column): Cell(name, kind="text") for column, name in enumerate(names)}
    for row, record in enumerate(records, 1):
        told = {**record.fields, _OCCURRENCE: record.occurrence}
        for column, name in enumerate(names):
            value = told.get(name, "")
            text = ", ".join(value) if isinstance(value, list) else value
            if text:
                cells[row, column] = _cell(name, text)
    return SheetContent(Sheet(f"{kind}s", cells))


def _cell(name: str, text: str) -> Cell:
    if name not in _TIMES:
        return Cell(text, kind="text")
    return Cell(text, kind="date", day=text[:10])
