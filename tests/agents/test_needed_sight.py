"""When a model that sees pictures is sent some."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ufo.agents.needed_sight import LookFacts, NeededSight
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Effect, Result, ResultStatus
from ufo.schema.target import TargetInfo, TargetKind

WINDOW = TargetInfo(kind=TargetKind.WINDOW, name="Untitled", id="3", app_root="notes")


def control(name: str, **more: Any) -> TargetInfo:
    return TargetInfo(**{"kind": TargetKind.CONTROL, "name": name, "type": "Button", "source": "a11y", **more})


CALM = LookFacts(WINDOW, [control(str(at)) for at in range(5)])


def done(effect: Effect) -> ActionCommandInfo:
    result = Result(status=ResultStatus.SUCCESS, effect=effect)
    return ActionCommandInfo(function="click_input", arguments={}, result=result)


def after_the_first() -> NeededSight:
    sight = NeededSight()
    sight.begin()
    assert sight.needed(CALM)
    return sight


def test_the_first_look_at_a_window_is_shown_and_the_next_ones_are_not() -> None:
    sight = after_the_first()
    assert not sight.needed(CALM)
    assert not sight.needed(replace(CALM, window=WINDOW.model_copy(update={"name": "hello.txt"})))
    sight.begin()
    assert sight.needed(CALM)


@pytest.mark.parametrize(
    "look",
    [
        replace(CALM, degraded="the tree ends early"),
        replace(CALM, controls=CALM.controls[:2]),
        replace(CALM, controls=[*CALM.controls, control("x", source="vision")]),
        replace(CALM, controls=[*CALM.controls, control("Really?", type="Dialog")]),
        replace(CALM, window=WINDOW.model_copy(update={"id": "4"})),
        replace(CALM, feedback="it failed"),
        replace(CALM, done=[done(Effect.SUSPECTED_NOOP)]),
    ],
    ids=["degraded", "few controls", "by sight", "dialog", "another window", "failed", "no effect"],
)
def test_a_poor_list_something_new_or_trouble_shows_the_window(look: LookFacts) -> None:
    assert after_the_first().needed(look)


def test_a_confirmed_step_needs_no_picture() -> None:
    assert not after_the_first().needed(replace(CALM, done=[done(Effect.CONFIRMED)]))


def test_a_model_that_asks_once_sees_the_window_to_the_end_of_the_sub_task() -> None:
    sight = after_the_first()
    sight.heard("SCREENSHOT")
    assert sight.needed(CALM)
    sight.heard("CONTINUE")
    assert sight.needed(CALM)
    sight.begin()
    assert sight.needed(CALM)
    sight.heard("CONTINUE")
    assert not sight.needed(CALM)


def test_always_is_always() -> None:
    sight = NeededSight(always=True)
    sight.begin()
    assert sight.needed(CALM) and sight.needed(CALM)
