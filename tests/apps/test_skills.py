"""A skill that was saved from a real application works it again with other values and no model."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.apps.sessions import Opening
from tests.needs import need
from tests.scenarios.stage import act, app, host
from ufo.llm.provider import Turn
from ufo.llm.scripted import ScriptedProvider
from ufo.recipes.skill_of_run import save
from ufo.recipes.store import SkillStore
from ufo.schema.inputs import HostInputs
from ufo.schema.outcome import RunOutcome
from ufo.trace.events import StepEnded
from ufo.trace.reader import read_run
from ufo_planner.provider import BuiltinPlanner

pytestmark = [pytest.mark.apps, pytest.mark.timeout(120)]


async def _save_sum(opening: Opening, tmp_path: Path, skills: Path) -> None:
    """Have the built-in planner do a sum, and save the run as a skill."""
    need("gnome-calculator")
    async with opening(BuiltinPlanner()) as session:
        summary = await session.run("In the calculator compute 12*12 and tell me the result")
    assert (summary.outcome, summary.answer) == (RunOutcome.VERIFIED, "144")
    SkillStore(skills).write(save(read_run(Path(summary.log_path)), "sum", tmp_path))


@pytest.mark.matrix
async def test_a_sum_that_was_saved_answers_another_sum_from_the_display(
    opening: Opening, tmp_path: Path, skills: Path
) -> None:
    await _save_sum(opening, tmp_path, skills)

    nobody = ScriptedProvider([])
    async with opening(nobody) as session:
        summary = await session.run("In the calculator compute 7*8 and tell me the result")
    assert (summary.outcome, summary.answer) == (RunOutcome.VERIFIED, "56"), summary
    assert nobody.turns == []


@pytest.mark.matrix
async def test_a_part_of_a_request_is_done_by_a_skill_that_the_model_calls(
    opening: Opening, tmp_path: Path, skills: Path
) -> None:
    await _save_sum(opening, tmp_path, skills)
    expect = [{"on": "element", "name": "56"}]

    def answer(turn: Turn) -> dict[str, Any]:
        if isinstance(turn.inputs, HostInputs):
            return host("FINISH", result="56, which is more than 50")
        if turn.inputs.actions:
            return app("FINISH", result="56, which is more than 50", expect=expect)
        (tool,) = [tool for tool in turn.inputs.tools if tool.tool_name == "run_skill_sum"]
        (variable,) = tool.input_schema["required"]
        return app("CONTINUE", act(tool.tool_name, **{variable: "7*8"}))

    script = ScriptedProvider([answer] * 6)
    async with opening(script) as session:
        summary = await session.run("In the calculator compute 7*8, and then tell me whether that is more than 50")
    assert summary.answer.startswith("56"), summary
    steps = read_run(Path(summary.log_path)).of(StepEnded)
    done = [action.function for step in steps for action in step.actions]
    assert "run_skill_sum" not in done and len(done) > 1
