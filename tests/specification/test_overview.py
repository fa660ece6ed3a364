"""host_agent_overview.md and its older version: the HostAgent's methods, called as they stand there, and further sentences."""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any

import pytest

from tests.agents.turns import pictures, prompt, to_form, turns
from tests.requirement import requirement
from tests.scenarios.controls import target_id
from tests.scenarios.stage import Stage, app, assign, host, stage
from ufo.agents.agent.agent_config import AgentConfigResolver
from ufo.agents.agent.basic_agent import SubAgent
from ufo.agents.agent.host_agent import HostAgent
from ufo.agents.agent.model_agent import ModelAgent
from ufo.agents.processors.host_agent_processor import HostAgentProcessor
from ufo.agents.round_context import Context, ContextNames
from ufo.agents.states.host_agent_states import HostAgentState, HostAgentStateManager
from ufo.errors import ConfigError, ProcessingException
from ufo.llm.json_answer import json_object
from ufo.llm.scripted import ScriptedProvider
from ufo.memory.blackboard import Blackboard
from ufo.prompts.prompter import HostAgentPrompter
from ufo.runs.sessions.users import ScriptedUser
from ufo.schema.inputs import AppInputs, HostInputs
from ufo.schema.message import Message
from ufo.schema.running_mode import RunningMode
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
    async def context_provision(self: HostAgent, context: Context) -> None:
        await self._load_mcp_context(context)

    async with stage(tmp_path, []) as scene:
        agent = scene.session.host
        assert agent.applications == ()
        await context_provision(agent, context=scene.session.context)
        assert "select_application_window" in {tool.tool_name for tool in agent.known_tools}
        assert "Notes" in agent.applications


def create_subagent(self: HostAgent, context: Context) -> SubAgent:
    """The document's, but the factory takes the host."""
    mode = RunningMode(context.get(ContextNames.MODE))

    assert self.processor is not None
    assigned_third_party_agent = self.processor.processing_context.get_local("assigned_third_party_agent")
    if assigned_third_party_agent:
        config = AgentConfigResolver.resolve_third_party_config(assigned_third_party_agent, mode)
    else:
        window_name = context.get(ContextNames.APPLICATION_PROCESS_NAME)
        root_name = context.get(ContextNames.APPLICATION_ROOT_NAME)

        if mode in {
            RunningMode.NORMAL,
            RunningMode.BATCH_NORMAL,
            RunningMode.FOLLOWER,
        }:
            config = AgentConfigResolver.resolve_app_agent_config(root_name, window_name, mode)
        elif mode in {RunningMode.NORMAL_OPERATOR, RunningMode.BATCH_OPERATOR}:
            config = AgentConfigResolver.resolve_operator_agent_config(root_name, window_name, mode)
        else:
            raise ValueError(f"Unsupported mode: {mode}")

    agent_name = config.get("name")
    agent_type = config.get("agent_type")
    process_name = config.get("process_name")

    self.logger.info(f"Creating sub agent with config: {config}")

    app_agent = self.agent_factory.create_agent(self, **config)
    assert agent_name is not None
    self.appagent_dict[agent_name] = app_agent
    app_agent.host = self
    self._active_appagent = app_agent

    self.logger.info(f"Created sub agent: {agent_name} with type {agent_type} and process name {process_name}")

    return app_agent


@requirement("snippet:overview", "host-state:create-subagent.context", "host-state:factory", "host-state:assign.host")
async def test_a_sub_agent_is_created_from_the_context(tmp_path: Path) -> None:
    async with stage(tmp_path, [host("FINISH")]) as scene:
        await scene.run()
        agent, context = scene.session.host, scene.session.context
        (window,) = await scene.desktop.windows()
        context.application_window_info = TargetInfo(name=window.title, process="form", app_root="form")
        app_agent = create_subagent(agent, context)
        assert agent.get_active_appagent() is app_agent and app_agent.host is agent
        assert list(agent.appagent_dict.values()) == [app_agent]
        assert app_agent.blackboard is agent.blackboard


