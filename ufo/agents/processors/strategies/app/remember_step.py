"""Phase 4 of the AppAgent: writes the step to its memory, the blackboard and the structural log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ufo.agents.processors.framework.dependencies import depends_on, provides
from ufo.agents.processors.framework.phases import ProcessingResult
from ufo.agents.processors.framework.strategy import BaseProcessingStrategy
from ufo.agents.processors.framework.turn_context import ContextView
from ufo.agents.processors.strategies.memory_item import memorized, memory_item
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
)
@provides("additional_memory", "memory_item", "updated_blackboard")
class AppMemoryUpdateStrategy(BaseProcessingStrategy):
    def __init__(self, fail_fast: bool = False) -> None:
        super().__init__(name="app_memory_update", fail_fast=fail_fast)

    async def execute(self, agent: BasicAgent, context: ContextView) -> ProcessingResult:
        response = context.require_local("parsed_response", AppAgentResponse)
        actions = context.get_local("action_info") or ListActionCommandInfo()
        additional = self._additional(agent, context, actions)
        item = memory_item(response.model_dump(mode="json"), additional)
        ran = [action for action in actions if action.result.status is not ResultStatus.NONE]
        agent.remember(item, ran, context.get_local("plan"))
        updated = self._update_blackboard(agent, context, memorized(item, agent.services.settings.system.history_keys))
        return self.done(additional_memory=additional, memory_item=item, updated_blackboard=updated)

    def _additional(self, agent: BasicAgent, context: ContextView, actions: ListActionCommandInfo) -> dict[str, Any]:
        previous: list[ActionCommandInfo] = agent.history
        values = {name: context.get_local(name) for name in _FRAMEWORK}
        values["cost"] = context.get_local("llm_cost")
        values["function_call"] = actions.get_function_calls()
        values["action"] = actions.to_list_of_dicts(previous_actions=previous)
        values["action_success"] = actions.to_list_of_dicts(
            success_only=True, keep_keys=("action_string", "result", "repeat_time"), previous_actions=previous
        )
        values["action_type"] = [result.namespace for result in actions.get_results()]
        values["action_representation"] = actions.to_representation()
        values["results"] = [result.model_dump(mode="json") for result in context.get_local("execution_result")]
        return values

    def _update_blackboard(self, agent: BasicAgent, context: ContextView, kept: dict[str, Any]) -> bool:
        if kept:
            agent.blackboard.add_trajectories(kept)
        wish, url = context.get_local("save_screenshot"), context.get_local("clean_screenshot_url")
        saved = bool(wish.get("save") and url)
        if saved:
            agent.blackboard.add_image(
                Picture.from_data_url(url),
                context.get_local("clean_screenshot_path"),
                {
                    "screenshot application": context.get_local("application_process_name"),
                    "saving reason": str(wish.get("reason", "")),
                },
            )
        return bool(kept) or saved
