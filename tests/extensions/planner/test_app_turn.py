from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tests.extensions.planner.stage import Stage, control, play
from ufo.errors import ToolError
from ufo.schema.target import TargetInfo
from ufo_planner.app_turn import steps_of
from ufo_planner.intents import (
    RESULT,
    ClickControl,
    ControlPhrase,
    PressKeys,
    ReadValue,
    SetChecked,
    TypeInto,
    Unclear,
    WriteCell,
)


def click(name: str, **more: Any) -> ClickControl:
    return ClickControl(f"click {name}", "", ControlPhrase(name, **more))


def fill(name: str, content: str) -> TypeInto:
    return TypeInto(f"fill {name} with {content}", "", content, ControlPhrase(name), replace=True)


def form() -> Stage:
    stage = Stage(
        controls=[
            control("Name", "Edit", value="", at=(100, 10)),
            control("City", "Edit", value="", at=(100, 40)),
            control("Send news", "CheckBox", states=("unchecked",), at=(100, 70)),
            control("Submit", at=(100, 100)),
        ]
    )

    def on_click(target: TargetInfo | None, _: Mapping[str, Any]) -> None:
        assert target is not None
        if target.type == "CheckBox":
            stage.change(target.name, states=("checked",))

    stage.on["click_input"] = on_click
    return stage


def test_a_whole_form_is_filled_in_one_turn_and_sent_when_that_is_proved() -> None:
    stage = form()

    run = play(
        stage,
        fill("Name", "Ada"),
        fill("City", "London"),
        SetChecked("tick it", "", ControlPhrase("Send news"), True),
        click("Submit"),
    )

    assert (run.status, run.turns) == ("FINISH", 2)
    assert not run.last.expect
    assert [(c.name, c.value) for c in stage.controls if c.type == "Edit"] == [("Name", "Ada"), ("City", "London")]
    assert stage.clicked() == ["Send news", "Submit"]
    assert {getattr(found, "value", None) or getattr(found, "state", None) for found in run.findings} == {
        "Ada",
        "London",
        "checked",
    }


def test_what_a_click_brings_is_decided_on_a_new_look() -> None:
    stage = Stage(controls=[control("Next", at=(0, 0))])
    stage.on["click_input"] = _brings(stage, "Next", "Finish now")

    run = play(stage, click("Next"), click("Finish"))

    assert (run.status, run.turns, stage.clicked()) == ("FINISH", 2, ["Next", "Finish now"])


def test_what_is_in_sight_after_a_click_is_decided_on_a_new_look() -> None:
    stage = Stage(controls=[control("Next", at=(0, 0)), control("Finish", at=(0, 50))])

    run = play(stage, click("Next"), click("Finish"))

    assert (run.status, run.turns, stage.clicked()) == ("FINISH", 2, ["Next", "Finish"])


def _brings(stage: Stage, clicked: str, shown: str) -> Callable[[TargetInfo | None, Mapping[str, Any]], None]:
    def on_click(target: TargetInfo | None, _: Mapping[str, Any]) -> None:
        if target is not None and target.name == clicked:
            stage.controls = [control(shown, at=(0, 0))]

    return on_click


def test_the_same_sentence_twice_is_done_twice() -> None:
    stage = Stage(controls=[control("Next", at=(0, 0))])

    run = play(stage, click("Next"), click("Next"), click("Next"))

    assert (run.status, stage.clicked()) == ("FINISH", ["Next", "Next", "Next"])


def test_what_was_skipped_after_a_surprise_is_done_on_the_next_look_and_nothing_twice() -> None:
    stage = form()

    def surprising(target: TargetInfo | None, arguments: Mapping[str, Any]) -> None:
        Stage.set_edit_text(stage, target, arguments)
        stage.surprise = target is not None and target.name == "Name"

    stage.on["set_edit_text"] = surprising
    run = play(stage, fill("Name", "Ada"), fill("City", "London"), click("Submit"))

    assert run.status == "FINISH"
    assert [done["text"] for done in stage.done("set_edit_text")] == ["Ada", "London"]
    assert stage.clicked() == ["Submit"]


def test_a_click_that_fails_is_tried_once_more_and_then_given_up_with_its_reason() -> None:
    stage = form()

    def broken(target: TargetInfo | None, _: Mapping[str, Any]) -> None:
        raise ToolError("the button is covered; close what covers it")

    stage.on["click_input"] = broken
    run = play(stage, click("Submit"))

    assert run.status == "FAIL"
    assert "covered" in run.result
    assert [name for name, _ in stage.log] == ["click_input", "click_input"]


def test_a_value_that_did_not_arrive_is_written_again_by_keys() -> None:
    stage = form()
    stage.on["set_edit_text"] = lambda target, arguments: None

    def typed(target: TargetInfo | None, arguments: Mapping[str, Any]) -> None:
        if arguments["keys"] != "{VK_CONTROL}a":
            stage.change("Name", value=arguments["keys"])

    stage.on["keyboard_input"] = typed
    run = play(stage, fill("Name", "Ada"))

    assert run.status == "FINISH"
    assert [done["keys"] for done in stage.done("keyboard_input")] == ["{VK_CONTROL}a", "Ada"]


def test_a_disabled_control_is_not_clicked() -> None:
    stage = Stage(controls=[control("Send", states=("disabled",))])

    run = play(stage, click("Send"))

    assert run.status == "FAIL"
    assert "disabled" in run.result
    assert not stage.log


