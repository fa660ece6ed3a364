"""The code of host_agent_overview.md and of its older version: the HostAgent's methods, called as they stand there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.agents.turns import to_form
from tests.requirement import requirement
from tests.scenarios.stage import app, host, stage
from ufo.agents.agent.host_agent import HostAgent
from ufo.agents.agent.model_agent import ModelAgent
from ufo.agents.states.host_agent_states import HostAgentState, HostAgentStateManager
from ufo.errors import ProcessingException
from ufo.memory.blackboard import Blackboard
from ufo.prompts.prompter import HostAgentPrompter
from ufo.schema.target import TargetInfo


@requirement(
    "snippet:overview", "host:constructor", "host:sub-agent-amount", "host-state:agent-class", "host:status-manager",
    "host:active-agent", "host:retrievers",
)  # fmt: skip
async def test_the_agent_has_the_overviews_properties(tmp_path: Path) -> None:
    async with stage(tmp_path, []) as scene:
        agent = scene.session.host
        assert isinstance(agent, ModelAgent) and agent.name == "HostAgent"
        assert isinstance(agent.prompter, HostAgentPrompter) and isinstance(agent.blackboard, Blackboard)
        assert isinstance(agent.status_manager, HostAgentStateManager)
        assert isinstance(agent.default_state, HostAgentState) and agent.state.name() == "CONTINUE"
        assert (agent.appagent_dict, agent.sub_agent_amount) == ({}, 0)
        assert agent.state.agent_class() is HostAgent
        with pytest.raises(ProcessingException, match="no sub-agent is active"):
            agent.get_active_appagent()
        assert not [name for name in dir(agent) if name.endswith("_retriever")]


@requirement("snippet:overview")
async def test_the_tools_are_learned_by_context_provision(tmp_path: Path) -> None:
    async with stage(tmp_path, []) as scene:
        agent = scene.session.host
        assert agent.applications == ()
        await agent.context_provision(context=scene.session.context)
        assert "select_application_window" in {tool.tool_name for tool in agent.known_tools}
        assert "Notes" in agent.applications


@requirement("snippet:overview", "host-state:create-subagent.context", "host-state:factory", "host-state:assign.host")
async def test_a_sub_agent_is_created_from_the_context(tmp_path: Path) -> None:
    async with stage(tmp_path, [host("FINISH")]) as scene:
        await scene.run()
        agent, context = scene.session.host, scene.session.context
        (window,) = await scene.desktop.windows()
        context.application_window_info = TargetInfo(name=window.title, process="form", app_root="form")
        app_agent = agent.create_subagent(context)
        assert agent.get_active_appagent() is app_agent and app_agent.host is agent
        assert list(agent.appagent_dict.values()) == [app_agent]
        assert app_agent.blackboard is agent.blackboard


@requirement("snippet:overview", "host:get-prompter")
async def test_the_prompter_is_made_of_the_overviews_parameters(tmp_path: Path) -> None:
    async with stage(tmp_path, []) as scene:
        agent = scene.session.host
        prompter = agent.get_prompter(False, "host_agent", "host_agent", "the tools:\n{{ tools }}")
        assert isinstance(prompter, HostAgentPrompter) and not prompter.is_visual
        assert prompter.api_prompt_helper(()).startswith("the tools:")


@requirement("snippet:overview", "host:message-constructor")
async def test_the_message_is_constructed_of_the_overviews_parameters(tmp_path: Path) -> None:
    blackboard_prompt: list[dict[str, Any]] = [
        {"role": "user", "content": "Previous result from Word AppAgent: Table data extracted"}
    ]
    os_info: list[dict[str, Any]] = [{"id": "0", "name": "Microsoft Word - Document1", "kind": "APPLICATION"}]
    prev_subtask: list[dict[str, Any]] = [{"subtask": "open the document", "status": "FINISH", "result": "it is open"}]
    async with stage(tmp_path, []) as scene:
        message = scene.session.host.message_constructor(
            [], os_info, ["chart"], prev_subtask, "extract the table", blackboard_prompt
        )
        bare = scene.session.host.message_constructor([], [], [], [], "extract the table", [])
    system, user = message
    assert system.role == "system" and user.role == "user"
    for told in ("Table data extracted", "Document1", "chart", "open the document", "extract the table"):
        assert told in user.text
    assert "Table data" not in bare[1].text


@requirement("snippet:overview")
async def test_a_turn_is_processed_and_its_status_synced(tmp_path: Path) -> None:
    async with stage(tmp_path, [to_form, app("FINISH")]) as scene:
        agent, context = scene.session.host, scene.session.context
        context.begin_round(0, "do it")
        await agent.process(context)
        assert agent.processor is not None
        assert agent.status == agent.processor.processing_context.get_local("status") == "ASSIGN"
        assert agent.processor.processing_context.get_local("assigned_third_party_agent") == ""


@requirement("snippet:overview")
async def test_a_confirmation_without_a_question_goes_on(tmp_path: Path) -> None:
    async with stage(tmp_path, []) as scene:
        agent = scene.session.host
        agent.status = "CONFIRM"
        await agent.process_confirmation(scene.session.context)
        assert agent.status == "CONTINUE"
