"""Whole runs on a person's own screen, runs that are held to applications, and runs that deliver nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.scenarios.controls import on
from tests.scenarios.readers import unread
from tests.scenarios.stage import Stage, app, assign, host, stage
from ufo.config.allowed import AllowedApplications
from ufo.llm.provider import Provider
from ufo.runs.sessions.users import ScriptedUser
from ufo.schema.outcome import RunOutcome
from ufo.trace.events import Asked

QUESTION = "May form be worked on your own screen? Answer: this time, always, or never"


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def _name_written(text: str = "Ada") -> Provider:
    return unread([assign("0", "write the name"), on("Name", "set_edit_text", text=text), host("FINISH")])


def _value(scene: Stage, key: str = "name") -> str:
    running = next(running for running in scene.desktop.world.running.values() if running.spec.app_root == "form")
    return running.widget(key).value or ""


def _answers(scene: Stage) -> list[tuple[str, str | None]]:
    return [(event.question, event.answer) for event in scene.heard.events if isinstance(event, Asked)]


async def test_an_application_on_the_own_screen_is_asked_about_once_a_run_and_its_permission_is_in_the_log(
    tmp_path: Path,
) -> None:
    person = ScriptedUser(answers=["this time"])
    async with stage(tmp_path, _name_written(), user=person, is_own=True) as scene:
        await scene.run("write Ada into the form's name")
        assert _value(scene) == "Ada"
        assert person.asked == [QUESTION] and _answers(scene) == [(QUESTION, "this time")]
    assert not AllowedApplications().all()


async def test_without_permission_nothing_of_it_is_looked_at_and_the_reason_names_the_command(tmp_path: Path) -> None:
    answers = [assign("0", "write the name"), host("FAIL")]
    async with stage(tmp_path, answers, is_own=True) as scene:
        ended = await scene.run("write Ada into the form's name")
        assert _value(scene) == "" and scene.actions() == []
    assert ended.outcome is RunOutcome.FAILED and "ufo allow form" in ended.reason


async def test_an_answer_for_always_holds_for_later_runs_and_never_does_though_all_else_is_consented_to(
    tmp_path: Path,
) -> None:
    async with stage(tmp_path, _name_written(), user=ScriptedUser(answers=["always"]), is_own=True) as scene:
        await scene.run("write Ada into the form's name")
        assert _value(scene) == "Ada"
    async with stage(tmp_path, _name_written("Bob"), is_own=True) as scene:
        await scene.run("write Bob into the form's name")
        assert _value(scene) == "Bob"
    AllowedApplications().remember("form", "never")
    answers = [host("CONTINUE", "launch_application", {"name": "form"}), host("FAIL")]
    async with stage(tmp_path, answers, is_own=True, policy={"applications": "allow"}) as scene:
        await scene.run("write Ada into the form's name")
        assert _value(scene) == "" and scene.desktop.inputs == []


async def test_on_a_private_desktop_nobody_is_asked(tmp_path: Path) -> None:
    person = ScriptedUser()
    async with stage(tmp_path, _name_written(), user=person) as scene:
        await scene.run("write Ada into the form's name")
        assert _value(scene) == "Ada" and person.asked == []


async def test_a_run_that_is_held_to_an_application_starts_no_other_and_says_why(tmp_path: Path) -> None:
    answers = [host("CONTINUE", "launch_application", {"name": "Notes"}), host("FAIL")]
    async with stage(tmp_path, answers, policy={"only": ["form"]}) as scene:
        ended = await scene.run("write hello into the notes")
        assert {running.spec.app_root for running in scene.desktop.world.running.values()} == {"form"}
    assert "'notes' is not among what this run may work (only form)" in ended.reason


@pytest.mark.parametrize(
    ("function", "arguments", "said"),
    [
        ("execute_command", {"command": ["touch", "made"]}, "'touch' is not among"),
        ("run_shell", {"bash_command": "touch made"}, "'touch' is not among"),
        ("execute_command", {"command": ["true"], "then": [["touch", "made"]]}, "'touch' is not among"),
        (
            "change_setting",
            {"schema": "a.b", "key": "c", "value": "1"},
            "a setting of the desktop may reach any application",
        ),
        ("stop_process", {"pid": 1, "name": "init"}, "a process may reach any application"),
        (
            "call_on_bus",
            {"target": {"service": "a.b", "path": "/", "interface": "a.b"}, "member": "C"},
            "a service of the session may reach any application",
        ),
        ("edit_with_gimp", {"path": "a.png", "target": "b.png", "steps": []}, "'gimp' is not among"),
    ],
)
async def test_what_works_beside_the_desktop_is_held_to_the_applications_too(
    tmp_path: Path, function: str, arguments: dict[str, Any], said: str
) -> None:
    answers = [host("CONTINUE", function, arguments), host("FAIL")]
    async with stage(tmp_path, answers, policy={"only": ["form", "true"], "ask": []}) as scene:
        ended = await scene.run("do it")
        results = [action.result for step in scene.heard.steps for action in step.actions if action.function]
        assert said in str(results[0].error), results
        assert not (tmp_path / "work" / "made").exists()
    assert said in ended.reason or ended.outcome is RunOutcome.FAILED


async def test_a_dry_run_delivers_nothing_and_ends_as_nothing_else_does(tmp_path: Path) -> None:
    answers = [
        host("CONTINUE", "write_file", {"path": "made.txt", "text": "x"}),
        assign("0", "write the name"),
        on("Name", "set_edit_text", "CONTINUE", text="Ada"),
        on("Send me the newsletter", "click_input"),
        host("FINISH", result="Ada is written"),
    ]
    async with stage(tmp_path, unread(answers), policy={"dry_run": True}, model={"decide_locally": False}) as scene:
        ended = await scene.run("write Ada into the form's name, tick the newsletter and make made.txt")
        assert (_value(scene), scene.desktop.inputs) == ("", [])
        assert not list((tmp_path / "work").iterdir()) and not (tmp_path / "knowledge").exists()
    assert (ended.outcome, ended.outcome.exit_code) == (RunOutcome.DRY_RUN, 15)
    assert ended.answer == "" and ended.carried_out is None
    assert "set text Edit 'Name': 'Ada'" in ended.reason and "press CheckBox" in ended.reason
    assert "write_file(path='made.txt'" in ended.reason


async def test_a_dry_run_is_judged_as_any_other(tmp_path: Path) -> None:
    answers = [assign("0", "send it"), on("Submit", "click_input"), app("FAIL"), host("FAIL")]
    person = ScriptedUser(consents=[False])
    async with stage(tmp_path, answers, user=person, policy={"dry_run": True}) as scene:
        running = next(iter(scene.desktop.world.running.values()))
        running.set_value("name", "Ada")
        running.set_enabled("submit", True)
        ended = await scene.run("look at the form")
    assert person.asked == ["Press 'Submit' in 'Registration'?"] or any("Submit" in asked for asked in person.asked)
    assert ended.outcome is RunOutcome.DRY_RUN and "it found nothing to do" in ended.reason
