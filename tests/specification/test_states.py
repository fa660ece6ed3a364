"""host_agent_state.md: a reader's own states, registered and run as it shows them, and its further sentences."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from tests.agents.turns import host_values, to_form, turns
from tests.requirement import requirement
from tests.scenarios.controls import target_id
from tests.scenarios.readers import unread
from tests.scenarios.stage import Stage, app, assign, host, stage
from ufo.agents.agent.host_agent import HostAgent
from ufo.agents.round_context import Context
from ufo.agents.states.app_agent_states import ContinueAppAgentState
from ufo.agents.states.host_agent_states import (
    ContinueHostAgentState,
    HostAgentState,
    HostAgentStateManager,
    HostAgentStatus,
    NoneHostAgentState,
)
from ufo.agents.states.state import AgentState, AgentStateManager
from ufo.proof.beginning import begin
from ufo.runs.sessions.users import ScriptedUser
from ufo.schema.outcome import RunOutcome
from ufo.schema.response import HostAgentResponse


class ReadersStateManager(AgentStateManager):
    _state_mapping: ClassVar[dict[str, type[AgentState]]] = {}

    @property
    def none_state(self) -> AgentState:
        return NoneHostAgentState()


class ReadersState(AgentState):
    async def handle(self, agent: HostAgent, context: Context | None = None) -> None:
        pass

    def next_state(self, agent: HostAgent) -> AgentState:
        status = agent.status
        return ReadersStateManager().get_state(status)

    def next_agent(self, agent: HostAgent) -> Any:
        return agent

    def is_round_end(self) -> bool:
        return False

    @classmethod
    def agent_class(cls) -> type[HostAgent]:
        from ufo.agents.agent.host_agent import HostAgent  # noqa: PLC0415 as the document has it

        return HostAgent


@ReadersStateManager.register
class ReadersContinue(ReadersState):
    async def handle(self, agent: HostAgent, context: Context | None = None) -> None:
        assert context is not None
        await agent.process(context)

    @classmethod
    def name(cls) -> str:
        return HostAgentStatus.CONTINUE.value


@ReadersStateManager.register
class ReadersAssign(ReadersState):
    async def handle(self, agent: HostAgent, context: Context | None = None) -> None:
        assert context is not None
        agent.create_subagent(context)

    def next_state(self, agent: HostAgent) -> AgentState:
        self.next_agent(agent)
        return ContinueAppAgentState()

    def next_agent(self, agent: HostAgent) -> Any:
        return agent.get_active_appagent()

    @classmethod
    def name(cls) -> str:
        return HostAgentStatus.ASSIGN.value


@ReadersStateManager.register
class ReadersFinish(ReadersState):
    def is_round_end(self) -> bool:
        return True

    @classmethod
    def name(cls) -> str:
        return HostAgentStatus.FINISH.value


@ReadersStateManager.register
class ReadersFail(ReadersState):
    def is_round_end(self) -> bool:
        return True

    def next_state(self, agent: HostAgent) -> AgentState:
        return ReadersFinish()

    @classmethod
    def name(cls) -> str:
        return HostAgentStatus.FAIL.value


@ReadersStateManager.register
class ReadersError(ReadersFail):
    @classmethod
    def name(cls) -> str:
        return HostAgentStatus.ERROR.value


@ReadersStateManager.register
class ReadersPending(ReadersState):
    async def handle(self, agent: HostAgent, context: Context | None = None) -> None:
        ufo_config = agent.services.settings
        await agent.process_asker(ask_user=ufo_config.system.ask_question)

    def next_state(self, agent: HostAgent) -> AgentState:
        agent.status = HostAgentStatus.CONTINUE.value
        return ReadersContinue()

    @classmethod
    def name(cls) -> str:
        return HostAgentStatus.PENDING.value


@ReadersStateManager.register
class ReadersConfirm(ReadersState):
    async def handle(self, agent: HostAgent, context: Context | None = None) -> None:
        assert context is not None
        await agent.process_confirmation(context)

    @classmethod
    def name(cls) -> str:
        return HostAgentStatus.CONFIRM.value


def own_states(scene: Stage) -> None:
    scene.session.host.state_manager = ReadersStateManager  # type: ignore[assignment]  # a reader's own


@requirement("snippet:states", "host-state:pending.async", "host-state:assign.operator")
async def test_a_request_runs_on_a_readers_own_states(tmp_path: Path) -> None:
    answers = [host("PENDING", questions=["Which form?"]), to_form, app("FINISH", result="filled"), host("FINISH")]
    async with stage(tmp_path, answers, user=ScriptedUser(answers=["the only one"])) as scene:
        own_states(scene)
        scene.session.host.returned_state = lambda: ReadersContinue()  # type: ignore[method-assign]  # a reader's own
        await scene.run()
        asked = scene.session.host.blackboard.questions.to_list_of_dicts()
    states = [state for agent, state in scene.heard.states if agent == "HostAgent"]
    assert states[:3] == ["CONTINUE", "PENDING", "CONTINUE"] and states[-1] == "FINISH" and "ASSIGN" in states
    assert asked == [{"question": "Which form?", "answer": "the only one"}]
    assert isinstance(ReadersStateManager().get_state("NONSENSE"), NoneHostAgentState)


@requirement("snippet:states")
def test_the_enumeration_has_the_documents_names_and_values() -> None:
    names = ("ERROR", "FINISH", "CONTINUE", "ASSIGN", "FAIL", "PENDING", "CONFIRM")
    assert [HostAgentStatus[name].value for name in names] == list(names)
    assert issubclass(HostAgentStateManager, AgentStateManager)


@requirement("snippet:states")
def test_a_registered_state_is_looked_up_by_its_name() -> None:
    state = HostAgentStateManager().get_state("CONTINUE")
    assert isinstance(state, ContinueHostAgentState)
    assert ContinueHostAgentState.name() == "CONTINUE" and not state.is_round_end()
    assert isinstance(ReadersStateManager().get_state("FAIL").next_state(None), ReadersFinish)
    assert isinstance(ReadersStateManager().get_state("ERROR").next_state(None), ReadersFinish)
    assert ReadersContinue.agent_class() is HostAgent


@requirement("snippet:states", "host-state:confirm.handle")
async def test_a_confirmation_is_asked_in_a_readers_own_state(tmp_path: Path) -> None:
    answers = [host("CONFIRM", "launch_application", {"name": "Notes"}, comment="Open the notes?"), host("FINISH")]
    person = ScriptedUser(consents=[True])
    async with stage(tmp_path, answers, user=person) as scene:
        own_states(scene)
        await scene.run()
    states = [state for _, state in scene.heard.states]
    assert states == ["CONTINUE", "CONFIRM", "CONTINUE", "CONTINUE", "FINISH"]
    assert scene.actions() == ["launch_application"]


@requirement("snippet:states")
async def test_continue_is_set_and_handled_as_in_the_example(tmp_path: Path) -> None:
    async with stage(tmp_path, [to_form]) as scene:
        agent, context = scene.session.host, scene.session.context
        context.begin_round(0, "fill in the form")
        agent.status = HostAgentStatus.CONTINUE.value
        agent.set_state(ContinueHostAgentState())
        await agent.state.handle(agent, context)
        assert agent.status == "ASSIGN"


@requirement("snippet:states", "round:loop")
async def test_the_rounds_loop_runs_with_the_old_state_naming_the_next_agent(tmp_path: Path) -> None:
    async with stage(tmp_path, [to_form, app("FINISH"), host("FINISH")]) as scene:
        context: Context = scene.session.context
        agent: Any = scene.session.host
        agent.begin_round("do it", begin("do it", agent.places, 0.0))
        context.begin_round(0, "do it")
        state, passed = agent.state, []
        while not state.is_round_end():
            await state.handle(agent, context)
            passed.append(state.name())
            agent, state = state.next_agent(agent), state.next_state(agent)
    assert passed == ["CONTINUE", "ASSIGN", "CONTINUE", "FINISH", "CONTINUE"]
    assert agent is scene.session.host


@requirement("snippet:states", "host-state:assign.cache", "host-state:assign.key")
async def test_an_app_agent_is_kept_under_the_documents_key(tmp_path: Path) -> None:
    answers = [to_form, app("FINISH"), to_form, app("FINISH"), host("FINISH")]
    async with stage(tmp_path, answers) as scene:
        await scene.run()
        agent = scene.session.host
        app_root, process_name = "form", "form"
        agent_key = f"{app_root}/{process_name}"
        assert agent_key in agent.appagent_dict
        assert agent.appagent_dict[agent_key] is agent.get_active_appagent()
        # The one agent has worked both sub-tasks.
        assert agent.sub_agent_amount == 1 and agent.get_active_appagent().step == 2


@requirement("snippet:states", "host-llm:spellings")
async def test_the_documents_answer_assigns_the_window_of_its_label(tmp_path: Path) -> None:
    def documents(turn: Any) -> dict[str, Any]:
        return {
            "Observation": "Desktop shows two windows. The user wants the form filled in.",
            "Thought": "I should start with the form.",
            "Current Sub-Task": "Fill in the form",
            "ControlLabel": target_id(turn, "Registration"),
            "ControlText": "Registration",
            "Status": "ASSIGN",
            "Comment": "Delegating to the AppAgent",
        }

    async with stage(tmp_path, [documents, app("FINISH"), host("FINISH")]) as scene:
        await scene.run()
        record = scene.session.context.previous_subtasks[0]
    assert (record.subtask, record.status) == ("Fill in the form", "FINISH")


@requirement("snippet:overview", "host-llm:bash")
async def test_an_answer_in_the_overviews_shape_is_read_and_its_bash_is_run(tmp_path: Path) -> None:
    answer = {
        "Observation": "Desktop screenshot",
        "Thought": "Logical reasoning process",
        "Current Sub-Task": "Sub-task description",
        "Message": "Message to AppAgent",
        "ControlLabel": "0",
        "ControlText": "Application name",
        "Plan": ["Sub-task 1", "Sub-task 2"],
        "Status": "CONTINUE",
        "Comment": "Additional comments",
        "Questions": ["Question 1", "Question 2"],
        "Bash": "echo from Bash",
    }
    read = HostAgentResponse.model_validate(answer)
    assert (read.current_subtask, read.message, read.plan[1]) == (
        "Sub-task description",
        ["Message to AppAgent"],
        "Sub-task 2",
    )
    called = host("CONTINUE", "bash_command", {"bash_command": "echo by name"})
    async with stage(tmp_path, unread([answer, called, host("FINISH")]), policy={"programs": ["echo"]}) as scene:
        await scene.run()
        outputs = [str(action.result.result) for action in turns(scene)[-1].inputs.actions]
    assert ["from Bash" in outputs[0], "by name" in outputs[1]] == [True, True]
    assert host_values(scene).status == "FINISH"


@requirement("snippet:overview")
async def test_an_assignment_in_the_overviews_shape_reaches_the_app_agent(tmp_path: Path) -> None:
    def overview(turn: Any) -> dict[str, Any]:
        return assign(
            target_id(turn, "Registration"), "Extract the table data", Message="Starting", Bash="", Questions=[]
        )

    async with stage(tmp_path, [overview, app("FINISH"), host("FINISH")]) as scene:
        await scene.run()
        assert turns(scene)[1].inputs.host_message == ("Starting",)  # type: ignore[union-attr]  # AppInputs


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
    "host:log-lines",
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


@requirement("host-state:pending.timeout")
@pytest.mark.parametrize("answers", [[], [" \n"], ["", ""]], ids=["none", "blank", "empty"])
async def test_an_answer_without_a_word_is_none(tmp_path: Path, answers: list[str]) -> None:
    asks = host("PENDING", questions=["Which one?", "And then?"])
    async with stage(tmp_path, unread([asks, host("FAIL")]), user=ScriptedUser(answers=answers)) as scene:
        summary = await scene.run()
    assert summary.outcome is RunOutcome.NEEDS_HELP and "nobody answered: Which one?" in summary.reason


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
    looks = host("CONTINUE", "list_folder", {"path": str(tmp_path)})
    answers = [looks, host("CONTINUE", "run_shell", {"bash_command": f"rm {kept}"}), host("FINISH")]
    async with stage(tmp_path, answers, user=person) as scene:
        summary = await scene.run()
    assert [state for _, state in scene.heard.states] == ["CONTINUE", "CONTINUE", "CONFIRM", "FAIL"]
    (asked,) = person.asked
    assert str(kept) in asked and kept.exists()
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


@requirement(
    "host-state:confirm.launch", "host-state:confirm.before", "host-state:confirm.deletion", "host-state:confirm.system",
    "host-act:launch", "host-act:close",
)  # fmt: skip
async def test_applications_are_launched_and_closed_without_a_question(tmp_path: Path) -> None:
    answers = [
        host("CONTINUE", "launch_application", {"name": "Notes"}),
        lambda turn: host("CONTINUE", "close_application", {"id": next(target.id for target in turn.inputs.targets)}),
        host("CONTINUE", "run_shell", {"bash_command": f"rm {tmp_path}"}),
    ]
    person = ScriptedUser(consents=[False])
    async with stage(tmp_path, unread(answers), running=(), user=person) as scene:
        await scene.run()
        counts = [len(turn.inputs.targets) for turn in turns(scene)]  # type: ignore[union-attr]  # HostInputs
    assert counts == [0, 1, 0]
    (asked,) = person.asked
    assert f"rm {tmp_path}" in asked
