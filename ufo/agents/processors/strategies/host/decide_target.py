"""Phase 2 of the HostAgent: asks the model for a decision, from the request, the targets and what was done so far."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from pydantic import BaseModel

from ufo.agents.processors.framework.dependencies import depends_on, provides
from ufo.agents.processors.framework.phases import ProcessingResult
from ufo.agents.processors.framework.strategy import BaseProcessingStrategy
from ufo.agents.processors.framework.turn_context import ContextView
from ufo.agents.processors.strategies.model_turn import decide, status_check, tool_check
from ufo.agents.states.host_agent_states import HostAgentStatus
from ufo.commands.observe.tool_shelf import topics_of
from ufo.faults import Part
from ufo.schema.inputs import HostInputs
from ufo.schema.picture import Picture
from ufo.schema.response import HostAgentResponse
from ufo.schema.target import TargetRegistry
from ufo.schema.tool import ToolInfo
from ufo.schema.tool_facts import ActionKind

if TYPE_CHECKING:
    from ufo.agents.agent.basic_agent import BasicAgent
    from ufo.agents.agent.host_agent import HostAgent

_log = logging.getLogger(__name__)


@depends_on(
    "target_info_list",
    "desktop_screenshot_url",
    "target_registry",
    "request",
    "prev_plan",
    "previous_subtasks",
    "last_feedback",
    "notices",
    "remarks",
)
@provides(
    "parsed_response",
    "response_text",
    "llm_cost",
    "prompt_message",
    "subtask",
    "plan",
    "result",
    "host_message",
    "status",
    "question_list",
    "function_name",
    "function_arguments",
    "usage",
)
class HostLLMInteractionStrategy(BaseProcessingStrategy):
    def __init__(self, fail_fast: bool = True) -> None:
        super().__init__(name="host_llm_interaction", fail_fast=fail_fast)

    async def execute(self, agent: BasicAgent, context: ContextView) -> ProcessingResult:
        host = cast("HostAgent", agent)
        inputs = await self._inputs(host, context)
        registry = context.require_local("target_registry", TargetRegistry)
        launchers = frozenset(tool.tool_name for tool in inputs.tools if tool.facts.kind is ActionKind.LAUNCH)
        decision = await decide(
            host,
            "host",
            inputs,
            host.message_constructor(inputs),
            HostAgentResponse,
            [
                status_check(inputs.statuses),
                tool_check(
                    inputs.tools, host.known_tools, lambda response: [cast(HostAgentResponse, response).function]
                ),
                lambda response: self._check_target(response, registry, launchers),
            ],
        )
        response = self._normalised(cast(HostAgentResponse, decision.response), launchers)
        host.heard(response, by_model=not decision.usage.local_decisions)
        return self.done(
            parsed_response=response,
            response_text=decision.text,
            llm_cost=decision.usage.cost,
            usage=decision.usage,
            prompt_message=decision.messages,
            subtask=response.current_subtask,
            plan=tuple(response.plan),
            result=response.result,
            host_message=tuple(response.message),
            status=response.status,
            question_list=tuple(response.questions),
            function_name=response.function,
            function_arguments=response.arguments,
        )

    async def _inputs(self, agent: HostAgent, context: ContextView) -> HostInputs:
        services = agent.services
        registry = context.require_local("target_registry", TargetRegistry)
        request = context.get_local("request")
        images, remarks = await self._pictures(agent, context)
        shelf = agent.tools.scope.shelf
        tools = tuple(tool for tool in shelf.offered((request,)) if _is_for_hosts(tool))
        return HostInputs(
            request=request,
            targets=tuple(registry.all_targets()),
            statuses=agent.offered_statuses(),
            tools=tools,
            more_tools=topics_of(shelf.hidden(tools)),
            applications=agent.applications,
            plan=context.get_local("prev_plan"),
            previous_subtasks=context.get_local("previous_subtasks"),
            actions=tuple(agent.history),
            blackboard=agent.blackboard.view(),
            knowledge=services.retriever.retrieve(request, ""),
            feedback=context.get_local("last_feedback"),
            notices=(*context.get_local("notices"), *remarks),
            last_answer=agent.last_answer,
            model_spoke=agent.model_spoke,
            request_end=agent.contract.end,
            images=images,
            working_folder=str(services.working_folder),
        )

    async def _pictures(self, agent: HostAgent, context: ContextView) -> tuple[tuple[Picture, ...], tuple[str, ...]]:
        """Return the pictures for the model and the remarks, including one where the picture could not be made."""
        remarks: list[str] = [*context.get_local("remarks")]
        with Part(_log, "making the picture for the model", remarks):
            return await agent.pictures_for_model([context.get_local("desktop_screenshot_url")]), tuple(remarks)
        return (), tuple(remarks)

    def _check_target(self, response: BaseModel, registry: TargetRegistry, launchers: frozenset[str]) -> str | None:
        answer = self._normalised(cast(HostAgentResponse, response), launchers)
        if answer.status == HostAgentStatus.ASSIGN and answer.function != "select_application_window":
            return "status ASSIGN needs function select_application_window with the id of a target"
        if answer.function == "select_application_window" and registry.get(str(answer.arguments.get("id"))) is None:
            ids = ", ".join(str(target.id) for target in registry.all_targets()) or "none"
            return f"there is no target with id {answer.arguments.get('id')!r}; the ids are {ids}"
        if answer.function == "select_application_window":
            return _contradiction(answer.arguments, registry)
        return None

    def _normalised(self, response: HostAgentResponse, launchers: frozenset[str]) -> HostAgentResponse:
        """Translate the older spelling: a chosen ControlLabel is a selection, and Bash is a command to run. An application that
        is started with a sub-task for it gets that once its window is there, so ASSIGN says no more than CONTINUE.
        """
        if response.function in launchers and response.status == HostAgentStatus.ASSIGN and response.current_subtask:
            return response.model_copy(update={"status": HostAgentStatus.CONTINUE})
        if response.function:
            return response
        update: dict[str, Any] = {}
        if response.bash:
            update = {"function": "run_shell", "arguments": {"bash_command": response.bash}}
        elif response.control_label and response.status == HostAgentStatus.ASSIGN:
            chosen = {"id": response.control_label, "name": response.control_text}
            update = {"function": "select_application_window", "arguments": chosen}
        return response.model_copy(update=update) if update else response


def _contradiction(arguments: Mapping[str, Any], registry: TargetRegistry) -> str | None:
    """Return an objection where the id is one target's and the name is another's, so that it is unclear which of them is
    meant.
    """
    chosen, name = registry.get(str(arguments.get("id"))), str(arguments.get("name") or "")
    others = [one for one in registry.all_targets() if chosen is not None and one.id != chosen.id and one.name == name]
    if chosen is None or chosen.name == name or not others:
        return None
    return f"the target with id {chosen.id} is {chosen.name!r}, and {name!r} has id {others[0].id}; choose one of them"


def _is_for_hosts(tool: ToolInfo) -> bool:
    """Tell whether a host calls it: what collects data works on a window's controls, which a host does not see."""
    return tool.tool_type == "action" or tool.facts.kind is ActionKind.FIND_TOOLS
