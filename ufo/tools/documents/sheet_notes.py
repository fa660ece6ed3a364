"""What the cells of a sheet do not show by themselves: rows and columns that are hidden, and numbers that are stored as texts."""

from __future__ import annotations

from collections.abc import Iterator

from ufo.conditions.properties import OPENERS, ending_of, property_named
from ufo.conditions.readers.model import Document, Sheet
from ufo.conditions.readers.query import Asked
from ufo.conditions.readers.references import column_letters
from ufo.conditions.readers.sheets import is_mistyped

_MOST = 20


def notes(document: Document, sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Yield what is to be known beside the cells, each by its name. Blocking. Raises UnreadableDocument and OSError."""
    for name in ("hidden rows", "hidden columns"):
        reader = property_named(name).readers.get(ending_of(document.path.name))
        if reader is None:
            continue
        file = OPENERS[ending_of(document.path.name)](document.path)
        hidden = ", ".join(reading.value for reading in reader(file, Asked(name, sheet=sheet.name)) if reading.value)
        if hidden:
            yield name.replace(" ", "_"), hidden
    if texts := [f"{column_letters(column)}{row + 1}" for row, column in _mistyped(sheet)]:
        more = f" and {len(texts) - _MOST} more" if len(texts) > _MOST else ""
        yield "stored_as_text", f"{', '.join(texts[:_MOST])}{more}, unlike other cells of their column"


def _mistyped(sheet: Sheet) -> list[tuple[int, int]]:
    """Return the cells whose text looks like a number or a date, in columns that hold real ones too. In a column of codes all are
    texts, as they should be.
    """
    real = {column for (_, column), cell in sheet.cells.items() if cell.value is not None and cell.kind != "text"}
    return sorted(place for place, cell in sheet.cells.items() if place[1] in real and is_mistyped(cell))
