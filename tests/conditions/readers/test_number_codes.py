"""Numbers in workbooks are shown as an office shows them."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest
from openpyxl.worksheet.worksheet import Worksheet

from tests.office_conversions import convert
from ufo.conditions.readers.ooxml.number_formats import as_number
from ufo.conditions.readers.read_document import read_document

_CODES = (
    "#,##0.00 [$€-40C]", "[$€-407] #,##0.00", "[$$-409]#,##0.00", "[$CHF-807] #,##0.00", '#,##0.00" kg"', "0.00\\ \\x",
    "_-* #,##0.00 [$€-407]_-;-* #,##0.00 [$€-407]_-", '_("$"* #,##0.00_);_("$"* (#,##0.00)', "#,##0.00;[Red]-#,##0.00",
    "0.00;(0.00)", "0;-0;\\-", "00000", "0.##", "#,##0,", "0.0%", '"Nr. "0', "0.00 €", "£#,##0", "[$-409]#,##0.00",
    '0" of ""all"""', "$#,##0.00",
)  # fmt: skip
_VALUES = (12.5, -1049.125, 0, 5, 1234567.891, 0.004)


def _book(folder: Path) -> Path:
    book = openpyxl.Workbook()
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    for row, code in enumerate(_CODES, 1):
        for column, value in enumerate(_VALUES, 1):
            cell = sheet.cell(row, column, value)
            cell.number_format = code
    book.save(folder / "codes.xlsx")
    return folder / "codes.xlsx"


def test_numbers_are_read_as_libreoffice_shows_them(tmp_path: Path) -> None:
    path = _book(tmp_path)
    convert(tmp_path, ("codes.xlsx", "codes.ods"))
    ours, theirs = (read_document(file).sheets[0].cells for file in (path, tmp_path / "codes.ods"))
    differing = {
        (_CODES[row], _VALUES[column]): (cell.shown, theirs[row, column].shown)
        for (row, column), cell in ours.items()
        if " ".join(cell.shown.split()) != " ".join(theirs[row, column].shown.split())
    }
    assert differing == {}


@pytest.mark.parametrize("code", ["0.00E+00", "# ?/?", "[>100]0;0.0", "", "0 [h]"])
def test_what_a_code_shows_that_is_not_known_is_not_guessed(code: str) -> None:
    assert as_number(code, 12.5) is None
