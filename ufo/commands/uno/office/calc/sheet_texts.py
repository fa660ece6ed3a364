"""Reads what all cells of a sheet show with one call, by way of a file of plain text."""

from __future__ import annotations

import csv
import tempfile
from pathlib import Path
from typing import Any

from ..api import NoQuestions, Refused, UnoError, file_url, properties
from ..connection import Shown

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
