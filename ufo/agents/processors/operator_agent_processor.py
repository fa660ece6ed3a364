"""The operator agent's pipeline: an AppAgent's, with a turn of its own for a model that works by sight."""

from __future__ import annotations

from ufo.agents.processors.app_agent_processor import AppAgentLoggingMiddleware, AppAgentProcessor
from ufo.agents.processors.framework.phases import ProcessingPhase
from ufo.agents.processors.strategies.operator.decide_gestures import OperatorLLMInteractionStrategy
from ufo.agents.processors.strategies.operator.execute_gestures import OperatorActionExecutionStrategy


class OpenAIOperatorLoggingMiddleware(AppAgentLoggingMiddleware):
    name = "operator_agent_logging"


class OpenAIOperatorProcessor(AppAgentProcessor):
    def _setup_strategies(self) -> None:
        super()._setup_strategies()
        self.strategies[ProcessingPhase.LLM_INTERACTION] = OperatorLLMInteractionStrategy(fail_fast=True)
        self.strategies[ProcessingPhase.ACTION_EXECUTION] = OperatorActionExecutionStrategy(fail_fast=False)

    def _setup_middleware(self) -> None:
        self.middleware_chain = [OpenAIOperatorLoggingMiddleware()]
