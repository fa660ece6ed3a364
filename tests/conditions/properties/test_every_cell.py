"""A condition about every cell of a range or a column, and about those that fit a comparison."""

from __future__ import annotations

import datetime
from pathlib import Path

import openpyxl
import pytest
from openpyxl.styles import Font, PatternFill
from pydantic import ValidationError

from ufo.conditions.kinds.document import DocumentPredicate
from ufo.schema.predicate import Truth

_RED = PatternFill("solid", fgColor="FFFF0000")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("book") / "costs.xlsx"
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    rows = [("Rent", 700, "open", datetime.date(2026, 1, 5)), ("Tea", 5, "paid", None), ("Car", 101, "open", None)]
    for row in [("Item", "Price", "State", "Day"), *rows]:
        sheet.append(row)
    for number in range(2, 5):
        sheet.cell(number, 3).font = Font(bold=True)
        if number != 3:
            sheet.cell(number, 2).fill = _RED
    book.save(path)
    return path


@pytest.mark.parametrize(
    ("start", "where", "name", "value", "truth"),
    [
        ("B2:B4", "> 100", "highlight", "red", Truth.SATISFIED),
        ("B", "> 100", "highlight", "red", Truth.SATISFIED),
        ("B2:B", None, "highlight", "red", Truth.UNSATISFIED),
        ("B2:B", "<= 100", "highlight", "none", Truth.SATISFIED),
        ("B2:B", "> 1", "highlight", "red", Truth.UNSATISFIED),
        ("B2:B", "> 1000", "highlight", "red", Truth.UNSATISFIED),
        ("B2:B", "C = open", "highlight", "red", Truth.SATISFIED),
        ("C2:C", "contains a", "shows", "paid", Truth.SATISFIED),
        ("D2:D4", "= 2026-01-05", "value type", "date", Truth.SATISFIED),
        ("D2:D4", "filled", "value type", "date", Truth.SATISFIED),
        ("D2:D4", None, "value type", "date", Truth.UNSATISFIED),
        ("C", None, "bold", "on", Truth.UNSATISFIED),
        ("C2:C", None, "bold", "on", Truth.SATISFIED),
    ],
)
def test_every_cell_that_is_meant_must_have_the_property(
    book: Path, start: str, where: str | None, name: str, value: str, truth: Truth
) -> None:
    stated = DocumentPredicate(path=str(book), start=start, where=where, property=name, value=value)
    found = stated.check_now()
    assert found.truth is truth, found.evidence


@pytest.mark.parametrize("where", ["more than 100", ">", "a > 5", "filled; rm"])
def test_a_comparison_that_is_none_comes_back_with_how_to_write_it(where: str) -> None:
    with pytest.raises(ValidationError, match='write it like "> 100"'):
        DocumentPredicate(path="a.ods", start="B2:B9", where=where, property="bold", value="on")


def test_the_cells_behind_the_end_of_a_short_row_are_not_those_of_the_next_row(tmp_path: Path) -> None:
    path = tmp_path / "short.fods"
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{where}:1.0"'
        for name, where in {"office": "office", "style": "style", "table": "table", "fo": "xsl-fo-compatible"}.items()
    )
    style = '<style:style style:name="b" style:family="table-cell"><style:text-properties fo:font-weight="bold"/></style:style>'
    bold, plain = '<table:table-cell table:style-name="b"/>', "<table:table-cell/>"
    rows = "".join(f"<table:table-row>{cells}</table:table-row>" for cells in (plain, bold + bold + bold))
    path.write_text(
        f"<office:document {spaces}><office:automatic-styles>{style}</office:automatic-styles><office:body>"
        f'<office:spreadsheet><table:table table:name="S">{rows}</table:table></office:spreadsheet></office:body>'
        "</office:document>",
        encoding="utf-8",
    )

    def bold_at(start: str, value: str) -> Truth:
        stated = {"path": str(path), "start": start, "property": "bold", "value": value}
        return DocumentPredicate.model_validate(stated).check_now().truth

    assert bold_at("A1:C1", "off") is bold_at("A2:C2", "on") is Truth.SATISFIED
    assert bold_at("A1:C2", "off") is Truth.UNSATISFIED
