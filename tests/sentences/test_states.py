"""Sentences of the HostAgent's state machine."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.agents.turns import to_form, turns
from tests.requirement import requirement
from tests.scenarios.readers import unread
from tests.scenarios.stage import app, host, stage
from ufo.agents.round_context import Context
from ufo.agents.states.host_agent_states import HostAgentState, HostAgentStateManager, HostAgentStatus
from ufo.runs.sessions.users import ScriptedUser
from ufo.schema.outcome import RunOutcome


@requirement("host-state:round-ends")
@pytest.mark.parametrize("status", HostAgentStatus)
def test_only_the_last_states_end_the_round(status: HostAgentStatus) -> None:
    ends = HostAgentStateManager().get_state(status).is_round_end()
    assert ends == (status in ("FINISH", "FAIL", "ERROR"))


@requirement("host-state:next-agent", "host-state:handle")
async def test_a_state_keeps_its_agent_and_does_nothing_unless_it_says_so() -> None:
    agent = SimpleNamespace(name="host", get_active_appagent=lambda: "the sub-agent")
    for status in HostAgentStatus:
        expected = "the sub-agent" if status == "ASSIGN" else agent
        assert HostAgentStateManager().get_state(status).next_agent(agent) == expected
    before = vars(agent).copy()
    for state in (HostAgentState(), HostAgentStateManager().get_state("FINISH")):
        await state.handle(agent, Context())
    assert vars(agent) == before


@requirement(
    "host-state:processor-runs", "host-state:pending.answer", "host-state:status-field", "host-state:continue.pending",
)  # fmt: skip
async def test_only_continue_takes_turns_and_an_answer_is_known_in_the_next(tmp_path: Path) -> None:
    answers = [host("PENDING", questions=["Which one?"]), to_form, app("FINISH")]
    async with stage(tmp_path, unread(answers), user=ScriptedUser(answers=["the form"])) as scene:
        await scene.run()
        known = turns(scene)[1].inputs.blackboard.questions
    states = [state for agent, state in scene.heard.states if agent == "HostAgent"]
    assert states == ["CONTINUE", "PENDING", "CONTINUE", "ASSIGN", "CONTINUE", "FINISH"]
    assert [step.state for step in scene.heard.steps if step.agent == "HostAgent"] == ["CONTINUE"] * 3
    assert known == ({"question": "Which one?", "answer": "the form"},)


@requirement("host-state:finish.results")
async def test_after_finish_the_results_are_on_the_blackboard(tmp_path: Path) -> None:
    async with stage(tmp_path, [to_form, app("FINISH", result="it is filled in"), host("FINISH")]) as scene:
        await scene.run()
        assert [result.result for result in scene.session.host.blackboard.results] == ["it is filled in"]


@requirement(
    "host-state:fail.rejection", "host-state:confirm.shown", "host-state:confirm.deletion", "host-state:older-pending",
)  # fmt: skip
async def test_a_deletion_is_shown_and_a_rejected_one_ends_in_fail(tmp_path: Path) -> None:
    kept = tmp_path / "letter.txt"
    kept.write_text("dear", encoding="utf-8")
    person = ScriptedUser(consents=[False])
    answers = [host("CONTINUE", "run_shell", {"bash_command": f"rm {kept}"}), host("FINISH")]
    async with stage(tmp_path, answers, user=person) as scene:
        summary = await scene.run()
    assert [state for _, state in scene.heard.states] == ["CONTINUE", "CONFIRM", "FAIL"]
    assert str(kept) in person.asked[0] and kept.exists()
    assert summary.outcome is not RunOutcome.VERIFIED


@requirement("host-state:confirm.system")
async def test_a_change_of_the_systems_configuration_is_asked_about_first(tmp_path: Path) -> None:
    person = ScriptedUser(consents=[False])
    change = "gsettings set org.gnome.system.proxy mode manual"
    async with stage(
        tmp_path, [host("CONTINUE", "run_shell", {"bash_command": change}), host("FINISH")], user=person
    ) as scene:
        await scene.run()
    assert [state for _, state in scene.heard.states] == ["CONTINUE", "CONFIRM", "FAIL"]
    assert "proxy" in person.asked[0]


@requirement("host-state:confirm.launch", "host-act:launch", "host-act:close")
async def test_applications_are_launched_and_closed_without_a_question(tmp_path: Path) -> None:
    answers = [
        host("CONTINUE", "launch_application", {"name": "Notes"}),
        lambda turn: host("CONTINUE", "close_application", {"id": next(target.id for target in turn.inputs.targets)}),
        host("FINISH"),
    ]
    person = ScriptedUser()
    async with stage(tmp_path, unread(answers), running=(), user=person) as scene:
        await scene.run()
        counts = [len(turn.inputs.targets) for turn in turns(scene)]  # type: ignore[union-attr]  # HostInputs
    assert counts == [0, 1, 0] and person.asked == []
