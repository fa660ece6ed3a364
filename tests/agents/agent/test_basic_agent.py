"""What every agent does: asks, waits for consent, and tells what a turn ended with."""

from __future__ import annotations

from pathlib import Path

from tests.agents.turns import to_form, turns
from tests.requirement import requirement
from tests.scenarios.readers import unread
from tests.scenarios.stage import app, host, stage
from ufo.llm.scripted import ScriptedProvider
from ufo.runs.sessions.users import ScriptedUser
from ufo.schema.outcome import RunOutcome
from ufo.trace.events import Asked


@requirement("host-state:pending.switched-off")
async def test_where_questions_are_switched_off_nobody_is_asked(tmp_path: Path) -> None:
    user = ScriptedUser(["the first"])
    answers = [host("PENDING", questions=["Which sheet?"])]
    async with stage(tmp_path, answers, user=user, system={"ask_question": False}) as scene:
        summary = await scene.run()
    assert user.asked == []
    assert summary.outcome is RunOutcome.NEEDS_HELP


@requirement("host-state:pending.switched-off")
async def test_of_two_questions_one_answer_is_enough_and_both_are_told(tmp_path: Path) -> None:
    answers = [host("PENDING", questions=["Which sheet?", "Which row?"]), host("FINISH")]
    async with stage(tmp_path, answers, user=ScriptedUser(["the first", ""])) as scene:
        await scene.run()
        asked = [(event.question, event.answer) for event in scene.heard.events if isinstance(event, Asked)]
        known = turns(scene)[1].inputs.blackboard.questions
    assert asked == [("Which sheet?", "the first"), ("Which row?", "")]
    assert [record["question"] for record in known] == ["Which sheet?", "Which row?"]


async def test_without_the_safe_guard_a_risky_command_runs_unasked(tmp_path: Path) -> None:
    target = tmp_path / "copy.txt"
    user = ScriptedUser(consents=[False])
    answers = [host("CONTINUE", "run_shell", {"bash_command": f"cp /etc/hostname {target}"}), host("FINISH")]
    async with stage(tmp_path, answers, user=user, system={"safe_guard": False}) as scene:
        await scene.run()
    assert user.asked == [] and target.exists()


async def test_tools_are_learned_once_and_a_model_that_sees_nothing_costs_no_pictures(tmp_path: Path) -> None:
    async with stage(tmp_path, [host("CONTINUE"), host("FINISH")]) as scene:
        await scene.run()
        agent = scene.session.host
        assert {"select_application_window", "launch_application", "run_shell"} <= {
            tool.tool_name for tool in agent.known_tools
        }
        assert "Notes" in agent.applications
        assert not agent.sees_pictures and await agent.pictures_for_model(["data:,"]) == ()


async def test_visual_mode_off_sends_no_picture_to_a_model_that_sees(tmp_path: Path) -> None:
    model = ScriptedProvider([host("FINISH")], sees_pictures=True)
    async with stage(tmp_path, model, model={"visual_mode": False}) as scene:
        await scene.run()
        assert not scene.session.host.sees_pictures
    assert turns(scene)[0].inputs.images == ()


async def test_each_turn_is_one_item_and_memory_can_be_cleared(tmp_path: Path) -> None:
    async with stage(tmp_path, unread([to_form, app("FINISH")])) as scene:
        await scene.run()
        agent = scene.session.host
        assert agent.memory.length == 2 and agent.step == 2
        agent.clear_memory()
        assert agent.memory.is_empty()
