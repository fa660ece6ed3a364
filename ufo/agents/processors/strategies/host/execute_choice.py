"""Phase 3 of the HostAgent: selects the chosen window or agent, or runs a command; verifies a request that is finished."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, cast

from ufo.agents.named_files import named_in
from ufo.agents.processors.framework.dependencies import depends_on, provides
from ufo.agents.processors.framework.phases import ProcessingResult
from ufo.agents.processors.framework.strategy import BaseProcessingStrategy
from ufo.agents.processors.framework.turn_context import ContextView
from ufo.agents.processors.strategies.dispatch_actions import AskingDispatcher, Dispatched, failures
from ufo.agents.processors.strategies.host.conclude import conclude, state_end
from ufo.agents.processors.strategies.host.objections import objections
from ufo.agents.repetition import doing_of, sight_of
from ufo.agents.round_context import Done
from ufo.agents.states.host_agent_states import HostAgentStatus
from ufo.commands.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.commands.dispatch.protocol import BasicCommandDispatcher
from ufo.proof.seen import read_by
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Command, Result, ResultStatus
from ufo.schema.outcome import SubtaskRecord
from ufo.schema.predicate import Finding
from ufo.schema.response import HostAgentResponse
from ufo.schema.target import TargetInfo, TargetKind, TargetRegistry
from ufo.schema.tool import facts_named

if TYPE_CHECKING:
    from ufo.agents.agent.basic_agent import BasicAgent
    from ufo.agents.agent.host_agent import HostAgent


@depends_on(
    "target_registry",
    "command_dispatcher",
    "parsed_response",
    "previous_subtasks",
    "confirmed_commands",
    "last_feedback",
    "acts",
    "seen",
    "round_result",
)
@provides(
    "execution_result",
    "action_info",
    "selected_target_id",
    "selected_application_root",
    "assigned_third_party_agent",
    "target",
    "status",
    "findings",
    "feedback",
)
class HostActionExecutionStrategy(BaseProcessingStrategy):
    SELECT_APPLICATION_COMMAND: str = "select_application_window"

    def __init__(self, fail_fast: bool = False) -> None:
        super().__init__(name="host_action_execution", fail_fast=fail_fast)

    async def execute(self, agent: BasicAgent, context: ContextView) -> ProcessingResult:
        response = context.require_local("parsed_response", HostAgentResponse)
        registry = context.require_local("target_registry", TargetRegistry)
        target = registry.get(str(response.arguments.get("id"))) if "id" in response.arguments else None
        confirmed: tuple[Command, ...] = context.get_local("confirmed_commands")
        circles = "" if confirmed else self._circles(agent, context, response, target)
        if circles:
            agent.will_ask([circles])
            return self._asked(response, target)
        dispatcher = context.require_local("command_dispatcher", GuardedDispatcher)
        host = cast("HostAgent", agent)
        records: tuple[SubtaskRecord, ...] = context.get_local("previous_subtasks")
        so_far = Done(
            records, context.get_local("acts"), context.get_local("seen"), context.get_local("round_result") or ""
        )
        await state_end(host, dispatcher, response, so_far)
        asking = AskingDispatcher(dispatcher, confirmed, _question(response), partial(_watch, host))
        done = await self._run(response, registry, asking)
        result = done.results[0] if done.results else Result(status=ResultStatus.NONE)
        agent.pending = done.waiting
        status, feedback = self._status(host, response, done)
        action = self._create_action_info(
            response, list(done.results), registry, str(target.id) if target else ""
        ).model_copy(update={"facts": facts_named(agent.known_tools, response.function)})
        findings: tuple[Finding, ...] = ()
        if status == HostAgentStatus.FINISH:
            own = [action] if response.function else []
            with_own = replace(so_far, acts=(*so_far.acts, *own), seen=(*so_far.seen, *read_by(own)))
            concluded = await conclude(host, dispatcher, response, with_own)
            findings, host.account = concluded.findings, concluded.account
            host.facts = concluded.facts
            feedback = objections(host, concluded)
            status = HostAgentStatus.CONTINUE if feedback else status
            agent.services.emitter.emit(concluded.event(sent_back=bool(feedback)))
        chosen = response.function == self.SELECT_APPLICATION_COMMAND and result.ok
        third_party = bool(target and target.kind is TargetKind.THIRD_PARTY_AGENT)
        root = self._root(result, target) if chosen and not third_party else ""
        return self.done(
            execution_result=list(done.results),
            action_info=action,
            target=target,
            selected_target_id=str(target.id) if chosen and target else "",
            selected_application_root=root,
            assigned_third_party_agent=target.name if chosen and third_party and target else "",
            status=status,
            findings=findings,
            feedback=feedback,
        )

    def _circles(
        self, agent: BasicAgent, context: ContextView, response: HostAgentResponse, target: TargetInfo | None
    ) -> str:
        """Return a question for the person where the same was decided too often with the same windows and news, else ""."""
        if response.status not in (HostAgentStatus.CONTINUE, HostAgentStatus.ASSIGN):
            return ""
        registry = context.require_local("target_registry", TargetRegistry)
        records: tuple[SubtaskRecord, ...] = context.get_local("previous_subtasks")
        action = ActionCommandInfo(function=response.function, arguments=response.arguments, target=target)
        said = f"{doing_of([action])}, {response.status}"
        last = records[-1] if records else None
        if last is not None and (last.course or last.status == HostAgentStatus.ERROR):
            # A model may put the same sub-task, or the same failure, into other words endlessly.
            return agent.goes_in_circles(sight_of(registry.all_targets(), last.agent, last.course, last.status), said)
        news = [(one.subtask, one.status, one.reason) for one in records[-1:]]
        sight = sight_of(registry.all_targets(), repr(news), context.get_local("last_feedback"))
        return agent.goes_in_circles(
            sight, f"{said} {response.current_subtask!r}" if response.current_subtask else said
        )

    def _asked(self, response: HostAgentResponse, target: TargetInfo | None) -> ProcessingResult:
        """Return the result of a turn that only ends in a question."""
        action = ActionCommandInfo(
            function=response.function, arguments=response.arguments, target=target, status=response.status
        )
        return self.done(
            execution_result=[],
            action_info=action,
            target=None,
            selected_target_id="",
            selected_application_root="",
            assigned_third_party_agent="",
            status=HostAgentStatus.PENDING,
            findings=(),
            feedback="",
        )

    async def _run(
        self, response: HostAgentResponse, registry: TargetRegistry, dispatcher: AskingDispatcher
    ) -> Dispatched:
        if not response.function:
            results = await dispatcher.execute_commands([])
        elif response.function == self.SELECT_APPLICATION_COMMAND:
            results = await self._execute_application_selection(response, registry, dispatcher)
        else:
            results = await self._execute_generic_command(response, dispatcher)
        return Dispatched(tuple(results), dispatcher.waiting)

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

    def _root(self, result: Result, target: TargetInfo | None) -> str:
        told = result.result.get("root_name") if isinstance(result.result, dict) else None
        return str(told or (target.app_root if target else "") or "")

    def _status(self, agent: HostAgent, response: HostAgentResponse, done: Dispatched) -> tuple[str, str]:
        """Return the status that the turn ended with, and the feedback: a failed command assigns nobody and ends nothing."""
        status = response.status
        feedback = failures(done.results)
        if done.waiting:
            return HostAgentStatus.CONFIRM, ""
        if status == HostAgentStatus.CONFIRM or (
            feedback and status in (HostAgentStatus.ASSIGN, HostAgentStatus.FINISH)
        ):
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
    command = Command(tool_name=response.function, parameters=response.arguments) if response.function else None
    return response.comment or (str(command) if command else response.thought)
