"""Calc's own functions, on a real Calc through a real MCP client, each proved from the files that it writes: ods and xlsx."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from mcp import Client
from openpyxl.styles import Font

from tests.apps.office import Office
from tests.apps.test_uno_servers import scope_on
from tests.tool_calls import call, refusal
from ufo.conditions.kinds.document import DocumentPredicate
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Window
from ufo.schema.command import Effect
from ufo.schema.predicate import Truth
from ufo.tools.verbs.read import as_text
from ufo_libreoffice.bridge import OfficeBridge
from ufo_libreoffice.servers.calc import calc_uno

pytestmark = [pytest.mark.apps, pytest.mark.matrix, pytest.mark.timeout(240)]

_ORDERS = [["Date", "Customer", "Product", "Quantity", "Price"]] + [
    [f"0{1 + at % 9}/1{3 + at % 7}/2011", "ABC"[at % 3], ("Lamp", "Desk")[at % 2], 1 + at % 5, 10.5 + at]
    for at in range(12)
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("calc-tools")
    (folder / "book.csv").write_text("x\n", encoding="utf-8")
    (folder / "people.csv").write_text('Name;Born;Sum\n"Huber; Anna";31.12.1999;"1,5"\n', encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def office(private_desktop: PrivateDesktop, folder: Path) -> Iterator[Office]:
    with Office(private_desktop.environment, folder, "--calc") as office:
        yield office


@pytest.fixture
def window(office: Office) -> Window:
    return office.running().first("Untitled 1")


@pytest.fixture
async def calc(window: Window, folder: Path) -> AsyncIterator[Client]:
    async with Client(calc_uno(scope_on(window, folder))) as client:
        yield client


async def _fresh(calc: Client, name: str, table: Sequence[Sequence[Any]] = _ORDERS) -> None:
    """A sheet of its own with the table."""
    await call(calc, "change_sheets", action="add", new_name=name)
    await call(calc, "insert_excel_table", table=[list(row) for row in table], sheet_name=name)


async def _done(calc: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    report = await call(calc, tool, **arguments)
    assert report["effect"] == Effect.CONFIRMED, report
    return dict(report["value"])


async def _saved(calc: Client, window: Window, folder: Path, name: str) -> tuple[Path, ...]:
    """Copies of the document as both kinds of file."""
    bridge = OfficeBridge()
    try:
        paths = []
        for ending in (".ods", ".xlsx"):
            await bridge.call(window, "document.save_as", timeout_s=60, path=str(folder / f"{name}{ending}"))
            paths.append(folder / f"{name}{ending}")
        return tuple(paths)
    finally:
        await bridge.close()


def _judged(paths: Sequence[Path], *holds: Mapping[str, Any]) -> list[str]:
    """What of it a file does not hold."""
    wrong = []
    for path in paths:
        for record in holds:
            found = DocumentPredicate.model_validate({"path": str(path), **record}).check_now()
            if found.truth is not Truth.SATISFIED:
                wrong.append(f"{path.suffix} {dict(record)}: {found.truth.value}, {found.evidence}")
    return wrong


async def test_a_table_is_filled_formatted_filtered_and_summed_up_and_both_files_prove_it(
    calc: Client, window: Window, folder: Path
) -> None:
    await _fresh(calc, "Orders")
    holds: list[dict[str, Any]] = []
    steps: list[tuple[str, dict[str, Any]]] = [
        ("set_cells", {"cells": {"F1": "Total", "H1": "Limit", "H2": 60}}),
        ("fill_range", {"cells": "F2:F", "content": "=D2*E2"}),
        ("convert_texts", {"cells": "Date", "to": "date", "code": "MM/DD/YYYY"}),
        ("conditional_format", {"cells": "F2:F13", "rule": {"sign": ">", "value": 60}, "looks": {"highlight": "red"}}),
        ("set_pivot_table", {
            "fields": {"rows": ["Customer"], "columns": ["Product"], "values": [{"field": "Total"}]}, "source": "Orders.A1:F13",
            "target": "Pivot",
        }),
        ("filter_rows", {"where": [{"column": "Customer", "value": "A"}, {"column": "Quantity", "sign": ">", "value": 1}],
            "cells": "A1:F13"}),
        ("arrange_view", {"view": {"freeze_rows": 1, "widths": {"B": 40}}}),
    ]  # fmt: skip
    for tool, arguments in steps:
        holds += (await _done(calc, tool, sheet_name="Orders", **arguments)).get("holds", [])
    shown = await call(calc, "get_range_values", sheet_name="Orders", start_row=2, start_col=1, end_row=2, end_col=6)
    assert shown[0][0] == "01/13/2011"
    paths = await _saved(calc, window, folder, "orders")
    assert _judged(paths, *holds) == []
    pivot = {"sheet": "Pivot", "property": "pivot table"}
    assert _judged(paths, {**pivot, "value": "row Customer, column Product, sum of Total"}) == []
    assert len(_judged(paths, {**pivot, "value": "row Product"}, {**pivot, "value": "average of Total"})) == 4
    rule = {"sheet": "Orders", "start": "F2:F13", "property": "conditional format"}
    assert _judged(paths, {**rule, "value": "> 60 highlight red"}, {**rule, "value": "on"}) == []
    assert len(_judged(paths, {**rule, "value": "> 61"}, {**rule, "value": "> 60 highlight blue"})) == 4
    wrong = {"sheet": "Orders", "property": "filter", "value": "Customer = B"}
    assert len(_judged(paths, wrong)) == 2
    wide = {"sheet": "Orders", "start": "F2:F13", "property": "highlight", "value": "red", "where": "> 60"}
    assert _judged(paths, wide) == []


async def test_rows_are_sorted_by_several_keys_and_texts_that_look_like_dates_are_told(
    calc: Client, window: Window, folder: Path
) -> None:
    await _fresh(calc, "Sorted")
    report = await call(calc, "sort_table", by="Date", sheet_name="Sorted")
    assert report["effect"] == Effect.PARTIAL and "convert_texts" in report["evidence"][1]
    keys = [{"by": "Product"}, {"by": "Quantity", "descending": True}, {"by": "Price"}]
    await _done(calc, "sort_table", by="Customer", sheet_name="Sorted", then=keys)
    rows = await call(calc, "get_range_values", sheet_name="Sorted", start_row=2, start_col=2)
    assert rows == sorted(rows, key=lambda row: (row[0], row[1], -row[2], row[3]))


async def test_an_advanced_filter_copies_and_a_standard_one_joins_by_or(calc: Client) -> None:
    await _fresh(calc, "Filters")
    await _done(
        calc, "set_cells", cells={"H1": "Customer", "I1": "Quantity", "H2": "B", "I2": ">3"}, sheet_name="Filters"
    )
    criteria = {"cells": "H1:I2", "copy_to": "K1"}
    copied = await _done(calc, "filter_rows", cells="A1:E13", criteria=criteria, sheet_name="Filters")
    rows = await call(
        calc, "get_range_values", sheet_name="Filters", start_row=2, start_col="L", end_row=9, end_col="N"
    )
    fitting = [row for row in rows if row[0]]
    assert fitting and all(row[0] == "B" and row[2] > 3 for row in fitting)
    assert copied["count"] == len(fitting)
    where = [{"column": "Product", "sign": "begins with", "value": "L"}, {"column": "Price", "sign": ">=", "value": 20}]
    either = await _done(
        calc, "filter_rows", where=where, join="or", cells="A1:E13", buttons=False, sheet_name="Filters"
    )
    assert either["count"] == len([row for row in _ORDERS[1:] if str(row[2])[0] == "L" or float(row[4]) >= 20])
    whole = await _done(calc, "filter_rows", cells="A1:E13", buttons=False, sheet_name="Filters")
    assert whole["count"] == 12


async def test_what_hangs_on_a_sheet_is_in_both_files(calc: Client, window: Window, folder: Path) -> None:
    await _fresh(calc, "Things")
    holds: list[dict[str, Any]] = []
    steps: list[tuple[str, dict[str, Any]]] = [
        ("validate_cells", {"cells": "H2:H9", "kind": "list", "rule": {"entries": ["open", "done"]}}),
        ("validate_cells", {"cells": "I2:I9", "kind": "whole number", "rule": {"sign": "between", "value": 1, "upper": 10}}),
        ("validate_cells", {"cells": "J2:J9", "kind": "date", "rule": {"sign": ">", "value": "2020-01-01"}}),
        ("name_range", {"name": "Prices", "cells": "E2:E13"}),
        ("comment_cell", {"cell": "A1", "text": "ask her"}),
        ("merge_cells", {"cells": "A20:C20", "center": True}),
        ("page_setup", {"page": {"orientation": "landscape", "paper": "a4", "margins": {"left": 15},
            "header": "Report {sheet name}",
            "footer": "Page {page number}", "print_range": "A1:E13", "repeat_rows": "1", "fit_width": 1}}),
        ("insert_chart", {"chart_type": "column", "data_range": "C1:E7", "title": "Prices", "options": {
            "x_title": "Product", "y_title": "Euro", "legend": "bottom", "place": "H12"}}),
        ("format_cells", {"cells": ["E2:E13"], "look": "format", "value": "code #,##0.00"}),
        ("protect_sheet", {"unlocked": "A2:A13"}),
    ]  # fmt: skip
    for tool, arguments in steps:
        holds += (await _done(calc, tool, sheet_name="Things", **arguments)).get("holds", [])
    assert "is protected; take its protection off" in await refusal(
        calc, "fill_range", cells="B2:B3", content="x", sheet_name="Things"
    )
    paths = await _saved(calc, window, folder, "things")
    assert _judged(paths, *holds) == []
    of_sheet = {"sheet": "Things"}
    cells = {**of_sheet, "start": "H2:H9", "property": "validation"}
    assert (
        _judged(paths, {**cells, "value": "list open, done"}, {**of_sheet, "property": "chart series", "value": "2"})
        == []
    )
    wrong = [{**cells, "value": "list open, closed"}, {**of_sheet, "property": "chart legend", "value": "top"},
        {**of_sheet, "property": "protected", "value": "off"},
        {**of_sheet, "property": "chart title", "value": "Prizes"}]  # fmt: skip
    assert len(_judged(paths, *wrong)) == 8
    await _done(calc, "protect_sheet", protected=False, sheet_name="Things")


@pytest.mark.parametrize(
    "kind", ["bar", "column", "line", "pie", "area", "scatter", "donut", "radar", "bubble", "stock"]
)
async def test_charts_of_every_kind_are_drawn(calc: Client, kind: str) -> None:
    if kind == "bar":
        await _fresh(calc, "Charts")
    value = await _done(
        calc, "insert_chart", chart_type=kind, data_range="Charts.C1:E7", title=kind, options={"legend": "top"}
    )
    assert value["range"].endswith("C1:E7")


async def test_charts_merged_cells_and_comments_are_told_with_their_sheet(calc: Client) -> None:
    await _fresh(calc, "Told")
    for cells in ("A20:C20", "A21:C21", "F3:G5"):
        await _done(calc, "merge_cells", cells=cells, sheet_name="Told")
    await _done(calc, "comment_cell", cell="B2", text="ask Ann", sheet_name="Told")
    drawn = {"data_range": "C1:E13", "sheet_name": "Told", "title": "Goods"}
    await _done(calc, "insert_chart", chart_type="bar", **drawn)
    told = next(sheet for sheet in (await call(calc, "look_at_sheets"))["sheets"] if sheet["name"] == "Told")
    assert told["comments"] == {"B2": "ask Ann"}
    assert sorted(told["merged"].split(", ")) == ["A20:C20", "A21:C21", "F3:G5"]
    (chart,) = told["charts"].values()
    assert chart == (
        "bar: titled 'Goods'; 'Quantity' = Told.D2:D13 over Told.C2:C13; 'Price' = Told.E2:E13 over Told.C2:C13"
    )


async def test_charts_are_changed_and_removed(calc: Client, window: Window, folder: Path) -> None:
    await _fresh(calc, "Changed")
    await _done(calc, "insert_chart", chart_type="line", data_range="Changed.C1:E7", sheet_name="Changed", title="Old")
    value = await _done(
        calc, "change_chart", chart="Old", chart_type="column", data_range="C1:D7", sheet_name="Changed",
        options={"title": "New", "y_title": "Pieces", "legend": "none"},
    )  # fmt: skip
    paths = await _saved(calc, window, folder, "changed")
    assert _judged(paths, *value["holds"]) == []
    assert "no chart is called 'Other'" in await refusal(calc, "change_chart", chart="Other", sheet_name="Changed")
    gone = await _done(calc, "change_chart", chart="New", remove=True, sheet_name="Changed")
    assert gone["charts"] == []


async def test_texts_become_columns_dates_and_numbers_in_any_locale(calc: Client, window: Window, folder: Path) -> None:
    table = [["Huber, Anna, 5", "03.02.2011", "02/03/2011"], ['Moser,"a, b",7', "31.12.2011", "01/02/2011"]]
    await _fresh(calc, "Texts", table)
    assert "1 cells of B1:C2" not in await refusal(calc, "split_text", cells="A1:A2", sheet_name="Texts")
    await call(calc, "change_lines", action="insert columns", first="B", count=2, sheet_name="Texts")
    split = await _done(calc, "split_text", cells="A1:A2", sheet_name="Texts")
    said = await refusal(calc, "convert_texts", cells="E1:E2", to="date", sheet_name="Texts")
    assert "say which as order" in said
    code = "DD. MMMM YYYY in de-AT"
    dates = await _done(calc, "convert_texts", cells="D1:D2", to="date", code=code, sheet_name="Texts")
    assert dates["shown"] == "03. Februar 2011"
    usual = await _done(calc, "convert_texts", cells="E1:E2", to="date", order="MDY", sheet_name="Texts")
    assert usual["shown"] == "02/03/2011"
    paths = await _saved(calc, window, folder, "texts")
    assert _judged(paths, *split["holds"], *dates["holds"], *usual["holds"]) == []
    shows = {"sheet": "Texts", "start": "E1", "property": "shows", "value": "02/03/2011"}
    assert _judged(paths, shows) == []


async def test_letters_within_cells_take_their_own_looks(calc: Client, window: Window, folder: Path) -> None:
    await _fresh(calc, "Letters", [["Name", "Note"], ["H2O", "due tomorrow"], ["CO2", "paid"]])
    where = {"sheet_name": "Letters", "cells": "A2:B3"}
    await _done(calc, "set_property", properties={"subscript": True}, texts=["H[2]O", "CO[2]"], **where)
    await _done(calc, "set_property", properties={"bold": True, "colour": "red"}, texts=["tomorrow"], **where)
    for path in await _saved(calc, window, folder, "letters"):
        if path.suffix == ".xlsx":
            made = openpyxl.load_workbook(path, rich_text=True)["Letters"]
            water, due = made["A2"].value, made["B2"].value
            assert [(str(part), part.font.vertAlign) for part in water] == [
                ("H", None),
                ("2", "subscript"),
                ("O", None),
            ]
            assert str(due[-1]) == "tomorrow" and due[-1].font.b and due[-1].font.color.rgb == "FFFF0000"
    await _done(calc, "undo_changes")
    assert "no cell" in await refusal(calc, "set_property", properties={"bold": True}, texts=["nowhere"], **where)
    assert "of whole cells" in await refusal(
        calc, "set_property", properties={"format": "date"}, texts=["CO2"], **where
    )
    assert "give them as texts" in await refusal(calc, "set_property", properties={"subscript": True}, **where)


async def test_a_row_below_a_table_takes_the_number_formats_of_its_columns(calc: Client) -> None:
    table: list[list[Any]] = [
        ["When", "Sum", "Share", "Twice"],
        ["2026-01-05", "1234.5", "10%", None],
        ["2026-01-06", 99, "20%", None],
    ]
    await _fresh(calc, "Grown", table)
    await _done(calc, "fill_range", cells="D2:D3", content="=B2*2", sheet_name="Grown")
    for cells, form in (("A2:A3", "code DD.MM.YYYY"), ("B2:B3", "currency 2"), ("D2:D3", "currency 2")):
        await _done(calc, "format_cells", cells=[cells], look="format", value=form, sheet_name="Grown")
    below = {"A4": "2026-02-07", "B4": 50, "C4": 0.15, "D4": "=B4*2", "A5": 7, "C5": 30}
    await call(calc, "write_cells", cells=below, sheet_name="Grown")
    assert (await call(calc, "table2markdown", sheet_name="Grown")).split("\n")[4:] == [
        "| 07.02.2026 | $50.00 | 15% | $100.00 |", "| 7 |  | 30 |  |",
    ]  # fmt: skip
    await _fresh(calc, "Apart", [["When", "Sum"], ["2026-01-05", "1234.5"]])
    for cells, form in (("A2", "code DD.MM.YYYY"), ("B2", "currency 2")):
        await _done(calc, "format_cells", cells=[cells], look="format", value=form, sheet_name="Apart")
    await call(calc, "write_cells", cells={"A5": "2026-02-07", "B5": 60}, sheet_name="Apart")
    assert (await call(calc, "table2markdown", sheet_name="Apart")).split("\n")[-1] == "| 07.02.2026 | 60 |"


async def test_texts_among_days_and_numbers_are_named_when_cells_are_read(calc: Client) -> None:
    table: list[list[Any]] = [
        ["Due", "Sum", "Phone"],
        ["2026-01-05", 12, ""],
        ["", "", "0171"],
        ["2026-01-07", 14, "0172"],
    ]
    await _fresh(calc, "Mixed", table)
    await _done(calc, "format_cells", cells=["A3:B3"], look="format", value="text", sheet_name="Mixed")
    await _done(calc, "set_cells", cells={"A3": "16/01/2026", "B3": "13"}, sheet_name="Mixed")
    read = await calc.call_tool("read_cells", {"sheet_name": "Mixed"})
    assert "A3, B3, unlike other cells of their column" in str(read)
    shown = await call(calc, "read_cells", sheet_name="Mixed", as_table=True)
    assert as_text(shown).startswith("| Due | Sum | Phone |\n")


async def test_a_cell_whose_format_is_text_takes_numbers_as_texts_with_their_zeros(calc: Client) -> None:
    await _fresh(calc, "Codes", [["a", "b"], *[["", ""]] * 4])
    await _done(calc, "format_cells", cells=["A2:A5"], sheet_name="Codes", look="format", value="text")
    await _done(calc, "set_cells", cells={"A2": "99084", "A3": 99084, "B2": "99084"}, sheet_name="Codes")
    await _done(calc, "fill_range", cells="A4:B4", content="2026-12-24", sheet_name="Codes")
    await _done(calc, "insert_excel_table", table=[["01067", "7.5"]], sheet_name="Codes", start_row=5)
    (table,) = [
        await call(calc, "get_range_values", sheet_name="Codes", start_row=2, start_col=1, end_row=5, end_col=2)
    ]
    assert table == [["99084", 99084], ["99084", ""], ["2026-12-24", "2026-12-24"], ["01067", 7.5]]


async def test_an_apostrophe_before_what_would_be_a_number_keeps_it_a_text_and_is_no_letter(calc: Client) -> None:
    await _fresh(calc, "Marked", [["a", "b"], ["", ""]])
    await _done(calc, "format_cells", cells=["A2"], sheet_name="Marked", look="format", value="text")
    cells = {"A2": "'39", "B2": "'39", "A3": "'2026-12-24", "B3": "'=A2", "A4": "'n Abend", "B4": "'"}
    await _done(calc, "write_cells", cells=cells, sheet_name="Marked")
    table = await call(calc, "get_range_values", sheet_name="Marked", start_row=2, start_col=1, end_row=4, end_col=2)
    assert table == [["39", "39"], ["2026-12-24", "=A2"], ["'n Abend", "'"]]


async def test_a_row_of_digits_in_a_column_of_such_texts_stays_a_text_and_that_is_said(
    calc: Client, window: Window, folder: Path
) -> None:
    await _fresh(calc, "Phones", [["Name", "Phone", "Seats"], ["Li", "", 2], ["Wu", "", 3], ["Xu", "", ""]])
    await _done(calc, "format_cells", cells=["B2:B3"], sheet_name="Phones", look="format", value="text")
    await _done(calc, "set_cells", cells={"B2": "13800001111", "B3": "13900002222"}, sheet_name="Phones")
    done = await call(calc, "set_cells", cells={"B4": "13700003333", "C4": "4"}, sheet_name="Phones")
    assert done["effect"] == Effect.CONFIRMED
    assert "'B4' is a text, as its column or its format has it" in done["evidence"][0]
    table = await call(calc, "get_range_values", sheet_name="Phones", start_row=2, start_col=2, end_row=4, end_col=3)
    assert table == [["13800001111", 2], ["13900002222", 3], ["13700003333", 4]]


async def test_every_way_of_writing_leaves_digits_texts_in_a_column_of_codes(calc: Client) -> None:
    await _fresh(calc, "Members", [["Name", "Phone", "Seats"], ["Li", "0049301234", 2], ["Wu", "4930777", 3]])
    await _done(calc, "fill_range", cells="B4", content="4930123", sheet_name="Members")
    await _done(calc, "write_cell", cell="B5", content="4930124", sheet_name="Members")
    await _done(calc, "set_cells", cells={"B6": "4930125", "C6": "4"}, sheet_name="Members")
    await _done(
        calc,
        "insert_excel_table",
        table=[["Xu", "+4930126", "5"], ["Ma", "4930127", "6"]],
        sheet_name="Members",
        start_row=7,
    )
    await _done(
        calc, "insert_excel_table", table=[["007"], ["12"], ["1234567890123456"]], sheet_name="Members", start_col=5
    )
    rows = await call(calc, "get_range_values", sheet_name="Members", start_row=2, start_col=2, end_row=8, end_col=3)
    assert [row[0] for row in rows] == ["0049301234", "4930777", "4930123", "4930124", "4930125", "+4930126", "4930127"]
    assert [row[1] for row in rows] == [2, 3, "", "", 4, 5, 6]
    codes = await call(calc, "get_range_values", sheet_name="Members", start_row=1, start_col=5, end_row=3, end_col=5)
    assert codes == [["007"], ["12"], ["1234567890123456"]]


async def test_numbers_below_a_header_of_digits_are_numbers(calc: Client) -> None:
    await _fresh(calc, "Years", [["Item", ""], ["tea", ""]])
    await _done(calc, "format_cells", cells=["B1"], sheet_name="Years", look="format", value="text")
    await _done(calc, "write_cell", cell="B1", content="2026", sheet_name="Years")
    await _done(calc, "write_cell", cell="B2", content="12", sheet_name="Years")
    assert await call(calc, "get_range_values", sheet_name="Years", start_row=1, start_col=2, end_row=2, end_col=2) == [
        ["2026"],
        [12],
    ]


async def test_blanks_are_found_and_filled(calc: Client, window: Window, folder: Path) -> None:
    await _fresh(calc, "Blanks", [["K", "V"], ["a", 1], ["", 2], ["b", ""], ["", 4]])
    found = await _done(calc, "fill_blanks", cells="A2:B5", sheet_name="Blanks")
    assert (found["count"], found["blanks"]) == (3, ["A3", "A5", "B4"])
    await _done(calc, "fill_blanks", cells="A2:A5", content="above", sheet_name="Blanks")
    filled = await _done(calc, "fill_blanks", cells="B2:B5", content=0, sheet_name="Blanks")
    rows = await call(calc, "get_range_values", sheet_name="Blanks", start_row=2, start_col=1)
    assert (rows, filled["left"]) == ([["a", 1], ["a", 2], ["b", 0], ["b", 4]], 0)


async def test_subtotals_come_and_go(calc: Client, window: Window, folder: Path) -> None:
    await _fresh(calc, "Groups", [["K", "V"], ["b", 1], ["a", 2], ["b", 3]])
    added = await _done(calc, "add_subtotals", by="K", columns=["V"], sheet_name="Groups")
    rows = await call(calc, "get_range_values", sheet_name="Groups", start_row=2, start_col=2)
    assert (added["subtotals"], [row[0] for row in rows]) == (3, [2, 2, 1, 3, 4, 6])
    paths = await _saved(calc, window, folder, "groups")
    assert _judged(paths, *added["holds"]) == []
    await _done(calc, "add_subtotals", by="K", columns=["V"], function="none", sheet_name="Groups")
    assert len(await call(calc, "get_range_values", sheet_name="Groups", start_row=2, start_col=2)) == 3


async def test_formulas_find_their_sheets_in_every_spelling(calc: Client, window: Window, folder: Path) -> None:
    await _fresh(calc, "Mine's, all")
    await _fresh(calc, "Spelled")
    spellings = (
        "='Mine''s, all'!D2", "='Mine's, all'!D2", "=$'Mine''s, all'.$D$2", "=Mine's, all!D2", "='MINE''S, ALL'.D2",
        "=SUM('Mine''s, all'!D2,'Mine''s, all'!D2)/2", "=Spelled!D2", "=$Spelled.D2", "=spelled.$D$2", "='Spelled'!D2",
    )  # fmt: skip
    cells = {f"H{row}": formula for row, formula in enumerate(spellings, start=1)}
    assert (await call(calc, "write_cells", cells=cells, sheet_name="Spelled"))["effect"] == Effect.CONFIRMED
    assert (
        await call(calc, "get_range_values", sheet_name="Spelled", start_row=1, start_col=8, end_row=10, end_col=8)
        == [[1]] * 10
    )
    await _done(calc, "fill_range", cells="I2:I13", content="='Mine''s, all'!D2*$E$2", sheet_name="Spelled")
    for path in await _saved(calc, window, folder, "spelled"):
        if path.suffix == ".xlsx":
            assert openpyxl.load_workbook(path)["Spelled"]["I13"].value == "='Mine''s, all'!D13*$E$2"
    read = await call(calc, "read_cells", cells="H9:I13", sheet_name="Spelled")
    assert read["formulas"] == {"H9": "=Spelled!$D$2", "I9:I13": "='Mine''s, all'!D9*$E$2", "H10": "=Spelled!D2"}
    for formula in ("=IF(1,2,'Nine'!A1)", "=Nine!A1"):
        refused = await refusal(calc, "write_cells", cells={"K1": formula}, sheet_name="Spelled")
        assert "there is no sheet 'Nine'; the sheets are" in refused
    rule = {"sign": ">", "value": "='Mine''s, all'!D2"}
    looks = {"bold": "on"}
    await _done(calc, "conditional_format", cells="D2:D13", rule=rule, looks=looks, sheet_name="Spelled")


async def test_cells_are_copied_between_sheets_and_files_with_formats_and_formulas(
    calc: Client, window: Window, folder: Path
) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Prices"
    for row in (["Item", "Price", "Twice"], ["Tea", 3.5, "=B2*2"], ["Ink", 4, "=B3*2"], ["Pen", 1, "=Rate!A1*B4"]):
        sheet.append(row)
    sheet["B2"].font = Font(bold=True)
    sheet.row_dimensions[3].hidden = True
    book.create_sheet("Rate")["A1"] = 5
    book.save(folder / "prices.xlsx")
    before = (folder / "prices.xlsx").read_bytes()
    await _fresh(calc, "Copies")
    assert (await _done(calc, "write_table", copy_of="Copies.C1:E4", at="Copies.H1"))["range"] == "H1:J4"
    theirs = {"copy_of": "Prices.A1:C3", "from_file": "prices.xlsx"}
    value = await _done(calc, "write_table", at="Taken over.B2", **theirs)
    assert (value["sheet"], value["range"], value["formulas"]) == ("Taken over", "B2:D4", 2)
    # Filled cells are replaced, and nobody is asked.
    assert (await _done(calc, "write_table", at="Copies.H2", values_only=True, **theirs))["replaced"] == 9
    assert await call(calc, "read_cells", cells="H2:J4", sheet_name="Copies") == [
        ["Item", "Price", "Twice"], ["Tea", 3.5, 7], ["Ink", 4, 8],
    ]  # fmt: skip
    linked = await call(calc, "write_table", at="Taken over.F1", **theirs | {"copy_of": "Prices.A4:C4"})
    assert linked["effect"] == Effect.PARTIAL and "values_only" in linked["evidence"][1]
    await _done(calc, "undo_changes")
    for path in await _saved(calc, window, folder, "copies"):
        if path.suffix == ".xlsx":
            made = openpyxl.load_workbook(path)["Taken over"]
            assert [made["D3"].value, made["D4"].value, made["C3"].font.b, made["F1"].value] == [
                "=C3*2",
                "=C4*2",
                True,
                None,
            ]
    assert (folder / "prices.xlsx").read_bytes() == before
    assert "there is no sheet 'Costs'" in await refusal(
        calc, "write_table", at="H1", **theirs | {"copy_of": "Costs.A1"}
    )
    (folder / "bad.xlsx").write_bytes(b"PK broken")
    broken = await refusal(calc, "write_table", at="H1", copy_of="A1", from_file="bad.xlsx")
    assert "cannot be read" in broken or "is no spreadsheet" in broken


async def test_sheets_are_moved_and_copied(calc: Client) -> None:
    await _fresh(calc, "Moved")
    moved = await _done(calc, "change_sheets", action="move", sheet_name="Moved", position=1)
    copied = await _done(calc, "change_sheets", action="copy", sheet_name="Moved", new_name="Copied", position=2)
    assert moved["names"][0] == "Moved" and copied["names"][:2] == ["Moved", "Copied"]
    last = await _done(calc, "change_sheets", action="move", sheet_name="Moved")
    assert last["names"][-1] == "Moved"


async def test_a_csv_comes_in_with_its_own_separator_and_dates_and_goes_out_with_others(
    calc: Client, folder: Path
) -> None:
    options = {"separator": "semicolon", "columns": {"2": "DMY"}, "language": "de"}
    await _done(calc, "import_csv", path="people.csv", options=options, new_sheet="People")
    rows = await call(calc, "get_range_values", sheet_name="People", start_row=2, start_col=1)
    assert (rows[0][0], rows[0][2]) == ("Huber; Anna", 1.5)
    year = await _done(calc, "set_cells", cells={"E1": "=YEAR(B2)"}, sheet_name="People")
    assert year["shown"] == "1999"
    await call(calc, "set_cells", cells={"E1": ""}, sheet_name="People")
    code = {"cells": ["B2"], "look": "format", "value": "code YYYY-MM-DD"}
    await _done(calc, "format_cells", sheet_name="People", **code)
    written = {"separator": "tab", "quote_all": True}
    report = await call(calc, "export_csv", file_name="out.csv", options=written, sheet_name="People")
    assert report["effect"] == Effect.CONFIRMED
    text = (folder / "out.csv").read_text(encoding="utf-8")
    assert '"Huber; Anna"\t1999-12-31\t1.5' in text
    assert "there is no file" in await refusal(calc, "import_csv", path="none.csv")


async def test_each_change_is_one_step_of_undo(calc: Client) -> None:
    await _fresh(calc, "Undone")
    steps: list[tuple[str, dict[str, Any]]] = [
        ("fill_range", {"cells": "F2:G13", "content": "=D2*2"}),
        ("set_cells", {"cells": {"J1": "a", "J2": "=1+1"}}),
        ("convert_texts", {"cells": "A2:A13", "to": "date", "order": "MDY"}),
        ("filter_rows", {"where": [{"column": "Customer", "value": "A"}], "cells": "A1:E13"}),
        ("conditional_format", {"cells": "D2:D9", "rule": {"sign": ">", "value": 1}, "looks": {"bold": "on"}}),
        ("merge_cells", {"cells": "A20:C20"}),
        ("set_pivot_table", {"fields": {"rows": ["Customer"], "values": [{"field": "Price"}]}, "target": "Of one step"}),
        ("insert_chart", {"chart_type": "pie", "data_range": "C1:D5"}),
        ("import_csv", {"path": "people.csv", "new_sheet": "Gone", "options": {"separator": "semicolon"}}),
    ]  # fmt: skip
    for tool, arguments in steps:
        sheet = {} if tool == "import_csv" else {"sheet_name": "Undone"}
        before = await _state(calc)
        await _done(calc, tool, **sheet, **arguments)
        await _done(calc, "undo_changes")
        assert await _state(calc) == before, tool


async def _state(calc: Client) -> Any:
    rows = await call(calc, "get_range_values", sheet_name="Undone", start_row=1, start_col=1)
    return rows, await call(calc, "look_at_sheets")


async def test_what_cannot_be_is_refused_with_the_next_move(calc: Client) -> None:
    await _fresh(calc, "Refused")
    told = await call(calc, "fill_range", cells="F2:F13", content="=D2/0", sheet_name="Refused")
    assert told["effect"] == Effect.PARTIAL and "F2 shows #DIV/0!" in told["evidence"][1]
    assert "did you mean 'Refused'" in await refusal(calc, "fill_range", cells="A1", content=1, sheet_name="Refusd")
    assert "reaches beyond the sheet" in await refusal(
        calc, "fill_range", cells="A1:ZZZ9", content=1, sheet_name="Refused"
    )
    pivot = {"fields": {"rows": ["Custmer"], "values": [{"field": "Price"}]}, "source": "Refused.A1:E13"}
    assert "did you mean 'Customer'" in await refusal(calc, "set_pivot_table", **pivot)
    where = [{"column": "Town", "value": "x"}]
    assert "the columns are 'Date'" in await refusal(
        calc, "filter_rows", where=where, cells="A1:E13", sheet_name="Refused"
    )
    assert "is no number format" in await refusal(
        calc, "format_cells", cells=["A1"], look="format", value="code [[[", sheet_name="Refused"
    )
    assert "is not a formula" in await refusal(
        calc, "fill_range", cells="F2", content="=NOSUCH(1)", sheet_name="Refused"
    )
