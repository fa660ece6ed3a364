"""The reader has the HostAgent's model unless the settings name one for it."""

from __future__ import annotations

from ufo.config.agent_models import model_of
from ufo.config.sections import ModelSections
from ufo.config.settings import Settings
from ufo.llm.by_agent import open_models
from ufo.llm.registry import Surroundings


async def _secret(name: str) -> str:
    raise AssertionError(name)


def test_without_a_model_of_its_own_the_reader_has_the_hosts() -> None:
    settings = Settings.model_validate({"model": {"name": "builtin"}, "agents": {"host": {"name": "openai:large"}}})
    assert model_of(ModelSections.of(settings), "reader").name == "openai:large"


def test_another_vendors_model_may_read_and_gets_no_key_of_the_hosts() -> None:
    agents = {"reader": {"name": "anthropic:other"}}
    settings = Settings.model_validate({"model": {"name": "openai:large", "api_key": "k" * 20}, "agents": agents})
    reader = model_of(ModelSections.of(settings), "reader")
    assert (reader.name, reader.api_key) == ("anthropic:other", None)


async def test_a_reader_that_shares_the_hosts_model_shares_its_provider() -> None:
    models = await open_models(ModelSections.of(Settings()), "app", _secret, Surroundings(environ={}))
    assert models.reader is models.host
    await models.close()


async def test_a_reader_with_a_model_of_its_own_has_a_provider_of_its_own() -> None:
    settings = Settings.model_validate({"agents": {"reader": {"name": "openai:gpt-4o", "api_key": "k" * 20}}})
    models = await open_models(ModelSections.of(settings), "app", _secret, Surroundings(environ={}))
    assert models.reader.provider.name == "openai:gpt-4o"
    assert models.reader.provider is not models.host.provider
    await models.close()
