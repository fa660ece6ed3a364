"""Phase 4 of both agents: writes the step to the agent's memory, the blackboard and the structural log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from ufo.agents.agent.app_agent import AppAgent
from ufo.agents.agent.basic_agent import BasicAgent
from ufo.agents.agent.host_agent import HostAgent
from ufo.agents.processors.framework.phases import ContextView, ProcessingResult
from ufo.agents.processors.framework.strategy import BaseProcessingStrategy, depends_on, provides
from ufo.agents.processors.local_values import AppAgentProcessorContext, HostAgentProcessorContext, TurnContext
from ufo.agents.round_context import Context
from ufo.memory.memory import MemoryItem
from ufo.schema.action import ActionCommandInfo, ListActionCommandInfo
from ufo.schema.command import Result
from ufo.schema.picture import Picture
from ufo.schema.response import AppAgentResponse, HostAgentResponse


@dataclass(frozen=True, slots=True)
class _Turn:
    session_step: int
    round_step: int
    round_num: int
    agent_step: int
    agent_name: str
    request: str
    status: str


@dataclass(frozen=True, slots=True)
class _OfApp(_Turn):
    subtask: str
    app_root: str


@dataclass(frozen=True, slots=True)
class ToRememberStep(_OfApp):
    parsed_response: AppAgentResponse
    action_info: ListActionCommandInfo | None
    execution_result: Sequence[Result]
    llm_cost: float | None
    plan: tuple[str, ...]
    save_screenshot: dict[str, Any]
    clean_screenshot_path: str
    clean_screenshot_url: str
    application_process_name: str
    log_path: str


@dataclass(frozen=True, slots=True)
class ToRememberTurn(_Turn):
    parsed_response: HostAgentResponse
    action_info: ActionCommandInfo | None
    earlier_actions: tuple[ActionCommandInfo, ...]
    llm_cost: float | None
    selected_application_root: str
    plan: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Remembered:
    additional_memory: TurnContext
    memory_item: MemoryItem


@dataclass(frozen=True, slots=True)
class RememberedStep(Remembered):
    updated_blackboard: bool


@dataclass(frozen=True, slots=True)
class RememberedTurn(Remembered):
    memory_keys_count: int


def memory_item(response: Mapping[str, Any], additional: Mapping[str, Any]) -> MemoryItem:
    """Return the model's answer and, over it, what the framework knows of the turn, as one item."""
    return MemoryItem({**response, **additional})


def memorized(item: MemoryItem, history_keys: Sequence[str]) -> dict[str, Any]:
    """Return the part of an item that every agent may see (spec: selective memory by `history_keys`)."""
    return item.filter(history_keys)


class _MemoryUpdateStrategy(BaseProcessingStrategy):
    """What both agents do with a step."""

    def _create_and_populate_memory_item(self, parsed_response: Any, additional_memory: Any) -> MemoryItem:
        """Return what the model said and, over it, what is known of the turn."""
        return memory_item(parsed_response.model_dump(mode="json"), additional_memory.to_dict(selective=True))

    def _show(self, agent: BasicAgent, item: MemoryItem) -> bool:
        """Show the values of `history_keys` to every agent. Return whether there are any."""
        kept = memorized(item, agent.services.settings.system.history_keys)
        if kept:
            agent.blackboard.add_trajectories(kept)
        return bool(kept)


