"""A skill that was saved from a real application works it again with other values and no model."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.apps.sessions import Opening
from ufo.llm.scripted import ScriptedProvider
from ufo.planner.provider import BuiltinPlanner
from ufo.schema.outcome import RunOutcome
from ufo.skills.from_events import save
from ufo.skills.store import SkillStore
from ufo.trace.reader import read_run

pytestmark = [pytest.mark.apps, pytest.mark.timeout(120)]


@pytest.mark.matrix
async def test_a_sum_that_was_saved_answers_another_sum_from_the_display(
    opening: Opening, tmp_path: Path, skills: Path
) -> None:
    if not shutil.which("gnome-calculator"):
        pytest.skip("gnome-calculator is not installed")
    async with opening(BuiltinPlanner()) as session:
        summary = await session.run("In the calculator compute 12*12 and tell me the result")
    assert (summary.outcome, summary.answer) == (RunOutcome.VERIFIED, "144")
    SkillStore(skills).write(save(read_run(Path(summary.log_path)), "sum", tmp_path))

    nobody = ScriptedProvider([])
    async with opening(nobody) as session:
        summary = await session.run("In the calculator compute 7*8 and tell me the result")
    assert (summary.outcome, summary.answer) == (RunOutcome.VERIFIED, "56"), summary
    assert nobody.turns == []
