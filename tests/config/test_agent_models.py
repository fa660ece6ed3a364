"""Which model an agent has, and what it may know of the run's model."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import SecretStr

from ufo.config.agent_models import backup_of, model_of
from ufo.config.load import load_settings
from ufo.config.sections import ModelSections
from ufo.config.settings import ModelSettings
from ufo.errors import ConfigError

RUN: dict[str, Any] = {
    "name": "openai:large",
    "base_url": "http://127.0.0.1:1/v1",
    "api_key": "run-key",
    "input_price": 5.0,
    "output_price": 9.0,
    "temperature": 0.3,
    "backup": "openai:spare",
}


def _model(**own: Any) -> ModelSettings:
    return model_of(ModelSections.of(load_settings(model=RUN, agents={"app": own})), "app")


def test_an_agent_without_a_model_of_its_own_has_the_runs() -> None:
    settings = load_settings(model=RUN, agents={"host": {"name": "openai:planner"}})
    assert model_of(ModelSections.of(settings), "app") == settings.model
    assert model_of(ModelSections.of(settings), "host").name == "openai:planner"
    assert backup_of(ModelSections.of(settings)) is None


def test_another_model_at_the_same_endpoint_keeps_the_key_and_not_the_prices() -> None:
    model = _model(name="openai:small")
    assert (model.base_url, model.api_key) == (RUN["base_url"], SecretStr("run-key"))
    assert (model.input_price, model.output_price, model.temperature) == (None, None, 0.3)


@pytest.mark.parametrize("own", [{"base_url": "http://127.0.0.1:2/v1"}, {"name": "hand:turns"}])
def test_another_endpoint_gets_neither_the_runs_key_nor_its_prices_nor_its_backup(own: dict[str, str]) -> None:
    model = _model(**own)
    assert (model.api_key, model.key_secret, model.backup, model.input_price) == (None, "", None, None)
    assert model.base_url == own.get("base_url")


def test_a_secret_in_place_of_a_key_replaces_the_runs_key() -> None:
    model = _model(key_secret="small-key")
    assert (model.api_key, model.key_secret) == (None, "small-key")


def test_the_backup_of_all_agents_has_settings_of_its_own() -> None:
    settings = load_settings(model=RUN, agents={"backup": {"base_url": "http://127.0.0.1:3/v1", "api_key": "b"}})
    backup = backup_of(ModelSections.of(settings))
    assert backup is not None
    assert (backup.name, backup.api_key) == ("openai:large", SecretStr("b"))


def test_a_wrong_name_inside_an_agents_model_is_told_with_the_one_that_was_meant() -> None:
    with pytest.raises(ConfigError, match=r"no setting `agents\.app\.nmae`; did you mean `name`"):
        load_settings(agents={"app": {"nmae": "x"}})


def test_the_environment_sets_an_agents_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UFO_AGENTS__APP__NAME", "openai:small")
    assert model_of(ModelSections.of(load_settings(model=RUN)), "app").name == "openai:small"
