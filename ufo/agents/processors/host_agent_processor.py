"""The HostAgent's pipeline: its strategies by phase (spec: host_agent_strategy.md, strategy assembly)."""

from __future__ import annotations

from ufo.agents.processors.framework.phases import ProcessingPhase
from ufo.agents.processors.framework.template import ProcessorTemplate
from ufo.agents.processors.local_values import HostAgentProcessorContext
from ufo.agents.processors.strategies.host.collect import DesktopDataCollectionStrategy
from ufo.agents.processors.strategies.host.decide_target import HostLLMInteractionStrategy
from ufo.agents.processors.strategies.host.execute_choice import HostActionExecutionStrategy
from ufo.agents.processors.strategies.remember import HostMemoryUpdateStrategy
from ufo.agents.processors.turn_processor import StepLoggingMiddleware


class HostAgentLoggingMiddleware(StepLoggingMiddleware):
    name = "host_agent_logging"


class HostAgentProcessor(ProcessorTemplate):
    processor_context_class = HostAgentProcessorContext

    def _setup_strategies(self) -> None:
        self.strategies[ProcessingPhase.DATA_COLLECTION] = DesktopDataCollectionStrategy(fail_fast=True)
        self.strategies[ProcessingPhase.LLM_INTERACTION] = HostLLMInteractionStrategy(fail_fast=True)
        self.strategies[ProcessingPhase.ACTION_EXECUTION] = HostActionExecutionStrategy(fail_fast=False)
        self.strategies[ProcessingPhase.MEMORY_UPDATE] = HostMemoryUpdateStrategy(fail_fast=False)

    def _setup_middleware(self) -> None:
        self.middleware_chain = [HostAgentLoggingMiddleware()]