@depends_on(ToRememberTurn)
@provides(RememberedTurn)
class HostMemoryUpdateStrategy(_MemoryUpdateStrategy):
    def __init__(self, fail_fast: bool = False) -> None:
        super().__init__(name="host_memory_update", fail_fast=fail_fast)

    async def execute(self, agent: HostAgent, context: ContextView) -> ProcessingResult:
        known = context.read(ToRememberTurn)
        additional = self._create_additional_memory_data(agent, context)
        item = self._create_and_populate_memory_item(known.parsed_response, additional)
        agent.note(known.parsed_response.notes)
        agent.remember(
            item, [*known.earlier_actions, *([known.action_info] if known.action_info is not None else [])], known.plan
        )
        self._update_structural_logs(item, context.global_context)
        self._update_blackboard_trajectories(agent, item)
        return self.done(RememberedTurn(additional, item, len(item.attributes)))

    def _create_additional_memory_data(self, agent: HostAgent, context: ContextView) -> HostAgentProcessorContext:
        """Return the values of this turn with those that only the memory needs."""
        known: HostAgentProcessorContext = context.local_context
        known.cost, known.application = known.llm_cost, known.selected_application_root
        action = known.action_info
        if action is not None and action.function:
            known.action = [each.model_dump(mode="json") for each in (*known.earlier_actions, action)]
            known.function_call, known.arguments = action.function, action.arguments
            known.action_representation = action.to_representation()
            known.results = "" if action.result.result is None else str(action.result.result)
        return known

    def _update_structural_logs(self, memory_item: MemoryItem, global_context: Context) -> None:
        global_context.add_to_structural_logs(memory_item.to_dict())

    def _update_blackboard_trajectories(self, host_agent: HostAgent, memory_item: MemoryItem) -> None:
        self._show(host_agent, memory_item)


@depends_on(ToRememberStep)
@provides(RememberedStep)
class AppMemoryUpdateStrategy(_MemoryUpdateStrategy):
    def __init__(self, fail_fast: bool = False) -> None:
        super().__init__(name="app_memory_update", fail_fast=fail_fast)
        self._shown: Picture | None = None

    async def execute(self, agent: AppAgent, context: ContextView) -> ProcessingResult:
        known = context.read(ToRememberStep)
        additional = self._create_additional_memory_data(agent, context)
        item = self._create_and_populate_memory_item(known.parsed_response, additional)
        agent.note(known.parsed_response.notes, known.subtask)
        agent.remember(item, known.action_info or (), known.plan)
        wish, url = known.save_screenshot, known.clean_screenshot_url
        self._shown = Picture.from_data_url(url) if url else None
        updated = self._update_blackboard(
            agent,
            bool(wish.get("save") and url),
            str(wish.get("reason", "")),
            str(Path(known.log_path) / known.clean_screenshot_path),
            item,
            known.application_process_name,
        )
        self._update_structural_logs(context, item)
        return self.done(RememberedStep(additional, item, bool(updated)))

    def _create_additional_memory_data(self, agent: AppAgent, context: ContextView) -> AppAgentProcessorContext:
        """Return the values of this turn that the memory keeps."""
        known, previous = context.read(ToRememberStep), agent.history
        actions = known.action_info or ListActionCommandInfo()
        kept = AppAgentProcessorContext(**{field.name: getattr(known, field.name) for field in fields(_OfApp)})
        kept.cost = known.llm_cost
        kept.function_call = actions.get_function_calls()
        kept.action = actions.to_list_of_dicts(previous_actions=previous)
        kept.action_success = actions.to_list_of_dicts(
            success_only=True, keep_keys=("action_string", "result", "repeat_time"), previous_actions=previous
        )
        kept.action_type = [result.namespace for result in actions.get_results()]
        kept.action_representation = actions.to_representation()
        kept.results = [result.model_dump(mode="json") for result in known.execution_result]
        return kept

    def _update_blackboard(
        self,
        agent: AppAgent,
        save_screenshot: bool,
        save_reason: str,
        screenshot_path: str,
        memory_item: MemoryItem,
        application_process_name: str,
    ) -> bool:
        """Show `history_keys`, and the picture where it is wished, to every agent. Return whether there was anything."""
        has_shown = self._show(agent, memory_item)
        if save_screenshot:
            metadata = {"screenshot application": application_process_name, "saving reason": save_reason}
            agent.blackboard.add_image(screenshot_path, metadata, self._shown)
        return has_shown or save_screenshot

    def _update_structural_logs(self, context: ContextView, memory_item: MemoryItem) -> None:
        context.global_context.add_to_structural_logs(memory_item.to_dict())
