"""`ufo models`: what there is, what is missing, and no key."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.command import Command

KEY = "sk-ant-secret-0123456789"


def test_every_provider_is_listed_with_what_it_still_needs_and_no_key(tmp_path: Path) -> None:
    command = Command(tmp_path)
    command.environment.update(ANTHROPIC_API_KEY=KEY, UFO_MODEL="ollama:qwen3:8b", DEEPSEEK_API_KEY="")
    told = command.run("models", "--json")
    listed = json.loads(told.stdout)
    rows = {row["name"]: row for row in listed["providers"]}
    assert listed["model"] == "ollama:qwen3:8b"
    assert rows["anthropic:NAME"]["key_is_set"]
    assert not rows["anthropic:NAME"]["missing"]
    assert rows["deepseek:NAME"]["missing"] == "set DEEPSEEK_API_KEY, or `model.api_key`"
    assert rows["ollama:NAME"]["address"] == "http://localhost:11434/v1"
    assert KEY not in told.stdout + told.stderr
    words = command.run("models").stdout
    assert "ANTHROPIC_API_KEY is set" in words
    assert "The model now: ollama:qwen3:8b" in words
    assert KEY not in words
