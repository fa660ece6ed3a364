"""Returns the values of data collection tools, and the findings of a check, for agents that need no more than the value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ufo.errors import ToolError
from ufo.schema.command import Command
from ufo.schema.predicate import Finding, Predicate
from ufo.tools.dispatch.protocol import BasicCommandDispatcher


async def collect(dispatcher: BasicCommandDispatcher, tool_name: str, **parameters: Any) -> Any:
    """Return the value of one data collection tool. Raises ToolError with the tool's own words."""
    command = Command(tool_name=tool_name, parameters=parameters, tool_type="data_collection")
    (result,) = await dispatcher.execute_commands([command])
    if not result.ok:
        raise ToolError(result.error or f"{tool_name!r} returned no result")
    return result.result


async def verify(
    dispatcher: BasicCommandDispatcher, expect: Sequence[Predicate], timeout_s: float
) -> tuple[Finding, ...]:
    """Return a finding for each condition that a turn says must hold now."""
    if not expect:
        return ()
    rows = await collect(
        dispatcher,
        "verify_expectations",
        expect=[predicate.model_dump(mode="json") for predicate in expect],
        timeout_s=timeout_s,
    )
    return tuple(Finding.model_validate(row) for row in rows)


async def verify_withdrawn(
    dispatcher: BasicCommandDispatcher, withdrawn: Mapping[Predicate, str]
) -> tuple[Finding, ...]:
    """Return how conditions that were taken back stand now, each with the reason."""
    found = await verify(dispatcher, list(withdrawn), timeout_s=0)
    return tuple(
        finding.model_copy(update={"withdrawn": why}) for finding, why in zip(found, withdrawn.values(), strict=True)
    )
