"""Whole runs that leave the person's pointer and keyboard alone, and ask once where they cannot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.scenarios.controls import on
from tests.scenarios.readers import unread
from tests.scenarios.stage import Stage, act, app, assign, host, stage
from ufo.runs.sessions.users import ScriptedUser

_KEYS = app("CONTINUE", act("keyboard_input", keys="abc", control_focus=False))
_UNOBTRUSIVE: dict[str, Any] = {"desktop": {"hands": "unobtrusive"}, "model": {"decide_locally": False}}


def _asked(person: ScriptedUser) -> list[str]:
    return [question for question in person.asked if "Lend them?" in question]


async def _really_active(scene: Stage) -> str:
    return next(window.app_root for window in await scene.desktop.windows() if window.active)


async def test_what_acts_of_controls_do_asks_for_nothing_and_leaves_the_focus(tmp_path: Path) -> None:
    answers = unread([assign("1", "write the name"), on("Name", "set_edit_text", text="Ada"), host("FINISH")])
    person = ScriptedUser()
    async with stage(tmp_path, answers, ("form", "notes"), user=person, **_UNOBTRUSIVE) as scene:
        await scene.run("write Ada as the name")
        assert await _really_active(scene) == "notes" and scene.desktop.inputs == [] and person.asked == []
        assert scene.actions() == ["select_application_window", "set_edit_text"]


@pytest.mark.parametrize("lends", [True, False])
async def test_pointer_and_keyboard_are_asked_for_once_a_run(tmp_path: Path, lends: bool) -> None:
    answers = unread([assign("1", "type"), _KEYS, _KEYS, app("FINISH"), host("FINISH")])
    person = ScriptedUser(consents=[lends])
    async with stage(tmp_path, answers, ("form", "notes"), user=person, **_UNOBTRUSIVE) as scene:
        await scene.run("type abc twice")
        results = [action.result for step in scene.heard.steps for action in step.actions][1:]
        assert len(_asked(person)) == 1 and "keyboard_input" in _asked(person)[0]
        assert bool(scene.desktop.inputs) is lends
        assert lends or all("they keep them for this run" in str(result.error) for result in results)


async def test_on_a_private_desktop_input_is_free(tmp_path: Path) -> None:
    answers = unread([assign("1", "type"), _KEYS, app("FINISH"), host("FINISH")])
    person = ScriptedUser()
    async with stage(tmp_path, answers, ("form", "notes"), user=person, model={"decide_locally": False}) as scene:
        await scene.run("type abc")
        assert scene.desktop.inputs and person.asked == []
