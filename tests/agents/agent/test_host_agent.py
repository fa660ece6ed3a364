"""The HostAgent and the sub-agents it has."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from tests.agents.turns import to_form, turns
from tests.requirement import requirement
from tests.scenarios.controls import target_id
from tests.scenarios.readers import unread
from tests.scenarios.stage import app, assign, host, stage
from ufo.agents.agent.agent_config import AgentConfigResolver
from ufo.agents.agent.app_agent import AppAgent
from ufo.agents.agent.basic_agent import SubAgent
from ufo.agents.agent.host_agent import HostAgent
from ufo.agents.processors.app_agent_processor import AppAgentProcessor
from ufo.agents.round_context import Context
from ufo.agents.states.app_agent_states import AppAgentStateManager, AppAgentStatus, ContinueAppAgentState
from ufo.agents.states.host_agent_states import AssignHostAgentState, HostAgentStateManager, HostAgentStatus
from ufo.agents.states.state import AgentState
from ufo.errors import ProcessingException
from ufo.llm.provider import Turn
from ufo.schema.command import Command
from ufo.schema.running_mode import RunningMode


@requirement("host-state:agent-class")
def test_every_state_knows_the_class_of_its_agent() -> None:
    for status in HostAgentStatus:
        assert HostAgentStateManager().get_state(status).agent_class() is HostAgent
    for each in AppAgentStatus:
        assert AppAgentStateManager().get_state(each).agent_class() is AppAgent


@requirement("host-state:create-subagent.context")
async def test_a_sub_agent_is_made_from_the_context_alone(tmp_path: Path) -> None:
    assert list(inspect.signature(HostAgent.create_subagent).parameters) == ["self", "context"]
    async with stage(tmp_path, [to_form, app("FINISH"), host("FINISH")]) as scene:
        await scene.run()
        context, main = scene.session.context, scene.session.host
        again = main.create_subagent(context)
        assert again is main.appagent_dict["form/form"] is main.get_active_appagent()


@requirement("host-state:hand-back", "app-state:archive")
@pytest.mark.parametrize("status", ["FINISH", "FAIL"])
async def test_after_a_sub_task_the_host_agent_goes_on_in_continue_and_knows_how_it_ended(
    tmp_path: Path, status: str
) -> None:
    end = host("FINISH")
    async with stage(tmp_path, [to_form, app(status, result="as far as it went"), end, end]) as scene:
        await scene.run()
        told = turns(scene)[2].inputs.previous_subtasks
    back = scene.heard.states.index(("AppAgent/form/form", status)) + 1
    # Its first end goes back, because nothing shows that it is done.
    assert scene.heard.states[back:] == [("HostAgent", item) for item in ("CONTINUE", "CONTINUE", "FINISH")]
    assert [(subtask.subtask, subtask.status, subtask.result) for subtask in told] == [
        ("fill in the form", status, "as far as it went")
    ]


async def test_without_a_chosen_window_there_is_no_sub_agent(tmp_path: Path) -> None:
    async with stage(tmp_path, []) as scene:
        with pytest.raises(ProcessingException, match="select one first"):
            scene.session.host.create_subagent(Context())
        with pytest.raises(ProcessingException, match="no sub-agent is active"):
            scene.session.host.get_active_appagent()


@requirement("agent:released")
async def test_an_agent_whose_application_shows_no_window_any_more_is_released_at_the_next_request(
    tmp_path: Path,
) -> None:
    def to_notes(turn: Turn) -> dict[str, object]:
        return assign(target_id(turn, "Notes"), "look")

    done = host("FINISH", result="done")
    async with stage(tmp_path, [to_form, app("FINISH"), done, to_notes, app("FINISH"), done]) as scene:
        await scene.run()
        (former,) = scene.session.host.appagent_dict.values()
        (window,) = await scene.desktop.windows()
        await scene.desktop.close_window(window.id)
        scene.desktop.start("notes")
        await scene.run("look at the notes")
        assert [*scene.session.host.appagent_dict] == ["notes/notes"]
        (refused,) = await former.tools.dispatcher.execute_commands([Command(tool_name="wait", parameters={})])
        assert "this dispatcher is closed" in (refused.error or "")


async def test_an_agent_whose_application_stays_open_is_kept_for_the_next_request(tmp_path: Path) -> None:
    done = host("FINISH", result="done")
    async with stage(tmp_path, [to_form, app("FINISH"), done, to_form, app("FINISH"), done]) as scene:
        await scene.run()
        (former,) = scene.session.host.appagent_dict.values()
        await scene.run("once more")
        assert scene.session.host.appagent_dict == {"form/form": former}


class Listening(ContinueAppAgentState):
    @classmethod
    def name(cls) -> str:
        return "LISTENING"


class OddStates(AppAgentStateManager):
    """An agent of another kind has states of its own."""


class OddAgent(AppAgent):
    processor_class = AppAgentProcessor

    @property
    def default_state(self) -> AgentState:
        return Listening()


@requirement("host-state:assign.operator")
async def test_assign_goes_to_the_first_state_that_the_sub_agent_names_itself(tmp_path: Path) -> None:
    async with stage(tmp_path, [to_form, app("FINISH"), host("FINISH")]) as scene:
        await scene.run()
        main = scene.session.host
        config = AgentConfigResolver.resolve_app_agent_config("form", "form", RunningMode.NORMAL)
        odd = OddAgent(config, main.services, main.tools, main)
        main.appagent_dict["form/form"] = odd
        await AssignHostAgentState().handle(main, scene.session.context)
        assert AssignHostAgentState().next_agent(main) is odd
        assert AssignHostAgentState().next_state(main).name() == "LISTENING"


async def test_two_applications_get_agents_of_their_own(tmp_path: Path) -> None:
    answers = [
        to_form,
        app("FINISH"),
        lambda turn: assign(target_id(turn, "Sheet"), "add up"),
        app("FINISH"),
        host("FINISH"),
    ]
    async with stage(tmp_path, answers, running=("form", "sheet")) as scene:
        await scene.run()
        agents: list[SubAgent] = list(scene.session.host.appagent_dict.values())
    assert [agent.name for agent in agents] == ["AppAgent/form/form", "AppAgent/sheet/sheet"]
    assert agents[0].tools.selection is not agents[1].tools.selection
    assert agents[0].tools.dispatcher is not agents[1].tools.dispatcher


async def test_a_new_request_begins_without_the_last_ones_plan_and_failures(tmp_path: Path) -> None:
    async with stage(tmp_path, unread([host("FAIL", comment="no"), host("FINISH")])) as scene:
        await scene.run("one")
        main = scene.session.host
        assert main.failure == "no"
        await scene.run("two")
        assert (main.failure, main.feedback, main.plan, main.unanswered) == ("", "", (), False)
        assert main.memory.length == 2
