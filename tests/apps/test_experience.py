"""What a run on a real application taught after it had failed at first, and the next run that is told of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.apps.sessions import Opening
from tests.scenarios.controls import target_id
from tests.scenarios.stage import act, app, assign, host
from ufo.llm.provider import Turn
from ufo.llm.scripted import ScriptedProvider
from ufo.recipes.store import ExperienceStore
from ufo.schema.inputs import HostInputs
from ufo.schema.outcome import RunOutcome, RunSummary
from ufo.viewer.report import write_report

pytestmark = [pytest.mark.apps, pytest.mark.timeout(120)]
KEEPS = {"system": {"save_experience": "auto"}, "model": {"decide_locally": False}}
WAY = ["Edit", "Convert", "To Uppercase"]


def _capitals(name: str, text: str, *, guesses: bool) -> list[Any]:
    expect = [{"on": "file", "path": name, "contains": text}]
    opens = {"name": "mousepad", "arguments": ["--disable-server", name]}
    wrong = [app("CONTINUE", act("visit", path=["Edit", "Capital Letters"]))] if guesses else []

    def ends(turn: Turn) -> dict[str, Any]:
        return host("FINISH", result="done") if isinstance(turn.inputs, HostInputs) else app("FINISH", expect=expect)

    return [
        host("CONTINUE", "launch_application", opens),
        lambda turn: assign(target_id(turn, name), f"write {name} in capital letters and save it", expect=expect),
        app("CONTINUE", act("keyboard_input", keys="^a")),
        *wrong,
        app("CONTINUE", act("visit", path=WAY)),
        app("FINISH", act("keyboard_input", keys="^s"), expect=expect),
        *[ends] * 3,
    ]


async def _run(opening: Opening, script: ScriptedProvider, name: str) -> RunSummary:
    async with opening(script, **KEEPS) as session:
        summary = await session.run(f"write {name} in capital letters and save it")
    assert summary.outcome is RunOutcome.VERIFIED, summary.reason
    return summary


async def test_a_menu_that_was_found_at_the_second_try_is_told_to_the_next_run(
    opening: Opening, tmp_path: Path, knowledge: Path
) -> None:
    (tmp_path / "first.txt").write_text("dear ada\n")
    (tmp_path / "second.txt").write_text("dear eva\n")
    await _run(opening, ScriptedProvider(_capitals("first.txt", "DEAR ADA", guesses=True)), "first.txt")
    (experience,) = ExperienceStore(knowledge).all()
    assert experience.application == "mousepad"
    (lesson,) = experience.avoid
    assert "Capital Letters" in lesson and lesson.endswith('visit(path=["Edit", "Convert", "To Uppercase"])')
    assert "dear" not in experience.model_dump_json().casefold()

    script = ScriptedProvider(_capitals("second.txt", "DEAR EVA", guesses=False))
    summary = await _run(opening, script, "second.txt")
    prompts = ["\n".join(message.text for message in turn.messages) for turn in script.turns if turn.agent == "app"]
    assert '<data name="examples from experience">' in prompts[0] and lesson in prompts[0]
    report = write_report(Path(summary.log_path), None).read_text(encoding="utf-8")
    assert "experience: " in report
    (experience,) = ExperienceStore(knowledge).all()
    assert (experience.uses, experience.verified_uses, experience.times) == (1, 1, 2)