@requirement("snippet:overview", "host:get-prompter")
async def test_the_prompter_is_made_of_the_overviews_parameters(tmp_path: Path) -> None:
    (tmp_path / "host_agent.yaml").write_text("system: Be brief. {{ data_rule }}", encoding="utf-8")
    async with stage(tmp_path, [], model={"prompts": tmp_path}) as scene:
        agent = scene.session.host
        system, _ = agent.message_constructor([], [], [], [], "wait", [])
        assert system.text.startswith("Be brief. What stands between <data")
        prompter = agent.get_prompter(True, "host_agent", "host_agent", "the tools:\n{{ tools }}")
        assert isinstance(prompter, HostAgentPrompter) and prompter.is_visual is True
        assert agent.get_prompter(False).is_visual is False
        assert prompter.api_prompt_helper(()).startswith("the tools:")
        for names in (("no_such_file", "host_agent"), ("host_agent", "no_such_file")):
            with pytest.raises(ConfigError, match="'no_such_file'"):
                agent.get_prompter(False, *names)


@requirement("host-memory:prompt-shape")
async def test_the_blackboards_prompt_is_parts_of_the_users_message(tmp_path: Path) -> None:
    async with stage(tmp_path, []) as scene:
        agent = scene.session.host
        agent.blackboard.add_trajectories({"agent_name": "Word", "result": "Table data extracted"})
        blackboard_prompt = agent.blackboard.blackboard_to_prompt()
        messages = agent.message_constructor([], [], [], [], "extract", blackboard_prompt)
        *before, bare = agent.message_constructor([], [], [], [], "extract", [])
    assert messages == (*before, Message("user", (*blackboard_prompt, *bare.parts)))
    assert "Table data extracted" in messages[-1].text and before and bare.parts


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


@requirement("host:message-constructor.body")
async def test_the_tools_of_the_turn_are_in_the_systems_message(tmp_path: Path) -> None:
    async with stage(tmp_path, [host("FINISH")]) as scene:
        before, _ = scene.session.host.message_constructor([], [], [], [], "wait", [])
        await scene.run()
        system, _ = scene.session.host.message_constructor([], [], [], [], "wait", [])
    assert len(system.text) > len(before.text) + 1_000


@requirement("snippet:overview")
async def test_a_turn_is_processed_and_its_status_synced(tmp_path: Path) -> None:
    async def process(self: HostAgent, context: Context) -> None:
        if not self._context_provision_executed:
            await self.context_provision(context=context)
            self._context_provision_executed = True
        self.processor = HostAgentProcessor(agent=self, global_context=context)
        await self.processor.process()
        self.status = self.processor.processing_context.get_local("status")
        self.logger.info(f"Host agent status updated to: {self.status}")

    async with stage(tmp_path, [to_form, app("FINISH")]) as scene:
        agent, context = scene.session.host, scene.session.context
        context.begin_round(0, "do it")
        await process(agent, context)
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


def told(turn: Any) -> dict[str, Any]:
    more = {"plan": ["then send it"], "message": "use the blue pen", "comment": "I hand it over"}
    return assign(target_id(turn, "Registration"), "fill in the name", **more)


def known(scene: Stage, place: int) -> Any:
    return turns(scene)[place].inputs


@requirement(
    "host:input.request", "host:input.applications", "host:input.screenshot", "host:input.subtasks", "host:input.plan",
    "host:input.blackboard", "host:results-seen",
)  # fmt: skip
async def test_each_input_of_the_overview_reaches_the_model(tmp_path: Path) -> None:
    model = ScriptedProvider([told, app("FINISH", result="the name is Ada"), host("FINISH")], sees_pictures=True)
    async with stage(tmp_path, model, running=("form", "sheet")) as scene:
        await scene.run("register Ada")
        last = turns(scene)[2]
        inputs, said = last.inputs, prompt(last)
    assert isinstance(inputs, HostInputs)
    assert inputs.request == "register Ada" and "register Ada" in said
    assert {target.name for target in inputs.targets} == {"Registration", "Sheet"} and '"Sheet"' in said
    assert len(inputs.images) == 1 and "desktop" in pictures(last)[0].caption
    assert [(subtask.subtask, subtask.status) for subtask in inputs.previous_subtasks] == [
        ("fill in the name", "FINISH")
    ]
    assert 'FINISH "fill in the name"' in said
    assert inputs.plan == ("then send it",) and "then send it" in said
    assert inputs.blackboard.results[0].result == "the name is Ada" and "the name is Ada" in said


