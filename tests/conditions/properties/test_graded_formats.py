"""Colour scales, data bars and icons of workbooks that another program made, and how conditions state them."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest
from openpyxl.formatting.rule import ColorScaleRule, DataBarRule, IconSetRule

from ufo.conditions.kinds.document import DocumentPredicate
from ufo.schema.graded_rules import graded_alike, graded_spelled
from ufo.schema.predicate import Truth


def _truth(path: Path, cells: str, value: str, name: str = "conditional format") -> Truth:
    asked = {"path": str(path), "start": cells, "property": name, "value": value}
    return DocumentPredicate.model_validate(asked).check_now().truth


@pytest.fixture
def path(tmp_path: Path) -> Path:
    book = openpyxl.Workbook()
    sheet = book.active
    for row in range(1, 6):
        sheet.append([row, row, row])
    ends = {"start_type": "num", "start_value": 1, "start_color": "FF0000"}
    middle = {"mid_type": "percentile", "mid_value": 50, "mid_color": "FFFF00"}
    scale = ColorScaleRule(**ends, **middle, end_type="max", end_color="00B050")
    sheet.conditional_formatting.add("A1:A5", scale)
    bars = DataBarRule(start_type="min", end_type="percent", end_value=90, color="638EC6")
    sheet.conditional_formatting.add("B1:B5", bars)
    sheet.conditional_formatting.add("C1:C5", IconSetRule("4Arrows", "percent", [0, 25, 50, 75]))
    book.save(tmp_path / "graded.xlsx")
    return tmp_path / "graded.xlsx"


def test_grades_of_a_workbook_are_read_as_conditions_state_them(path: Path) -> None:
    for cells, value, wrong in (
        ("A1:A5", "colour scale number 1 red, percentile 50 yellow, max #00b050", "colour scale number 1 green"),
        ("A2", "color scale", "data bars"),
        ("B1:B5", "data bars #638ec6, min, percent 90", "data bars min, percent 80"),
        ("C1:C5", "icons 4 arrows, percent 25, percent 75", "icons 4 arrows, percent 75, percent 25"),
    ):
        assert _truth(path, cells, value) is Truth.SATISFIED, value
        assert _truth(path, cells, wrong) is Truth.UNSATISFIED, wrong
        assert _truth(path, cells, "on") is Truth.SATISFIED
        assert _truth(path, cells, "> 3") is Truth.UNSATISFIED


def test_bars_and_icons_leave_the_colour_of_cells_readable_and_a_scale_does_not(path: Path) -> None:
    assert _truth(path, "B1:C5", "none", "highlight") is Truth.SATISFIED
    assert _truth(path, "A1", "none", "highlight") is Truth.UNKNOWN


def test_a_formula_with_commas_is_one_part_of_a_rule() -> None:
    found = graded_spelled("Colour scale: min Red, formula =MAX($A$1,$B$1) #00FF00")
    assert found == "colour scale min #ff0000, formula =MAX($A$1,$B$1) #00ff00"
    assert graded_alike("colour scale formula =MAX($A$1,$B$1) lime", found)
    assert not graded_alike("colour scale formula =MAX($A$1,$B$2) lime", found)
    assert graded_spelled("> 5 highlight red") == ""
