from __future__ import annotations

import json

import pytest

from tests.planner.stage import GUI, Stage, control, play
from ufo.errors import ToolError
from ufo.planner.intents import ClickControl, ControlPhrase, ExtractTable, InsertTable, MakeChart, ReadValue, WriteCell
from ufo.schema.outcome import SubtaskRecord
from ufo.schema.target import TargetInfo

ROWS = [["Item", "Price"], ["Tea", "3"], ["Cake", "5"]]


def page(name: str, top: int, rows: list[list[str]]) -> list[TargetInfo]:
    """As browsers show a table: cells without a place in a grid, headers apart."""
    found = [control(name, "Table", at=(0, top), size=(220, 30 * len(rows)))]
    for y, row in enumerate(rows):
        role = "HeaderItem" if y == 0 else "Cell"
        found += [control(text, role, at=(110 * x, top + 30 * y), path=(name,)) for x, text in enumerate(row)]
    return found


def test_a_table_that_is_all_that_was_asked_for_takes_one_turn_and_what_the_tool_read_is_the_answer() -> None:
    stage = Stage(tools=(*GUI, "read_table"))
    stage.on["read_table"] = lambda _, arguments: {"name": "Table1", "rows": ROWS}

    run = play(stage, ExtractTable("extract", "", caption="prices"))

    assert (run.status, run.turns, run.result) == ("FINISH", 1, "")
    assert stage.done("read_table") == [{"number": 0, "caption": "prices"}]


def test_a_table_taken_on_the_way_is_still_the_result_at_the_end() -> None:
    stage = Stage(tools=(*GUI, "read_table"), controls=[control("Close")])
    stage.on["read_table"] = lambda _, arguments: {"name": "Table1", "rows": ROWS}

    run = play(stage, ExtractTable("extract", ""), ClickControl("click Close", "", ControlPhrase("Close")))

    assert json.loads(run.result)["table"] == ROWS


def test_the_tools_own_reason_is_the_failure() -> None:
    stage = Stage(tools=(*GUI, "read_table"))

    def refuse(*_: object) -> None:
        raise ToolError("the document has no table; open the document that has one")

    stage.on["read_table"] = refuse
    run = play(stage, ExtractTable("extract", ""))

    assert run.status == "FAIL"
    assert "has no table" in run.result


def test_a_table_on_a_page_is_read_as_it_stands() -> None:
    run = play(Stage(controls=page("Prices", 100, ROWS)), ExtractTable("extract", ""))

    assert json.loads(run.result) == {"table": ROWS, "name": "Prices"}


def test_one_of_several_tables_is_told_by_name_number_or_question() -> None:
    both = page("Prices", 100, ROWS) + page("Stock", 300, [["Item", "Count"], ["Tea", "7"]])

    assert json.loads(play(Stage(controls=both), ExtractTable("x", "", caption="stock")).result)["name"] == "Stock"
    assert json.loads(play(Stage(controls=both), ExtractTable("x", "", number=1)).result)["name"] == "Prices"
    assert play(Stage(controls=both), ExtractTable("x", "")).status == "PENDING"
    answered = play(Stage(controls=both), ExtractTable("x", ""), answers=["2"])
    assert json.loads(answered.result)["name"] == "Stock"
    assert play(Stage(controls=both), ExtractTable("x", "", number=5)).status == "FAIL"


def test_cells_that_know_their_place_are_read_by_it() -> None:
    cells = [
        control(text, "Cell", at=(5, 5), row=y, column=x) for y, row in enumerate(ROWS) for x, text in enumerate(row)
    ]

    assert json.loads(play(Stage(controls=cells), ExtractTable("x", "")).result)["table"] == ROWS


def test_without_native_tools_a_table_is_typed_from_the_cell_on() -> None:
    stage = Stage(controls=[control("Name Box", "Edit", value="A1")])
    record = SubtaskRecord(subtask="x", status="FINISH", result=json.dumps({"table": [["a+b", "1"], ["c", "2"]]}))

    run = play(stage, InsertTable("insert", "", "B2"), records=[record])

    assert run.status == "FINISH"
    assert [one["keys"] for one in stage.done("keyboard_input")] == [
        "{VK_CONTROL}a", "B2", "{ENTER}", "a{+}b{TAB}1{ENTER}", "c{TAB}2{ENTER}",
    ]  # fmt: skip


def test_a_text_editor_gets_the_table_as_lines() -> None:
    stage = Stage(controls=[control("", "Edit", value="", states=("multiline", "editable"))])
    record = SubtaskRecord(subtask="x", status="FINISH", result=json.dumps({"table": [["a", "b"], ["c", "d"]]}))

    play(stage, InsertTable("insert", ""), records=[record])

    assert stage.controls[0].value == "a\tb\nc\td"


