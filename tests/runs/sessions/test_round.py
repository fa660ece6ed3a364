"""One request through its states, and the one boundary that turns a fault of ours into ERROR."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.agents.turns import to_form
from tests.scenarios.stage import app, host, stage
from ufo.agents.round_context import Context
from ufo.agents.states.host_agent_states import ContinueHostAgentState
from ufo.config.settings import LimitSettings
from ufo.errors import LimitReached
from ufo.runs.sessions.limits import Limits
from ufo.runs.sessions.round import Round
from ufo.schema.outcome import RunOutcome
from ufo.trace.events import Noticed, StateEntered


async def test_a_fault_of_our_own_ends_the_round_in_error_and_is_told(tmp_path: Path) -> None:
    async with stage(tmp_path, [lambda turn: 1 / 0], has_faults=True) as scene:
        summary = await scene.run()
    assert summary.outcome is RunOutcome.FAILED and "division by zero" in summary.reason


class Broken(ContinueHostAgentState):
    async def handle(self, agent: object, context: Context) -> None:
        raise RuntimeError("a bug")


async def test_what_no_layer_below_caught_becomes_error_with_its_kind_and_words(tmp_path: Path) -> None:
    async with stage(tmp_path, [], has_faults=True) as scene:
        main = scene.session.host
        main.set_state(Broken())
        limits = Limits(LimitSettings(), main.services.emitter)
        status = await Round("x", main, scene.session.context, limits).run()
        told = [event.text for event in scene.heard.events if isinstance(event, Noticed)]
    assert (status, main.failure) == ("ERROR", "RuntimeError: a bug")
    assert told == ["RuntimeError: a bug"]


async def test_a_limit_is_no_fault_and_passes_through(tmp_path: Path) -> None:
    async with stage(tmp_path, []) as scene:
        main = scene.session.host
        context = Context(session_step=9)
        with pytest.raises(LimitReached):
            await Round("x", main, context, Limits(LimitSettings(max_step=9), main.services.emitter)).run()
        assert main.failure == ""


async def test_every_state_is_told_once_in_order(tmp_path: Path) -> None:
    async with stage(tmp_path, [to_form, app("FINISH"), host("FINISH")]) as scene:
        await scene.run()
        told = [event.state for event in scene.heard.events if isinstance(event, StateEntered)]
    # The first end goes back, since nothing shows the request.
    assert told == ["CONTINUE", "ASSIGN", "CONTINUE", "FINISH", "CONTINUE", "CONTINUE", "FINISH"]


async def test_a_status_that_nobody_knows_ends_the_round_as_an_error(tmp_path: Path) -> None:
    class Odd(ContinueHostAgentState):
        async def handle(self, agent: object, context: Context) -> None:
            main.status = "NONSENSE"

    async with stage(tmp_path, []) as scene:
        main = scene.session.host
        main.set_state(Odd())
        limits = Limits(LimitSettings(), main.services.emitter)
        assert await Round("x", main, scene.session.context, limits).run() == "ERROR"
