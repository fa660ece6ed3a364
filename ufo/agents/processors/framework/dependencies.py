"""`@depends_on` and `@provides`: what a strategy reads and returns, declared on its class and checked when a pipeline is built.

A pipeline whose `@depends_on` is not met by an earlier strategy or by the processor raises at once, naming both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar

from ufo.errors import ProcessingException

if TYPE_CHECKING:
    from ufo.agents.processors.framework.strategy import BaseProcessingStrategy

S = TypeVar("S", bound="type[BaseProcessingStrategy]")


def depends_on(*names: str) -> Callable[[S], S]:
    """Declares the names that the strategy may read. Reading any other name fails."""

    def declare(cls: S) -> S:
        cls.declared_dependencies = tuple(names)
        return cls

    return declare


def provides(*names: str) -> Callable[[S], S]:
    """Declares the names that a successful result holds, no more and no fewer."""

    def declare(cls: S) -> S:
        cls.declared_provides = tuple(names)
        return cls

    return declare


class StrategyDependencyValidator:
    """Checks that each strategy's dependencies are there when its turn comes."""

    def __init__(self, given: Iterable[str]) -> None:
        self._known = set(given)

    def validate(self, strategies: Iterable[BaseProcessingStrategy]) -> None:
        """Raises ProcessingException naming the strategy and what it lacks."""
        for strategy in strategies:
            missing = [name for name in strategy.get_dependencies() if name not in self._known]
            if missing:
                raise ProcessingException(
                    f"strategy {strategy.name!r} depends on {', '.join(missing)}, which nothing before it provides"
                )
            self._known.update(strategy.get_provides())
