"""`@depends_on` and `@provides`: what a strategy reads and returns, declared on its class and checked when a pipeline is
built.

Building a pipeline raises ProcessingException, naming both, where neither an earlier strategy nor the processor provides
what a strategy depends on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar

from ufo.errors import ProcessingException

if TYPE_CHECKING:
    from ufo.agents.processors.framework.strategy import BaseProcessingStrategy

S = TypeVar("S", bound="type[BaseProcessingStrategy]")


def depends_on(*names: str) -> Callable[[S], S]:
    """Declare the names that the strategy may read. Reading any other name raises ProcessingException."""

    def declare(cls: S) -> S:
        cls.declared_dependencies = tuple(names)
        return cls

    return declare


def provides(*names: str) -> Callable[[S], S]:
    """Declare the names that a successful result holds, no more and no fewer."""

    def declare(cls: S) -> S:
        cls.declared_provides = tuple(names)
        return cls

    return declare


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
