"""Phase 2 of the HostAgent: asks the model for a decision, from the request, the targets and what was done so far."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from pydantic import BaseModel

from ufo.agents.processors.framework.dependencies import depends_on, provides
from ufo.agents.processors.framework.phases import ProcessingResult
from ufo.agents.processors.framework.strategy import BaseProcessingStrategy
from ufo.agents.processors.framework.turn_context import ContextView
from ufo.agents.processors.strategies.host.plan_subtasks import Planning
from ufo.agents.processors.strategies.model_turn import (
    Check,
    complaint,
    decide,
    log_request,
    raising_check,
    require_filled,
    require_readable,
    status_check,
    tool_check,
)
from ufo.agents.states.host_agent_states import HostAgentStatus
from ufo.commands.observe.tool_shelf import topics_of
from ufo.errors import MalformedAnswer
from ufo.faults import Part
from ufo.schema.inputs import HostInputs, told_tools
from ufo.schema.message import Message
from ufo.schema.outcome import SubtaskRecord
from ufo.schema.picture import Picture
from ufo.schema.response import HostAgentResponse
from ufo.schema.subtasks import SubtaskGraph
from ufo.schema.target import TargetInfo, TargetRegistry
from ufo.schema.tool import ToolInfo, names_of
from ufo.schema.tool_facts import ActionKind

if TYPE_CHECKING:
    from ufo.agents.agent.basic_agent import BasicAgent
    from ufo.agents.agent.host_agent import HostAgent
    from ufo.agents.services import RunLog

_log = logging.getLogger(__name__)


@depends_on(
    "target_info_list",
    "desktop_screenshot_url",
    "target_registry",
    "request",
    "prev_plan",
    "previous_subtasks",
    "subtask_graph",
    "last_feedback",
    "notices",
    "remarks",
    "session_step",
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
    "subtask_graph",
    "subtask_node",
)
class HostLLMInteractionStrategy(BaseProcessingStrategy):
    def __init__(self, fail_fast: bool = True) -> None:
        super().__init__(name="host_llm_interaction", fail_fast=fail_fast)
        self._checks: list[Check] = []

    async def execute(self, agent: BasicAgent, context: ContextView) -> ProcessingResult:
        host = cast("HostAgent", agent)
        inputs = host.inputs = await self._inputs(host, context)
        registry = context.require_local("target_registry", TargetRegistry)
        launchers = frozenset(tool.tool_name for tool in inputs.tools if tool.facts.kind is ActionKind.LAUNCH)
        planning = Planning(inputs.subtasks, registry, launchers, len(inputs.previous_subtasks))
        self._checks = [
            raising_check(self._validate_response_fields),
            status_check(inputs.statuses),
            tool_check(told_tools(inputs), host.known_tools, lambda response: [self._function(response, launchers)]),
            lambda response: self._check_target(response, registry, launchers),
            lambda response: planning.objection(self._normalised(cast(HostAgentResponse, response), launchers)),
        ]
        messages = await self._build_comprehensive_prompt(
            host,
            list(inputs.targets),
            context.get_local("desktop_screenshot_url") if inputs.images else "",
            list(inputs.plan),
            list(inputs.previous_subtasks),
            inputs.request,
            context.get_local("session_step"),
            host.services.run_log,
        )
        log_request(host, messages)
        text, cost = await self._get_llm_response_with_retry(host, messages)
        response = self._parse_and_validate_response(host, text)
        if said := complaint(response, self._checks):
            raise MalformedAnswer(f"the answer does not fit: {said}", text, said)
        response = self._normalised(response, launchers)
        planned = planning.planned(response)
        if planned.node is not None:
            words = {"current_subtask": planned.node.text, "expect": response.expect or list(planned.node.expect)}
            response = response.model_copy(update=words)
        usage = host.take_spent()
        host.heard(response, by_model=not usage.local_decisions)
        return self.done(
            parsed_response=response,
            response_text=text,
            llm_cost=cost,
            usage=usage,
            prompt_message=tuple(messages),
            subtask=response.current_subtask,
            plan=tuple(response.plan),
            result=response.result,
            host_message=tuple(response.message),
            status=response.status,
            question_list=tuple(response.questions),
            function_name=response.function,
            function_arguments=response.arguments,
            subtask_graph=planned.graph,
            subtask_node=planned.node.id if planned.node is not None else "",
        )

    async def _build_comprehensive_prompt(  # noqa: PLR0913 the specification's parameters
        self,
        agent: HostAgent,
        target_info_list: Sequence[TargetInfo],
        desktop_screenshot_url: str,
        prev_plan: Sequence[str],
        previous_subtasks: Sequence[SubtaskRecord],
        request: str,
        session_step: int,
        request_logger: RunLog,
    ) -> Sequence[Message]:
        """Return the messages to the model, which go to the request log as they are."""
        return agent.message_constructor(
            image_list=[desktop_screenshot_url] if desktop_screenshot_url else [],
            os_info=target_info_list,
            plan=prev_plan,
            prev_subtask=previous_subtasks,
            request=request,
        )

    async def _get_llm_response_with_retry(
        self, host_agent: HostAgent, prompt_message: Sequence[Message]
    ) -> tuple[str, float | None]:
        """Return an answer that fits, and its price in USD; `json_parsing_retry` answers are asked for at most."""
        decision = await decide(host_agent, prompt_message, self._checks)
        return decision.text, decision.cost

    def _parse_and_validate_response(self, host_agent: HostAgent, response_text: str) -> HostAgentResponse:
        """Read an answer. Raises ValueError where it does not fit."""
        parsed = HostAgentResponse.model_validate(host_agent.response_to_dict(response_text))
        self._validate_response_fields(parsed)
        return parsed

    def _validate_response_fields(self, response: HostAgentResponse) -> None:
        """Raise ValueError for an answer that goes back to the model."""
        require_filled(response)
        require_readable(response)

    async def _inputs(self, agent: HostAgent, context: ContextView) -> HostInputs:
        services = agent.services
        registry = context.require_local("target_registry", TargetRegistry)
        request = context.get_local("request")
        images, remarks = await self._pictures(agent, context)
        shelf = agent.tools.scope.shelf
        told = shelf.offered((request,))
        tools = tuple(tool for tool in shelf.ready() if _is_for_hosts(tool))
        return HostInputs(
            request=request,
            targets=tuple(registry.all_targets()),
            statuses=agent.offered_statuses(),
            tools=tools,
            untold=names_of(tools) - names_of(told),
            more_tools=topics_of(tool for tool in shelf.hidden(told) if _is_for_hosts(tool)),
            applications=agent.applications,
            plan=context.get_local("prev_plan"),
            previous_subtasks=context.get_local("previous_subtasks"),
            actions=tuple(agent.history),
            blackboard=agent.blackboard.view(),
            knowledge=await services.look_up(request, ""),
            feedback=context.get_local("last_feedback"),
            notices=(*context.get_local("notices"), *remarks),
            last_answer=agent.last_answer,
            model_spoke=agent.model_spoke,
            request_end=agent.stated.end,
            was_sent_back=agent.was_sent_back,
            subtasks=context.require_local("subtask_graph", SubtaskGraph),
            images=images,
            working_folder=str(services.working_folder),
            home_apart=agent.tools.scope.home_apart,
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

    def _function(self, response: BaseModel, launchers: frozenset[str]) -> str:
        return self._normalised(cast(HostAgentResponse, response), launchers).function

    def _normalised(self, response: HostAgentResponse, launchers: frozenset[str]) -> HostAgentResponse:
        """Translate other spellings: a chosen ControlLabel is a selection, Bash and `bash_command` are a command to run. An
        application that is started with a sub-task for it gets that once its window is there, so ASSIGN says no more than
        CONTINUE.
        """
        if response.function == "bash_command":
            return response.model_copy(update={"function": "run_shell"})
        if response.function in launchers and response.status == HostAgentStatus.ASSIGN and response.current_subtask:
            return response.model_copy(update={"status": HostAgentStatus.CONTINUE})
        if response.function:
            return response
        if response.subtasks and response.status == HostAgentStatus.ASSIGN and not response.control_label:
            # What is ready is handed over by itself.
            return response.model_copy(update={"status": HostAgentStatus.CONTINUE})
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
