"""Every call of a model is held against the budget before it is made, over real HTTP."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.llm.model_server import Reply, Step
from tests.llm.openai_asking import Waits, ask, settings
from tests.llm.openai_server import OpenAIServer, fails, says
from tests.llm.turns import GOOD, host_turn
from ufo.config.settings import LimitSettings
from ufo.errors import ConfigError, LimitReached, ModelUnavailable
from ufo.llm.budget import Budget, Forecast
from ufo.llm.registry import Surroundings, create
from ufo.schema.usage import Usage

PRICED = {"input_price": 2.0, "output_price": 10.0}


async def test_an_answer_says_who_gave_it_and_what_it_cost_with_cached_tokens_apart() -> None:
    with OpenAIServer([says(GOOD, usage=(1000, 50, 800))]) as server:
        completion = await ask(server, host_turn(), input_price=2.0, output_price=10.0, cached_price=0.5)
    assert completion.by == "openai:gpt-4o"
    assert (completion.usage.input_tokens, completion.usage.cached_tokens) == (1000, 800)
    assert completion.usage.cost == pytest.approx((200 * 2 + 800 * 0.5 + 50 * 10) / 1e6)


async def test_a_call_beyond_the_limit_never_reaches_the_endpoint() -> None:
    around = Surroundings(budget=Budget(LimitSettings(max_cost_usd=0.03)))
    with OpenAIServer([says(GOOD, usage=(1000, 1000))]) as server:
        provider = create(settings(server, **PRICED), around)
        await provider.complete(host_turn())
        with pytest.raises(LimitReached, match="could cost"):
            await provider.complete(host_turn())
        await provider.close()
        assert len(server.requests) == 1


async def test_two_models_share_one_budget() -> None:
    around = Surroundings(budget=Budget(LimitSettings(max_tokens=5000)))
    with OpenAIServer([says(GOOD, usage=(3000, 100))]) as server:
        first, second = (create(settings(server, name=f"openai:{text}", **PRICED), around) for text in "ab")
        await first.complete(host_turn())
        with pytest.raises(LimitReached, match="tokens"):
            await second.complete(host_turn())
        await first.close()
        await second.close()


async def test_an_endpoint_that_counts_more_than_was_thought_is_believed_from_then_on() -> None:
    around = Surroundings(budget=Budget(LimitSettings(max_tokens=60_000)))
    with OpenAIServer([says(GOOD, usage=(40_000, 10))]) as server:
        provider = create(settings(server, **PRICED), around)
        await provider.complete(host_turn())
        with pytest.raises(LimitReached, match="could use 4"):
            await provider.complete(host_turn())
        await provider.close()


async def test_a_backup_is_asked_at_its_own_price_and_named() -> None:
    with OpenAIServer([fails(500)]) as down, OpenAIServer([says(GOOD, usage=(1000, 0))]) as spare:
        backup = settings(spare, name="openai:spare", input_price=1.0, output_price=1.0)
        provider = create(settings(down, max_retry=0, **PRICED), None, backup)
        completion = await provider.complete(host_turn())
        await provider.close()
    assert completion.by == "openai:spare"
    assert completion.usage.cost == pytest.approx(0.001)


async def test_a_model_without_a_price_is_refused_before_it_is_asked_where_the_person_limits_the_cost() -> None:
    with OpenAIServer([says(GOOD)]) as server:
        priceless = settings(server)
        with pytest.raises(ConfigError, match="no price is known for the model 'openai:gpt-4o'"):
            create(priceless, Surroundings(budget=Budget(LimitSettings(max_cost_usd=1))))
        told: list[str] = []
        provider = create(priceless, replace(Surroundings(), notice=told.append))
        assert (await provider.complete(host_turn())).usage.cost is None
        await provider.close()
    assert len(told) == 1 and "cannot stop it" in told[0]


@pytest.mark.parametrize(
    ("step", "more", "spent"),
    [
        (says("no", finish_reason="content_filter", usage=(3000, 100)), {}, 3100),
        (Reply(hang=True), {"timeout_s": 0.3}, 2000),
    ],
    ids=["filtered", "late"],
)
async def test_what_an_answer_of_no_use_used_counts_against_the_limits(
    step: Step, more: dict[str, float], spent: int
) -> None:
    budget = Budget(LimitSettings(max_tokens=10_000))
    with OpenAIServer([step]) as server:
        provider = create(settings(server, **PRICED, **more), Surroundings(budget=budget))
        with pytest.raises(ModelUnavailable):
            await provider.complete(host_turn())
        await provider.close()
    # The session counts no answer, and what was paid is not forgotten when its count is taken over.
    budget.settle(Usage())
    budget.require(Forecast(1_000, None))
    with pytest.raises(LimitReached):
        budget.require(Forecast(10_001 - spent, None))


async def test_an_answer_that_was_cut_off_before_the_one_that_counts_is_forecast() -> None:
    budget = Budget(LimitSettings(max_tokens=10_000))
    waits = Waits()
    with OpenAIServer([says(GOOD, cut="chunked"), says(GOOD, usage=(1000, 50))]) as server:
        provider = create(settings(server, **PRICED), replace(waits.surroundings(), budget=budget))
        completion = await provider.complete(host_turn())
        await provider.close()
    assert (completion.unknown, completion.usage.tokens) == (1, 1050)
    budget.settle(completion.usage)
    with pytest.raises(LimitReached):
        budget.require(Forecast(10_000 - 1_050 - 2_000, None))