def test_a_cell_is_written_natively_and_by_the_name_box_after_a_failure() -> None:
    stage = Stage(tools=(*GUI, "write_cell"), controls=[control("Name Box", "Edit", value="A1")])

    def broken(*_: object) -> None:
        raise ToolError("the office does not answer")

    assert play(stage, WriteCell("w", "", "b3", "=SUM(A1:A2)")).status == "FINISH"
    assert stage.done("write_cell") == [{"cell": "B3", "content": "=SUM(A1:A2)"}]
    stage.on["write_cell"] = broken
    assert play(stage, WriteCell("w", "", "B3", "5")).status == "FINISH"
    assert stage.done("keyboard_input")[-1]["keys"] == "5{ENTER}"


def test_a_cell_is_read_by_the_native_tool() -> None:
    stage = Stage(tools=(*GUI, "get_range_values"))
    stage.on["get_range_values"] = lambda _, arguments: {"sheet": "Sheet1", "range": "B3", "rows": [[7]]}

    run = play(stage, ReadValue("read", "", ControlPhrase("B3", "Cell")))

    assert run.result == "7"
    assert stage.done("get_range_values")[0]["start_row"] == 3
    assert stage.done("get_range_values")[0]["start_col"] == 2


def test_no_chart_is_made_where_no_tool_can() -> None:
    run = play(Stage(), MakeChart("chart", "", "pie", "A1:B2"))

    assert run.status == "FAIL"
    assert "chart" in run.result


RIVERS = [["River", "Length km", "Country"], ["Elbe", "1094", "Germany"], ["Loire", "1006", ""]]
PEAKS = [["Peak", "Height m"], ["Zugspitze", "2962"], ["Mont Blanc", "4808"]]


def untold(top: int, rows: list[list[str]], left: int = 0) -> list[TargetInfo]:
    """As a browser shows a table without a caption: cells, and nothing around them; empty ones are not told of."""
    found = []
    for y, row in enumerate(rows):
        role = "HeaderItem" if y == 0 else "Cell"
        spots = enumerate(row)
        found += [control(text, role, at=(left + 110 * x, top + 24 * y)) for x, text in spots if text]
    return found


def test_two_tables_with_a_heading_between_are_two_though_nothing_is_around_their_cells() -> None:
    headings = [control(text, "Heading", at=(0, y)) for text, y in (("Rivers", 0), ("Mountains", 110))]
    stage = Stage(controls=[headings[0], *untold(30, RIVERS), headings[1], *untold(140, PEAKS, left=5)])

    assert json.loads(play(stage, ExtractTable("extract", "", caption="Rivers")).result)["table"] == RIVERS
    assert json.loads(play(stage, ExtractTable("extract", "", number=2)).result)["table"] == PEAKS


def test_two_tables_right_under_one_another_are_two() -> None:
    stage = Stage(controls=[*untold(0, RIVERS), *untold(72, PEAKS)])

    assert json.loads(play(stage, ExtractTable("extract", "", number=1)).result)["table"] == RIVERS
    assert json.loads(play(stage, ExtractTable("extract", "", number=2)).result)["table"] == PEAKS


def test_rows_that_begin_with_a_header_of_their_own_stay_one_table() -> None:
    rows = [["", "2023", "2024"], ["Tea", "3", "4"], ["Cake", "5", "6"]]
    cells = [
        control(text, "Cell" if x and y else "HeaderItem", at=(110 * x, 24 * y))
        for y, row in enumerate(rows)
        for x, text in enumerate(row)
        if text
    ]

    assert json.loads(play(Stage(controls=cells), ExtractTable("extract", "")).result)["table"] == rows


@pytest.mark.parametrize(
    ("phrase", "told"),
    [
        (ControlPhrase("length km", inside="Loire"), "1006"),
        (ControlPhrase("Country", near="Elbe"), "Germany"),
    ],
)
def test_a_cell_is_told_by_its_column_and_what_its_row_says(phrase: ControlPhrase, told: str) -> None:
    stage = Stage(controls=[control("Rivers", "Heading", at=(0, 0)), *untold(30, RIVERS)])

    assert play(stage, ReadValue("read", "", phrase)).result == told


def test_a_column_that_two_tables_have_is_no_cell() -> None:
    stage = Stage(controls=[*untold(0, RIVERS), *untold(172, RIVERS)])

    assert play(stage, ReadValue("read", "", ControlPhrase("Country", inside="Elbe"))).status == "FAIL"
