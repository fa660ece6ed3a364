"""Phase 4 of the HostAgent: writes the step to its memory, the blackboard and the structural log."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ufo.agents.processors.framework.dependencies import depends_on, provides
from ufo.agents.processors.framework.phases import ProcessingResult
from ufo.agents.processors.framework.strategy import BaseProcessingStrategy
from ufo.agents.processors.framework.turn_context import ContextView
from ufo.agents.processors.local_values import HostAgentProcessorContext
from ufo.agents.processors.strategies.memory_item import memorized, memory_item
from ufo.agents.round_context import Context
from ufo.memory.memory import MemoryItem
from ufo.schema.command import ResultStatus
from ufo.schema.response import HostAgentResponse

if TYPE_CHECKING:
    from ufo.agents.agent.basic_agent import BasicAgent

_READ = (
    "session_step",
    "round_step",
    "round_num",
    "agent_step",
    "agent_name",
    "request",
    "parsed_response",
    "action_info",
    "status",
    "llm_cost",
    "selected_application_root",
    "plan",
)


@depends_on(*_READ)
@provides("additional_memory", "memory_item", "memory_keys_count")
class HostMemoryUpdateStrategy(BaseProcessingStrategy):
    def __init__(self, fail_fast: bool = False) -> None:
        super().__init__(name="host_memory_update", fail_fast=fail_fast)

    async def execute(self, agent: BasicAgent, context: ContextView) -> ProcessingResult:
        response = context.require_local("parsed_response", HostAgentResponse)
        additional = self._create_additional_memory_data(agent, context)
        item = self._create_and_populate_memory_item(response, additional)
        action = context.get_local("action_info")
        ran = [action] if action is not None and action.result.status is not ResultStatus.NONE else []
        agent.remember(item, ran, context.get_local("plan"))
        self._update_structural_logs(item, context.global_context)
        self._update_blackboard_trajectories(agent, item)
        return self.done(additional_memory=additional, memory_item=item, memory_keys_count=len(item.to_dict()))

    def _create_additional_memory_data(self, agent: BasicAgent, context: ContextView) -> HostAgentProcessorContext:
        """Return the values of this turn with those that only the memory needs."""
        known = cast(HostAgentProcessorContext, context.local_context)
        known.cost, known.application = known.llm_cost, known.selected_application_root
        action = known.action_info
        if action is not None and action.function:
            known.action = [action.model_dump(mode="json")]
            known.function_call, known.arguments = action.function, action.arguments
            known.action_representation = action.to_representation()
            known.results = "" if action.result.result is None else str(action.result.result)
        return known

    def _create_and_populate_memory_item(
        self, parsed_response: HostAgentResponse, additional_memory: HostAgentProcessorContext
    ) -> MemoryItem:
        """Return what the model said and, over it, what is known of the turn."""
        return memory_item(parsed_response.model_dump(mode="json"), additional_memory.to_dict(selective=True))

    def _update_structural_logs(self, memory_item: MemoryItem, global_context: Context) -> None:
        global_context.add_to_structural_logs(memory_item.to_dict())

    def _update_blackboard_trajectories(self, host_agent: BasicAgent, memory_item: MemoryItem) -> None:
        """Show the values of `history_keys` to every agent."""
        kept = memorized(memory_item, host_agent.services.settings.system.history_keys)
        if kept:
            host_agent.blackboard.add_trajectories(kept)
