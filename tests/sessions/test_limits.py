"""Limits on steps, time, money and requests."""

from __future__ import annotations

import pytest

from ufo.agents.context import Context
from ufo.config.settings import LimitSettings
from ufo.errors import LimitReached
from ufo.schema.outcome import Usage
from ufo.schema.picture import Picture
from ufo.sessions.limits import Limits
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
