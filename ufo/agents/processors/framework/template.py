"""The pipeline of a turn: one strategy for each phase, checked when the pipeline is built, and run in order (facts §1.8)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from ufo.agents.processors.framework.dependencies import StrategyDependencyValidator
from ufo.agents.processors.framework.middleware import ProcessorMiddleware
from ufo.agents.processors.framework.phases import ProcessingPhase, ProcessingResult
from ufo.agents.processors.framework.strategy import BaseProcessingStrategy
from ufo.agents.processors.framework.turn_context import BasicProcessorContext, ProcessingContext
from ufo.agents.round_context import Context

if TYPE_CHECKING:
    from ufo.agents.agent.basic_agent import BasicAgent


class ProcessorTemplate:
    """The base of all processors. A subclass sets its strategies and middleware, and the values that a turn begins with."""

    processor_context_class: ClassVar[type[BasicProcessorContext]] = BasicProcessorContext

    def __init__(self, agent: BasicAgent, global_context: Context) -> None:
        self.agent = agent
        self.global_context = global_context
        self.strategies: dict[ProcessingPhase, BaseProcessingStrategy] = {}
        self.middleware_chain: list[ProcessorMiddleware] = []
        self._setup_strategies()
        self._setup_middleware()
        given = {**self._get_common_context_data(), **self._get_processor_specific_context_data()}
        StrategyDependencyValidator(given).validate(self.strategies.values())
        self.processing_context = ProcessingContext(global_context, self.processor_context_class())
        self.processing_context.commit(given)

    def _setup_strategies(self) -> None:
        """Fill `strategies`, in the order of phases."""

    def _setup_middleware(self) -> None:
        """Fill `middleware_chain`."""

    def _get_common_context_data(self) -> dict[str, Any]:
        """Return the values that every agent's turn begins with."""
        return {}

    def _get_processor_specific_context_data(self) -> dict[str, Any]:
        """Return the further values that this agent's turn begins with."""
        return {}

    def _went_on_without(self, phase: ProcessingPhase) -> None:
        """React to a phase that failed while the next ones still run."""

    async def process(self) -> ProcessingResult:
        """Run every phase. `success` is False where any failed, and `error` is then the first error."""
        return await self._run(self.strategies.items())

    async def resume(self, phase: ProcessingPhase) -> ProcessingResult:
        """Run the phases from `phase` on, after a person's consent, with what this turn already knows. The result covers these
        phases only.
        """
        self.processing_context.phase_results.clear()
        phases = list(self.strategies.items())
        start = [one for one, _ in phases].index(phase)
        return await self._run(phases[start:])

    async def _run(self, phases: Iterable[tuple[ProcessingPhase, BaseProcessingStrategy]]) -> ProcessingResult:
        for middleware in self.middleware_chain:
            await middleware.before_process(self)
        failure: ProcessingResult | None = None
        for phase, strategy in phases:
            result = await strategy.run(self.agent, self.processing_context, phase)
            self.processing_context.set_phase_result(phase, result)
            if result.success:
                self.processing_context.commit(result.data)
                continue
            failure = failure or result
            if strategy.fail_fast:
                break
            self._went_on_without(phase)
        return await self._finish(failure)

    async def _finish(self, failure: ProcessingResult | None) -> ProcessingResult:
        data = {
            name: value
            for result in self.processing_context.phase_results.values()
            for name, value in result.data.items()
        }
        seconds = sum(result.execution_time for result in self.processing_context.phase_results.values())
        outcome = ProcessingResult(
            success=failure is None,
            data=data,
            error=failure.error if failure else None,
            phase=failure.phase if failure else None,
            execution_time=seconds,
            exception=failure.exception if failure else None,
        )
        for middleware in reversed(self.middleware_chain):
            if failure is not None:
                await middleware.on_error(self, outcome)
            await middleware.after_process(self, outcome)
        return outcome
