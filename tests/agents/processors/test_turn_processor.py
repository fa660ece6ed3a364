"""How a turn reaches the round and the listeners: whole, once, with its cost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.scenarios.stage import host, stage
from ufo.errors import ModelUnavailable
from ufo.llm.scripted import ScriptedProvider
from ufo.runs.sessions.users import ScriptedUser
from ufo.schema.usage import Usage
from ufo.trace.events import Noticed, PhaseEnded


async def test_a_turn_that_goes_on_after_consent_is_paid_for_once(tmp_path: Path) -> None:
    copy = host("CONTINUE", "run_shell", {"bash_command": f"cp /etc/hostname {tmp_path / 'x'}"})
    answers: list[Any] = [json.dumps(copy), host("FINISH")]
    usage = Usage(model_calls=1, cost=0.5)
    model = ScriptedProvider(answers, usage=usage, reader=lambda turn: ModelUnavailable("nobody reads"))
    async with stage(tmp_path, model, user=ScriptedUser(consents=[True])) as scene:
        summary = await scene.run()
    assert (summary.usage.model_calls, summary.usage.cost) == (2, 1.0)
    assert [step.usage.model_calls for step in scene.heard.steps] == [1, 0, 1]
    assert (summary.steps, [step.status for step in scene.heard.steps][:2]) == (3, ["CONFIRM", "CONTINUE"])


async def test_every_phase_is_told_with_its_time_and_a_failed_one_with_its_error(tmp_path: Path) -> None:
    async with stage(tmp_path, ["no answer"] * 3) as scene:
        await scene.run()
        phases = [event for event in scene.heard.events if isinstance(event, PhaseEnded)]
        told = [event.text for event in scene.heard.events if isinstance(event, Noticed) and event.level == "error"]
    assert [event.phase for event in phases] == ["data_collection", "llm_interaction"]
    assert phases[0].error is None and phases[0].seconds > 0
    assert "no usable answer" in str(phases[1].error)
    assert any(said.startswith("HostAgent, llm_interaction") for said in told)