@requirement(
    "host:output.observation", "host:output.thought", "host:output.subtask", "host:output.message", "host:output.plan",
    "host:output.status", "host:output.comment", "host:instantiation",
)  # fmt: skip
async def test_each_output_of_the_overview_goes_where_it_belongs(tmp_path: Path) -> None:
    async with stage(tmp_path, [told, app("FINISH"), host("FINISH")]) as scene:
        await scene.run("register Ada")
        of_app, later = known(scene, 1), known(scene, 2)
        agent = scene.session.host.appagent_dict["form/form"]
        step = scene.heard.steps[0]
        assert agent.blackboard is scene.session.host.blackboard
        assert "click_input" in {tool.tool_name for tool in agent.known_tools}
    assert isinstance(of_app, AppInputs)
    assert (of_app.subtask, of_app.host_message, of_app.request) == (
        "fill in the name",
        ("use the blue pen",),
        "register Ada",
    )
    assert later.plan == ("then send it",)
    kept = {name: step.response[name] for name in ("observation", "thought", "comment")}
    assert kept == {"observation": "the desktop", "thought": "what is next", "comment": "I hand it over"}
    assert step.status == "ASSIGN"


@requirement("host:output.questions")
async def test_every_question_is_asked(tmp_path: Path) -> None:
    person = ScriptedUser(answers=["Ada", "1815"])
    async with stage(
        tmp_path, [host("PENDING", questions=["Whose name?", "Born when?"]), host("FINISH")], user=person
    ) as scene:
        await scene.run()
    assert person.asked == ["Whose name?", "Born when?"]


@requirement("host:output.label", "host:output.text")
async def test_the_label_chooses_and_a_name_of_another_window_is_sent_back(tmp_path: Path) -> None:
    def chosen(turn: Any, name: str) -> dict[str, Any]:
        label = target_id(turn, "Sheet")
        return host("ASSIGN", ControlLabel=label, ControlText=name, current_subtask="add it up")

    answers = [
        lambda turn: chosen(turn, "Registration"),
        lambda turn: chosen(turn, "Sheet"),
        app("FINISH"),
        host("FINISH"),
    ]
    async with stage(tmp_path, answers, running=("form", "sheet")) as scene:
        await scene.run()
        assert list(scene.session.host.appagent_dict) == ["sheet/sheet"]
        repairs = turns(scene)[1].repairs
    assert "choose one of them" in repairs[0][1]


@requirement("host:json")
def test_the_output_is_read_as_json() -> None:
    text = json.dumps(host("FINISH"))
    assert json_object(text) == json.loads(text)


@requirement("host:provision-once", "host:default-state", "host:blackboard")
async def test_the_tools_are_learned_once_and_the_blackboard_is_the_hosts(tmp_path: Path) -> None:
    async with stage(tmp_path, [to_form, app("FINISH"), host("FINISH")]) as scene:
        agent = scene.session.host
        assert agent.default_state.name() == "CONTINUE"
        provided: list[Context] = []
        provide = agent.context_provision

        async def counted(context: Context) -> None:
            provided.append(context)
            await provide(context)

        agent.context_provision = counted  # type: ignore[method-assign]  # only counts
        await scene.run()
        assert isinstance(agent, HostAgent) and agent.step == 3
        assert len(provided) == 1
        assert agent.appagent_dict["form/form"].blackboard is agent.blackboard


@requirement("host:create-subagent.none")
def test_a_sub_agent_is_made_for_a_context_and_for_nothing_else() -> None:
    context = inspect.signature(HostAgent.create_subagent).parameters["context"]
    assert context.default is inspect.Parameter.empty
