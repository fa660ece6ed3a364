from __future__ import annotations

import json

from tests.extensions.planner.stage import GUI, Stage, control, play
from ufo.errors import ToolError
from ufo.schema.outcome import SubtaskRecord
from ufo_planner.intents import ClickControl, ControlPhrase, ExtractTable, InsertTable, ReadValue, WriteCell

ROWS = [["Item", "Price"], ["Tea", "3"], ["Cake", "5"]]


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


def test_a_table_is_inserted_with_the_tool_of_the_sheet() -> None:
    stage = Stage(tools=("insert_excel_table",))
    record = SubtaskRecord(subtask="x", status="FINISH", result=json.dumps({"table": ROWS}))

    assert play(stage, InsertTable("insert", "", "B2"), records=[record]).status == "FINISH"
    (done,) = stage.done("insert_excel_table")
    assert (done["table"], done["start_row"], done["start_col"]) == (ROWS, 2, 2)


def test_a_cell_is_written_with_the_tool_of_the_sheet_and_its_refusal_is_the_failure() -> None:
    stage = Stage(tools=(*GUI, "write_cell"))

    def broken(*_: object) -> None:
        raise ToolError("the office does not answer")

    assert play(stage, WriteCell("w", "", "b3", "=SUM(A1:A2)")).status == "FINISH"
    assert stage.done("write_cell") == [{"cell": "B3", "content": "=SUM(A1:A2)"}]
    stage.on["write_cell"] = broken
    run = play(stage, WriteCell("w", "", "B3", "5"))
    assert run.status == "FAIL" and "the office does not answer" in run.result


def test_a_cell_is_read_by_the_native_tool() -> None:
    stage = Stage(tools=(*GUI, "get_range_values"))
    stage.on["get_range_values"] = lambda _, arguments: {"sheet": "Sheet1", "range": "B3", "rows": [[7]]}

    run = play(stage, ReadValue("read", "", ControlPhrase("B3", "Cell")))

    assert run.result == "7"
    assert stage.done("get_range_values")[0]["start_row"] == 3
    assert stage.done("get_range_values")[0]["start_col"] == 2
