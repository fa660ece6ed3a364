"""A model that fails, hangs or drips hands over to its backup and is asked again later, over real HTTP."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.endless_http import LongServer
from tests.llm.openai_asking import Waits, settings
from tests.llm.openai_server import OpenAIServer, Reply, Request, fails, says
from tests.llm.turns import GOOD, GOOD_TEXT, host_turn
from ufo.config.settings import ModelSettings
from ufo.errors import ModelUnavailable
from ufo.llm.fallback import FallbackProvider
from ufo.llm.registry import create


def at(url: str, name: str, **more: Any) -> ModelSettings:
    values = {"name": f"openai:{name}", "base_url": f"{url}/v1", "input_price": 1, "output_price": 1, "max_retry": 0}
    return ModelSettings.model_validate(values | more)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


async def test_an_overloaded_model_is_retried_then_replaced_and_asked_again_after_a_rest() -> None:
    waits, clock = Waits(), Clock()
    overloaded = [fails(529, "overloaded")] * 3
    with OpenAIServer([*overloaded, says(GOOD)]) as first, OpenAIServer([says(GOOD)]) as second:
        tried = create(settings(first, name="openai:first", max_retry=2), waits.surroundings())
        spare = create(settings(second, name="openai:spare"), waits.surroundings())
        provider = FallbackProvider(tried, spare, waits.notices.append, rest_s=60, clock=clock)
        who = [(await provider.complete(host_turn())).by]
        clock.now = 59
        who.append((await provider.complete(host_turn())).by)
        clock.now = 61
        who.append((await provider.complete(host_turn())).by)
        await provider.close()
    assert who == ["openai:spare", "openai:spare", "openai:first"]
    assert len(first.requests) == 4 and len(waits.seconds) == 2
    assert any("first does not answer" in notice and "asking openai:spare" in notice for notice in waits.notices)
    assert waits.notices[-1] == "openai:first answers again"


@pytest.mark.parametrize("kind", ["silent", "dripping"])
async def test_a_dead_endpoint_is_left_at_its_deadline_while_the_event_loop_goes_on(kind: str) -> None:
    def drops() -> Iterator[bytes]:
        while not dead.closing.wait(0.02):
            yield b" "

    dead = OpenAIServer([Reply(hang=True)]) if kind == "silent" else LongServer(drops)
    beats = 0

    async def beat() -> None:
        nonlocal beats
        while True:
            await asyncio.sleep(0.02)
            beats += 1

    with dead, OpenAIServer([says(GOOD)]) as spare:
        provider = create(at(dead.address, "dead", deadline_s=0.4), Waits().surroundings(), at(spare.address, "spare"))
        beating = asyncio.ensure_future(beat())
        began = time.monotonic()
        completion = await provider.complete(host_turn())
        seconds = time.monotonic() - began
        beating.cancel()
        await provider.close()
    assert (completion.text, completion.by) == (GOOD_TEXT, "openai:spare")
    assert seconds < 10 and beats >= 5


async def test_without_a_backup_the_deadline_ends_the_call_with_the_next_move() -> None:
    with OpenAIServer([Reply(hang=True)]) as dead:
        provider = create(at(dead.address, "dead", deadline_s=0.3), Waits().surroundings())
        with pytest.raises(ModelUnavailable, match=r"within 0\.3 s, all tries together; raise `model\.deadline_s`"):
            await provider.complete(host_turn())
        await provider.close()


async def test_a_wait_that_would_end_after_the_deadline_is_not_begun() -> None:
    waits = Waits()
    with OpenAIServer([fails(429, headers={"Retry-After": "50"})]) as busy:
        provider = create(at(busy.address, "busy", max_retry=3, deadline_s=30), waits.surroundings())
        with pytest.raises(ModelUnavailable, match=r"429.*in 50\.0 s, would be too late"):
            await provider.complete(host_turn())
        await provider.close()
        assert (len(busy.requests), waits.seconds) == (1, [])


async def test_a_backup_by_name_shares_the_endpoint_and_not_the_prices() -> None:
    def first_fails(request: Request) -> Reply:
        return fails(500) if request.body["model"] == "large" else says(GOOD)

    with OpenAIServer([first_fails]) as server:
        provider = create(at(server.address, "large", backup="openai:small"), Waits().surroundings())
        completion = await provider.complete(host_turn())
        await provider.close()
    assert (completion.by, completion.usage.cost) == ("openai:small", None)


async def test_a_backup_that_reads_less_than_the_prompt_is_not_asked_and_the_reason_is_told() -> None:
    waits = Waits()
    with OpenAIServer([fails(503)]) as first, OpenAIServer([says(GOOD)]) as second:
        small = settings(second, name="openai:small", context_tokens=3000, max_tokens=600)
        provider = create(settings(first, max_retry=0), waits.surroundings(), small)
        assert (await provider.complete(host_turn())).text
        with pytest.raises(ModelUnavailable, match=r"'openai:small' reads and writes 3,000; choose a backup"):
            await provider.complete(host_turn(request="word " * 2000))
        await provider.close()
        assert len(second.requests) == 1


async def test_a_backup_that_sees_no_pictures_gets_the_words_alone() -> None:
    with OpenAIServer([fails(503)]) as first, OpenAIServer([says(GOOD)]) as second:
        blind = settings(second, visual_mode=False)
        provider = create(settings(first, max_retry=0), Waits().surroundings(), blind)
        await provider.complete(host_turn(with_picture=True))
        await provider.close()
        assert "the desktop" not in str(second.requests[0].body["messages"])
