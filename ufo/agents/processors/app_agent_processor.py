"""The AppAgent's pipeline: its strategies by phase (spec: app_agent_strategy.md, strategy assembly)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from pydantic import BaseModel

from ufo.agents.agent.app_agent import AppAgent
from ufo.agents.processors.framework.phases import ProcessingPhase
from ufo.agents.processors.framework.strategy import ComposedStrategy
from ufo.agents.processors.local_values import AppAgentProcessorContext
from ufo.agents.processors.strategies.app.decide_actions import AppLLMInteractionStrategy
from ufo.agents.processors.strategies.app.execute_actions import AppActionExecutionStrategy
from ufo.agents.processors.strategies.app.look import AppControlInfoStrategy, AppScreenshotCaptureStrategy
from ufo.agents.processors.strategies.remember import AppMemoryUpdateStrategy
from ufo.agents.processors.turn_processor import StepLoggingMiddleware, TurnProcessor
from ufo.agents.round_context import Outcome
from ufo.proof.seen import place_of, read_by, seen_in
from ufo.schema.action import ActionCommandInfo
from ufo.schema.usage import Usage


class AppAgentLoggingMiddleware(StepLoggingMiddleware):
    name = "app_agent_logging"


class AppAgentProcessor(TurnProcessor):
    agent: AppAgent
    processor_context_class = AppAgentProcessorContext

    def _setup_strategies(self) -> None:
        self.strategies[ProcessingPhase.DATA_COLLECTION] = ComposedStrategy(
            strategies=[AppScreenshotCaptureStrategy(), AppControlInfoStrategy()],
            name="AppDataCollectionStrategy",
            fail_fast=True,
        )
        self.strategies[ProcessingPhase.LLM_INTERACTION] = AppLLMInteractionStrategy(fail_fast=True)
        self.strategies[ProcessingPhase.ACTION_EXECUTION] = AppActionExecutionStrategy(fail_fast=False)
        self.strategies[ProcessingPhase.MEMORY_UPDATE] = AppMemoryUpdateStrategy(fail_fast=False)

    def _setup_middleware(self) -> None:
        self.middleware_chain = [AppAgentLoggingMiddleware()]

    def _get_processor_specific_context_data(self) -> dict[str, Any]:
        agent, context = self.agent, self.global_context
        return {
            "app_root": agent.app_root,
            "application_process_name": agent.process_name,
            "subtask": context.subtask,
            "host_message": tuple(context.host_message),
            "subtask_expect": context.subtask_expect,
            "builds_on": context.builds_on,
            "subtask_node": running.id if (running := context.subtasks.running()) is not None else "",
            "last_control_screenshot": agent.last_marked_url,
            # As with `remarks`.
            "changes": "",
        }

    @property
    def local(self) -> AppAgentProcessorContext:
        return cast(AppAgentProcessorContext, self.processing_context.local_context)

    def response(self) -> BaseModel | None:
        return self.local.parsed_response

    def actions(self) -> Sequence[ActionCommandInfo]:
        return self.local.action_info.actions if self.local.action_info is not None else []

    def followed(self) -> tuple[str, ...]:
        return self.agent.followed

    def outcome(self, usage: Usage) -> Outcome:
        acts = tuple(action for action in self.actions() if action.result.ok or action.result.unfinished)
        window = self.local.application_window_info
        place = place_of(window) if window is not None else ""
        return Outcome(
            status=self.local.status,
            usage=usage,
            window=self.local.application_window_info if self.followed() else None,
            acts=acts,
            seen=seen_in(self.local.annotation_dict.values(), place),
            read=read_by(acts, place),
        )
