"""A model that answers badly: repaired where it can be, ended clearly where not, never acted on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.requirement import requirement
from tests.scenarios.controls import control_id, target_id
from tests.scenarios.readers import unread
from tests.scenarios.stage import act, app, assign, host, stage
from ufo.errors import ModelUnavailable
from ufo.schema.outcome import RunOutcome
from ufo.trace.events import ModelAnswered, Noticed

GOOD = host("FINISH", result="well")


@requirement("host-llm:retry", "host-llm:status-list", "defect:11")
@pytest.mark.parametrize(
    "bad",
    [
        "I will open the application for you.",
        json.dumps(GOOD)[:40],
        json.dumps({"thought": "no status", "observation": "o"}),
        host("DANCE"),
        host("CONTINUE", "fly_to_the_moon", {}),
        host("ASSIGN", "select_application_window", {"id": "99"}),
        host("ASSIGN"),
        "",
        "[]",
        '{"observation": 1, "thought": [], "status": {}}',
    ],
    ids=["prose", "half", "no-status", "status", "tool", "target", "assign-nothing", "empty", "list", "types"],
)
async def test_a_bad_answer_goes_back_with_its_error_and_the_next_one_counts(tmp_path: Path, bad: object) -> None:
    async with stage(tmp_path, unread([bad, GOOD])) as scene:
        summary = await scene.run()
        second = scene.provider.turns[1]  # type: ignore[attr-defined]  # a ScriptedProvider
    assert summary.answer == "well"
    assert len(second.repairs) == 1 and second.repairs[0][1]
    answers = [event for event in scene.heard.events if isinstance(event, ModelAnswered)]
    (answered,) = [event for event in answers if event.agent == "HostAgent"]
    assert (answered.attempts, answered.usage.model_calls) == (2, 2)


@requirement("host-llm:retry", "app-llm:retry")
@pytest.mark.parametrize("tries", [1, 2])
async def test_the_setting_says_how_often_an_answer_is_asked_for(tmp_path: Path, tries: int) -> None:
    bad = ["no JSON"] * tries
    async with stage(tmp_path, [*bad, GOOD], system={"json_parsing_retry": tries}) as scene:
        summary = await scene.run()
    assert summary.outcome is RunOutcome.FAILED and summary.usage.model_calls == tries


@requirement("host-llm:retry", "host-llm:retry.exhausted", "host-llm:retry.told", "defect:11")
async def test_three_bad_answers_end_the_run_with_the_last_error_and_their_cost(tmp_path: Path) -> None:
    async with stage(tmp_path, ["one", "two", "three", GOOD]) as scene:
        summary = await scene.run()
        repairs = scene.provider.turns[2].repairs  # type: ignore[attr-defined]  # a ScriptedProvider
    assert [text for text, _ in repairs] == ["one", "two"] and all(error for _, error in repairs)
    assert summary.outcome is RunOutcome.FAILED
    assert "no usable answer in 3 tries" in summary.reason and "JSON" in summary.reason
    told = [event.text for event in scene.heard.events if isinstance(event, Noticed) and "did not fit" in event.text]
    assert len(told) == 3
    assert summary.usage.model_calls == 3


@requirement("host-state:error")
async def test_a_model_that_cannot_be_reached_ends_the_run_with_its_reason(tmp_path: Path) -> None:
    async with stage(tmp_path, [ModelUnavailable("the endpoint answers 500; try again later")]) as scene:
        summary = await scene.run()
    assert summary.outcome is RunOutcome.FAILED
    assert "answers 500" in summary.reason
    assert scene.heard.states[-1] == ("HostAgent", "ERROR")


@requirement("host-llm:recovery")
async def test_an_outage_of_the_hosts_model_that_may_pass_costs_a_turn_and_a_longer_one_the_run(tmp_path: Path) -> None:
    away = ModelUnavailable("the endpoint answers 500 (3 tries)", may_pass=True)
    answers = [lambda turn: assign(target_id(turn, "Registration"), "click"), app("FAIL", result="no such field")]
    ends = [away, lambda turn: host("FINISH", result=turn.inputs.feedback), away, away]
    async with stage(tmp_path, unread([*answers, *ends])) as scene:
        first = await scene.run()
        second = await scene.run("again")
    # The turn after the outage is told what the one before was to be told.
    assert "no such field" in first.answer
    assert second.outcome is RunOutcome.FAILED and "answers 500" in second.reason
    assert scene.heard.states[-2:] == [("HostAgent", "CONTINUE"), ("HostAgent", "ERROR")]


async def test_an_unknown_control_id_is_never_acted_on(tmp_path: Path) -> None:
    answers = [
        lambda turn: assign(target_id(turn, "Registration"), "click"),
        app("FINISH", act("click_input", id="9999", name="Submit")),
        app("FAIL", result="no such control"),
        host("FAIL", comment="no such control"),
    ]
    async with stage(tmp_path, answers) as scene:
        summary = await scene.run()
    assert summary.outcome is RunOutcome.FAILED
    assert "click_input" not in scene.actions()
    assert scene.desktop.inputs == []


@requirement("defect:21")
async def test_an_id_with_another_controls_name_is_refused_and_told(tmp_path: Path) -> None:
    from_form = {"id": "1", "name": "Delete everything"}
    answers = [
        lambda turn: assign(target_id(turn, "Registration"), "click"),
        app("FINISH", {"function": "click_input", "arguments": from_form}),
        lambda turn: app("FAIL", result=turn.inputs.feedback),
        host("FAIL"),
    ]
    async with stage(tmp_path, answers) as scene:
        await scene.run()
        record = scene.session.context.previous_subtasks[0]
    assert "not 'Delete everything'" in record.reason
    assert scene.desktop.inputs == []


async def test_a_call_with_another_tools_arguments_is_told_with_its_own_and_nothing_is_done(tmp_path: Path) -> None:
    def mixed_up(turn: Any) -> dict[str, Any]:
        return app(
            "CONTINUE", act("set_edit_text", id=control_id(turn, "Email"), name="Email", button="left", double=True)
        )

    answers = [
        lambda turn: assign(target_id(turn, "Registration"), "write it"),
        mixed_up,
        lambda turn: app("FAIL", result=turn.inputs.feedback),
        host("FAIL"),
    ]
    async with stage(tmp_path, answers) as scene:
        await scene.run()
        record = scene.session.context.previous_subtasks[0]
    assert "text" in record.reason and "set_edit_text" in record.reason
    assert scene.desktop.inputs == []


async def test_a_point_outside_of_the_window_is_told_and_nothing_is_clicked(tmp_path: Path) -> None:
    outside = act("click_on_coordinates", x=1.7, y=0.5)
    answers = [
        lambda turn: assign(target_id(turn, "Registration"), "click"),
        app("CONTINUE", outside),
        lambda turn: app("FAIL", result=turn.inputs.feedback),
        host("FAIL"),
    ]
    async with stage(tmp_path, answers) as scene:
        await scene.run()
        record = scene.session.context.previous_subtasks[0]
    assert "1.7" in record.reason
    assert scene.desktop.inputs == []
