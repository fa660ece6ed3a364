"""A program that was started without accessibility is woken without a question, and started again only with a yes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.scenarios.controls import target_id
from tests.scenarios.stage import act, app, assign, host, stage
from ufo.desktop.fake.apps import form
from ufo.desktop.fake.spec import AppSpec
from ufo.sessions.users import NobodyUser, ScriptedUser


def _asleep(*, wakes: bool) -> AppSpec:
    return replace(form(), asleep=True, wakes=wakes)


def _answers(*, restart: bool) -> list[object]:
    return [
        lambda turn: assign(target_id(turn, "Registration"), "tick the newsletter"),
        app("CONTINUE", act("wake_application", restart=restart)),
        app("FINISH"),
        host("FINISH"),
    ]


async def _outlines(folder: Path, answers: list[object], user: ScriptedUser | NobodyUser, *, wakes: bool) -> str:
    """Return the control list that the AppAgent was shown last, and how its program lives."""
    folder.mkdir()
    async with stage(folder, answers, installed=[_asleep(wakes=wakes)], user=user) as scene:
        await scene.run()
        (running,) = scene.desktop.world.running.values() if len(scene.desktop.world.running) == 1 else (None,)
        state = "the same" if running is not None else "started again"
        return f"{state}, {'woken' if any(one.awake for one in scene.desktop.world.running.values()) else 'asleep'}"


async def test_it_is_woken_as_it_runs_without_a_question(tmp_path: Path) -> None:
    user = ScriptedUser()
    assert await _outlines(tmp_path / "a", _answers(restart=False), user, wakes=True) == "the same, woken"
    assert not user.asked


async def test_it_is_started_again_only_with_a_yes_and_the_question_says_what_is_lost(tmp_path: Path) -> None:
    user = ScriptedUser(consents=[True])
    assert await _outlines(tmp_path / "yes", _answers(restart=True), user, wakes=False) == "started again, woken"
    (asked,) = user.asked
    assert "Close all windows of 'Registration'" in asked and "not sent" in asked and "lost" in asked
    refused = ScriptedUser(consents=[False])
    assert await _outlines(tmp_path / "no", _answers(restart=True), refused, wakes=False) == "the same, asleep"


async def test_with_nobody_there_it_is_only_told(tmp_path: Path) -> None:
    assert await _outlines(tmp_path / "a", _answers(restart=True), NobodyUser(), wakes=False) == "the same, asleep"
