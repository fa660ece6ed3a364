"""Whatever goes wrong in us, the run goes on, says what it was, and counts it."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

from tests.agents.turns import to_form
from tests.scenarios.controls import on
from tests.scenarios.stage import host, stage
from ufo.cli.outcome_text import as_object
from ufo.desktop.fake.faults import Fault
from ufo.desktop.fake.world import World
from ufo.llm.provider import Completion, Turn
from ufo.schema.outcome import RunOutcome

TICK = "Send me the newsletter"


def _breaks(world: World) -> None:
    raise KeyError("bounds")


async def test_a_tool_that_breaks_is_told_with_its_reason_and_counted_and_the_run_goes_on(tmp_path: Path) -> None:
    told: list[str] = []

    def again(turn: Turn) -> dict[str, Any]:
        told.append(turn.inputs.feedback)
        return on(TICK, "click_input", more={"result": "ticked"})(turn)

    answers = [to_form, on(TICK, "click_input", "CONTINUE"), again]
    async with stage(tmp_path, answers, has_faults=True) as scene:
        scene.desktop.inject(Fault("on_act", _breaks))
        summary = await scene.run()
    assert "'click_input' failed: KeyError: 'bounds'" in told[0]
    assert "unexpectedly" not in told[0]
    assert summary.answer == "ticked"
    assert summary.faults == as_object(summary)["faults"] == 1


async def test_a_run_without_faults_counts_none(tmp_path: Path) -> None:
    answers = [to_form, on(TICK, "click_input"), host("FINISH", result="ticked")]
    async with stage(tmp_path, answers) as scene:
        assert (await scene.run()).faults == 0


class _Stubborn:
    """A model's provider that hears of no cancellation."""

    name = "stubborn"
    sees_pictures = False

    def __init__(self) -> None:
        self.let_go = asyncio.Event()

    async def complete(self, turn: Turn) -> Completion:
        while True:
            try:
                await self.let_go.wait()
                raise RuntimeError("too late")
            except asyncio.CancelledError:
                continue

    async def close(self) -> None:
        self.let_go.set()


async def test_the_time_limit_holds_with_a_model_that_cannot_be_stopped(tmp_path: Path) -> None:
    model = _Stubborn()
    async with stage(tmp_path, model, limits={"max_time_s": 0.5}, model={"decide_locally": False}) as scene:
        began = time.monotonic()
        summary = await scene.run()
        took = time.monotonic() - began
        model.let_go.set()
    assert summary.outcome is RunOutcome.LIMIT
    assert took < 0.5 + 2
