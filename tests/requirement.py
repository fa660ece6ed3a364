"""The mark that ties a test to a sentence of the specification; `tests/test_requirements.py` checks both ways."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Requirement:
    """`source`: the specification's file, or the facts or design section. `divergence`: what we do instead, and why.

    `deferred`: why there is no test yet, and what will bring it.
    """

    source: str
    says: str
    divergence: str = ""
    deferred: str = ""


def requirement(*ids: str) -> Callable[[F], F]:
    """The ids of `tests/requirements.py` that this test shows."""

    def mark(function: F) -> F:
        return function

    return mark
