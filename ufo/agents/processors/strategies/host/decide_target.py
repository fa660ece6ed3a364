"""Phase 2 of the HostAgent: asks the model for a decision, from the request, the targets and what was done so far."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from pydantic import BaseModel

from ufo.agents.agent.host_agent import HostAgent
from ufo.agents.heard_answers import log_request
from ufo.agents.processors.framework.phases import ContextView, ProcessingResult
from ufo.agents.processors.framework.strategy import BaseProcessingStrategy, depends_on, provides
from ufo.agents.processors.strategies.answer_checks import (
    raising_check,
    require_filled,
    require_fitting,
    require_readable,
    status_check,
    tool_check,
)
from ufo.agents.processors.strategies.host.plan_subtasks import Planning
from ufo.agents.services import RunLog
from ufo.agents.states.host_agent_states import HostAgentStatus
from ufo.faults import Part
from ufo.llm.turn import Check
from ufo.schema.inputs import HostInputs, told_tools
from ufo.schema.message import Message
from ufo.schema.outcome import SubtaskRecord
from ufo.schema.picture import Picture
from ufo.schema.response import HostAgentResponse, HostCall
from ufo.schema.subtasks import SubtaskGraph
from ufo.schema.target import TargetInfo, TargetRegistry
from ufo.schema.tool import ToolInfo, names_of
from ufo.schema.tool_facts import ActionKind
from ufo.schema.usage import Usage
from ufo.tools.observe.tool_shelf import topics_of

_log = logging.getLogger(__name__)
SELECT = "select_application_window"
_SHELLS = {"bash_command": "run_shell"}
"""The tool that is meant by another name."""


@dataclass(frozen=True, slots=True)
class ToDecide:
    target_info_list: Sequence[Mapping[str, Any]]
    desktop_screenshot_url: str
    target_registry: TargetRegistry
    request: str
    prev_plan: tuple[str, ...]
    previous_subtasks: tuple[SubtaskRecord, ...]
    subtask_graph: SubtaskGraph
    last_feedback: str
    notices: tuple[str, ...]
    remarks: tuple[str, ...]
    session_step: int


@dataclass(frozen=True, slots=True)
class Decided:
    """The model's answer, whole and in parts, what it was asked by and what asking used. `subtask_node`: the sub-task that it
    hands over or opens an application for, "" for none.
    """

    parsed_response: HostAgentResponse
    response_text: str
    llm_cost: float | None
    prompt_message: tuple[Message, ...]
    subtask: str
    plan: tuple[str, ...]
    result: str
    host_message: tuple[str, ...]
    status: str
    question_list: tuple[str, ...]
    function_name: str
    function_arguments: dict[str, Any]
    usage: Usage
    subtask_graph: SubtaskGraph
    subtask_node: str


@depends_on(ToDecide)
@provides(Decided)
class HostLLMInteractionStrategy(BaseProcessingStrategy):
    def __init__(self, fail_fast: bool = True) -> None:
        super().__init__(name="host_llm_interaction", fail_fast=fail_fast)
        self._checks: list[Check] = []

    async def execute(self, agent: HostAgent, context: ContextView) -> ProcessingResult:
        known = context.read(ToDecide)
        inputs = agent.inputs = await _inputs(agent, known)
        launchers = frozenset(tool.tool_name for tool in inputs.tools if tool.facts.kind is ActionKind.LAUNCH)
        planning = Planning(inputs.subtasks, known.target_registry, launchers, len(inputs.previous_subtasks))

        def normal(response: BaseModel) -> HostAgentResponse:
            return _normalised(cast(HostAgentResponse, response), launchers)

        self._checks = [
            raising_check(self._validate_response_fields),
            status_check(inputs.statuses),
            tool_check(
                told_tools(inputs),
                agent.known_tools,
                lambda response: [call.function for call in normal(response).calls],
            ),
            lambda response: _wrong_target(normal(response), known.target_registry),
            lambda response: planning.objection(normal(response)),
        ]
        messages = await self._build_comprehensive_prompt(
            agent,
            list(inputs.targets),
            known.desktop_screenshot_url if inputs.images else "",
            list(inputs.plan),
            list(inputs.previous_subtasks),
            inputs.request,
            known.session_step,
            agent.services.run_log,
        )
        log_request(agent.services, agent.name, messages)
        text, cost = await self._get_llm_response_with_retry(agent, messages)
        response = self._parse_and_validate_response(agent, text)
        require_fitting(response, self._checks, text)
        response = normal(response)
        planned = planning.planned(response)
        if planned.node is not None:
            words = {"current_subtask": planned.node.text, "expect": response.expect or list(planned.node.expect)}
            response = response.model_copy(update=words)
        usage = agent.take_spent()
        agent.heard(response, by_model=not usage.local_decisions, results=len(inputs.previous_subtasks))
        return self.done(
            Decided(
                parsed_response=response,
                response_text=text,
                llm_cost=cost,
                prompt_message=tuple(messages),
                subtask=response.current_subtask,
                plan=tuple(response.plan),
                result=response.result,
                host_message=tuple(response.message),
                status=response.status,
                question_list=tuple(response.questions),
                function_name=response.function,
                function_arguments=response.arguments,
                usage=usage,
                subtask_graph=planned.graph,
                subtask_node=planned.node.id if planned.node is not None else "",
            )
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
        return await host_agent.decide(prompt_message, self._checks)

    def _parse_and_validate_response(self, host_agent: HostAgent, response_text: str) -> HostAgentResponse:
        """Read an answer. Raises ValueError where it does not fit."""
        parsed = HostAgentResponse.model_validate(host_agent.response_to_dict(response_text))
        self._validate_response_fields(parsed)
        return parsed

    def _validate_response_fields(self, response: HostAgentResponse) -> None:
        """Raise ValueError for an answer that goes back to the model."""
        require_filled(response)
        require_readable(response)


async def _inputs(agent: HostAgent, known: ToDecide) -> HostInputs:
    images, remarks = await _pictures(agent, known)
    asked_for, unseen = await agent.asked_pictures()
    shelf = agent.tools.scope.shelf
    told = shelf.offered((known.request,))
    tools = tuple(tool for tool in shelf.ready() if _is_for_hosts(tool))
    return HostInputs(
        request=known.request,
        targets=tuple(known.target_registry.all_targets()),
        statuses=agent.offered_statuses(),
        tools=tools,
        left_out_tools=names_of(tools) - names_of(told),
        more_tools=topics_of(tool for tool in shelf.hidden(told) if _is_for_hosts(tool)),
        applications=agent.applications,
        plan=known.prev_plan,
        previous_subtasks=known.previous_subtasks,
        actions=tuple(agent.history),
        turn_acts=agent.turn_acts,
        unnoted_acts=agent.unnoted_acts,
        blackboard=agent.blackboard.view(),
        knowledge=await agent.services.look_up(known.request, ""),
        feedback=known.last_feedback,
        notices=(*known.notices, *remarks, *unseen),
        last_answer=agent.last_answer,
        model_spoke=agent.model_spoke,
        known_results=agent.known_results,
        answer_said=agent.answer_said,
        request_end=agent.stated.end,
        was_sent_back=agent.was_sent_back,
        subtasks=known.subtask_graph,
        images=images,
        shown=asked_for,
        working_folder=str(agent.services.working_folder),
        home_apart=agent.tools.scope.home_apart,
    )


async def _pictures(agent: HostAgent, known: ToDecide) -> tuple[tuple[Picture, ...], list[str]]:
    """Return the pictures for the model and the remarks, including one where the picture could not be made."""
    remarks = [*known.remarks]
    with Part(_log, "making the picture for the model", remarks):
        return await agent.pictures_for_model([known.desktop_screenshot_url]), remarks
    return (), remarks


def _wrong_target(answer: HostAgentResponse, registry: TargetRegistry) -> str | None:
    selects = answer.function == SELECT
    if any(call.function == SELECT for call in answer.calls[:-1]):
        return f"{SELECT} must be the last of functions; what is chosen first would not be worked in"
    if answer.status == HostAgentStatus.ASSIGN and not selects:
        return "status ASSIGN needs function select_application_window (the last, of several) with the id of a target"
    if not selects:
        return None
    if registry.get(str(answer.arguments.get("id"))) is None:
        ids = ", ".join(str(target.id) for target in registry.all_targets()) or "none"
        return f"there is no target with id {answer.arguments.get('id')!r}; the ids are {ids}"
    return _contradiction(answer.arguments, registry)


def _normalised(response: HostAgentResponse, launchers: frozenset[str]) -> HostAgentResponse:
    """Translate other spellings: a chosen ControlLabel is a selection, Bash and `bash_command` are a command to run. An
    application that is started with a sub-task for it gets that once its window is there, and of sub-tasks what is ready is
    handed over by itself, so ASSIGN says no more than CONTINUE there.
    """
    assigns = response.status == HostAgentStatus.ASSIGN
    update: dict[str, Any] = {}
    if "bash_command" in (call.function for call in response.calls):
        calls = [
            HostCall(function=_SHELLS.get(call.function, call.function), arguments=call.arguments)
            for call in response.calls
        ]
        update = {"functions": calls, "function": calls[-1].function}
    elif response.function:
        if response.function in launchers and assigns and response.current_subtask:
            update = {"status": HostAgentStatus.CONTINUE}
    elif response.subtasks and assigns and not response.control_label:
        update = {"status": HostAgentStatus.CONTINUE}
    elif response.bash:
        update = {"function": _SHELLS["bash_command"], "arguments": {"bash_command": response.bash}}
    elif response.control_label and assigns:
        chosen = {"id": response.control_label, "name": response.control_text}
        update = {"function": SELECT, "arguments": chosen}
    return response.model_copy(update=update) if update else response


def _contradiction(arguments: Mapping[str, Any], registry: TargetRegistry) -> str | None:
    """Return an objection where the id is one target's and the name another's: it is unclear which is meant."""
    chosen, name = registry.get(str(arguments.get("id"))), str(arguments.get("name") or "")
    others = [target for target in registry.all_targets() if chosen and target.id != chosen.id and target.name == name]
    if chosen is None or chosen.name == name or not others:
        return None
    return f"the target with id {chosen.id} is {chosen.name!r}, and {name!r} has id {others[0].id}; choose one of them"


def _is_for_hosts(tool: ToolInfo) -> bool:
    """Tell whether a host calls it: what collects data works on a window's controls, which a host does not see."""
    return tool.tool_type == "action" or tool.facts.kind is ActionKind.FIND_TOOLS