def test_a_control_that_is_not_there_is_reported_with_the_nearest_names() -> None:
    stage = Stage(controls=[control("Save draft"), control("Discard", at=(10, 40))])

    run = play(stage, click("Publish draft", role="Button"))

    assert run.status == "FAIL"
    assert "'Save draft'" in run.result


def test_two_controls_that_fit_equally_are_asked_about_and_the_answer_is_used() -> None:
    stage = Stage(
        controls=[
            control("Delete", at=(10, 10), path=("Inbox",)),
            control("Delete", at=(10, 40), path=("Archive",)),
        ]
    )
    chosen: list[tuple[str, ...]] = []
    stage.on["click_input"] = lambda target, _: chosen.append(target.path if target else ())

    asked = play(stage, click("Delete"))
    assert asked.status == "PENDING"
    assert "Inbox" in asked.last.questions[0]
    assert "Archive" in asked.last.questions[0]

    for answer, path in (("2", "Archive"), ("number 1", "Inbox")):
        chosen.clear()
        run = play(stage, click("Delete"), answers=[answer])
        assert (run.status, chosen) == ("FINISH", [(path,)]), answer


def test_an_answer_that_fits_none_is_asked_again() -> None:
    stage = Stage(controls=[control("Delete", at=(10, 10)), control("Delete", at=(10, 40))])

    run = play(stage, click("Delete"), answers=["the purple one"])

    assert run.status == "PENDING"
    assert "a number" in run.last.questions[0]


def test_where_nobody_may_be_asked_an_open_question_is_a_failure() -> None:
    stage = Stage(controls=[control("Delete", at=(10, 10)), control("Delete", at=(10, 40))])

    run = play(stage, click("Delete"), statuses=("CONTINUE", "FINISH", "FAIL"))

    assert run.status == "FAIL"
    assert "Delete" in run.result


def test_words_that_are_not_understood_fail_and_name_a_model() -> None:
    stage = form()

    run = play(stage, Unclear("frobnicate", "", "no verb that I know"))

    assert (run.status, stage.log) == ("FAIL", [])
    assert "frobnicate" in run.result and "docs/models.md" in run.result


def test_a_sub_task_in_the_words_of_the_request_is_done_as_the_request_means_it() -> None:
    request = "open calc, put 1 in A1 and 2 in A2; compute 3*4 in the calculator and write it in B1 of a.ods"

    assert [step.text for step in steps_of("put 1 in A1; put 2 in A2", request)] == ["put 1 in A1", "put 2 in A2"]
    (written, *_) = steps_of("write it in B1 of a.ods; save a.ods", request)
    assert isinstance(written, WriteCell) and (written.cell, written.content) == ("B1", RESULT)
    assert [type(step) for step in steps_of("press Send", request)] == [ClickControl]


def test_values_read_on_the_way_are_all_told_at_the_end() -> None:
    stage = Stage(
        controls=[
            control("Total", "Edit", value="84", states=("readonly",), at=(10, 10)),
            control("More", at=(10, 40)),
            control("Average", "Edit", value="", states=("readonly",), at=(10, 70)),
        ]
    )
    stage.on["click_input"] = lambda target, _: stage.change("Average", value="12")

    run = play(
        stage,
        ReadValue("read Total", "", ControlPhrase("Total")),
        click("More"),
        ReadValue("read Average", "", ControlPhrase("Average")),
    )

    assert (run.status, run.result) == ("FINISH", "84\n12")


def test_what_is_read_after_something_was_written_is_read_from_a_look_taken_after_it() -> None:
    run = play(form(), fill("City", "Graz"), ReadValue("read City", "", ControlPhrase("City")))

    assert (run.status, run.result, run.turns) == ("FINISH", "Graz", 2)


def test_enter_goes_to_the_field_that_was_written_in() -> None:
    stage = form()

    run = play(stage, fill("City", "Paris"), PressKeys("press Enter", "", (("enter",),)))

    assert run.status == "FINISH"
    assert stage.done("keyboard_input") == [{"name": "City", "keys": "{ENTER}", "control_focus": True}]


def test_a_plan_of_another_sub_task_is_not_followed() -> None:
    stage = form()
    first = play(stage, click("Submit"))
    assert first.status == "FINISH"

    run = play(stage, fill("Name", "Ada"))

    assert stage.controls[0].value == "Ada"
    assert run.turns == 1


def test_a_page_is_scrolled_until_the_control_comes_or_nothing_moves_any_more() -> None:
    def stage_with(pages: int) -> Stage:
        stage = Stage(controls=[control("Order form", "Document", states=("readonly",), at=(0, 100), size=(900, 700))])

        def scroll(target: TargetInfo | None, _: Mapping[str, Any]) -> None:
            if len(stage.done("wheel_mouse_input")) == pages:
                stage.controls.append(control("Terms", "Hyperlink", at=(20, 500)))

        stage.on["wheel_mouse_input"] = scroll
        return stage

    stage = stage_with(pages=3)
    assert play(stage, click("Terms")).status == "FINISH"
    assert stage.clicked() == ["Terms"]

    stage = stage_with(pages=100)
    assert play(stage, click("Terms")).status == "FAIL"
    assert len(stage.done("wheel_mouse_input")) <= 10
