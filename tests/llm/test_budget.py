"""The limits of money and tokens hold before the call that would break them."""

from __future__ import annotations

from typing import Any

import pytest

from ufo.config.settings import LimitSettings
from ufo.errors import ConfigError, LimitReached
from ufo.llm.budget import FREE, UNKNOWN, Budget, Forecast
from ufo.schema.usage import Usage


def budget(**limits: Any) -> Budget:
    return Budget(LimitSettings.model_validate(limits))


def test_a_call_that_could_cost_more_than_is_left_is_not_made() -> None:
    held = budget(max_cost_usd=1.0)
    held.require(Forecast(100, 1.0))
    held.spend(Usage(input_tokens=50, cost=0.4), Forecast(100, 1.0))
    held.require(Forecast(100, 0.6))
    with pytest.raises(LimitReached, match=r"could cost 0\.6100 USD, and 0\.4000 of 1 USD .*--max-cost"):
        held.require(Forecast(100, 0.61))


def test_a_call_that_could_use_more_tokens_than_are_left_is_not_made() -> None:
    held = budget(max_tokens=1000)
    held.spend(Usage(input_tokens=800, output_tokens=100), Forecast(0, 0.0))
    held.require(Forecast(100, None))
    with pytest.raises(LimitReached, match=r"101 tokens, and 900 of 1000 are used.*limits\.max_tokens"):
        held.require(Forecast(101, None))


def test_what_the_session_has_counted_is_taken_over_and_not_counted_twice() -> None:
    held = budget(max_tokens=1000)
    held.spend(Usage(input_tokens=500), Forecast(0, 0.0))
    held.settle(Usage(input_tokens=500))
    held.require(Forecast(500, None))
    held.settle(Usage(input_tokens=990))
    with pytest.raises(LimitReached):
        held.require(Forecast(11, None))


def test_a_call_whose_use_is_not_reported_counts_as_it_was_forecast() -> None:
    held = budget(max_tokens=1000, max_cost_usd=1.0)
    held.spend(Usage(model_calls=1, cost=None), Forecast(700, 0.7))
    held.settle(Usage(model_calls=1, cost=None))
    with pytest.raises(LimitReached, match="tokens"):
        held.require(Forecast(400, 0.1))
    with pytest.raises(LimitReached, match="USD"):
        held.require(Forecast(100, 0.4))


def test_a_part_without_a_known_price_does_not_undo_what_is_known() -> None:
    held = budget(max_cost_usd=1.0)
    held.settle(Usage(cost=0.9) + Usage(cost=None))
    with pytest.raises(LimitReached):
        held.require(Forecast(1, 0.2))


def test_nothing_that_costs_money_is_used_with_a_limit_of_nothing() -> None:
    held = budget(max_cost_usd=0)
    held.require(Forecast(100, 0.0))
    with pytest.raises(LimitReached):
        held.require(Forecast(100, 0.0001))


def test_a_limit_of_the_persons_own_refuses_a_model_without_a_known_price() -> None:
    with pytest.raises(ConfigError, match=r"'openai:x'.*2 USD cannot stop it; set its `input_price`.*--max-cost"):
        budget(max_cost_usd=2).require_price("openai:x", UNKNOWN)


def test_the_limit_by_default_warns_of_a_model_without_a_known_price() -> None:
    held = budget()
    assert "no price is known for the model 'openai:x'" in held.require_price("openai:x", UNKNOWN)
    assert held.has_told
    assert budget(max_cost_usd=2).require_price("builtin", FREE) == ""
    assert budget(max_cost_usd=None).require_price("openai:x", UNKNOWN) == ""
