"""Of what no act did, no end of a run says that it is done: what is only said is told as that, whoever says it."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from tests.scenarios.controls import on
from tests.scenarios.readers import unread
from tests.scenarios.stage import act, app, assign, host, stage
from ufo.cli.outcome_text import as_object
from ufo.llm.provider import Completion, Turn
from ufo.proof.verdict import NOTHING_CHANGED, NOTHING_DONE
from ufo.schema.inputs import HostInputs
from ufo.schema.outcome import RunOutcome, RunSummary
from ufo.schema.usage import Usage
from ufo.trace.account_lines import UNCHECKED, line_of_acts
from ufo.trace.console import ConsoleListener
from ufo.trace.events import RunEnded
from ufo.trace.panels import PanelListener
from ufo.viewer.report import write_report
from ufo_planner.provider import BuiltinPlanner

_CLAIM = "Done: opened the form, use the menu View to show line numbers"
_SHOWN = "Not submitted"


class _PlannerAtTheTop(BuiltinPlanner):
    """The built-in planner hands sub-tasks to an agent that says each is done, and does nothing."""

    async def complete(self, turn: Turn) -> Completion:
        if isinstance(turn.inputs, HostInputs) or turn.reading is not None:
            return await super().complete(turn)
        return Completion(json.dumps(app("FINISH")), Usage(), self.name)


def _shown_by_each(summary: RunSummary) -> list[str]:
    """Return what lines, panels and the report show of the end, as words with single spaces."""
    shown = []
    for kind in (ConsoleListener, PanelListener):
        out = io.StringIO()
        kind(Console(file=out, width=400)).on_event(RunEnded(summary=summary))
        shown.append(out.getvalue().replace("│", ""))
    shown.append(re.sub(r"<[^>]+>", "", (write_report(Path(summary.log_path), None)).read_text("utf-8")))
    return [" ".join(text.split()) for text in shown]


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


_LOOKS: dict[str, list[Any]] = {
    "it waits": [app("CONTINUE", act("wait", seconds=0.01)), app("FINISH", result=_CLAIM)],
    "it notes": [app("CONTINUE", act("summary", text="a form")), app("FINISH", result=_CLAIM)],
    "it turns the wheel": [app("CONTINUE", act("wheel_mouse_input", wheel_dist=-1)), app("FINISH", result=_CLAIM)],
    "it reads a text": [on("Send me the newsletter", "texts", more={"result": _CLAIM})],
}


@pytest.mark.parametrize("looks", _LOOKS.values(), ids=_LOOKS)
async def test_done_is_not_said_after_looks_alone(tmp_path: Path, looks: list[Any]) -> None:
    answers = [assign("0", "show line numbers"), *looks, *[host("FINISH", result=_CLAIM)] * 3]
    async with stage(tmp_path, unread(answers)) as scene:
        summary = await scene.run("use the menu View to show line numbers")
        assert len(scene.actions()) == 2, scene.actions()
    assert summary.reason.startswith(NOTHING_CHANGED), summary
    assert line_of_acts(summary) in ("none: nothing was changed", "wheel_mouse_input; nothing was changed")


async def test_the_agents_words_are_marked_and_the_program_says_what_was_carried_out(tmp_path: Path) -> None:
    claims: dict[str, list[Any]] = {
        "nothing": [host("FINISH", result=_CLAIM)] * 3,
        "a press": [assign("0", "tick it"), on("Send me the newsletter", "click_input", more={"result": _CLAIM}),
                    *[host("FINISH", result=_CLAIM)] * 3],
    }  # fmt: skip
    told = {}
    for name, answers in claims.items():
        async with stage(tmp_path, unread(answers)) as scene:
            told[name] = await scene.run("use the menu View to show line numbers")
    expected = {"nothing": "none: nothing was done", "a press": "click_input"}
    assert {name: line_of_acts(summary) for name, summary in told.items()} == expected
    for name, summary in told.items():
        for shown in _shown_by_each(summary):
            assert f"{_CLAIM} ({UNCHECKED})" in shown and f"Acts {expected[name]}" in shown
        assert not as_object(summary)["answer_is_shown"]


async def test_an_answer_that_facts_show_is_not_marked(tmp_path: Path) -> None:
    answers = [
        assign("0", "tick it"),
        on("Send me the newsletter", "click_input", more={"result": "ticked"}),
        *[host("FINISH", result="ticked")] * 3,
    ]
    async with stage(tmp_path, answers) as scene:
        summary = await scene.run("tick the newsletter")
    assert summary.outcome is RunOutcome.VERIFIED and as_object(summary)["answer_is_shown"]
    assert not any(UNCHECKED in shown or "Acts" in shown for shown in _shown_by_each(summary))


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
