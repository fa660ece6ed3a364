"""Of what no act did, no end of a run says that it is done: what is only said is told as that, whoever says it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.scenarios.controls import on
from tests.scenarios.readers import unread
from tests.scenarios.stage import app, assign, host, stage
from ufo.llm.provider import Completion, Turn
from ufo.planner.provider import BuiltinPlanner
from ufo.proof.verdict import NOTHING_DONE
from ufo.schema.inputs import HostInputs
from ufo.schema.outcome import RunOutcome, RunSummary, Usage

_CLAIM = "Done: opened the form, use the menu View to show line numbers"
_SHOWN = "Not submitted"


class _PlannerAtTheTop(BuiltinPlanner):
    """The built-in planner hands sub-tasks to an agent that says each is done, and does nothing."""

    async def complete(self, turn: Turn) -> Completion:
        if isinstance(turn.inputs, HostInputs) or turn.reading is not None:
            return await super().complete(turn)
        return Completion(json.dumps(app("FINISH")), Usage(), self.name)


def _is_told_so(summary: RunSummary) -> bool:
    return summary.reason.startswith(NOTHING_DONE)


@pytest.mark.parametrize(
    "answers",
    [
        [assign("0", "show line numbers"), app("FINISH", result=_CLAIM), *[host("FINISH", result=_CLAIM)] * 3],
        [assign("0", "show line numbers"), app("FINISH", result=_CLAIM), *[host("FINISH")] * 3],
        [host("FINISH", result=_CLAIM)] * 3,
    ],
    ids=["the host says it too", "the sub-task says it", "the host alone says it"],
)
async def test_done_is_not_said_of_what_no_act_did(tmp_path: Path, answers: list[Any]) -> None:
    async with stage(tmp_path, unread(answers)) as scene:
        summary = await scene.run("use the menu View to show line numbers")
    assert summary.outcome is not RunOutcome.VERIFIED
    assert _is_told_so(summary), summary


async def test_the_planner_says_done_of_nothing_that_a_sub_task_did_not_do(tmp_path: Path) -> None:
    async with stage(tmp_path, _PlannerAtTheTop()) as scene:
        summary = await scene.run("check Send me the newsletter")
    assert "Done" not in summary.answer and _is_told_so(summary), summary


async def test_what_an_act_did_is_said_to_be_done(tmp_path: Path) -> None:
    answers = [
        assign("0", "tick it"),
        on("Send me the newsletter", "click_input", more={"result": "ticked"}),
        *[host("FINISH", result="ticked")] * 3,
    ]
    async with stage(tmp_path, unread(answers)) as scene:
        summary = await scene.run("tick the newsletter")
    assert summary.answer == "ticked" and NOTHING_DONE not in summary.reason, summary


async def test_what_a_control_in_sight_tells_is_an_answer_without_an_act(tmp_path: Path) -> None:
    answers = [assign("0", "what does it say"), app("FINISH", result=_SHOWN), *[host("FINISH", result=_SHOWN)] * 3]
    async with stage(tmp_path, unread(answers)) as scene:
        summary = await scene.run("what does it say?")
    assert summary.answer == _SHOWN and NOTHING_DONE not in summary.reason, summary
