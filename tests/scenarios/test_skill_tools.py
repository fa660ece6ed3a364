"""A saved skill that fits a part of a request is offered to the model as a tool, on the desktop in memory."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.requirement import requirement
from tests.scenarios.registered import expects, saved_register
from tests.scenarios.stage import Stage, act, app, host, stage
from ufo.llm.provider import Turn
from ufo.llm.scripted import ScriptedProvider
from ufo.recipes.recipe import Skill, SkillAction, SkillTask, Variable, WindowHint
from ufo.recipes.replay.skill_tools import SkillTools
from ufo.recipes.store import SkillStore
from ufo.runs.sessions.users import ScriptedUser
from ufo.schema.inputs import AppInputs
from ufo.schema.outcome import RunOutcome
from ufo.trace.events import ModelAnswered, Noticed

TWO_PARTS = (
    "in the Registration form register Eva with the mail address e@m.at, and then tell me what the check box is called"
)
TOOL = "run_skill_register"


def _done_by(scene: Stage) -> list[str]:
    return [event.model for event in scene.heard.events if isinstance(event, ModelAnswered)]


@requirement("skill:as-tool")
async def test_a_skill_that_fits_a_part_is_a_tool_with_its_variables(tmp_path: Path, skills: Path) -> None:
    await saved_register(tmp_path, skills)
    seen: list[Turn] = []

    def call(turn: Turn) -> dict[str, Any]:
        seen.append(turn)
        return app("CONTINUE", act(TOOL, name="Eva", email="e@m.at"))

    end = app("FINISH", result="Send me the newsletter", expect=expects("Eva", "e@m.at"))
    async with stage(tmp_path, ScriptedProvider([call, end, host("FINISH", result="Send me the newsletter")])) as scene:
        summary = await scene.run(TWO_PARTS)
    tool = next(tool for tool in seen[0].inputs.tools if tool.tool_name == TOOL)
    assert tool.input_schema["required"] == ["name", "email"]
    assert f"- {TOOL}(name, email)" in "".join(message.text for message in seen[0].messages)
    assert "Ada" not in tool.description and "ada@example.org" not in str(tool.input_schema)
    assert scene.actions().count("set_edit_text") == 2 and "click_input" in scene.actions()
    assert TOOL not in scene.actions()
    assert summary.outcome is RunOutcome.VERIFIED, summary.reason


async def test_a_skill_of_other_words_or_another_application_is_not_offered(tmp_path: Path, skills: Path) -> None:
    await saved_register(tmp_path, skills)
    tools: list[str] = []

    def look(turn: Turn) -> dict[str, Any]:
        tools.extend(tool.tool_name for tool in turn.inputs.tools)
        return app("FINISH", result="x")

    async with stage(tmp_path, ScriptedProvider([look, host("FINISH", result="x")])) as scene:
        await scene.run("in the Registration form tell me what the check box is called")
    async with stage(tmp_path, ScriptedProvider([look, host("FINISH", result="x")]), running=("notes",)) as scene:
        await scene.run("in the text editor register Ada with the mail address ada@example.org")
    assert tools and TOOL not in tools


async def test_a_call_that_lacks_a_value_comes_back_with_the_reason(tmp_path: Path, skills: Path) -> None:
    await saved_register(tmp_path, skills)
    script = ScriptedProvider(
        [
            app("CONTINUE", act(TOOL, name="Eva")),
            app("CONTINUE", act(TOOL, name="Eva", email="e@m.at", other="x")),
            app("CONTINUE", act(TOOL, name="Eva", email="e@m.at"), act("wait", seconds=1)),
            app("FAIL", result="no"),
            host("FAIL", comment="no"),
        ]
    )
    async with stage(tmp_path, script, system={"json_parsing_retry": 4}) as scene:
        await scene.run(TWO_PARTS)
    reasons = [error for turn in script.turns[:4] for _, error in turn.repairs]
    assert "it also needs email" in reasons[0]
    assert any("has no variable 'other'" in reason for reason in reasons)
    assert any("must be the only action" in reason for reason in reasons)
    assert scene.actions().count("set_edit_text") == 0


@pytest.mark.parametrize("value", ["", None, True, 2.5, ["a@m.at", "b@m.at"], {"mail": "a@m.at"}])
async def test_what_is_no_text_is_not_typed_as_if_it_were_one(tmp_path: Path, skills: Path, value: Any) -> None:
    await saved_register(tmp_path, skills)
    script = ScriptedProvider(
        [
            app("CONTINUE", act(TOOL, name="Eva", email=value)),
            app("FAIL", result="no"),
            host("FAIL", comment="no"),
        ]
    )
    async with stage(tmp_path, script) as scene:
        await scene.run(TWO_PARTS)
    ((_, reason),) = script.turns[1].repairs
    assert "email" in reason and "set_edit_text" not in scene.actions()


def test_a_number_is_asked_for_as_it_is_written() -> None:
    types = SkillAction(function="keyboard_input", arguments={"keys": "{{number}}"})
    skill = Skill(
        name="call",
        request="call {{number}}",
        variables=(Variable(name="number", default="0043"),),
        tasks=(SkillTask(window=WindowHint(app_root="phone"), actions=(types,)),),
    )
    (tool,) = SkillTools(ScriptedProvider([]), lambda: [skill], lambda _text: None).offered("call 007", "", "phone")
    assert tool.input_schema["properties"] == {"number": {"type": "string"}}


def test_a_part_that_needs_what_another_part_gave_is_not_offered() -> None:
    def part(application: str, keys: Any) -> SkillTask:
        types = SkillAction(function="keyboard_input", arguments={"keys": keys})
        return SkillTask(window=WindowHint(app_root=application), actions=(types,))

    parts = (part("sheet", "read"), part("phone", {"$result": [1, 1], "at": []}))
    tools = SkillTools(
        ScriptedProvider([]), lambda: [Skill(name="call", request="call him", tasks=parts)], lambda _text: None
    )
    assert [len(tools.offered("call him", "", item)) for item in ("sheet", "phone")] == [1, 0]


async def test_a_skill_that_would_make_a_file_that_is_there_goes_back_to_the_model(
    tmp_path: Path, skills: Path
) -> None:
    skill = await saved_register(tmp_path, skills)
    task = skill.tasks[0].model_copy(update={"expect": ({"on": "file", "path": "made.txt"},)})
    SkillStore(skills).write(skill.model_copy(update={"tasks": (task,)}), replace=True)
    (tmp_path / "work").mkdir(exist_ok=True)
    (tmp_path / "work" / "made.txt").write_text("mine")
    call = app("CONTINUE", act(TOOL, name="Eva", email="e@m.at"))
    script = ScriptedProvider([call, app("FAIL", result="no"), host("FAIL", comment="no")])
    async with stage(tmp_path, script) as scene:
        await scene.run(TWO_PARTS)
    ((_, reason),) = script.turns[1].repairs
    assert "is there already" in reason and "set_edit_text" not in scene.actions()


@pytest.mark.parametrize("turns", [1, 2])
@pytest.mark.parametrize("by_action", [True, False])
async def test_a_skill_that_the_model_wants_confirmed_waits_for_the_yes(
    tmp_path: Path, skills: Path, turns: int, by_action: bool
) -> None:
    skill = await saved_register(tmp_path, skills)
    task = skill.tasks[0]
    last = task.actions[-1].model_copy(update={"anew": turns == 2})
    task = task.model_copy(update={"actions": (*task.actions[:-1], last)})
    SkillStore(skills).write(skill.model_copy(update={"tasks": (task,)}), replace=True)
    call = act(TOOL, name="Eva", email="e@m.at") | ({"status": "CONFIRM"} if by_action else {})
    for consent in (False, True):
        end = app("FINISH", result="x") if consent else host("FAIL", comment="the person said no")
        user = ScriptedUser(consents=[consent])
        answers = [app("" if by_action else "CONFIRM", call), end, host("FINISH", result="x")]
        async with stage(tmp_path, ScriptedProvider(answers), user=user) as scene:
            await scene.run(TWO_PARTS)
            (running,) = scene.desktop.world.running.values()
        assert len(user.asked) >= 1
        assert running.widget("newsletter").checked is consent


async def test_where_a_control_is_gone_the_model_goes_on(tmp_path: Path, skills: Path) -> None:
    skill = await saved_register(tmp_path, skills)
    lost = skill.tasks[0].actions[1]
    selectors = {
        key: selector.model_copy(update={"name": "Telefax", "label": "Telefax", "neighbours": (), "path": ()})
        for key, selector in lost.selectors.items()
    }
    broken = (skill.tasks[0].actions[0], lost.model_copy(update={"selectors": selectors}), skill.tasks[0].actions[2])
    task = skill.tasks[0].model_copy(update={"actions": broken})
    SkillStore(skills).write(skill.model_copy(update={"tasks": (task,)}), replace=True)
    seen: list[AppInputs] = []

    def after(turn: Turn) -> dict[str, Any]:
        assert isinstance(turn.inputs, AppInputs)
        seen.append(turn.inputs)
        return app("FAIL", result="no such field")

    script = ScriptedProvider(
        [app("CONTINUE", act(TOOL, name="Eva", email="e@m.at")), after, host("FAIL", comment="no such field")]
    )
    async with stage(tmp_path, script) as scene:
        await scene.run(TWO_PARTS)
    assert [action.result.ok for action in seen[0].actions] == [True, False, False]


async def test_a_skill_does_nothing_that_needs_a_yes_without_one(tmp_path: Path, skills: Path) -> None:
    skill = await saved_register(tmp_path, skills)
    deletes = (
        skill.tasks[0]
        .actions[2]
        .model_copy(
            update={"function": "remove_file", "arguments": {"path": "{{folder}}/precious.txt"}, "selectors": {}}
        )
    )
    task = skill.tasks[0].model_copy(update={"actions": (*skill.tasks[0].actions[:2], deletes), "expect": ()})
    SkillStore(skills).write(skill.model_copy(update={"tasks": (task,)}), replace=True)
    script = ScriptedProvider(
        [app("CONTINUE", act(TOOL, name="Eva", email="e@m.at")), host("FAIL", comment="declined")]
    )
    (tmp_path / "work").mkdir(exist_ok=True)
    precious = tmp_path / "work" / "precious.txt"
    precious.write_text("mine")
    async with stage(tmp_path, script) as scene:
        summary = await scene.run(TWO_PARTS)
    assert precious.read_text() == "mine"
    assert summary.outcome is not RunOutcome.VERIFIED


async def test_what_takes_several_turns_is_gone_on_with_without_the_model(tmp_path: Path, skills: Path) -> None:
    skill = await saved_register(tmp_path, skills)
    actions = (
        skill.tasks[0].actions[0],
        *(action.model_copy(update={"anew": True}) for action in skill.tasks[0].actions[1:]),
    )
    task = skill.tasks[0].model_copy(update={"actions": actions})
    SkillStore(skills).write(skill.model_copy(update={"tasks": (task,)}), replace=True)
    end = app("FINISH", result="Send me the newsletter", expect=expects("Eva", "e@m.at"))
    script = ScriptedProvider([app("CONTINUE", act(TOOL, name="Eva", email="e@m.at")), end, host("FINISH", result="x")])
    async with stage(tmp_path, script) as scene:
        summary = await scene.run(TWO_PARTS)
    assert _done_by(scene).count("skill:register") == 2
    assert summary.outcome is RunOutcome.VERIFIED, summary.reason
    said = [event.text for event in scene.heard.events if isinstance(event, Noticed)]
    assert any("doing a part with the saved skill 'register'" in text for text in said)
    assert script.turns[1].inputs.actions


async def test_skills_that_are_switched_off_are_no_tools(tmp_path: Path, skills: Path) -> None:
    await saved_register(tmp_path, skills)
    script = ScriptedProvider([app("FAIL", result="no"), host("FAIL", comment="no")])
    async with stage(tmp_path, script, skills={"use": False}) as scene:
        await scene.run(TWO_PARTS)
    assert TOOL not in [tool.tool_name for tool in script.turns[0].inputs.tools]


def test_skills_whose_names_differ_by_signs_alone_are_two_tools_with_the_same_names_each_time() -> None:
    def saved(name: str, text: str) -> Skill:
        types = SkillAction(function="keyboard_input", arguments={"text": text})
        task = SkillTask(subtask="write the daily note", actions=(types,), window=WindowHint(app_root="notes"))
        return Skill(name=name, request=f"write the daily note {text}", tasks=(task,))

    skills = [saved("daily note", "one"), saved("daily-note", "two"), saved("other", "three")]
    for known in (skills, skills[::-1]):
        tools = SkillTools(ScriptedProvider([]), partial(list, known), lambda _: None)
        offered = tools.offered("write the daily note", "", "notes")
        assert sorted(tool.tool_name for tool in offered) == [
            "run_skill_daily_note",
            "run_skill_daily_note_2",
            "run_skill_other",
        ]
        assert len({tool.tool_name for tool in offered}) == 3
