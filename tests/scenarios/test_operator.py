"""An operator agent in whole sessions: a model that sees nothing but the picture works a form, and what it did is proved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.llm.operator.servers import (
    OperatorServer,
    claude_call,
    claude_says,
    openai_call,
    openai_says,
    reasoning,
)
from tests.requirement import requirement
from tests.scenarios.operator_stage import SERVERS, operated
from ufo.schema.outcome import RunOutcome

TICKED = {"on": "element", "name": "Send me the newsletter", "state": "checked"}


def ticks(places: Any, seen: Any) -> Any:
    x, y = seen.at(*places["Send me the newsletter"])
    if "instructions" in seen.body:
        return [reasoning(), openai_call({"type": "click", "x": x, "y": y, "button": "left"})]
    return [claude_says("I tick it."), claude_call("left_click", coordinate=[x, y])]


def ends(places: Any, seen: Any) -> Any:
    return [openai_says("It is ticked.")] if "instructions" in seen.body else [claude_says("It is ticked.")]


@requirement("defect:5", "mode:operator")
@pytest.mark.parametrize("server", SERVERS)
async def test_a_model_works_by_sight_and_what_it_did_is_proved(tmp_path: Path, server: type[OperatorServer]) -> None:
    async with operated(tmp_path, server, [ticks, ends], [TICKED], model={"decide_locally": False}) as stage:
        summary = await stage.scene.run("tick 'Send me the newsletter'")
        (agent,) = stage.scene.session.host.appagent_dict.values()
    assert not stage.server.refused
    assert summary.outcome is RunOutcome.VERIFIED, summary
    assert stage.scene.actions() == ["select_application_window", "click_at"]
    assert agent.name == "OpenAIOperator/form/form"
