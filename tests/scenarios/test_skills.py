"""A verified run saved as a skill and done again, on the desktop in memory."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.requirement import requirement
from tests.scenarios.controls import on
from tests.scenarios.registered import REGISTER, expects, saved_register
from tests.scenarios.stage import Stage, act, app, assign, host, stage
from ufo.desktop.fake.apps import form
from ufo.desktop.fake.spec import AppSpec
from ufo.errors import SkillError
from ufo.llm.provider import Turn
from ufo.llm.scripted import ScriptedProvider
from ufo.recipes.replay.request_match import choose
from ufo.recipes.skill_of_run import save
from ufo.recipes.store import SkillStore
from ufo.runs.sessions.users import ScriptedUser
from ufo.schema.inputs import AppInputs
from ufo.schema.outcome import RunOutcome, RunSummary
from ufo.trace.events import ModelAnswered, Noticed, RunEnded
from ufo.trace.reader import read_run


def _ticked(scene: Stage) -> bool:
    (running,) = scene.desktop.world.running.values()
    return running.widget("newsletter").checked is True


def _notices(scene: Stage) -> str:
    return " ".join(event.text for event in scene.heard.events if isinstance(event, Noticed))


@requirement("skill:tried-first")
async def test_a_request_that_a_skill_fits_is_done_without_a_model(tmp_path: Path, skills: Path) -> None:
    skill = await saved_register(tmp_path, skills)
    assert {variable.name: variable.default for variable in skill.variables} == {
        "name": "Ada",
        "email": "ada@example.org",
    }

    script = ScriptedProvider([])
    async with stage(tmp_path, script) as scene:
        summary = await scene.run('In the Registration form register "Eva M." with the mail address e@m.at')
        assert _ticked(scene)
    assert summary.outcome is RunOutcome.VERIFIED, summary.reason
    assert script.turns == []
    assert summary.usage.model_calls == 0
    stated = [finding.predicate.model_dump()["value"] for finding in summary.evidence if not finding.derived]
    assert stated == ["Eva M.", "e@m.at"]
    assert len([step for step in scene.heard.steps if step.agent != "HostAgent"]) == 1
    answered = [event for event in scene.heard.events if isinstance(event, ModelAnswered)]
    assert {event.model for event in answered if event.agent != "ReaderAgent"} == {"skill:register"}


async def test_another_request_goes_to_the_model(tmp_path: Path, skills: Path) -> None:
    await saved_register(tmp_path, skills)
    script = ScriptedProvider([on("Name", "set_edit_text", text="Bo", more={"expect": expects("Bo", "")})])
    async with stage(tmp_path, script) as scene:
        await scene.run("in the Registration form write Bo as the name")
    assert script.turns


async def test_skills_can_be_switched_off(tmp_path: Path, skills: Path) -> None:
    await saved_register(tmp_path, skills)
    script = ScriptedProvider([app("FAIL", result="no"), assign("0", "x")])
    async with stage(tmp_path, script, skills={"use": False}) as scene:
        await scene.run(REGISTER)
    assert script.turns


def _other_version(**names: str | None) -> AppSpec:
    """The form as another version has it: fields by key, renamed, or gone where None."""
    spec = form()
    main = spec.windows[0]
    kept = []
    for widget in main.widgets:
        name = names.get(widget.key, widget.name)
        if name is not None:
            kept.append(replace(widget, name=name, label=name if widget.label else widget.label))
    return replace(spec, windows=(replace(main, widgets=tuple(kept)), *spec.windows[1:]))


@requirement("skill:found-again")
async def test_a_control_that_was_renamed_is_found_by_what_stands_around_it(tmp_path: Path, skills: Path) -> None:
    await saved_register(tmp_path, skills)
    script = ScriptedProvider([])
    async with stage(tmp_path, script, installed=[_other_version(newsletter="Mail me the news")]) as scene:
        summary = await scene.run(REGISTER)
        assert _ticked(scene)
    assert summary.outcome is RunOutcome.VERIFIED, summary.reason
    assert script.turns == []


@requirement("skill:doubt")
async def test_where_a_control_is_gone_the_model_goes_on_from_that_step(tmp_path: Path, skills: Path) -> None:
    await saved_register(tmp_path, skills)
    goes_on = on("Send me the newsletter", "click_input", more={"expect": expects("Ada", "x")[:1]})
    script = ScriptedProvider([goes_on, host("FINISH", result="without the mail address")])
    async with stage(tmp_path, script, installed=[_other_version(email=None)]) as scene:
        await scene.run(REGISTER)
        assert _ticked(scene)
    seen = script.turns[0].inputs
    assert [(action.function, action.result.ok) for action in seen.actions] == [
        ("set_edit_text", True),
        ("set_edit_text", False),
        ("click_input", False),
    ]
    assert "Email" in seen.feedback
    assert "the saved skill stops here" in _notices(scene)
    assert summary_of(scene).usage.model_calls >= 1


@requirement("skill:doubt")
async def test_on_doubt_the_person_may_be_asked_instead(tmp_path: Path, skills: Path) -> None:
    await saved_register(tmp_path, skills)

    person = ScriptedUser()
    async with stage(
        tmp_path,
        ScriptedProvider([]),
        user=person,
        installed=[_other_version(email=None)],
        skills={"on_doubt": "person"},
    ) as scene:
        summary = await scene.run(REGISTER)
    assert summary.outcome is not RunOutcome.VERIFIED
    assert "Put it right by hand" in person.asked[0]


async def test_on_doubt_it_may_stop_with_its_reason(tmp_path: Path, skills: Path) -> None:
    await saved_register(tmp_path, skills)
    script = ScriptedProvider([])
    settings = {"on_doubt": "stop"}
    async with stage(tmp_path, script, installed=[_other_version(email=None)], skills=settings) as scene:
        summary = await scene.run(REGISTER)
    assert summary.outcome in (RunOutcome.FAILED, RunOutcome.NEEDS_HELP)
    assert summary.reason.count("the saved skill stopped") == 1, summary.reason
    assert script.turns == []


async def test_without_its_window_the_skill_does_not_guess(tmp_path: Path, skills: Path) -> None:
    await saved_register(tmp_path, skills)
    script = ScriptedProvider([host("FAIL", comment="there is no form")])
    async with stage(tmp_path, script, running=("notes",)) as scene:
        await scene.run(REGISTER)
    assert "no window of form is open" in _notices(scene)
    assert len(script.turns) >= 1


async def test_a_run_that_is_not_verified_is_no_skill(tmp_path: Path) -> None:
    async with stage(tmp_path, [app("FINISH"), host("FINISH", result="done")]) as scene:
        await scene.run(REGISTER)
        folder = scene.folder
    with pytest.raises(SkillError, match="only a VERIFIED run"):
        save(read_run(folder), "register", tmp_path)


async def test_values_are_given_by_name(tmp_path: Path, skills: Path) -> None:
    skill = await saved_register(tmp_path, skills)
    chosen = choose(skill, {"name": "Ivo"})
    async with stage(tmp_path, ScriptedProvider([])) as scene:
        summary = await scene.run(chosen.request)
    assert summary.outcome is RunOutcome.VERIFIED
    assert "Ivo" in str(summary.evidence)


async def test_a_password_is_not_kept(tmp_path: Path) -> None:
    answers = [
        on("Password", "set_edit_text", "CONTINUE", text="opensesame"),
        on("Name", "set_edit_text", text="Ada", more={"expect": expects("Ada", "")[:1]}),
    ]
    async with stage(tmp_path, answers) as scene:
        await scene.run('in the Registration form register "Ada" with the password opensesame')
        folder = scene.folder
    skill = save(read_run(folder), "register", tmp_path / "work")
    assert "opensesame" not in skill.model_dump_json()
    with pytest.raises(SkillError, match="password=…"):
        choose(skill, {})
    assert "new!" in choose(skill, {"password": "new!"}).request


async def test_a_password_that_the_request_did_not_hold_makes_no_skill(tmp_path: Path) -> None:
    answers = [
        on("Password", "set_edit_text", "CONTINUE", text="s3cret!x"),
        on("Name", "set_edit_text", text="Ada", more={"expect": expects("Ada", "")[:1]}),
    ]
    async with stage(tmp_path, answers) as scene:
        await scene.run('in the Registration form register "Ada" with my usual password')
        folder = scene.folder
    with pytest.raises(SkillError, match="typed a password"):
        save(read_run(folder), "register", tmp_path / "work")


SUM = "in the Sheet enter {} and tell me the sum"


def _sums_up(cell: str, answer: str) -> list[Any]:
    def set_march(turn: Turn) -> dict[str, Any]:
        assert isinstance(turn.inputs, AppInputs)
        march = next(str(control.id) for control in turn.inputs.controls if control.value == "12")
        return app("CONTINUE", act("set_edit_text", id=march, text=cell, clear_current_text=True))

    conditions = {"expect": [{"on": "element", "name": answer, "exists": True}]}
    return [
        set_march,
        app("FINISH", result=answer, **conditions),
    ]


async def test_an_answer_that_a_control_showed_is_read_from_it_again(tmp_path: Path, skills: Path) -> None:
    async with stage(tmp_path, _sums_up("20", "Sum: 50"), running=("sheet",)) as scene:
        summary = await scene.run(SUM.format(20))
        folder = scene.folder
    assert summary.outcome is RunOutcome.VERIFIED, summary.reason
    skill = save(read_run(folder), "sum", tmp_path / "work")
    SkillStore(skills).write(skill)
    assert "Sum: 50" not in skill.model_dump_json(include={"result", "expect"})

    script = ScriptedProvider([])
    async with stage(tmp_path, script, running=("sheet",)) as scene:
        summary = await scene.run(SUM.format(70))
    assert summary.outcome is RunOutcome.VERIFIED, summary.reason
    assert script.turns == [] and summary.answer == "Sum: 100"


@pytest.mark.parametrize(
    ("request_", "answer"),
    [
        ("in the Sheet enter 20 and tell me the sum", "it comes to 50"),
        ("in Sheet 20 eingeben und mir die Summe sagen", "das macht 50"),
        ("in Sheet 输入20，然后告诉我总和", "一共 50"),
    ],
)
async def test_an_answer_that_was_read_but_that_no_control_shows_as_it_stands_is_the_models_each_time(
    tmp_path: Path, request_: str, answer: str
) -> None:
    answers = _sums_up("20", "Sum: 50")
    answers[1] = app("FINISH", result=answer, expect=[{"on": "element", "name": "Sum: 50", "exists": True}])
    async with stage(tmp_path, answers, running=("sheet",)) as scene:
        await scene.run(request_)
        folder = scene.folder
    skill = save(read_run(folder), "sum", tmp_path / "work")
    assert skill.tells and skill.tasks[0].tells


@pytest.mark.parametrize("request_", ["in the Sheet enter 20", "in Sheet 20 eingeben, sonst nichts", "in Sheet 输入20"])
async def test_what_a_model_reports_of_a_deed_is_no_answer_that_must_be_read_again(
    tmp_path: Path, request_: str
) -> None:
    answers = _sums_up("20", "Sum: 50")
    answers[1] = app("FINISH", result="entered", expect=[{"on": "element", "name": "Sum: 50", "exists": True}])
    async with stage(tmp_path, answers, running=("sheet",)) as scene:
        await scene.run(request_)
        folder = scene.folder
    skill = save(read_run(folder), "sum", tmp_path / "work")
    assert not skill.tells and not skill.tasks[0].tells


async def test_a_count_that_a_control_happens_to_show_is_not_read_from_there(tmp_path: Path) -> None:
    answers = _sums_up("21", "Sum: 51")
    answers[1] = app("FINISH", result="10", expect=[{"on": "element", "name": "Sum: 51", "exists": True}])
    answers.append(host("FINISH", result="10"))
    async with stage(tmp_path, answers, running=("sheet",)) as scene:
        await scene.run("in the Sheet enter 21 and tell me what 2 * 5 is")
        assert any(step.told_by for step in scene.heard.steps)
        folder = scene.folder
    skill = save(read_run(folder), "sum", tmp_path / "work")
    assert skill.tells and [action.function for action in skill.tasks[0].actions] == ["set_edit_text"]


def summary_of(scene: Stage) -> RunSummary:
    return next(event.summary for event in scene.heard.events if isinstance(event, RunEnded))
