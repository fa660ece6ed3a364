"""Phase 3 of the HostAgent: a window or an agent is chosen, or a command is run; a finished request is verified."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from ufo.agents.agent.repetition import doing_of, sight_of
from ufo.agents.agent.unsaved import lost_at_end, said_of
from ufo.agents.processors.framework.context import ContextView
from ufo.agents.processors.framework.dependencies import depends_on, provides
from ufo.agents.processors.framework.phases import ProcessingResult
from ufo.agents.processors.framework.strategy import BaseProcessingStrategy
from ufo.agents.processors.strategies.dispatching import Dispatched, dispatch, failures, refuted
from ufo.agents.processors.strategies.proving import Claim, no_longer, prove
from ufo.agents.states.host_agent_states import HostAgentStatus
from ufo.commands.guarded_dispatcher import GuardedDispatcher
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Command, Result, ResultStatus
from ufo.schema.outcome import SubtaskRecord
from ufo.schema.predicate import Finding, Predicate, path_on_disk
from ufo.schema.response import HostAgentResponse
from ufo.schema.target import TargetInfo, TargetKind, TargetRegistry

if TYPE_CHECKING:
    from ufo.agents.agent.basic import BasicAgent
    from ufo.agents.agent.host_agent import HostAgent


@depends_on(
    "target_registry",
    "command_dispatcher",
    "parsed_response",
    "previous_subtasks",
    "confirmed_commands",
    "last_feedback",
    "acts",
    "request",
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
        confirmed = context.get_local("confirmed_commands")
        circles = "" if confirmed else self._circles(agent, context, response, target)
        if circles:
            agent.will_ask([circles])
            return self._asked(response, target)
        done = await self._run(agent, response, target, confirmed)
        result = done.results[0] if done.results else Result(status=ResultStatus.NONE)
        findings: tuple[Finding, ...] = ()
        lost: tuple[Finding, ...] = ()
        if response.status == HostAgentStatus.FINISH and not done.waiting:
            dispatcher = context.require_local("command_dispatcher", GuardedDispatcher)
            records: tuple[SubtaskRecord, ...] = context.get_local("previous_subtasks")
            expect = end_conditions(response, records)
            acts: tuple[ActionCommandInfo, ...] = context.get_local("acts")
            # That an application was opened proves nothing of what was to be done in it: nothing is derived here.
            found = await prove(
                dispatcher,
                Claim(expect, (), acts, cast("HostAgent", agent).before),
                agent.services.settings.system.verify_timeout_s,
            )
            changed = await _changed_since(cast("HostAgent", agent), records)
            findings = (*proved_before(found, records), *changed)
            told = (*findings, *(one for record in records for one in record.findings))
            lost = await lost_at_end(cast("HostAgent", agent), context.get_local("request"), acts, told)
            findings = (*findings, *lost)
        agent.pending = done.waiting
        status, feedback = self._status(cast("HostAgent", agent), response, done, findings)
        if status == HostAgentStatus.FINISH and cast("HostAgent", agent).hears_of_loss(said_of(lost)):
            status, feedback = HostAgentStatus.CONTINUE, f"not finished: {said_of(lost)}"
        chosen = response.function == self.SELECT_APPLICATION_COMMAND and result.ok
        third_party = bool(target and target.kind is TargetKind.THIRD_PARTY_AGENT)
        root = self._root(result, target) if chosen and not third_party else ""
        return self.done(
            execution_result=list(done.results),
            action_info=ActionCommandInfo(
                function=response.function,
                arguments=response.arguments,
                target=target,
                status=response.status,
                result=result,
            ),
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
        """The question for the person where the same was decided too often with the same windows and news."""
        if response.status not in (HostAgentStatus.CONTINUE, HostAgentStatus.ASSIGN):
            return ""
        registry = context.require_local("target_registry", TargetRegistry)
        records: tuple[SubtaskRecord, ...] = context.get_local("previous_subtasks")
        news = [(one.subtask, one.status, one.reason) for one in records[-1:]]
        sight = sight_of(registry.all_targets(), repr(news), context.get_local("last_feedback"))
        action = ActionCommandInfo(function=response.function, arguments=response.arguments, target=target)
        said = f"{doing_of([action])}, {response.status}"
        return agent.goes_in_circles(
            sight, f"{said} {response.current_subtask!r}" if response.current_subtask else said
        )

    def _asked(self, response: HostAgentResponse, target: TargetInfo | None) -> ProcessingResult:
        """A turn that did nothing but end in a question."""
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
        self, agent: BasicAgent, response: HostAgentResponse, target: TargetInfo | None, confirmed: tuple[Command, ...]
    ) -> Dispatched:
        if not response.function:
            return Dispatched(())
        if response.function == self.SELECT_APPLICATION_COMMAND and target is not None:
            if target.kind is TargetKind.THIRD_PARTY_AGENT:
                return Dispatched((self._select_third_party_agent(target),))
            arguments: dict[str, Any] = {"id": str(target.id), "name": target.name}
        else:
            arguments = response.arguments
        command = Command(tool_name=response.function, parameters=arguments)
        ask = response.comment or str(command) if response.status == HostAgentStatus.CONFIRM else ""
        return await dispatch(agent, [command], confirmed, ask)

    def _select_third_party_agent(self, target: TargetInfo) -> Result:
        return Result(
            status=ResultStatus.SUCCESS,
            result={"id": target.id, "name": target.name, "type": "third_party_agent"},
        )

    def _root(self, result: Result, target: TargetInfo | None) -> str:
        told = result.result.get("root_name") if isinstance(result.result, dict) else None
        return str(told or (target.app_root if target else "") or "")

    def _status(
        self, agent: HostAgent, response: HostAgentResponse, done: Dispatched, findings: tuple[Finding, ...]
    ) -> tuple[str, str]:
        """What the turn really ended with: a failed selection assigns nobody, a refuted claim is not finished."""
        status = response.status
        feedback = failures(done.results)
        if done.waiting:
            return HostAgentStatus.CONFIRM, ""
        if status == HostAgentStatus.CONFIRM or (
            feedback and status in (HostAgentStatus.ASSIGN, HostAgentStatus.FINISH)
        ):
            return HostAgentStatus.CONTINUE, feedback
        if status == HostAgentStatus.FINISH and refuted(findings) and agent.may_repair():
            said = "; ".join(finding.evidence for finding in refuted(findings))
            return HostAgentStatus.CONTINUE, f"not finished: {said}"
        if status == HostAgentStatus.FAIL:
            reason = response.comment or response.result or response.thought
            agent.will_ask(response.questions or [f"{reason} What should be done?"], failure=reason)
            return HostAgentStatus.PENDING, feedback
        if status == HostAgentStatus.PENDING:
            agent.will_ask(response.questions or [response.comment or response.thought])
        return status, feedback


async def _changed_since(agent: HostAgent, records: Sequence[SubtaskRecord]) -> tuple[Finding, ...]:
    """What controls showed at the end of a sub-task and do not show any more, though its agent did nothing there since."""
    last = {record.agent: record for record in records}
    found: list[Finding] = []
    for one in agent.appagent_dict.values():
        record = last.get(one.name)
        if record is not None and record.status == "FINISH":
            found += await no_longer(one.tools.dispatcher, record.findings)
    return tuple(found)


def proved_before(findings: Sequence[Finding], records: Sequence[SubtaskRecord]) -> tuple[Finding, ...]:
    """What holds still, and was proved over another channel when it was done, is proved."""
    proofs = {one.predicate: one for record in records for one in record.findings if one.proves}
    return tuple(proofs[one.predicate] if not one.independent and one.predicate in proofs else one for one in findings)


def end_conditions(response: HostAgentResponse, subtasks: tuple[SubtaskRecord, ...]) -> list[Predicate]:
    """What must hold at the end: what the answer says, and what sub-tasks left in files and documents.

    Of a file that several sub-tasks speak of, the last one's word holds: the earlier may be overtaken. What a failed
    sub-task was after need not hold once a later one has finished: the request was done another way.
    """
    by_path: dict[str, list[Predicate]] = {}
    finished = max((index for index, record in enumerate(subtasks) if record.status == "FINISH"), default=-1)
    for index, record in enumerate(subtasks):
        if record.status != "FINISH" and index < finished:
            continue
        said: dict[str, list[Predicate]] = {}
        for finding in record.findings:
            predicate = finding.predicate
            path = path_on_disk(predicate)
            if path is not None:
                said.setdefault(path, []).append(predicate)
        by_path.update(said)
    kept = [predicate for predicates in by_path.values() for predicate in predicates]
    conditions = list(response.expect)
    conditions += [predicate for predicate in kept if predicate not in conditions]
    return conditions
