"""A registration that a model did once and that is saved as a skill."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.scenarios.controls import on
from tests.scenarios.stage import stage
from ufo.recipes.recipe import Skill
from ufo.recipes.skill_of_run import save
from ufo.recipes.store import SkillStore
from ufo.schema.outcome import RunOutcome
from ufo.trace.reader import read_run

REGISTER = 'in the Registration form register "Ada" with the mail address ada@example.org'


def expects(name: str, mail: str) -> list[dict[str, Any]]:
    return [
        {"on": "element", "name": "Name", "value": name},
        {"on": "element", "name": "Email", "value": mail},
    ]


async def saved_register(tmp_path: Path, skills: Path) -> Skill:
    """Registered once by a model, in two turns and with a press on a button that a dialog answers."""
    answers = [
        on("Name", "set_edit_text", "CONTINUE", text="Ada"),
        on("Email", "set_edit_text", "CONTINUE", text="ada@example.org"),
        on("Send me the newsletter", "click_input", more={"expect": expects("Ada", "ada@example.org")}),
    ]
    async with stage(tmp_path, answers) as scene:
        summary = await scene.run(REGISTER)
        folder = scene.folder
    assert summary.outcome is RunOutcome.VERIFIED, summary.reason
    skill = save(read_run(folder), "register", tmp_path / "work")
    SkillStore(skills).write(skill)
    return skill
