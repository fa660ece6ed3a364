"""Gives letters within cells their looks: a part of a cell's text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..connection import Shown
from ..looks import give_look, has_look
from ..marked_part import marked_part
from ..property_table import Place
from ..refusals import Refused
from ..undo import one_step
from .named_places import place_in
from .ranges import Area, area_at

_TEXTS = 4
"""com.sun.star.sheet.CellFlags.STRING."""
_MOST, _MOST_TOLD = 2_000, 20
_OF_LETTERS = ("bold", "italic", "underline", "strikethrough", "colour", "size", "font", "superscript", "subscript")


def set_looks_of_parts(shown: Shown, sheet: Any, wanted: Mapping[str, str], place: Place) -> dict[str, Any]:
    """Give `place.texts` their looks wherever the cells hold them; of "H[2]O" only the 2. Raises Refused for looks of whole
    cells, and where no text is found: numbers and results of formulas have no letters of their own.
    """
    whole = [look for look in wanted if look not in _OF_LETTERS]
    if whole:
        raise Refused(f"{whole[0]!r} is of whole cells; leave texts out, or set {', '.join(_OF_LETTERS)}")
    areas = [place_in(sheet, text) for text in place.cells or ("",)]
    found: list[tuple[str, Any]] = []
    for text in place.texts:
        parts = [part for area in areas for part in _parts(sheet, area, text)]
        if not parts:
            ranges = ", ".join(area.name for area in areas)
            raise Refused(f"no cell of {ranges} has the text {text!r}; read_cells tells what they hold")
        found += parts
    if len(found) > _MOST:
        raise Refused(f"{len(found):,} places are too many; name fewer cells")
    with one_step(shown.document, "Format letters"):
        for _, part in found:
            for look, value in wanted.items():
                give_look(part, look, value, on_slide=True)
    cells = list(dict.fromkeys(name for name, _ in found))
    looks = ", ".join(f"{look} {value}" for look, value in wanted.items())
    return {
        "sheet": sheet.Name, "cells": cells[:_MOST_TOLD], "places": len(found),
        "equal": all(has_look(part, look, value, on_slide=True) for _, part in found for look, value in wanted.items()),
        "said": f"{looks} of {len(found)} places in {', '.join(cells[:_MOST_TOLD])} of {sheet.Name} reads back",
    }  # fmt: skip


def _parts(sheet: Any, area: Area, text: str) -> Iterator[tuple[str, Any]]:
    """Yield each place of the text in cells that hold it, with the cell's name; first what stands there letter for letter."""
    for meant, start, length in ((text, 0, len(text)), marked_part(text)):
        any_found = False
        for block in map(area_at, area.of(sheet).queryContentCells(_TEXTS).RangeAddresses):
            for row, line in enumerate(block.of(sheet).getDataArray(), block.row):
                for column, held in enumerate(line, block.column):
                    for at in _places(str(held), meant):
                        any_found = True
                        cell = sheet.getCellByPosition(column, row)
                        yield Area(column, row, column, row).name, _cursor(cell, at + start, length)
        if any_found:
            return


def _places(held: str, text: str) -> Iterator[int]:
    at = held.find(text)
    while at >= 0:
        yield at
        at = held.find(text, at + len(text))


def _cursor(cell: Any, start: int, length: int) -> Any:
    cursor = cell.createTextCursor()
    cursor.gotoStart(False)
    cursor.goRight(start, False)
    cursor.goRight(length, True)
    return cursor
