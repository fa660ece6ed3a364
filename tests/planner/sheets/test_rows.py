"""Cells written where a row and a column cross, and rows put below the last one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.planner.stage import GUI, Run, Stage, control, play
from ufo.planner.intents import AppendRow, ArrangeSheet, ControlPhrase, Intent, TypeInto

ROWS: list[list[Any]] = [["Item", "Stock", "Price"], ["Lamp", 4, 19.9], ["Chair", 12, 45], ["Chair", 1, 30]]
TOTALS = [*ROWS, ["Total", 17, ""]]


def spreadsheet(rows: list[list[Any]], intent: Intent) -> tuple[Run, Stage]:
    stage = Stage(
        tools=(*GUI, "get_range_values", "write_cell", "insert_excel_table", "change_lines"),
        controls=[control("Stock", "Table"), control("A1", "Cell", states=("focused", "editable"), value="Item")],
        on={"get_range_values": lambda _, given: rows},
    )
    return play(stage, intent), stage


def crossing(what: str, row: str | None) -> TypeInto:
    return TypeInto("", "", "11", ControlPhrase(what, inside=row), replace=True)


@pytest.mark.parametrize(("what", "row"), [("stock", "lamp"), ("Lamp's stock", None)])
def test_the_cell_under_the_heading_in_the_row_that_says_so_is_written(what: str, row: str | None) -> None:
    run, stage = spreadsheet(ROWS, crossing(what, row))
    assert (run.status, stage.done("write_cell")) == ("FINISH", [{"cell": "B2", "content": "11"}])


@pytest.mark.parametrize(
    ("intent", "rows", "reason"),
    [
        (ArrangeSheet("", "", "delete rows", "chair", "1"), ROWS, "2 rows say 'chair'"),
        (crossing("stock", "chair"), ROWS, "2 rows say 'chair'"),
        (crossing("stock", "desk"), ROWS, "no row says 'desk'"),
        (crossing("colour", "lamp"), ROWS, "no column is called 'colour'; the first row says 'Item', 'Stock', 'Price'"),
        (TypeInto("", "", "11", replace=True), ROWS, "say which cell"),
        (TypeInto("", "", "11"), ROWS, "say which cell"),
        (AppendRow("", "", ("Desk", "2")), ROWS, "2 values were given, and the columns are 'Item', 'Stock', 'Price'"),
        (AppendRow("", "", ("Desk", "2", "80")), TOTALS, "the last row, 5, adds up those above it"),
    ],
)
def test_nothing_is_written_where_the_words_do_not_tell_the_cell(intent: Intent, rows: Any, reason: str) -> None:
    run, stage = spreadsheet(rows, intent)
    assert run.status == "FAIL" and reason in run.result
    assert not {"change_lines", "write_cell", "insert_excel_table", "keyboard_input", "set_edit_text"} & {
        name for name, _ in stage.log
    }


@pytest.mark.parametrize("values", [("Desk", "2", "80.50"), ("price: 80.50", "Item = Desk", "stock=2")])
def test_a_row_goes_below_the_last_one_with_each_value_under_its_heading(values: tuple[str, ...]) -> None:
    run, stage = spreadsheet([*ROWS, ["", "", ""]], AppendRow("", "", values))
    put = {"table": [["Desk", "2", "80.50"]], "sheet_name": "", "start_row": 5, "start_col": 1}
    assert (run.status, stage.done("insert_excel_table")) == ("FINISH", [put])


def test_a_row_is_deleted_by_what_it_says() -> None:
    run, stage = spreadsheet(ROWS, ArrangeSheet("", "", "delete rows", "Lamp", "1"))
    assert run.status == "FINISH"
    assert [(one["action"], one["first"], one["count"]) for one in stage.done("change_lines")] == [
        ("delete rows", "2", 1)
    ]
