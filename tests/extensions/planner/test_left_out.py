"""What is said, and what still goes on, where the planner is not installed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.scenarios.controls import on, target_id
from tests.scenarios.stage import assign, stage
from ufo.cli.commands.models import models
from ufo.config.settings import ModelSettings
from ufo.errors import ConfigError
from ufo.llm.registry import create
from ufo.schema.outcome import RunOutcome

REQUEST = "In the Registration form, write a@b.example as the mail address"
EMAIL = {"on": "element", "name": "Email", "value": "a@b.example"}


async def test_without_it_its_command_is_said_and_a_model_plans_while_what_is_proved_ends_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "path", [text for text in sys.path if not text.endswith("site-packages")])
    with pytest.raises(ConfigError, match=r"name a model with --model .* pip install \./extensions/planner"):
        create(ModelSettings())
    assert models(as_json=False) == 0
    assert "builtin, which is not installed here" in capsys.readouterr().out

    answers = [
        lambda turn: assign(target_id(turn, "Registration"), REQUEST, expect=[EMAIL]),
        on("Email", "set_edit_text", "CONTINUE", text="a@b.example", more={"expect": [EMAIL]}),
    ]
    async with stage(tmp_path, answers) as scene:
        summary = await scene.run(REQUEST)
    assert summary.outcome is RunOutcome.VERIFIED
    assert (summary.usage.model_calls, summary.usage.local_decisions) == (2, 2)
