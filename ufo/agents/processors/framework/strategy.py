"""The base class of a strategy: it reads the names that it declared and returns a result; it changes nothing itself."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from ufo.agents.processors.framework.phases import ProcessingPhase, ProcessingResult
from ufo.agents.processors.framework.turn_context import ContextView, ProcessingContext
from ufo.errors import LimitReached, ProcessingException, UfoError
from ufo.faults import note_fault

if TYPE_CHECKING:
    from ufo.agents.agent.basic_agent import BasicAgent

_log = logging.getLogger(__name__)


class BaseProcessingStrategy:
    """One strategy of a pipeline. With `fail_fast` a failure ends the turn; without it the failure is recorded and the next
    phases run (design.md §3.2).

    What the specification shows as a step of a strategy is a method with that name and those parameters: a subclass
    replaces one step, and `execute` calls it. `phase` is the phase that the strategy runs in.
    """

    declared_dependencies: ClassVar[tuple[str, ...]] = ()
    declared_provides: ClassVar[tuple[str, ...]] = ()

    def __init__(self, name: str, fail_fast: bool = True) -> None:
        self.name = name
        self.fail_fast = fail_fast
        self.logger = logging.getLogger(type(self).__module__)
        self.phase: ProcessingPhase | None = None

    def get_dependencies(self) -> tuple[str, ...]:
        return self.declared_dependencies

    def get_provides(self) -> tuple[str, ...]:
        return self.declared_provides

    async def execute(self, agent: BasicAgent, context: ContextView) -> ProcessingResult:
        raise ProcessingException(f"strategy {self.name!r} has no execute")

    def done(self, **data: Any) -> ProcessingResult:
        """Return a success with `data`, which must hold exactly the declared names."""
        return ProcessingResult(success=True, data=data)

    async def run(self, agent: BasicAgent, context: ProcessingContext, phase: ProcessingPhase) -> ProcessingResult:
        """Execute the strategy and time it, compare its data with what it declared, and turn an exception into a failed
        result.
        """
        began = time.perf_counter()
        view = ContextView(context, self.name, frozenset((*self.get_dependencies(), *self.get_provides())))
        self.phase = phase
        try:
            result = await self.execute(agent, view)
            if result.success:
                self._check_provided(result)
        except LimitReached:
            # It ends the request, whatever the phase would make of a failure.
            raise
        except Exception as error:  # noqa: BLE001 - the one boundary of the processor layer
            result = self.handle_error(error, phase, view)
        return ProcessingResult(
            result.success, result.data, result.error, phase, time.perf_counter() - began, result.exception
        )

    def handle_error(
        self, error: Exception, phase: ProcessingPhase | None, context: ContextView | None
    ) -> ProcessingResult:
        """Return an error as a failed result. An error that was raised on purpose says what happened; any other is logged with
        its traceback. `context` is for a subclass that tells more.
        """
        if isinstance(error, UfoError):
            _log.debug("strategy %s failed", self.name, exc_info=error)
            said = f"{self.name} failed: {error}"
        else:
            said = note_fault(_log, self.name, error)
        return ProcessingResult(False, error=said, phase=phase, exception=error)

    def _check_provided(self, result: ProcessingResult) -> None:
        declared, given = set(self.get_provides()), set(result.data)
        if declared != given:
            raise ProcessingException(
                f"strategy {self.name!r} declares {sorted(declared - given)} and does not give it, "
                f"gives {sorted(given - declared)} and does not declare it"
            )


class ComposedStrategy(BaseProcessingStrategy):
    """Several strategies as one phase, in order; each sees what the earlier ones provided. The first failure ends the phase."""

    def __init__(self, strategies: Sequence[BaseProcessingStrategy], name: str, fail_fast: bool = True) -> None:
        super().__init__(name, fail_fast)
        self.strategies = tuple(strategies)

    def get_dependencies(self) -> tuple[str, ...]:
        given: set[str] = set()
        needed: list[str] = []
        for strategy in self.strategies:
            needed += [name for name in strategy.get_dependencies() if name not in given and name not in needed]
            given.update(strategy.get_provides())
        return tuple(needed)

    def get_provides(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for strategy in self.strategies for name in strategy.get_provides()))

    async def run(self, agent: BasicAgent, context: ProcessingContext, phase: ProcessingPhase) -> ProcessingResult:
        began = time.perf_counter()
        data: dict[str, Any] = {}
        for strategy in self.strategies:
            result = await strategy.run(agent, context, phase)
            if not result.success:
                return ProcessingResult(False, data, result.error, phase, time.perf_counter() - began, result.exception)
            context.commit(result.data)
            data.update(result.data)
        return ProcessingResult(True, data, None, phase, time.perf_counter() - began)
