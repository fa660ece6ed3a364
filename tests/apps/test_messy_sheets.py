"""Sheets as people leave them: titles, merged cells, dates of other locales as texts, totals, marks in the names of sheets."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from mcp import Client

from tests.apps.office import Office
from tests.apps.test_uno_servers import scope_on
from tests.tool_calls import call, refusal
from ufo.conditions.kinds.document import DocumentPredicate
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Window
from ufo.schema.command import Effect
from ufo.schema.predicate import Truth
from ufo_libreoffice.servers.calc import calc_uno

pytestmark = [pytest.mark.apps, pytest.mark.matrix, pytest.mark.timeout(240)]

_NAME = "Umsätze '24"
_ROWS = 24
_LONG = 3_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("messy")
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = _NAME
    sheet["B2"], sheet["J2"] = "Umsatzübersicht", "x"
    sheet.merge_cells("B2:H2")
    for at, head in enumerate(("Datum", "Kunde", "Region", "Menge", "Preis", "Umsatz", "Bemerkung")):
        sheet.cell(5, 2 + at, head)
    for at in range(_ROWS):
        row = 6 + at
        values = (
            f"{28 - at:02}.{1 + at % 12:02}.2024", ("Müller & Söhne", "Äpfel AG", "O'Neil")[at % 3], ("Nord", "Süd")[at % 2],
            at + 1, "1.234,56" if at % 5 == 0 else at + 0.25, f"=E{row}*2",
        )  # fmt: skip
        for place, value in enumerate(values):
            sheet.cell(row, 2 + place, value)
    sheet["B30"], sheet["G30"] = "Summe", f"=SUM(G6:G{5 + _ROWS})"
    sheet.row_dimensions[8].hidden = True
    long = book.create_sheet("Long")
    long.append(["Number", "When", "Flag", "Amount"])
    for at in range(_LONG):
        long.append([at, date(2011, 1, 14) + timedelta(days=at % 400), at % 2 == 0, at / 3])
    for line in range(2, _LONG + 2):
        long.cell(line, 2).number_format = "MM/DD/YYYY" if line % 2 else "DD.MM.YYYY"
    book.create_sheet("Empty")
    book.save(folder / "messy.xlsx")
    return folder


@pytest.fixture(scope="module")
def window(private_desktop: PrivateDesktop, folder: Path) -> Iterator[Window]:
    with Office(private_desktop.environment, folder, str(folder / "messy.xlsx")) as office:
        yield office.window("messy.xlsx")


@pytest.fixture
async def calc(window: Window, folder: Path) -> AsyncIterator[Client]:
    async with Client(calc_uno(scope_on(window, folder))) as client:
        yield client


async def _done(calc: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    report = await call(calc, tool, **{"sheet_name": _NAME, **arguments})
    assert report["effect"] == Effect.CONFIRMED, report
    return dict(report["value"])


async def _saved(calc: Client, folder: Path, name: str) -> Path:
    await call(calc, "export_csv", file_name=f"{name}.csv", sheet_name=_NAME)
    await call(calc, "save")
    return folder / "messy.xlsx"


async def test_a_column_is_found_by_its_header_below_a_title_and_without_the_total(calc: Client, folder: Path) -> None:
    told = (await call(calc, "look_at_sheets"))["sheets"][0]
    assert (told["header row"], told["header"][:2]) == (5, ["B: Datum", "C: Kunde"])
    dates = await _done(calc, "convert_texts", cells="Datum", to="date")
    assert (dates["range"], dates["shown"]) == ("B6:B29", "28.01.2024")
    numbers = await _done(calc, "convert_texts", cells="Preis", to="number")
    assert numbers["range"] == "F6:F29"
    report = await call(calc, "sort_table", by="Datum", sheet_name=_NAME)
    assert "totals left at its end: 1" in report["evidence"][0], report
    await _done(calc, "conditional_format", cells="Menge", rule={"sign": "top", "value": 3}, looks={"highlight": "red"})
    path = await _saved(calc, folder, "sorted")
    sheet = openpyxl.load_workbook(path)[_NAME]
    days = [sheet.cell(row, 2).value for row in range(6, 6 + _ROWS)]
    assert days == sorted(days) and sheet["B30"].value == "Summe"
    assert sheet["F6"].data_type == "n"
    rules = [rule for area in sheet.conditional_formatting for rule in area.rules]
    assert any("LARGE" in item for rule in rules for item in rule.formula), [rule.formula for rule in rules]
    cells = {"path": str(path), "sheet": _NAME, "start": "E6:E29", "property": "conditional format", "value": "on"}
    assert DocumentPredicate.model_validate(cells).check_now().truth is Truth.SATISFIED


async def test_columns_are_moved_and_inserted_below_a_title_each_as_one_step(calc: Client) -> None:
    before = await call(calc, "table2markdown", sheet_name=_NAME)
    await _done(calc, "reorder_columns", desired_order=["Region", "Kunde"])
    rows = await call(calc, "get_range_values", sheet_name=_NAME, start_row=5, start_col="B", end_row=5, end_col="D")
    assert rows == [["Region", "Kunde", "Datum"]]
    await call(calc, "undo_changes")
    await _done(calc, "change_lines", action="insert columns", first="Kunde")
    rows = await call(calc, "get_range_values", sheet_name=_NAME, start_row=5, start_col="B", end_row=5, end_col="D")
    assert rows == [["Datum", "", "Kunde"]]
    await call(calc, "undo_changes")
    assert await call(calc, "table2markdown", sheet_name=_NAME) == before
    said = await refusal(calc, "change_lines", action="insert columns", first="Kund", sheet_name=_NAME)
    assert "did you mean 'Kunde'" in said, said


async def test_merged_cells_are_named_as_what_keeps_a_table_from_being_sorted(calc: Client) -> None:
    await _done(calc, "merge_cells", cells="H10:H12")
    said = await refusal(calc, "sort_table", by="Menge", sheet_name=_NAME)
    assert "H10:H12 is merged" in said and "set merged to off" in said, said
    taken = await call(calc, "undo_changes")
    assert taken["value"]["undone"] == ["Merge cells"], "the refused sort left a step"
    await _done(calc, "sort_table", by="Menge")


async def test_a_long_column_of_dates_is_read_at_once_and_as_the_cells_show_it(calc: Client) -> None:
    rows = await call(calc, "get_range_values", sheet_name="Long", start_row=1, start_col=1)
    few = await call(calc, "get_range_values", sheet_name="Long", start_row=2, start_col=1, end_row=4)
    assert len(rows) == _LONG + 1 and rows[1:4] == few
    assert [row[1] for row in few] == ["14.01.2011", "01/15/2011", "16.01.2011"]
    assert [row[2] for row in few] == ["TRUE", "FALSE", "TRUE"]
    assert rows[3][3] == pytest.approx(2 / 3)
    assert "| 2 | 16.01.2011 | TRUE | 0.666666666666667 |" in await call(calc, "table2markdown", sheet_name="Long")


async def test_a_sheet_with_marks_in_its_name_is_named_as_it_stands(calc: Client) -> None:
    for address in (f"{_NAME}.L2", "'Umsätze ''24'.L2", f"{_NAME.upper()}!L2"):
        written = await call(calc, "write_cell", cell=address, content=address)
        assert (written["value"]["sheet"], written["value"]["cell"]) == (_NAME, "L2")
    filled = await call(calc, "fill_range", cells=f"{_NAME}.L3:L4", content=1)
    assert filled["value"]["range"] == "L3:L4"
    said = await refusal(calc, "change_sheets", action="rename", sheet_name="Empty", new_name="a/b")
    assert "/ is not allowed" in said
    await call(calc, "undo_changes", steps=4)


async def test_true_is_a_value_and_a_text_like_a_date_is_told_as_a_text(calc: Client, folder: Path) -> None:
    wrote = await call(calc, "write_cell", cell="Empty.A1", content=True)
    assert wrote["value"]["shown"] == "TRUE"
    negated = await call(calc, "write_cell", cell="Empty.B1", content="=NOT(A1)")
    assert negated["value"]["shown"] == "FALSE"
    text = await call(calc, "write_cell", cell="Empty.C1", content="14.01.2011")
    assert "is a text and no date" in text["evidence"][0], text
    await call(calc, "save")
    assert openpyxl.load_workbook(folder / "messy.xlsx")["Empty"]["A1"].value in (True, "=TRUE()")


async def test_a_change_that_is_refused_half_way_leaves_nothing(calc: Client) -> None:
    await call(calc, "write_cell", cell="Empty.F1", content="stays")
    said = await refusal(calc, "set_cells", cells={"F2": "first", "F3": "=SUM(("}, sheet_name="Empty")
    assert "is not a formula" in said
    rows = await call(calc, "get_range_values", sheet_name="Empty", start_row=1, start_col="F", end_row=3, end_col="F")
    assert rows == [["stays"], [""], [""]]
    taken = await call(calc, "undo_changes")
    assert taken["value"]["undone"] == ["Write F1"]


async def test_a_chart_draws_several_ranges_and_is_found_on_any_sheet(calc: Client, folder: Path) -> None:
    table = [["Month", "A", "B", "C"], ["Jan", 1, 20, 300], ["Feb", 2, 30, 100]]
    await call(calc, "insert_excel_table", table=table, sheet_name="Empty", start_row=20)
    made = await call(
        calc,
        "insert_chart",
        chart_type="column",
        data_range="Empty.A20:A22, C20:D22",
        title="Two",
        options={"y_max": 500},
    )
    assert made["effect"] == Effect.CONFIRMED and made["value"]["range"] == "A20:A22, C20:D22", made
    await call(calc, "select_table_range", sheet_name="Long", start_row=1, start_col=1, end_row=1, end_col=1)
    changed = await call(calc, "change_chart", chart="two", options={"title": "Both"})
    assert changed["effect"] == Effect.CONFIRMED and changed["value"]["sheet"] == "Empty", changed
    said = await refusal(calc, "insert_chart", chart_type="pie", data_range="Empty.A20:B22", options={"y_min": 1})
    assert "no axis of values" in said
    await call(calc, "save")
    drawn = openpyxl.load_workbook(folder / "messy.xlsx")["Empty"]._charts  # noqa: SLF001 it has no other way
    assert len(drawn) == 1, "the refused chart stayed"
    (chart,) = drawn
    assert [line.val.numRef.f for line in chart.series] == ["Empty!$C$21:$C$22", "Empty!$D$21:$D$22"]
    assert chart.y_axis.scaling.max == 500


async def test_an_export_says_nothing_of_changes_that_it_does_not_save(calc: Client, folder: Path) -> None:
    await call(calc, "write_cell", cell="Empty.G1", content="unsaved")
    report = await call(calc, "export_csv", file_name="part.txt", sheet_name="Long", options={"separator": "semicolon"})
    assert not any("unsaved" in item for item in report["evidence"]), report
    assert (folder / "part.txt").read_text(encoding="utf-8").splitlines()[1].startswith("0;14.01.2011;TRUE;")
    assert "use one of .csv, .txt, .tsv" in await refusal(calc, "export_csv", file_name="part.xlsx", sheet_name="Long")


@pytest.mark.parametrize(
    ("rule", "fitting"),
    [
        ({"sign": "duplicate"}, {"M3", "M4", "M6"}),
        ({"sign": "unique"}, {"M2", "M5"}),
        ({"sign": "top", "value": 2}, {"M3", "M4", "M6"}),
        ({"sign": "bottom", "value": 1}, {"M2"}),
        ({"sign": "top percent", "value": 20}, {"M3", "M4", "M6"}),
        ({"sign": "above average"}, {"M3", "M4", "M6"}),
        ({"sign": "contains", "value": "LL"}, {"M5"}),
        ({"sign": "begins with", "value": "all"}, {"M5"}),
        ({"sign": "not contains", "value": "1"}, {"M3", "M4", "M5", "M6"}),
        ({"sign": "empty"}, {"M7"}),
    ],
)
async def test_a_rule_fits_the_cells_that_its_words_say(calc: Client, rule: dict[str, Any], fitting: set[str]) -> None:
    values = {"M2": 1, "M3": 9, "M4": 9, "M5": "All CELL", "M6": 9}
    await call(calc, "set_cells", cells=values, sheet_name="Empty")
    report = await call(calc, "conditional_format", cells="M2:M7", rule=rule, looks={"bold": "on"}, sheet_name="Empty")
    assert report["effect"] == Effect.CONFIRMED, report
    formula = report["value"]["formula"]
    # The formula itself is put beside the cells, where Calc moves its references as it does for the rule.
    await call(calc, "fill_range", cells="N2:N7", content=f"={formula}", sheet_name="Empty")
    shown = await call(calc, "get_range_values", sheet_name="Empty", start_row=2, start_col="N", end_row=7, end_col="N")
    found = {f"M{2 + at}" for at, (item,) in enumerate(shown) if item in (1, "TRUE")}
    assert found == fitting, (formula, shown)
    await call(calc, "undo_changes", steps=3)
