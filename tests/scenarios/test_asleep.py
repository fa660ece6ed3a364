"""A program that was started without accessibility is woken without a question, and started again only with a yes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.scenarios.controls import target_id
from tests.scenarios.stage import act, app, assign, host, stage
from ufo.desktop.fake.apps import form
from ufo.desktop.fake.spec import AppSpec
from ufo.llm.provider import Turn
from ufo.runs.sessions.users import NobodyUser, ScriptedUser
from ufo.schema.inputs import AppInputs


def _asleep(*, wakes: bool) -> AppSpec:
    return replace(form(), asleep=True, wakes=wakes)


def _answers(*, restart: bool) -> list[object]:
    return [
        lambda turn: assign(target_id(turn, "Registration"), "tick the newsletter"),
        app("CONTINUE", act("wake_application", restart=restart)),
        app("FINISH"),
        host("FINISH"),
    ]


async def _ends(folder: Path, answers: list[object], user: ScriptedUser | NobodyUser, *, wakes: bool) -> str:
    """Return whether the program still is the one that was running, and whether it tells its controls."""
    folder.mkdir()
    async with stage(folder, answers, installed=[_asleep(wakes=wakes)], user=user) as scene:
        await scene.run()
        running = list(scene.desktop.world.running.values())
        state = "the same" if len(running) == 1 else "started again"
        return f"{state}, {'woken' if running[-1].awake else 'asleep'}"


def _offered(turn: Turn) -> tuple[bool, str]:
    assert isinstance(turn.inputs, AppInputs)
    return any(tool.tool_name == "wake_application" for tool in turn.inputs.tools), turn.inputs.degraded


async def test_a_model_is_told_of_the_tool_only_where_the_look_names_it(tmp_path: Path) -> None:
    offered: list[tuple[bool, str]] = []

    def wakes(turn: Turn) -> dict[str, object]:
        offered.append(_offered(turn))
        return app("CONTINUE", act("wake_application"))

    def ends(turn: Turn) -> dict[str, object]:
        offered.append(_offered(turn))
        return app("FINISH")

    first, *_ = _answers(restart=False)
    async with stage(tmp_path, [first, wakes, ends, host("FINISH")], installed=[_asleep(wakes=True)]) as scene:
        await scene.run()
    asleep, woken = offered
    assert asleep[0] and "wake_application" in asleep[1]
    assert woken == (False, "")


async def test_it_is_woken_as_it_runs_without_a_question(tmp_path: Path) -> None:
    user = ScriptedUser()
    assert await _ends(tmp_path / "a", _answers(restart=False), user, wakes=True) == "the same, woken"
    assert not user.asked


async def test_it_is_started_again_only_with_a_yes_and_the_question_says_what_is_lost(tmp_path: Path) -> None:
    user = ScriptedUser(consents=[True])
    assert await _ends(tmp_path / "yes", _answers(restart=True), user, wakes=False) == "started again, woken"
    (asked,) = user.asked
    assert "Close all windows of 'Registration'" in asked and "not sent" in asked and "lost" in asked
    refused = ScriptedUser(consents=[False])
    assert await _ends(tmp_path / "no", _answers(restart=True), refused, wakes=False) == "the same, asleep"


async def test_with_nobody_there_it_is_only_told(tmp_path: Path) -> None:
    assert await _ends(tmp_path / "a", _answers(restart=True), NobodyUser(), wakes=False) == "the same, asleep"
