"""Phase 4 of the HostAgent: writes the step to its memory, the blackboard and the structural log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ufo.agents.processors.framework.dependencies import depends_on, provides
from ufo.agents.processors.framework.phases import ProcessingResult
from ufo.agents.processors.framework.strategy import BaseProcessingStrategy
from ufo.agents.processors.framework.turn_context import ContextView
from ufo.agents.processors.strategies.memory_item import memorized, memory_item
from ufo.schema.action import ActionCommandInfo
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
        additional = self._additional(context)
        item = memory_item(response.model_dump(mode="json"), additional)
        action = context.get_local("action_info")
        ran = [action] if action is not None and action.result.status is not ResultStatus.NONE else []
        agent.remember(item, ran, context.get_local("plan"))
        kept = memorized(item, agent.services.settings.system.history_keys)
        if kept:
            agent.blackboard.add_trajectories(kept)
        return self.done(additional_memory=additional, memory_item=item, memory_keys_count=len(item.to_dict()))

    def _additional(self, context: ContextView) -> dict[str, Any]:
        values = {
            name: context.get_local(name)
            for name in ("session_step", "round_step", "round_num", "agent_step", "agent_name", "request", "status")
        }
        values["cost"] = context.get_local("llm_cost")
        values["application"] = context.get_local("selected_application_root")
        action = context.get_local("action_info")
        if isinstance(action, ActionCommandInfo) and action.function:
            values["action"] = [action.model_dump(mode="json")]
            values["function_call"] = action.function
            values["arguments"] = action.arguments
            values["action_representation"] = action.to_representation()
            values["results"] = "" if action.result.result is None else str(action.result.result)
        return values
