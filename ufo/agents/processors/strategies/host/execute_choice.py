"""Phase 3 of the HostAgent: runs the commands of its answer in order, of which the last may select a window or agent; verifies a
request that is finished.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from ufo.agents.agent.host_agent import HostAgent
from ufo.agents.named_files import named_in
from ufo.agents.processors.framework.phases import ContextView, ProcessingResult
from ufo.agents.processors.framework.strategy import BaseProcessingStrategy, depends_on, provides
from ufo.agents.processors.strategies.dispatch_actions import AskingDispatcher, Dispatched, failures
from ufo.agents.processors.strategies.host.conclude import conclude, objections, state_end
from ufo.agents.processors.strategies.host.decide_target import SELECT
from ufo.agents.repetition import doing_of, sight_of
from ufo.agents.round_context import Done
from ufo.agents.states.host_agent_states import HostAgentStatus
from ufo.proof.seen import read_by
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Command, Result, ResultStatus
from ufo.schema.outcome import SubtaskRecord
from ufo.schema.predicate import Finding
from ufo.schema.response import HostAgentResponse, HostCall
from ufo.schema.seen import Seen
from ufo.schema.target import TargetInfo, TargetKind, TargetRegistry
from ufo.schema.tool import facts_named
from ufo.tools.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.tools.dispatch.protocol import BasicCommandDispatcher


@dataclass(frozen=True, slots=True)
class ToRun:
    target_registry: TargetRegistry
    command_dispatcher: GuardedDispatcher
    parsed_response: HostAgentResponse
    previous_subtasks: tuple[SubtaskRecord, ...]
    confirmed_commands: tuple[Command, ...]
    last_feedback: str
    acts: tuple[ActionCommandInfo, ...]
    seen: tuple[Seen, ...]
    round_result: str


@dataclass(frozen=True, slots=True)
class Ran:
    """What was done and what came of it; "" and None for what was not selected. `action_info`: the last or only command."""

    execution_result: list[Result]
    action_info: ActionCommandInfo
    status: str
    earlier_actions: tuple[ActionCommandInfo, ...] = ()
    selected_target_id: str = ""
    selected_application_root: str = ""
    assigned_third_party_agent: str = ""
    target: TargetInfo | None = None
    findings: tuple[Finding, ...] = ()
    feedback: str = ""


@depends_on(ToRun)
@provides(Ran)
class HostActionExecutionStrategy(BaseProcessingStrategy):
    SELECT_APPLICATION_COMMAND: str = SELECT

    def __init__(self, fail_fast: bool = False) -> None:
        super().__init__(name="host_action_execution", fail_fast=fail_fast)

    async def execute(self, agent: HostAgent, context: ContextView) -> ProcessingResult:
        known = context.read(ToRun)
        response, dispatcher, registry = known.parsed_response, known.command_dispatcher, known.target_registry
        target = registry.get(str(response.arguments.get("id"))) if "id" in response.arguments else None
        *earlier, action = _chosen(agent, response, registry)
        circles = "" if known.confirmed_commands else _circles(agent, known, [*earlier, action])
        if circles:
            agent.will_ask([circles])
            return self.done(Ran([], action, HostAgentStatus.PENDING, tuple(earlier)))
        so_far = Done(known.previous_subtasks, known.acts, known.seen, known.round_result)
        await state_end(agent, dispatcher, response, so_far)
        asking = AskingDispatcher(dispatcher, known.confirmed_commands, _question(response), partial(_watch, agent))
        done = await self._run(response, registry, asking)
        agent.pending = done.waiting
        status, feedback = _status(agent, response, done)
        earlier = _with_results(earlier, done.results)
        last = done.results[len(earlier) :]
        info = self._create_action_info(response, last, registry, str(target.id) if target else "")
        action = info.model_copy(update={"facts": action.facts})
        findings: tuple[Finding, ...] = ()
        if status == HostAgentStatus.FINISH:
            own = [*earlier, *([action] if response.function else [])]
            with_own = replace(so_far, acts=(*so_far.acts, *own), seen=(*so_far.seen, *read_by(own)))
            concluded = await conclude(agent, dispatcher, response, with_own)
            findings, agent.account, agent.facts = concluded.findings, concluded.account, concluded.facts
            feedback = objections(agent, concluded)
            status = HostAgentStatus.CONTINUE if feedback else status
            agent.services.emitter.emit(concluded.event(sent_back=bool(feedback)))
        ran = Ran(
            list(done.results), action, status, tuple(earlier), target=target, findings=findings, feedback=feedback
        )
        return self.done(self._selected(ran, done, target))

    def _selected(self, ran: Ran, done: Dispatched, target: TargetInfo | None) -> Ran:
        """Add what was selected, where the answer selected something and that worked."""
        result = done.results[-1] if done.results else Result(status=ResultStatus.NONE)
        if ran.action_info.function != self.SELECT_APPLICATION_COMMAND or not result.ok:
            return ran
        ran = replace(ran, selected_target_id=str(target.id) if target else "")
        if target is not None and target.kind is TargetKind.THIRD_PARTY_AGENT:
            return replace(ran, assigned_third_party_agent=target.name)
        told = result.result.get("root_name") if isinstance(result.result, dict) else None
        return replace(ran, selected_application_root=str(told or (target.app_root if target else "") or ""))

    async def _run(
        self, response: HostAgentResponse, registry: TargetRegistry, dispatcher: AskingDispatcher
    ) -> Dispatched:
        if not response.function:
            results = await dispatcher.execute_commands([])
        elif response.functions[:-1]:
            results = await self._execute_several(response, registry, dispatcher)
        elif response.function == self.SELECT_APPLICATION_COMMAND:
            results = await self._execute_application_selection(response, registry, dispatcher)
        else:
            results = await self._execute_generic_command(response, dispatcher)
        return Dispatched(tuple(results), dispatcher.waiting)

    async def _execute_several(
        self, response: HostAgentResponse, registry: TargetRegistry, dispatcher: AskingDispatcher
    ) -> list[Result]:
        """Run the commands as one turn, so that consent is asked for together and the guard stands between them."""
        chosen = registry.get(str(response.arguments.get("id"))) if response.function == SELECT else None
        agent = chosen if chosen is not None and chosen.kind is TargetKind.THIRD_PARTY_AGENT else None
        calls = response.calls[:-1] if agent is not None else response.calls
        commands = [Command(tool_name=call.function, parameters=call.arguments) for call in calls]
        results = await dispatcher.execute_commands(commands)
        if agent is None:
            return results
        is_next = dispatcher.waiting is None and all(result.ok for result in results)
        return [
            *results,
            *(await self._select_third_party_agent(agent) if is_next else [Result(status=ResultStatus.NONE)]),
        ]

    async def _execute_application_selection(
        self,
        parsed_response: HostAgentResponse,
        target_registry: TargetRegistry,
        command_dispatcher: BasicCommandDispatcher,
    ) -> list[Result]:
        """Select the window or the third-party agent that the answer names. The tool says where an id is gone."""
        target = target_registry.get(str(parsed_response.arguments.get("id")))
        if target is None:
            return await self._execute_generic_command(parsed_response, command_dispatcher)
        if target.kind is TargetKind.THIRD_PARTY_AGENT:
            return await self._select_third_party_agent(target)
        return await self._select_regular_application(target, command_dispatcher)

    async def _select_third_party_agent(self, target: TargetInfo) -> list[Result]:
        """Name the agent; nothing runs."""
        named = {"id": target.id, "name": target.name, "type": "third_party_agent"}
        return [Result(status=ResultStatus.SUCCESS, result=named)]

    async def _select_regular_application(
        self, target: TargetInfo, command_dispatcher: BasicCommandDispatcher
    ) -> list[Result]:
        """Select a window. The result holds the `root_name` of its application."""
        parameters = {"id": str(target.id), "name": target.name}
        return await command_dispatcher.execute_commands(
            [Command(tool_name=self.SELECT_APPLICATION_COMMAND, parameters=parameters)]
        )

    async def _execute_generic_command(
        self, parsed_response: HostAgentResponse, command_dispatcher: BasicCommandDispatcher
    ) -> list[Result]:
        """Run the command that the answer names."""
        return await command_dispatcher.execute_commands(
            [Command(tool_name=parsed_response.function, parameters=parsed_response.arguments)]
        )

    def _create_action_info(
        self,
        parsed_response: HostAgentResponse,
        execution_result: Sequence[Result],
        target_registry: TargetRegistry,
        selected_target_id: str,
    ) -> ActionCommandInfo:
        """Return what was done, for the memory and the log."""
        return ActionCommandInfo(
            function=parsed_response.function,
            arguments=parsed_response.arguments,
            target=target_registry.get(selected_target_id),
            status=parsed_response.status,
            result=execution_result[0] if execution_result else Result(status=ResultStatus.NONE),
        )


def _chosen(agent: HostAgent, response: HostAgentResponse, registry: TargetRegistry) -> list[ActionCommandInfo]:
    """Return the commands of the answer as actions; one without a function where there is none."""
    return [
        ActionCommandInfo(
            function=call.function,
            arguments=call.arguments,
            target=registry.get(str(call.arguments.get("id"))) if "id" in call.arguments else None,
            status=response.status,
            facts=facts_named(agent.known_tools, call.function),
        )
        for call in response.calls or [HostCall(function="")]
    ]


def _with_results(actions: Sequence[ActionCommandInfo], results: Sequence[Result]) -> list[ActionCommandInfo]:
    padded = [*results, *[Result(status=ResultStatus.NONE)] * len(actions)]
    return [action.model_copy(update={"result": result}) for action, result in zip(actions, padded, strict=False)]


def _circles(agent: HostAgent, known: ToRun, actions: Sequence[ActionCommandInfo]) -> str:
    """Return a question for the person where the same was decided too often with the same windows and news, else ""."""
    status = known.parsed_response.status
    if status not in (HostAgentStatus.CONTINUE, HostAgentStatus.ASSIGN):
        return ""
    said, subtask = f"{doing_of(actions)}, {status}", known.parsed_response.current_subtask
    targets = known.target_registry.all_targets()
    last = known.previous_subtasks[-1] if known.previous_subtasks else None
    if last is not None and (last.course or last.status == HostAgentStatus.ERROR):
        # A model may put the same sub-task, or the same failure, into other words endlessly.
        return agent.goes_in_circles(sight_of(targets, last.agent, last.course, last.status), said)
    news = [] if last is None else [(last.subtask, last.status, last.reason)]
    sight = sight_of(targets, repr(news), known.last_feedback)
    return agent.goes_in_circles(sight, f"{said} {subtask!r}" if subtask else said)


def _status(agent: HostAgent, response: HostAgentResponse, done: Dispatched) -> tuple[str, str]:
    """Return the status that the turn ended with, and the feedback: a failed command assigns nobody and ends nothing."""
    status = response.status
    feedback = failures(done.results)
    if done.waiting:
        return HostAgentStatus.CONFIRM, ""
    if status == HostAgentStatus.CONFIRM or (feedback and status in (HostAgentStatus.ASSIGN, HostAgentStatus.FINISH)):
        return HostAgentStatus.CONTINUE, feedback
    if status == HostAgentStatus.FAIL:
        reason = response.comment or response.result or response.thought
        agent.will_ask(response.questions or [f"{reason} What should be done?"], failure=reason)
        return HostAgentStatus.PENDING, feedback
    if status == HostAgentStatus.PENDING:
        agent.will_ask(response.questions or [response.comment or response.thought])
    return status, feedback


async def _watch(host: HostAgent, commands: Sequence[Command]) -> None:
    """Watch what commands name that are about to run."""
    await host.watch(text for command in commands for text in named_in(command.parameters))


def _question(response: HostAgentResponse) -> str:
    """Return what the model wants the person to be asked before its command, or "" where it asks for no consent."""
    if response.status != HostAgentStatus.CONFIRM:
        return ""
    commands = [Command(tool_name=call.function, parameters=call.arguments) for call in response.calls]
    return response.comment or "; ".join(map(str, commands)) or response.thought
