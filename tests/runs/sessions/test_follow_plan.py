"""A plan is followed step by step, on a desktop in memory, by a model and by the built-in planner."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.agents.turns import turns
from tests.requirement import requirement
from tests.scenarios.controls import on
from tests.scenarios.stage import Stage, app, stage
from ufo.runs.plans.plan import plan_from
from ufo.runs.sessions.users import ScriptedUser
from ufo.schema.outcome import RunOutcome
from ufo.schema.running_mode import RunningMode

EMAIL = "write 'a@b.example' into 'Email'"
WRITES = on("Email", "set_edit_text", text="a@b.example")
TICKS = on("Send me the newsletter", "set_checked", checked=True)
TICK = "tick 'Send me the newsletter'"


def following(folder: Path, answers: Any, *steps: str, **more: Any) -> Any:
    plan = plan_from({"task": "sign me up", "object": more.pop("object", ""), "steps": list(steps)})
    return stage(folder, answers, plan=plan, mode=RunningMode.FOLLOWER, **more)


def _subtasks(scene: Stage) -> list[tuple[str, str]]:
    return [(subtask.subtask, subtask.status) for subtask in scene.session.context.previous_subtasks]


@requirement("mode:follower")
async def test_each_step_is_handed_over_as_it_stands_and_the_model_only_acts(tmp_path: Path) -> None:
    async with following(tmp_path, [WRITES, TICKS], EMAIL, TICK) as scene:
        summary = await scene.run("sign me up")
    assert _subtasks(scene) == [(EMAIL, "FINISH"), (TICK, "FINISH")]
    assert scene.actions().count("set_edit_text") == scene.actions().count("set_checked") == 1
    assert {turn.agent for turn in turns(scene)} == {"app"}
    (message,) = turns(scene)[0].inputs.host_message  # type: ignore[union-attr]  # AppInputs
    assert message.startswith("This is step 1 of 2")
    assert summary.outcome in (RunOutcome.VERIFIED, RunOutcome.COMPLETED_UNVERIFIED)


@pytest.mark.matrix
async def test_the_same_step_may_come_again_and_again(tmp_path: Path) -> None:
    answers = [on("Send me the newsletter", "click_input") for _ in range(5)]
    async with following(tmp_path, answers, *["click 'Send me the newsletter'"] * 5) as scene:
        await scene.run("sign me up")
    assert len(_subtasks(scene)) == 5


@requirement("mode:follower-stops")
async def test_a_step_that_does_not_hold_ends_the_run_and_is_named(tmp_path: Path) -> None:
    gone = app("FAIL", result="there is no such button")
    asked = ScriptedUser(answers=["go on"])
    async with following(tmp_path, [WRITES, gone], EMAIL, "press the blue button", TICK, user=asked) as scene:
        summary = await scene.run("sign me up")
    assert summary.outcome is RunOutcome.FAILED
    assert summary.reason.startswith("step 2 of 3 ('press the blue button') does not hold: there is no such button")
    assert "set_checked" not in scene.actions()


@requirement("mode:follower-stops")
async def test_a_model_that_takes_another_control_than_the_step_points_at_touches_nothing(tmp_path: Path) -> None:
    async with following(tmp_path, [TICKS, TICKS, TICKS], "click 'Frobnicate'", EMAIL) as scene:
        summary = await scene.run("sign me up")
    assert summary.outcome is RunOutcome.FAILED
    assert "step 1 of 2 (\"click 'Frobnicate'\") does not hold" in summary.reason
    assert set(scene.actions()) <= {"select_application_window"}


@requirement("mode:follower-stops")
async def test_without_a_model_too_nothing_is_touched_for_a_step_that_is_not_on_the_screen(tmp_path: Path) -> None:
    async with following(tmp_path, None, "click 'Frobnicate'", EMAIL) as scene:
        summary = await scene.run("sign me up")
    assert summary.outcome is RunOutcome.FAILED
    assert summary.reason.startswith("step 1 of 2")
    assert set(scene.actions()) <= {"select_application_window"}


@pytest.mark.matrix
async def test_the_built_in_planner_does_the_steps_that_it_understands(tmp_path: Path) -> None:
    async with following(tmp_path, None, EMAIL, TICK) as scene:
        summary = await scene.run("sign me up")
    assert _subtasks(scene) == [(EMAIL, "FINISH"), (TICK, "FINISH")]
    assert summary.outcome in (RunOutcome.VERIFIED, RunOutcome.COMPLETED_UNVERIFIED)


@pytest.mark.parametrize("more", [pytest.param({"object": "Notes"}, marks=pytest.mark.matrix), {}])
async def test_the_object_or_a_step_opens_what_the_plan_is_done_with(tmp_path: Path, more: dict[str, str]) -> None:
    steps = ["type 'hello'"] if more else ["Open the Notes", "type 'hello'"]
    writes = on("Text", "set_edit_text", text="hello")
    async with following(tmp_path, [writes], *steps, running=(), **more) as scene:
        await scene.run("write")
    assert scene.actions()[0] == "launch_application"
    assert _subtasks(scene) == [("type 'hello'", "FINISH")]


@pytest.mark.parametrize(("opens", "types"), [("„Notes“", "„hallo“ eingeben"), ("notes。", "「hallo」を入力")])
async def test_a_step_that_is_nothing_but_a_name_opens_it_in_any_language(
    tmp_path: Path, opens: str, types: str
) -> None:
    writes = on("Text", "set_edit_text", text="hallo")
    async with following(tmp_path, [writes], opens, types, running=()) as scene:
        await scene.run("write")
    assert scene.actions()[0] == "launch_application"
    assert _subtasks(scene) == [(types, "FINISH")]


async def test_what_cannot_be_opened_ends_the_run_before_anything_else(tmp_path: Path) -> None:
    async with following(tmp_path, [], EMAIL, object="Frobnicator") as scene:
        summary = await scene.run("sign me up")
    assert summary.outcome is RunOutcome.FAILED
    assert "opening 'Frobnicator' (what the plan is done with) does not hold" in summary.reason
    assert _subtasks(scene) == []


@pytest.mark.matrix
async def test_a_step_without_a_window_is_not_guessed_at(tmp_path: Path) -> None:
    async with following(tmp_path, [], "press OK", running=()) as scene:
        summary = await scene.run("sign me up")
    assert "it is not clear in which window" in summary.reason
    assert scene.actions() == []
