"""The HostAgent's pipeline: its strategies by phase (spec: host_agent_strategy.md, strategy assembly)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from pydantic import BaseModel

from ufo.agents.processors.framework.phases import ProcessingPhase
from ufo.agents.processors.local_values import HostAgentProcessorContext
from ufo.agents.processors.strategies.host.collect import DesktopDataCollectionStrategy
from ufo.agents.processors.strategies.host.decide_target import HostLLMInteractionStrategy
from ufo.agents.processors.strategies.host.execute_choice import HostActionExecutionStrategy
from ufo.agents.processors.strategies.remember import HostMemoryUpdateStrategy
from ufo.agents.processors.turn_processor import StepLoggingMiddleware, TurnProcessor
from ufo.agents.round_context import Outcome
from ufo.agents.states.host_agent_states import HostAgentStatus
from ufo.proof.seen import read_by, seen_in
from ufo.schema.action import ActionCommandInfo
from ufo.schema.subtasks import SubtaskGraph
from ufo.schema.usage import Usage


class HostAgentLoggingMiddleware(StepLoggingMiddleware):
    name = "host_agent_logging"


class HostAgentProcessor(TurnProcessor):
    processor_context_class = HostAgentProcessorContext

    def _setup_strategies(self) -> None:
        self.strategies[ProcessingPhase.DATA_COLLECTION] = DesktopDataCollectionStrategy(fail_fast=True)
        self.strategies[ProcessingPhase.LLM_INTERACTION] = HostLLMInteractionStrategy(fail_fast=True)
        self.strategies[ProcessingPhase.ACTION_EXECUTION] = HostActionExecutionStrategy(fail_fast=False)
        self.strategies[ProcessingPhase.MEMORY_UPDATE] = HostMemoryUpdateStrategy(fail_fast=False)

    def _setup_middleware(self) -> None:
        self.middleware_chain = [HostAgentLoggingMiddleware()]

    @property
    def local(self) -> HostAgentProcessorContext:
        return cast(HostAgentProcessorContext, self.processing_context.local_context)

    def response(self) -> BaseModel | None:
        return self.local.parsed_response

    def actions(self) -> Sequence[ActionCommandInfo]:
        action = self.local.action_info
        return [*self.local.earlier_actions, action] if action is not None and action.function else []

    def outcome(self, usage: Usage) -> Outcome:
        local = self.local
        chosen = bool(local.selected_target_id)
        # A new sub-task has its own words, and nothing of the last one may reach another agent.
        assigned = local.status == HostAgentStatus.ASSIGN
        return Outcome(
            status=local.status,
            usage=usage,
            subtask=local.subtask or (local.request if assigned else None),
            host_message=local.host_message if assigned else local.host_message or None,
            result=local.result or None,
            window=local.target if chosen and not local.assigned_third_party_agent else None,
            subtask_expect=tuple(local.parsed_response.expect) if assigned and local.parsed_response else None,
            third_party_agent=local.assigned_third_party_agent if chosen else None,
            subtasks=self._begun() if assigned else local.subtask_graph,
            findings=local.findings,
            seen=seen_in(local.application_windows_info),
            read=read_by(self.actions()),
        )

    def _begun(self) -> SubtaskGraph:
        """Return the graph with the sub-task that is handed over as its running one."""
        local = self.local
        if local.subtask_node:
            return local.subtask_graph.start(local.subtask_node)
        return local.subtask_graph.follow(local.subtask or local.request, local.plan, len(local.previous_subtasks))
