"""A difference between a recorded run and the world in which it is played again."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Difference:
    """`step`: of the recorded run, 0 for what was before its first. `what`: file, turn, window, control, result, effect,
    condition, status or outcome. `stops`: what comes after it in the recording speaks of another world.
    """

    step: int
    expected: str
    found: str
    what: str
    stops: bool = False
