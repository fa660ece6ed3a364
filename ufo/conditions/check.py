"""Checks conditions without a model. `unknown` never counts as `satisfied` (design.md §4)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from ufo.conditions.condition import Condition
from ufo.schema.predicate import Finding, Truth
from ufo.verify.world import World

_FIRST_PAUSE_S = 0.05
_LONGEST_PAUSE_S = 0.5


async def check_all(conditions: Sequence[Condition], world: World, timeout_s: float = 3.0) -> tuple[Finding, ...]:
    """Return one finding per condition, in order. Check those that do not hold yet again until they do or the time is over.

    Once all hold, check every one again, so that a state which came and went does not count.
    """
    loop = asyncio.get_running_loop()
    deadline = loop.time() + timeout_s
    pause = _FIRST_PAUSE_S
    findings = [await condition.check(world) for condition in conditions]
    while any(finding.truth is not Truth.SATISFIED for finding in findings) and loop.time() + pause < deadline:
        await asyncio.sleep(pause)
        pause = min(pause * 2, _LONGEST_PAUSE_S)
        findings = [
            finding if finding.truth is Truth.SATISFIED else await finding.predicate.check(world)
            for finding in findings
        ]
        if all(finding.truth is Truth.SATISFIED for finding in findings):
            findings = [await condition.check(world) for condition in conditions]
    return tuple(findings)
