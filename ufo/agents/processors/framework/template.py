"""The pipeline of a turn: one strategy for each phase, checked when the pipeline is built, and run in order (facts §1.8)."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager, ExitStack, nullcontext
from typing import Any, ClassVar

from ufo.agents.processors.framework.phases import (
    BasicProcessorContext,
    ProcessingContext,
    ProcessingPhase,
    ProcessingResult,
)
from ufo.agents.processors.framework.strategy import BaseProcessingStrategy, StrategyDependencyValidator
from ufo.agents.round_context import Context


class ProcessorMiddleware:
    """Runs before a turn, around each of its phases, after it (in reverse order), and when it fails."""

    name = "middleware"

    async def before_process(self, processor: ProcessorTemplate) -> None:
        return None

    def around(self, processor: ProcessorTemplate, phase: ProcessingPhase) -> AbstractContextManager[None]:
        return nullcontext()

    async def after_process(self, processor: ProcessorTemplate, result: ProcessingResult) -> None:
        return None

    async def on_error(self, processor: ProcessorTemplate, result: ProcessingResult) -> None:
        return None


class ProcessorTemplate:
    """The base of all processors. A subclass sets its strategies, its middleware and the class of its turns' values."""

    processor_context_class: ClassVar[type[BasicProcessorContext]] = BasicProcessorContext

    def __init__(self, agent: Any, global_context: Context) -> None:
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
        """Return the values that a turn of this kind of agent begins with."""
        return self.processor_context_class.given(self.agent, self.global_context)

    def _get_processor_specific_context_data(self) -> dict[str, Any]:
        """Return further values, those of a subclass."""
        return {}

    async def take_turn(self) -> None:
        """Run every phase, or after a person's consent those from the actions on, and set what the agent ended the turn with."""
        agent, context, turn = self.agent, self.global_context, self.processing_context
        if agent.confirmed is None or not turn.phase_results:
            result = await self.process()
        else:
            turn.commit(
                {
                    "confirmed_commands": agent.confirmed.commands,
                    "agent_step": agent.step,
                    "session_step": context.session_step,
                    "round_step": context.current_round_step,
                }
            )
            result = await self.resume(ProcessingPhase.ACTION_EXECUTION)
            agent.confirmed = None
        agent.status = getattr(turn.local_context, "status", "") or agent.status
        if result.error is not None and any(self.strategies[phase].fail_fast for phase in turn.get_failed_phases()):
            if agent.recovers(result.exception):
                # What this turn was to be told, the next one is.
                agent.status = agent.first_status
                return
            agent.status, agent.failure = "ERROR", result.error
        agent.feedback = "\n".join(part for part in (result.error, getattr(turn.local_context, "feedback", "")) if part)

    async def process(self) -> ProcessingResult:
        """Run every phase. `success` is False where any failed, and `error` is then the first error."""
        return await self._run(self.strategies.items())

    async def resume(self, phase: ProcessingPhase) -> ProcessingResult:
        """Run the phases from `phase` on, after a person's consent. The result covers these phases only."""
        self.processing_context.phase_results.clear()
        phases = list(self.strategies.items())
        return await self._run(phases[list(self.strategies).index(phase) :])

    async def _run(self, phases: Iterable[tuple[ProcessingPhase, BaseProcessingStrategy]]) -> ProcessingResult:
        for middleware in self.middleware_chain:
            await middleware.before_process(self)
        failure: ProcessingResult | None = None
        for phase, strategy in phases:
            with ExitStack() as around:
                for middleware in self.middleware_chain:
                    around.enter_context(middleware.around(self, phase))
                result = await strategy.run(self.agent, self.processing_context, phase)
            self.processing_context.set_phase_result(phase, result)
            if result.success:
                self.processing_context.commit(result.data)
                continue
            failure = failure or result
            if strategy.fail_fast:
                break
            if phase is ProcessingPhase.ACTION_EXECUTION and "status" in self.processor_context_class.names():
                # The model chose it for after actions that were not done.
                self.processing_context.commit({"status": self.agent.first_status})
        return await self._finish(failure)

    async def _finish(self, failure: ProcessingResult | None) -> ProcessingResult:
        results = self.processing_context.phase_results.values()
        outcome = ProcessingResult(
            success=failure is None,
            data={name: value for result in results for name, value in result.data.items()},
            error=failure.error if failure else None,
            phase=failure.phase if failure else None,
            execution_time=sum(result.execution_time for result in results),
            exception=failure.exception if failure else None,
        )
        for middleware in reversed(self.middleware_chain):
            if failure is not None:
                await middleware.on_error(self, outcome)
            await middleware.after_process(self, outcome)
        return outcome
