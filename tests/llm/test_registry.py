from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import SecretStr

from tests.llm.model_server import errs, says
from tests.llm.turns import GOOD, GOOD_TEXT, host_turn
from tests.llm.wires.endpoints import FORMATS
from ufo.config.settings import ModelSettings
from ufo.errors import ConfigError
from ufo.llm.registry import Surroundings, create


@pytest.mark.parametrize("name", ["gpt-4o", "nobody:claude", "", "OPENAI:x"])
def test_an_unknown_model_is_answered_with_the_known_ones(name: str) -> None:
    with pytest.raises(ConfigError, match="builtin, openai:NAME, .*anthropic:NAME, .*hand:FOLDER, scripted:FILE"):
        create(ModelSettings(name=name))


@pytest.mark.parametrize("name", ["openai:", "scripted: ", "recorded"])
def test_a_name_without_its_second_half_shows_how_to_write_it(name: str) -> None:
    with pytest.raises(ConfigError, match=r"write (openai:NAME|scripted:FILE|recorded:FILE)"):
        create(ModelSettings(name=name))


async def test_the_builtin_planner_needs_nothing() -> None:
    provider = create(ModelSettings())
    assert provider.name == "builtin"
    await provider.close()


async def test_a_script_and_a_recording_are_models_too(tmp_path: Path) -> None:
    (tmp_path / "s.jsonl").write_text(GOOD_TEXT + "\n", encoding="utf-8")
    scripted = create(ModelSettings(name=f"scripted:{tmp_path / 's.jsonl'}", record=tmp_path / "r.jsonl"))
    await scripted.complete(host_turn())
    recorded = create(ModelSettings(name=f"recorded:{tmp_path / 'r.jsonl'}"))
    assert (await recorded.complete(host_turn())).text == GOOD_TEXT


async def test_a_backup_from_the_settings_is_asked_when_the_script_ends(tmp_path: Path) -> None:
    (tmp_path / "empty.json").write_text("[]", encoding="utf-8")
    (tmp_path / "s.jsonl").write_text(GOOD_TEXT + "\n", encoding="utf-8")
    provider = create(
        ModelSettings(name=f"scripted:{tmp_path / 'empty.json'}", backup=f"scripted:{tmp_path / 's.jsonl'}")
    )
    assert (await provider.complete(host_turn())).text == GOOD_TEXT


async def test_a_backup_of_another_provider_gets_neither_the_key_nor_the_address_of_the_first() -> None:
    openai, azure = FORMATS[0], FORMATS[2]
    with openai.serving(errs(500)) as first, azure.serving(says(GOOD)) as second:
        settings = openai.settings(first, backup=f"azure:{azure.model}", max_retry=0)
        own = {"AZURE_OPENAI_ENDPOINT": second.base_url, "AZURE_OPENAI_API_KEY": azure.key}
        provider = create(settings.model_copy(update={"api_key": SecretStr("first-key")}), Surroundings(environ=own))
        assert (await provider.complete(host_turn())).text == GOOD_TEXT
        await provider.close()
        assert "first-key" in str(first.requests[0].headers)
        assert "first-key" not in str(second.requests[0].headers)


def test_a_backup_that_is_none_is_told_before_the_run(tmp_path: Path) -> None:
    (tmp_path / "empty.json").write_text("[]", encoding="utf-8")
    with pytest.raises(ConfigError, match="there is no model 'nonsense'"):
        create(ModelSettings(name=f"scripted:{tmp_path / 'empty.json'}", backup="nonsense"))


def test_choosing_a_model_loads_no_model_library_until_it_is_used() -> None:
    heavy = ("openai", "anthropic", "google", "boto3", "pydantic_ai", "genai_prices")
    code = f"import sys, ufo.llm.registry, ufo.llm.turn; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"
