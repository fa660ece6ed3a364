"""What a model costs: from the user, from the table, or nothing; never nothing where it is not known."""

from __future__ import annotations

import re
from typing import Any

import pytest
from pydantic_ai.usage import RequestUsage

from ufo.config.settings import ModelSettings
from ufo.errors import ConfigError
from ufo.llm.prices import table_version, tariff_of, usage_of
from ufo.schema.usage import Usage

MILLION = 1_000_000


def tariff(**settings: Any) -> Any:
    return tariff_of(ModelSettings.model_validate(settings))


def test_cached_tokens_are_counted_apart_and_never_beyond_those_that_were_read() -> None:
    usage = usage_of(RequestUsage(input_tokens=100, cache_read_tokens=80, cache_write_tokens=50, output_tokens=7))
    assert (usage.input_tokens, usage.cached_tokens, usage.cache_written_tokens, usage.output_tokens) == (
        100,
        80,
        20,
        7,
    )
    assert usage.cost is None
    assert usage_of(RequestUsage(input_tokens=100, cache_read_tokens=900)).cached_tokens == 100


def test_tokens_from_the_cache_cost_what_the_table_says_of_them() -> None:
    of = tariff(name="openai:gpt-4o")
    fresh = of.cost(Usage(input_tokens=MILLION, output_tokens=0))
    cached = of.cost(Usage(input_tokens=MILLION, cached_tokens=MILLION, output_tokens=0))
    assert 0 < cached < fresh


def test_the_price_says_where_it_is_from_and_of_when() -> None:
    assert re.search(r"^\$[\d.]+ in, .*out per million tokens \(genai-prices .*\)$", tariff(name="openai:gpt-4o").words)
    assert re.fullmatch(r"[\d.]+, newest price of 20\d\d-\d\d-\d\d", table_version())


def test_the_users_own_prices_win_over_the_table() -> None:
    of = tariff(name="openai:gpt-4o", input_price=1.0, output_price=2.0, cached_price=0.5)
    used = Usage(input_tokens=MILLION, cached_tokens=MILLION // 2, output_tokens=MILLION)
    assert of.cost(used) == pytest.approx(0.5 + 0.25 + 2.0)
    assert of.words == "$1 in, $0.5 in from its cache, $2 out per million tokens (your own prices)"
    assert tariff(name="openai:gpt-4o", input_price=1.0, output_price=2.0).cost(used) == pytest.approx(3.0)


def test_prices_by_halves_are_refused_with_the_missing_one() -> None:
    with pytest.raises(ConfigError, match="no `output_price`; set it too"):
        tariff(name="openai:gpt-4o", input_price=1.0)
    with pytest.raises(ConfigError, match="no `input_price`"):
        tariff(name="openai:gpt-4o", cached_price=1.0)


@pytest.mark.parametrize(
    "settings",
    [
        {"name": "openai:our-own-7b"},
        {"name": "openai:gpt-4o", "base_url": "http://gateway.example/v1"},
        {"name": "openai:gpt-4o", "base_url": "http://localhost:4000/v1"},
        {"name": "qwen:qwen3-max"},
        {"name": "ollama:gpt-oss:120b-cloud"},
        {"name": "ollama:qwen3", "base_url": "https://ollama.com/v1"},
        {"name": "vllm:qwen3", "base_url": "https://8.8.8.8/v1"},
    ],
)
def test_a_price_that_is_not_known_is_said_and_is_never_nothing(settings: dict[str, Any]) -> None:
    of = tariff(**settings)
    assert (of.is_known, of.words) == (False, "price unknown")
    assert of.cost(Usage(input_tokens=5, output_tokens=5)) is None


@pytest.mark.parametrize(
    "settings",
    [
        {"name": "ollama:qwen3"},
        {"name": "vllm:qwen3", "base_url": "http://192.168.1.7:8000/v1"},
        {"name": "lmstudio:qwen3", "base_url": "http://workstation:1234/v1"},
        {"name": "llamacpp:qwen3", "base_url": "http://[::1]:8080/v1"},
    ],
)
def test_a_model_on_the_users_own_machine_costs_nothing_and_says_so(settings: dict[str, Any]) -> None:
    of = tariff(**settings)
    assert of.is_known and "your own machine" in of.words
    assert of.cost(Usage(input_tokens=MILLION, output_tokens=MILLION)) == 0.0


def test_what_was_used_without_being_reported_has_no_known_cost() -> None:
    assert tariff(name="openai:gpt-4o").cost(Usage(model_calls=1)) is None
    assert tariff(name="openai:x", input_price=1, output_price=1).cost(Usage(model_calls=1)) is None
    assert tariff(name="openai:x", input_price=0, output_price=0).cost(Usage(model_calls=1)) == 0.0
