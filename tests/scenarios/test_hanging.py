"""An application that answers nothing any more."""

from __future__ import annotations

from pathlib import Path

from tests.agents.turns import to_form, turns
from tests.scenarios.controls import on, target_id
from tests.scenarios.stage import app, assign, host, stage
from ufo.desktop.fake.faults import hang
from ufo.llm.provider import Turn
from ufo.schema.inputs import AppInputs

TICK = "Send me the newsletter"


async def test_a_look_that_fails_ends_no_sub_task_and_the_model_that_is_told_so_goes_on_with_another_application(
    tmp_path: Path,
) -> None:
    answers = [
        to_form,
        on(TICK, "click_input"),
        app("FAIL", result="the form does not answer"),
        lambda turn: assign(target_id(turn, "Sheet"), "do it in the sheet"),
        app("FINISH", result="done in the sheet"),
        host("FINISH", result="done otherwise"),
    ]
    async with stage(tmp_path, answers, running=("form", "sheet")) as scene:
        scene.desktop.inject(hang("form"))
        summary = await scene.run()
        failed, done = scene.session.context.previous_subtasks
        blind = turns(scene)[2].inputs
    assert failed.status == "FAIL"
    assert isinstance(blind, AppInputs) and blind.controls == ()
    assert "'form' does not answer; wait for it or close it" in str(blind)
    assert (done.status, done.result, summary.answer) == ("FINISH", "done in the sheet", "done otherwise")


async def test_an_application_that_hangs_while_its_model_thinks_is_told_and_nothing_is_clicked(
    tmp_path: Path,
) -> None:
    def slow(turn: Turn) -> dict[str, object]:
        for running in scene.desktop.world.running.values():
            running.hung = True
        return on(TICK, "click_input")(turn)

    def close(turn: Turn) -> dict[str, object]:
        return host("FINISH", result=turn.inputs.previous_subtasks[0].reason)

    def give_up(turn: Turn) -> dict[str, object]:
        assert isinstance(turn.inputs, AppInputs)
        return app("FAIL", result=turn.inputs.degraded)

    async with stage(tmp_path, [to_form, slow, give_up, close]) as scene:
        summary = await scene.run()
    assert "does not answer" in summary.answer
    assert "click_input" not in scene.actions()
