from __future__ import annotations

import pytest

from tests.extensions.planner.stage import Stage, control, play
from ufo.schema.outcome import SubtaskRecord
from ufo_planner.intents import RESULT, ControlPhrase, PressKeys, TypeInto, WriteCell


def _editor(text: str) -> Stage:
    return Stage(
        controls=[
            control("", "Edit", at=(0, 0), size=(900, 700), value=text, states=("multiline", "focused", "editable"))
        ]
    )


def test_words_go_where_the_step_before_put_the_caret() -> None:
    stage = _editor("pay rent")

    run = play(stage, PressKeys("go", "", (("ctrl", "home"),)), TypeInto("type", "", "URGENT: "))

    assert run.status == "FINISH"
    assert [record["keys"] for record in stage.done("keyboard_input")] == ["{VK_CONTROL}{HOME}", "URGENT: "]
    assert not stage.done("set_edit_text")


def test_words_are_added_to_a_text_in_which_no_step_has_put_the_caret() -> None:
    stage = _editor("pay rent")

    assert play(stage, TypeInto("type", "", " soon")).status == "FINISH"
    assert stage.controls[0].value == "pay rent soon"


@pytest.mark.parametrize(
    ("text", "typed"), [("pay rent", "\nbuy stamps"), ("pay rent\n", "buy stamps"), ("", "buy stamps")]
)
def test_a_line_that_is_added_stands_alone_and_leaves_no_line_empty(text: str, typed: str) -> None:
    stage = _editor(text)

    assert play(stage, TypeInto("type", "", "\nbuy stamps")).status == "FINISH"
    assert stage.controls[0].value == text + typed


def test_a_small_box_among_fields_is_not_written_in_unasked() -> None:
    stage = Stage(
        controls=[
            control("Guests", "Spinner", at=(0, 0), value="1"),
            control("Remarks", "Edit", at=(0, 100), size=(300, 80), value="", states=("multiline",)),
        ]
    )

    run = play(stage, TypeInto("type", "", "12"))

    assert (run.status, stage.log) == ("FAIL", [])
    assert "Guests" in run.result and "Remarks" in run.result


def test_a_cell_takes_the_result_of_an_earlier_subtask() -> None:
    stage = Stage(tools=("write_cell",))
    earlier = SubtaskRecord(subtask="compute 12*12", agent="calculator", status="FINISH", result="144")

    assert play(stage, WriteCell("write", "", "A1", RESULT), records=[earlier]).status == "FINISH"
    assert stage.done("write_cell") == [{"cell": "A1", "content": "144"}]


def test_a_number_typed_into_a_field_of_numbers_takes_the_place_of_the_one_that_is_there() -> None:
    stage = Stage(controls=[control("Guests", "Spinner", value="1", states=("editable",))])

    assert play(stage, TypeInto("type", "", "3", ControlPhrase("Guests"))).status == "FINISH"
    assert stage.controls[0].value == "3"
