"""What tests wait for of a run: the next state of a client that fits."""

from __future__ import annotations

from collections.abc import Callable

from tests.waiting import in_time
from ufo.runs.control.control_client import ControlClient
from ufo.runs.control.messages import RunState


async def until(client: ControlClient, fits: Callable[[RunState], bool]) -> RunState:
    """Return the first state, from now on, that fits."""
    await client.state()
    with in_time():
        async for news in client.changes():
            if isinstance(news, RunState) and fits(news):
                return news
    raise AssertionError("the run ended first")


async def until_phase(client: ControlClient, *phases: str) -> RunState:
    return await until(client, lambda state: state.phase in phases)
