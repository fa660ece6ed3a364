"""Writes many cells at once, and returns the texts that many cells show."""

from __future__ import annotations

import csv
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ..api import NoQuestions, UnoError, enum, file_url, properties
from ..connection import Shown
from ..refusals import Refused

_MOST_BLOCKS = 500


def put_values(cells: Any, data: Sequence[Sequence[float | str]]) -> None:
    """Write numbers and texts into the range, whose size they have. A text that begins with "=" stays a text."""
    for block in _uniform_blocks(cells):
        block.getCellByPosition(0, 0).setValue(0.0)
        address = block.RangeAddress
        if address.EndRow > address.StartRow:
            first = block.getCellRangeByPosition(0, 0, 0, address.EndRow - address.StartRow)
            first.fillAuto(enum("sheet.FillDirection", "TO_BOTTOM"), 1)
        if address.EndColumn > address.StartColumn:
            block.fillAuto(enum("sheet.FillDirection", "TO_RIGHT"), 1)
    cells.setDataArray(data)


def _uniform_blocks(cells: Any) -> Iterator[Any]:
    """Yield the parts of the range that hold empty cells and have one format each, which filling them would spread."""
    found: list[Any] = []
    ranges = cells.getUniqueCellFormatRanges()
    for at in range(ranges.getCount()):
        same = ranges.getByIndex(at)
        found += [same.getByIndex(place) for place in range(min(same.getCount(), _MOST_BLOCKS))]
    yield from (item for item in found[:_MOST_BLOCKS] if item.queryEmptyCells().getCount())


FILTER = "Text - txt - csv (StarCalc)"
_TOKENS = "44,34,76,1,,0,true,true,true,false,false,{number}"
"""LibreOffice's tokens: commas, quotation marks, UTF-8, from the first line on, texts quoted, all as shown, one sheet."""
MANY = 1_000
"""Above so many cells this is quicker than a call for each."""
_LONGEST_CELL = 1 << 20


def shown_texts(shown: Shown, sheet: Any) -> list[list[str]]:
    """Return the rows of texts from A1 on. The document stays as it is. Raises Refused where LibreOffice cannot write them."""
    csv.field_size_limit(_LONGEST_CELL)
    with tempfile.TemporaryDirectory(prefix="ufo-sheet-") as folder:
        how = properties(
            FilterName=FILTER, FilterOptions=_TOKENS.format(number=sheet.RangeAddress.Sheet + 1), Overwrite=True,
            InteractionHandler=NoQuestions(),
        )  # fmt: skip
        try:
            shown.document.storeToURL(file_url(str(Path(folder) / "sheet.csv")), how)
        except UnoError as error:
            raise Refused(
                f"LibreOffice could not tell what {sheet.Name!r} shows ({error}); read a smaller range"
            ) from error
        # It puts the sheet's name behind the file's.
        (written,) = Path(folder).iterdir()
        with written.open(encoding="utf-8", newline="") as lines:
            return list(csv.reader(lines))
