"""What becomes of an AppAgent's actions, and with which status a turn really ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.agents.turns import app_values, assert_declares, to_form, turns
from tests.requirement import requirement
from tests.scenarios.controls import control_id, on
from tests.scenarios.stage import act, app, host, stage
from ufo.agents.processors.strategies.app.execute_actions import AppActionExecutionStrategy
from ufo.desktop.fake.faults import move, rename
from ufo.llm.provider import Turn
from ufo.runs.sessions.users import ScriptedUser
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Result, ResultStatus
from ufo.schema.outcome import RunOutcome
from ufo.schema.target import TargetInfo

TICK = "Send me the newsletter"


@requirement("app-act:names", "processor:declared-more")
def test_it_declares_the_names_of_the_specification_and_those_that_its_body_reads() -> None:
    assert_declares(
        AppActionExecutionStrategy(),
        {"parsed_response", "log_path", "session_step"},
        {
            "command_dispatcher",
            "annotation_dict",
            "clean_screenshot_url",
            "confirmed_commands",
            "control_info",
            "application_window_info",
            "subtask",
            "subtask_expect",
            "previous_subtasks",
            "acts",
        },
        {"execution_result", "action_info", "control_log", "status", "selected_control_screenshot_path"},
        {"findings", "told_by", "feedback", "result"},
    )


@requirement("app-act:target", "defect:21")
async def test_an_action_is_linked_to_its_control_and_its_result(tmp_path: Path) -> None:
    async with stage(tmp_path, [to_form, on(TICK, "click_input"), host("FINISH")]) as scene:
        await scene.run()
        local = app_values(scene)
    assert local.action_info is not None
    (action,) = local.action_info
    assert action.target is not None and (action.target.name, action.target.type) == (TICK, "CheckBox")
    assert action.result == local.execution_result[0] and action.result.ok
    assert local.control_log == (action.action_string,) and f"on [{action.target.id}]{TICK}" in action.action_string


@requirement("app-act:target")
def test_an_action_without_a_control_gets_that_of_its_id_and_the_others_keep_theirs() -> None:
    export, save = (TargetInfo(id=number, name=name) for number, name in (("12", "Export"), ("13", "Save")))
    by_id = ActionCommandInfo(function="click_input", arguments={"id": 12})
    linked, wait = by_id.model_copy(update={"target": save}), ActionCommandInfo(function="wait")
    done = Result(status=ResultStatus.SUCCESS)
    found = AppActionExecutionStrategy()._create_action_info({"12": export}, [by_id, linked, wait], [done])
    assert [action.target for action in found] == [export, save, None]
    assert [action.result.status for action in found] == ["success", "none", "none"]


async def test_a_model_that_gives_only_the_id_is_understood(tmp_path: Path) -> None:
    def by_id(turn: Turn) -> dict[str, object]:
        return app("FINISH", act("click_input", id=int(control_id(turn, TICK))))

    async with stage(tmp_path, [to_form, by_id, host("FINISH")]) as scene:
        await scene.run()
    assert "click_input" in scene.actions()


@requirement("app-act:marked")
async def test_the_controls_acted_on_are_boxed_in_a_picture_of_their_own(tmp_path: Path) -> None:
    answers = [to_form, on(TICK, "click_input", "CONTINUE"), app("FINISH"), host("FINISH")]
    async with stage(tmp_path, answers) as scene:
        await scene.run()
        clean = (scene.folder / "action_step2.png").read_bytes()
        marked = (scene.folder / "action_step2_selected_controls.png").read_bytes()
        assert not (scene.folder / "action_step3_selected_controls.png").exists()
        assert app_values(scene).selected_control_screenshot_path == ""
    assert marked != clean


@requirement("defect:18")
async def test_calls_of_one_tool_do_not_share_their_arguments(tmp_path: Path) -> None:
    def both(turn: Turn) -> dict[str, object]:
        name, email = control_id(turn, "Name"), control_id(turn, "Email")
        return app(
            "FINISH",
            act("set_edit_text", id=name, text="Ada", clear_current_text=True),
            act("set_edit_text", id=email, text="a@b.example"),
        )

    async with stage(tmp_path, [to_form, both, host("FINISH")]) as scene:
        await scene.run()
        (window,) = await scene.desktop.windows()
        shown = {
            element.name: element.value for element in await scene.desktop.snapshot(window.id) if element.role == "Edit"
        }
        first, second = scene.heard.steps[1].actions
    assert (shown["Name"], shown["Email"]) == ("Ada", "a@b.example")
    assert "clear_current_text" in first.arguments and "clear_current_text" not in second.arguments


@requirement("defect:19")
async def test_a_control_that_moved_is_clicked_where_it_is_now_and_one_that_changed_not_at_all(tmp_path: Path) -> None:
    def right_click(turn: Turn) -> dict[str, object]:
        return app("FINISH", act("click_input", id=control_id(turn, TICK), name=TICK, button="right"))

    async with stage(tmp_path, [to_form, right_click, host("FINISH")]) as scene:
        scene.desktop.inject(move("newsletter", 40, 0))
        await scene.run()
        (window,) = await scene.desktop.windows()
        now = next(element for element in await scene.desktop.snapshot(window.id) if element.name == TICK)
        (click,) = scene.desktop.inputs
        assert click.point == now.rect.center  # type: ignore[union-attr]  # a Click
    async with stage(tmp_path, [to_form, on(TICK, "click_input"), app("FINISH"), host("FINISH")]) as scene:
        scene.desktop.inject(rename("newsletter", "Sell my address"))
        await scene.run()
        assert scene.desktop.inputs == [] and "click_input" not in scene.actions()
        assert "look again" in turns(scene)[2].inputs.feedback


async def test_nothing_is_finished_after_a_failed_action_and_the_rest_is_skipped(tmp_path: Path) -> None:
    def closed(turn: Turn) -> dict[str, object]:
        return app(
            "FINISH",
            act("click_input", id=control_id(turn, "Submit"), name="Submit"),
            act("click_input", id=control_id(turn, TICK), name=TICK),
        )

    answers = [to_form, closed, app("FINISH"), host("FINISH")]
    async with stage(tmp_path, answers, user=ScriptedUser(consents=[True])) as scene:
        await scene.run()
        told = turns(scene)[2].inputs.feedback
        first, second = scene.heard.steps[2].actions
    assert [step.status for step in scene.heard.steps[1:3]] == ["CONFIRM", "CONTINUE"]
    assert "disabled" in told
    assert (first.result.status, second.result.status) == (ResultStatus.FAILURE, ResultStatus.SKIPPED)


async def test_a_refuted_finish_is_sent_back_twice_and_then_fails_with_what_does_not_hold(tmp_path: Path) -> None:
    claim = app("FINISH", expect=[{"on": "element", "name": TICK, "state": "checked"}])
    async with stage(tmp_path, [to_form, claim, claim, claim, host("FAIL", comment="no")]) as scene:
        await scene.run()
        (record,) = scene.session.context.previous_subtasks
    assert [step.status for step in scene.heard.steps[1:4]] == ["CONTINUE", "CONTINUE", "FAIL"]
    assert record.status == "FAIL" and record.reason.startswith("refuted: ")


@pytest.mark.parametrize("spelling", ["finish", " Finish "])
async def test_a_status_in_small_letters_on_an_action_is_the_same_status(tmp_path: Path, spelling: str) -> None:
    def tick(turn: Turn) -> dict[str, object]:
        action = {**act("click_input", id=control_id(turn, TICK), name=TICK), "status": spelling}
        return {"observation": "o", "thought": "t", "action": [action]}

    async with stage(tmp_path, [to_form, tick, host("FINISH", result="ticked")]) as scene:
        summary = await scene.run()
    assert summary.outcome is RunOutcome.COMPLETED_UNVERIFIED
    assert scene.heard.steps[1].status == "FINISH"
