"""How a run ends: proved, not proved, refuted, at a limit, stopped."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.requirement import requirement
from tests.scenarios.controls import control_id, on, target_id
from tests.scenarios.readers import minds_conditions, unread
from tests.scenarios.stage import act, app, assign, host, stage
from ufo.desktop.fake.faults import close_window, swallow
from ufo.llm.provider import Turn
from ufo.llm.scripted import ScriptedProvider
from ufo.runs.sessions.users import ScriptedUser
from ufo.schema.outcome import RunOutcome
from ufo.schema.usage import Usage
from ufo.trace.events import Noticed, RunEnded
from ufo.trace.reader import read_run

WINDOW = "Registration"


def typing(status: str = "FINISH", **more: object) -> list[object]:
    expect = [{"on": "element", "name": "Email", "value": "a@b.example"}]
    return [
        lambda turn: assign(target_id(turn, WINDOW), "fill in the mail address"),
        on("Email", "set_edit_text", status, text="a@b.example", more={"expect": expect, **more}),
        host("FINISH", result="filled in"),
    ]


async def test_a_run_whose_conditions_hold_is_verified_with_its_evidence(tmp_path: Path) -> None:
    async with stage(tmp_path, typing()) as scene:
        summary = await scene.run("write a@b.example as the mail address")
    assert summary.outcome is RunOutcome.VERIFIED
    assert any("a@b.example" in finding.evidence for finding in summary.evidence)


@requirement("host-state:finish.truth")
async def test_a_run_that_states_nothing_is_not_called_proved(tmp_path: Path) -> None:
    async with stage(tmp_path, [host("FINISH", result="trust me")] * 2) as scene:
        summary = await scene.run()
    assert summary.outcome is RunOutcome.COMPLETED_UNVERIFIED


@requirement("host-state:finish.truth")
@pytest.mark.parametrize("answers", [["no"], []], ids=["declined", "failed"])
async def test_an_end_after_the_only_sub_task_failed_names_that_failure_and_is_not_done(
    tmp_path: Path, answers: list[str]
) -> None:
    def ends(turn: Turn) -> dict[str, object]:
        if not answers:
            return app("FAIL", result="there is no such field")
        return app("CONFIRM", act("click_input", id=control_id(turn, "Submit"), name="Submit"), comment="Send it?")

    script = unread(
        [lambda turn: assign(target_id(turn, WINDOW), "send the form"), ends, host("FINISH", result="done")]
    )
    user = ScriptedUser(consents=[False]) if answers else None
    async with stage(tmp_path, script, user=user) as scene:
        summary = await scene.run("send the form")
    assert summary.outcome is RunOutcome.FAILED
    said = "declined: Press 'Submit'" if answers else "there is no such field"
    assert summary.reason.startswith("not done: the sub-task 'send the form' failed: ") and said in summary.reason


async def test_a_claim_that_a_file_refutes_is_sent_back_and_never_becomes_success(tmp_path: Path) -> None:
    claim = host("FINISH", result="saved", expect=[{"on": "file", "path": str(tmp_path / "never.txt")}])
    feedback: list[str] = []

    def insist(turn: Turn) -> dict[str, object]:
        feedback.append(turn.inputs.feedback)
        return claim

    script = ScriptedProvider([claim, insist, insist, insist], reader=minds_conditions)
    async with stage(tmp_path, script) as scene:
        summary = await scene.run()
    assert summary.outcome is RunOutcome.FAILED
    assert "never.txt" in summary.reason
    assert feedback and all("never.txt" in said for said in feedback)


@requirement("app-act:graceful")
async def test_a_click_that_is_swallowed_is_not_told_as_success(tmp_path: Path) -> None:
    expect = [{"on": "element", "name": "Send me the newsletter", "state": "checked"}]
    answers = [
        lambda turn: assign(target_id(turn, WINDOW), "tick the newsletter"),
        on("Send me the newsletter", "click_input", more={"expect": expect}),
        lambda turn: app("FAIL", result=turn.inputs.feedback),
        host("FAIL", comment="it could not be ticked"),
    ]
    async with stage(tmp_path, answers) as scene:
        scene.desktop.inject(swallow(), swallow())
        summary = await scene.run()
    assert summary.outcome is RunOutcome.FAILED


@requirement("host-state:error-or-fail", "bad:vanished")
async def test_a_window_that_closes_between_look_and_click_is_told_and_the_host_goes_on(tmp_path: Path) -> None:
    answers = [
        lambda turn: assign(target_id(turn, WINDOW), "tick the newsletter"),
        on("Send me the newsletter", "click_input"),
        lambda turn: host("FAIL", comment=f"gave up: {turn.inputs.previous_subtasks[0].reason}"),
    ]
    async with stage(tmp_path, answers) as scene:
        scene.desktop.inject(close_window(WINDOW))
        summary = await scene.run()
    assert summary.outcome is RunOutcome.FAILED
    assert "gave up: " in summary.reason and "is closed" in summary.reason


async def test_a_run_stops_at_its_step_limit_and_warns_before(tmp_path: Path) -> None:
    endless = [host("CONTINUE") for _ in range(20)]
    async with stage(tmp_path, endless, limits={"max_step": 4, "max_repeats": 9}) as scene:
        summary = await scene.run()
    assert summary.outcome is RunOutcome.LIMIT
    assert summary.steps == 4
    assert any("3 of 4 steps" in event.text for event in scene.heard.events if isinstance(event, Noticed))


@requirement("loop:limits")
async def test_a_run_stops_at_its_time_limit_even_in_the_middle_of_a_wait(tmp_path: Path) -> None:
    answers = [
        lambda turn: assign(target_id(turn, WINDOW), "wait"),
        app("FINISH", act("wait", seconds=60)),
    ]
    async with stage(tmp_path, answers, limits={"max_time_s": 1.5}) as scene:
        summary = await scene.run()
    assert summary.outcome is RunOutcome.LIMIT
    assert summary.seconds < 10


async def test_a_stopped_run_is_cancelled_and_readable(tmp_path: Path) -> None:
    answers = [
        lambda turn: assign(target_id(turn, WINDOW), "wait"),
        app("FINISH", act("wait", seconds=60)),
    ]
    async with stage(tmp_path, answers) as scene:
        task = asyncio.create_task(scene.run())
        while not scene.heard.steps:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        folder = scene.folder
    (ended,) = [event for event in read_run(folder).events if isinstance(event, RunEnded)]
    assert ended.summary.outcome is RunOutcome.CANCELLED


@requirement("loop:limits")
async def test_a_run_stops_when_its_money_is_used_up(tmp_path: Path) -> None:
    price = Usage(model_calls=1, input_tokens=100, output_tokens=10, cost=0.02)
    model = ScriptedProvider([host("CONTINUE") for _ in range(9)], usage=price)
    async with stage(tmp_path, model, limits={"max_cost_usd": 0.05}) as scene:
        summary = await scene.run()
    assert summary.outcome is RunOutcome.LIMIT
    assert (summary.usage.model_calls, summary.usage.input_tokens) == (3, 300)
