"""The base class of a strategy: it reads the names that it declared and returns a result; it changes nothing itself.

What a strategy reads and returns are frozen records, whose fields `@depends_on` and `@provides` declare on its class; a strategy
of somebody else's may declare names instead. Building a pipeline raises ProcessingException, naming both, where neither an
earlier strategy nor the processor provides what a strategy depends on.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from typing import Any, ClassVar, TypeVar

from ufo.agents.processors.framework.phases import ContextView, ProcessingContext, ProcessingPhase, ProcessingResult
from ufo.errors import LimitReached, ProcessingException, UfoError
from ufo.faults import note_fault

_log = logging.getLogger(__name__)

S = TypeVar("S", bound="type[BaseProcessingStrategy]")


def depends_on(*names: str | type) -> Callable[[S], S]:
    """Declare the names that the strategy may read. Reading any other name raises ProcessingException."""

    def declare(cls: S) -> S:
        cls.declared_dependencies = _names(names)
        return cls

    return declare


def provides(*names: str | type) -> Callable[[S], S]:
    """Declare the names that a successful result holds, no more and no fewer."""

    def declare(cls: S) -> S:
        cls.declared_provides = _names(names)
        return cls

    return declare


def _names(declared: Iterable[str | type]) -> tuple[str, ...]:
    return tuple(
        name
        for text in declared
        for name in ([text] if isinstance(text, str) else [field.name for field in fields(text)])
    )


class StrategyDependencyValidator:
    """Checks that each strategy's dependencies are provided before its turn."""

    def __init__(self, given: Iterable[str]) -> None:
        self._known = set(given)

    def validate(self, strategies: Iterable[BaseProcessingStrategy]) -> None:
        """Check the strategies in order. Raises ProcessingException, which names the strategy and what it lacks."""
        for strategy in strategies:
            missing = [name for name in strategy.get_dependencies() if name not in self._known]
            if missing:
                raise ProcessingException(
                    f"strategy {strategy.name!r} depends on {', '.join(missing)}, which nothing before it provides"
                )
            self._known.update(strategy.get_provides())


class BaseProcessingStrategy:
    """One strategy of a pipeline. With `fail_fast` a failure ends the turn; without it the failure is recorded and the next
    phases run (design.md §3.2).

    What the specification shows as a step of a strategy is a method with that name and those parameters: a subclass
    replaces one step, and `execute` calls it. `phase` is the phase that the strategy runs in.
    """

    declared_dependencies: ClassVar[tuple[str, ...]] = ()
    declared_provides: ClassVar[tuple[str, ...]] = ()

    def __init__(self, name: str = "", fail_fast: bool = True) -> None:
        self.name = name or type(self).__name__
        self.fail_fast = fail_fast
        self.logger = logging.getLogger(type(self).__module__)
        self.phase: ProcessingPhase | None = None

    def get_dependencies(self) -> tuple[str, ...]:
        return self.declared_dependencies

    def get_provides(self) -> tuple[str, ...]:
        return self.declared_provides

    async def execute(self, agent: Any, context: ContextView) -> ProcessingResult:
        raise ProcessingException(f"strategy {self.name!r} has no execute")

    def done(self, record: Any = None, **data: Any) -> ProcessingResult:
        """Return a success with a record, or with `data`, which must hold exactly the declared names."""
        if record is not None:
            data = {field.name: getattr(record, field.name) for field in fields(record)}
        return ProcessingResult(success=True, data=data)

    async def run(self, agent: Any, context: ProcessingContext, phase: ProcessingPhase) -> ProcessingResult:
        """Execute and time the strategy, compare its data with what it declared, and make a failure of an exception."""
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

    async def run(self, agent: Any, context: ProcessingContext, phase: ProcessingPhase) -> ProcessingResult:
        began = time.perf_counter()
        data: dict[str, Any] = {}
        for strategy in self.strategies:
            result = await strategy.run(agent, context, phase)
            if not result.success:
                return ProcessingResult(False, data, result.error, phase, time.perf_counter() - began, result.exception)
            context.commit(result.data)
            data.update(result.data)
        return ProcessingResult(True, data, None, phase, time.perf_counter() - began)
