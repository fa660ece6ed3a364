"""Phase 4 of the AppAgent: writes the step to its memory, the blackboard and the structural log."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ufo.agents.processors.framework.dependencies import depends_on, provides
from ufo.agents.processors.framework.phases import ProcessingResult
from ufo.agents.processors.framework.strategy import BaseProcessingStrategy
from ufo.agents.processors.framework.turn_context import ContextView
from ufo.agents.processors.local_values import AppAgentProcessorContext
from ufo.agents.processors.strategies.memory_item import memorized, memory_item
from ufo.memory.memory import MemoryItem
from ufo.schema.action import ActionCommandInfo, ListActionCommandInfo
from ufo.schema.command import ResultStatus
from ufo.schema.picture import Picture
from ufo.schema.response import AppAgentResponse

if TYPE_CHECKING:
    from ufo.agents.agent.basic_agent import BasicAgent

_FRAMEWORK = (
    "session_step",
    "round_step",
    "round_num",
    "agent_step",
    "agent_name",
    "request",
    "subtask",
    "app_root",
    "status",
)


@depends_on(
    *_FRAMEWORK,
    "parsed_response",
    "action_info",
    "execution_result",
    "llm_cost",
    "plan",
    "save_screenshot",
    "clean_screenshot_path",
    "clean_screenshot_url",
    "application_process_name",
    "log_path",
)
@provides("additional_memory", "memory_item", "updated_blackboard")
class AppMemoryUpdateStrategy(BaseProcessingStrategy):
    def __init__(self, fail_fast: bool = False) -> None:
        super().__init__(name="app_memory_update", fail_fast=fail_fast)
        self._shown: Picture | None = None

    async def execute(self, agent: BasicAgent, context: ContextView) -> ProcessingResult:
        response = context.require_local("parsed_response", AppAgentResponse)
        actions = context.get_local("action_info") or ListActionCommandInfo()
        additional = self._create_additional_memory_data(agent, context)
        item = self._create_and_populate_memory_item(response, additional)
        ran = [action for action in actions if action.result.status is not ResultStatus.NONE]
        agent.remember(item, ran, context.get_local("plan"))
        wish, url = context.get_local("save_screenshot"), context.get_local("clean_screenshot_url")
        self._shown = Picture.from_data_url(url) if url else None
        updated = self._update_blackboard(
            agent,
            bool(wish.get("save") and url),
            str(wish.get("reason", "")),
            str(Path(context.get_local("log_path")) / context.get_local("clean_screenshot_path")),
            item,
            context.get_local("application_process_name"),
        )
        self._update_structural_logs(context, item)
        return self.done(additional_memory=additional, memory_item=item, updated_blackboard=bool(updated))

    def _create_additional_memory_data(self, agent: BasicAgent, context: ContextView) -> AppAgentProcessorContext:
        """Return the values of this turn that the memory keeps."""
        known = AppAgentProcessorContext(**{name: context.get_local(name) for name in _FRAMEWORK})
        actions: ListActionCommandInfo = context.get("action_info") or ListActionCommandInfo()
        previous: list[ActionCommandInfo] = agent.history
        known.cost = context.get_local("llm_cost")
        known.function_call = actions.get_function_calls()
        known.action = actions.to_list_of_dicts(previous_actions=previous)
        known.action_success = actions.to_list_of_dicts(
            success_only=True, keep_keys=("action_string", "result", "repeat_time"), previous_actions=previous
        )
        known.action_type = [result.namespace for result in actions.get_results()]
        known.action_representation = actions.to_representation()
        known.results = [result.model_dump(mode="json") for result in context.get_local("execution_result")]
        return known

    def _create_and_populate_memory_item(
        self, parsed_response: AppAgentResponse, additional_memory: AppAgentProcessorContext
    ) -> MemoryItem:
        """Return what the model said and, over it, what is known of the turn."""
        return memory_item(parsed_response.model_dump(mode="json"), additional_memory.to_dict(selective=True))

    def _update_blackboard(
        self,
        agent: BasicAgent,
        save_screenshot: bool,
        save_reason: str,
        screenshot_path: str,
        memory_item: MemoryItem,
        application_process_name: str,
    ) -> bool:
        """Show the values of `history_keys`, and the window's picture where it is wished, to every agent. Return whether there
        was anything to show.
        """
        kept = memorized(memory_item, agent.services.settings.system.history_keys)
        if kept:
            agent.blackboard.add_trajectories(kept)
        if save_screenshot:
            metadata = {"screenshot application": application_process_name, "saving reason": save_reason}
            agent.blackboard.add_image(screenshot_path, metadata, self._shown)
        return bool(kept) or save_screenshot

    def _update_structural_logs(self, context: ContextView, memory_item: MemoryItem) -> None:
        context.global_context.add_to_structural_logs(memory_item.to_dict())
