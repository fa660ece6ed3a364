"""Limits on steps, time, money and requests."""

from __future__ import annotations

import asyncio
import time

import pytest

from ufo.agents.round_context import Context
from ufo.config.settings import LimitSettings
from ufo.errors import LimitReached
from ufo.runs.sessions.limits import GRACE_S, Limits, within
from ufo.schema.picture import Picture
from ufo.schema.usage import Usage
from ufo.trace.emitter import Emitter
from ufo.trace.events import Event, Noticed, PictureSaved


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Ears:
    def __init__(self) -> None:
        self.told: list[str] = []

    def on_event(self, event: Event) -> None:
        assert isinstance(event, Noticed)
        self.told.append(event.text)

    def on_picture(self, event: PictureSaved, picture: Picture) -> None:
        raise AssertionError


def limits(clock: Clock, ears: Ears, **settings: float) -> Limits:
    return Limits(LimitSettings.model_validate(settings), Emitter([ears], clock))


def test_three_quarters_are_told_once_and_the_whole_ends_the_run_and_says_what_raises_it() -> None:
    ears = Ears()
    watched = limits(Clock(), ears, max_step=4)
    for step in (0, 2, 3, 3):
        watched.check(Context(session_step=step))
    assert ears.told == ["3 of 4 steps used"]
    with pytest.raises(LimitReached, match=r"4 of 4 steps used; raise the limit \(--max-steps\)"):
        watched.check(Context(session_step=4))


def test_time_between_two_requests_does_not_count() -> None:
    clock = Clock()
    watched = limits(clock, Ears(), max_time_s=100)
    watched.begin()
    clock.now = 30
    watched.end()
    clock.now = 5000
    watched.begin()
    assert watched.seconds_left == 70
    watched.check(Context())
    clock.now = 5070
    assert watched.seconds_left == 0
    with pytest.raises(LimitReached, match="100 of 100 seconds"):
        watched.check(Context())


def test_money_counts_where_a_price_is_known_and_nothing_spent_is_within_every_limit() -> None:
    ears = Ears()
    watched = limits(Clock(), ears, max_cost_usd=0)
    watched.check(Context(usage=Usage(cost=0.0)))
    assert ears.told == []
    watched.check(Context(usage=Usage(cost=None)))
    watched.check(Context(usage=Usage(cost=None)))
    assert len(ears.told) == 1
    assert "no price is known" in ears.told[0]
    with pytest.raises(LimitReached, match="USD"):
        watched.check(Context(usage=Usage(cost=0.01)))


def test_a_limit_that_no_price_can_reach_is_told_once() -> None:
    ears = Ears()
    watched = limits(Clock(), ears, max_cost_usd=2)
    for _ in range(2):
        watched.check(Context(usage=Usage(cost=None)))
    assert len(ears.told) == 1 and "no price is known" in ears.told[0]


def test_a_session_takes_so_many_requests_and_no_more() -> None:
    watched = limits(Clock(), Ears(), max_round=2)
    watched.check(Context(current_round_id=1))
    with pytest.raises(LimitReached, match="start a new one"):
        watched.check(Context(current_round_id=2))


async def test_work_that_does_not_end_when_it_is_stopped_is_left_behind() -> None:
    hanging, let_go = asyncio.Event(), asyncio.Event()

    async def stubborn() -> None:
        while not let_go.is_set():
            try:
                await let_go.wait()
            except asyncio.CancelledError:
                hanging.set()

    began = time.monotonic()
    with pytest.raises(TimeoutError):
        await within(0.1, stubborn())
    assert hanging.is_set()
    assert time.monotonic() - began < 0.1 + GRACE_S + 0.5
    let_go.set()


async def test_what_work_comes_to_in_time_is_what_it_comes_to() -> None:
    async def work(error: Exception | None = None) -> str:
        await asyncio.sleep(0)
        if error is not None:
            raise error
        return "done"

    assert await within(5, work()) == "done"
    with pytest.raises(LimitReached, match="steps"):
        await within(5, work(LimitReached("9 of 9 steps used")))


async def test_work_is_stopped_with_whoever_waits_for_it() -> None:
    stopped = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            stopped.set()

    waiting = asyncio.create_task(within(60, work()))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert stopped.is_set()


async def test_work_goes_on_past_its_seconds_while_people_have_the_run_parked() -> None:
    clock, parked = Clock(), Clock()
    watched = Limits(LimitSettings(max_time_s=100), Emitter([Ears()], clock), parked_s=parked)
    clock.now = parked.now = 5000
    assert watched.seconds_left == 100
    clock.now = 5099.9
    asked: list[float] = []

    async def works() -> str:
        await asyncio.sleep(0.3)
        return "done"

    def more() -> float:
        asked.append(watched.seconds_left)
        return watched.seconds_left

    assert await within(watched.seconds_left, works(), more) == "done"
    assert asked
    clock.now = 5100.1
    with pytest.raises(TimeoutError):
        await watched.held(works())
