"""The AppAgent's pipeline: its strategies by phase (spec: app_agent_strategy.md, strategy assembly)."""

from __future__ import annotations

from ufo.agents.processors.framework.phases import ProcessingPhase
from ufo.agents.processors.framework.strategy import ComposedStrategy
from ufo.agents.processors.framework.template import ProcessorTemplate
from ufo.agents.processors.local_values import AppAgentProcessorContext
from ufo.agents.processors.strategies.app.decide_actions import AppLLMInteractionStrategy
from ufo.agents.processors.strategies.app.execute_actions import AppActionExecutionStrategy
from ufo.agents.processors.strategies.app.look import AppControlInfoStrategy, AppScreenshotCaptureStrategy
from ufo.agents.processors.strategies.remember import AppMemoryUpdateStrategy
from ufo.agents.processors.turn_processor import StepLoggingMiddleware


class AppAgentLoggingMiddleware(StepLoggingMiddleware):
    name = "app_agent_logging"


class AppAgentProcessor(ProcessorTemplate):
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
