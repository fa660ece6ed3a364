"""What counts as equal, and which chart is meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from ufo.conditions.document_match import (
    cells_equal,
    judge_cells,
    judge_chart,
    judge_lacking,
    judge_paragraph,
    judge_without,
)
from ufo.conditions.readers.model import Cell, Chart, Document, Sheet
from ufo.conditions.readers.read_document import read_document
from ufo.conditions.readers.references import parse_reference, parse_references
from ufo.conditions.text_match import contains_lines, contains_text
from ufo.schema.predicate import Truth


@pytest.mark.parametrize("wanted", ["1200", "1,200", "1200.0", "1 200", "$1,200", "1.200,00"])
def test_a_number_is_equal_however_it_is_written(wanted: str) -> None:
    assert cells_equal(wanted, Cell("1,200", 1200.0))


@pytest.mark.parametrize("wanted", ["1201", "", "12", "1200a", "1.2"])
def test_another_number_or_text_is_not_equal(wanted: str) -> None:
    assert not cells_equal(wanted, Cell("1,200", 1200.0))


def test_per_cents_texts_and_empty_cells() -> None:
    assert cells_equal("12 %", Cell("12%", 0.12))
    assert cells_equal("a  b", Cell("a b"))
    assert not cells_equal("0", Cell(""))
    assert cells_equal("", Cell(""))
    assert not cells_equal("A", Cell("a"))
    assert cells_equal("5", Cell("5.00 €", 5.0)) and cells_equal("€5", Cell("5.00 €", 5.0))
    assert not cells_equal("$5", Cell("5.00 €", 5.0))


def document(*charts: Chart) -> Document:
    cells = {(1, 1): Cell("x"), (1, 2): Cell("3", 3.0)}
    return Document(Path("d.ods"), sheets=(Sheet("One"), Sheet("My sheet", cells)), charts=charts)


def test_cells_are_compared_from_the_start_cell_on_in_the_named_sheet() -> None:
    assert judge_cells(document(), "my sheet", "B2", (("x", "3.0"),)).truth is Truth.SATISFIED
    assert judge_cells(document(), None, "'My sheet'.B2", (("x",),)).truth is Truth.SATISFIED
    wrong = judge_cells(document(), "My sheet", "B2", (("x", "4"),))
    assert (wrong.truth, "C2 shows '3', not '4'" in wrong.evidence) == (Truth.UNSATISFIED, True)
    assert "'One', 'My sheet'" in judge_cells(document(), "Two", "A1", (("x",),)).evidence
    assert judge_cells(document(), "One", "nonsense", (("x",),)).truth is Truth.UNKNOWN
    assert judge_cells(document(), "One", "A1", ()).truth is Truth.UNKNOWN


def chart(kind: str, ranges: str) -> Chart:
    return Chart(kind, "One", "", parse_references(ranges))


def test_a_chart_is_found_by_kind_and_by_all_that_it_draws() -> None:
    drawn = document(chart("column", "One.$B$2:.$B$5 One.B1 One.A2:One.A5"))
    assert judge_chart(drawn, "bar", None, "A1:B5").truth is Truth.SATISFIED
    assert judge_chart(drawn, "column", "One", "One.A1:B5").truth is Truth.SATISFIED
    assert judge_chart(drawn, "any", None, None).truth is Truth.SATISFIED
    assert judge_chart(drawn, "bar", None, "A1:C5").truth is Truth.UNSATISFIED
    assert judge_chart(drawn, "pie", None, None).truth is Truth.UNSATISFIED
    assert judge_chart(drawn, "any", "My sheet", None).truth is Truth.UNSATISFIED
    assert judge_chart(document(), "any", None, None).truth is Truth.UNSATISFIED
    lying = document(chart("bar", "One.A1:B5"))
    assert judge_chart(lying, "column", None, None).truth is Truth.UNSATISFIED


def test_a_chart_that_does_not_tell_its_range_is_unknown() -> None:
    assert judge_chart(document(chart("line", "")), "line", None, "A1:B5").truth is Truth.UNKNOWN


def test_a_paragraph_is_found_by_a_part_of_it_and_never_by_nothing() -> None:
    text = Document(Path("d.odt"), paragraphs=("Dear  all,", "good morning"))
    assert judge_paragraph(text, "Dear all").truth is Truth.SATISFIED
    assert judge_paragraph(text, "all, good").truth is Truth.UNSATISFIED
    assert judge_paragraph(text, " ").truth is Truth.UNSATISFIED


@pytest.mark.parametrize(
    ("text", "sheet", "corners"),
    [
        ("A1", "", (0, 0, 0, 0)),
        ("$Sheet1.$B$2:.$C$5", "Sheet1", (1, 1, 2, 4)),
        ("'It''s'!AA10:Z1", "It's", (25, 0, 26, 9)),
        ("Sheet1!$A$1:$B$3", "Sheet1", (0, 0, 1, 2)),
    ],
)
def test_references_are_read_in_every_notation(text: str, sheet: str, corners: tuple[int, int, int, int]) -> None:
    found = parse_reference(text)
    assert found is not None
    assert found.sheet == sheet
    assert (found.area.column, found.area.row, found.area.end_column, found.area.end_row) == corners


@pytest.mark.parametrize("text", ["", "A0", "1A", "A1:", "A1:B2:C3", "AAAA1", "hello"])
def test_what_is_no_reference_is_none(text: str) -> None:
    assert parse_reference(text) is None


@pytest.mark.parametrize(
    ("shown", "wanted", "holds"),
    [
        ("milk\nbread\n", "\nbread", True),
        ("bread\n", "\nbread", True),
        ("milkbread\n", "\nbread", False),
        ("Dear Ann\nthank you", "Ann\nthank", True),
        ("Dear Ann thank you", "Ann\nthank", False),
        ("one\n\nthree", "one\n\nthree", True),
        ("first\nsecond", "first\n", True),
        ("first\nsecond", "first\nsecond\n", True),
        ("first\nseconds", "first\nsecond\n", False),
        ("first second", "first\n", False),
        ("two  words", "two words", True),
        ("two words", "two  words", False),
        ("a:\n  b\n", "a:\n  b", True),
        ("a:\n b\n", "a:\n  b", False),
        ("one\ttwo", "one\ttwo", True),
        ("one two", "one\ttwo", False),
        ("", "\n", False),
    ],
)
def test_a_line_break_that_is_wanted_must_stand_there(shown: str, wanted: str, holds: bool) -> None:
    assert contains_lines(shown, wanted) is holds


@pytest.mark.parametrize(
    ("nth", "text", "truth"),
    [
        (1, "alpha", Truth.SATISFIED),
        (2, "beta", Truth.SATISFIED),
        (-1, "gamma", Truth.SATISFIED),
        (2, "alpha", Truth.UNSATISFIED),
        (4, "alpha", Truth.UNSATISFIED),
        (0, "alpha", Truth.UNSATISFIED),
    ],
)
def test_a_paragraph_is_found_by_its_number_among_those_that_are_not_empty(nth: int, text: str, truth: Truth) -> None:
    text_file = Document(Path("a.txt"), paragraphs=("alpha", "", "beta", "gamma"))
    assert judge_paragraph(text_file, text, nth=nth).truth is truth


@pytest.mark.parametrize(
    ("text", "truth"),
    [("dog", Truth.SATISFIED), ("bird", Truth.UNSATISFIED), ("cat", Truth.UNKNOWN), ("", Truth.UNSATISFIED)],
)
def test_a_word_that_is_left_only_within_longer_ones_may_have_been_meant_to_stay(text: str, truth: Truth) -> None:
    text_file = Document(Path("a.txt"), paragraphs=("the catalogue", "a bird"))
    assert judge_lacking(text_file, text).truth is truth


@pytest.mark.parametrize(
    ("wanted", "holds"),
    [
        ("\ta\tb\n", True),
        ("a\tb\r\n", True),
        ("\n\ta\tb", True),
        ("\tc\td\n", True),
        ("a\tb\n\n", False),
        ("\tc\n", False),
        ("c\td\n\n", False),
    ],
)
def test_a_text_with_tabs_keeps_its_line_breaks(wanted: str, holds: bool) -> None:
    for ending in ("", "\n"):
        assert contains_lines("\ta\tb\r\n\tc\td" + ending, wanted) is holds


def test_what_a_cell_says_as_a_whole_is_a_text_of_its_own_though_its_row_is_one_line() -> None:
    cells = {(0, 0): Cell("Graz"), (0, 1): Cell("3", 3.0), (1, 0): Cell("Linz\nWels")}
    sheet = Document(Path("d.ods"), sheets=(Sheet("One", cells),))
    table = Document(Path("d.odt"), tables=((("Graz", "3"), ("Linz\nWels", "")),))
    for document_ in (sheet, table):
        assert judge_without(document_, "Graz").truth is Truth.UNSATISFIED
        assert judge_without(document_, "Gra").truth is Truth.SATISFIED
        assert judge_lacking(document_, "Linz\nWels").truth is Truth.UNSATISFIED
        assert judge_lacking(document_, "Linz\nGraz").truth is Truth.SATISFIED


def test_a_text_is_gone_from_the_page_that_is_named_and_may_stay_on_others() -> None:
    slides = Document(
        Path("p.pptx"), pages=(("Plan 2025",), ("Archive", "Report of 2024")), paragraphs=("Report of 2024",)
    )
    assert judge_lacking(slides, "2024", 1).truth is Truth.SATISFIED
    assert judge_lacking(slides, "2024", 2).evidence == "'2024' is still in page 2"
    assert judge_lacking(slides, "2024", -1).evidence == "'2024' is still in the last page"
    assert judge_lacking(slides, "2024", 3).evidence == "it has 2 pages, so there is no page 3"
    assert judge_without(slides, "Archive", 1).truth is Truth.SATISFIED
    assert judge_without(slides, "Archive", -1).truth is Truth.UNSATISFIED
    assert judge_paragraph(slides, "Archive", -1).evidence == "a paragraph on the last page contains 'Archive'"
    assert judge_lacking(Document(Path("t.odt"), paragraphs=("a",)), "b", 1).truth is Truth.UNKNOWN


def test_cells_that_are_equal_are_told_with_their_sheet_and_the_first_of_them() -> None:
    assert judge_cells(document(), "My sheet", "B2", (("x", "3.0"),)).evidence == "My sheet!B2:C2 holds 'x' | '3.0'"
    column = Document(Path("d.ods"), sheets=(Sheet("S", {(row, 0): Cell(str(row), float(row)) for row in range(90)}),))
    rows = tuple((str(row),) for row in range(90))
    nine = judge_cells(column, None, "A1", rows[:9]).evidence
    assert nine == "S!A1:A9 holds '0', '1', '2', '3', '4', '5', '6', '7', '8'"
    many = judge_cells(column, None, "A1", rows).evidence
    assert many.startswith("S!A1:A90 holds '0', '1', '2'") and many.endswith(" … of 90 rows") and len(many) < 260
    assert judge_cells(column, "*", "*", (("4",),)).evidence == "S!A5 holds '4'"


_HARD, _NARROW = "\u00a0", "\u202f"


@pytest.mark.parametrize("space", [_HARD, _NARROW])
def test_a_hard_space_is_a_space_in_every_condition_unless_the_wanted_text_has_one(tmp_path: Path, space: str) -> None:
    for shown, wanted, holds in (
        (f"weighs 10{space}kg", "10 kg", True),
        (f"weighs 10{space}kg", f"10{space}kg", True),
        ("weighs 10 kg", f"10{space}kg", False),
        ("weighs 10 kg", "10 kg", True),
    ):
        file = tmp_path / "a.txt"
        file.write_text(f"{shown}\n\tend{space}of it\n", encoding="utf-8")
        document = read_document(file)
        assert contains_text(shown, wanted) is holds
        assert contains_lines(document.text, f"{wanted}\n") is holds
        assert judge_lacking(document, wanted).truth is (Truth.UNSATISFIED if holds else Truth.SATISFIED)
        assert judge_without(document, f"weighs {wanted}").truth is (Truth.UNSATISFIED if holds else Truth.SATISFIED)
        assert judge_paragraph(document, wanted).truth is (Truth.SATISFIED if holds else Truth.UNSATISFIED)
        assert cells_equal(f"weighs {wanted}", Cell(shown)) is holds
    assert contains_lines(document.text, "\tend of")
