"""What a turn used is counted by the model that answered, whether or not the turn came to anything."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.llm.turns import GOOD, host_turn
from tests.scenarios.stage import host, stage
from ufo.agents.heard_answers import HeardAnswers
from ufo.errors import LimitReached, ModelUnavailable
from ufo.llm.provider import Completion
from ufo.llm.scripted import ScriptedProvider
from ufo.llm.turn import answer
from ufo.schema.outcome import RunOutcome
from ufo.schema.picture import Picture
from ufo.schema.usage import Usage
from ufo.trace.emitter import Emitter
from ufo.trace.events import Event, ModelAnswered, PictureSaved

CALL = Usage(model_calls=1, input_tokens=100, output_tokens=10, cost=0.02)


class Ears:
    def __init__(self) -> None:
        self.answers: list[ModelAnswered] = []

    def on_event(self, event: Event) -> None:
        assert isinstance(event, ModelAnswered)
        self.answers.append(event)

    def on_picture(self, event: PictureSaved, picture: Picture) -> None:
        raise AssertionError


async def test_two_models_that_answered_one_turn_are_reported_apart() -> None:
    good = Completion(host_turn().schema.model_validate(GOOD).model_dump_json(), CALL, "b", by="openai:b")
    heard, ears = HeardAnswers(ScriptedProvider([Completion("no JSON", CALL, "a", by="openai:a"), good])), Ears()
    with heard.reported(Emitter([ears], time.monotonic), "HostAgent"):
        await answer(heard, host_turn())
    first, second = ears.answers
    assert (first.asked, first.usage.cost, first.usage.format_errors) == ("openai:a", 0.02, 1)
    assert first.error and second.error is None
    assert (second.asked, second.usage.cost, second.usage.format_errors) == ("openai:b", 0.02, 0)
    assert (heard.usage.model_calls, heard.usage.format_errors, heard.usage.cost) == (2, 1, 0.04)


@pytest.mark.parametrize("end", [ModelUnavailable("line is dead"), LimitReached("too much")])
async def test_what_was_answered_before_a_turn_failed_counts(tmp_path: Path, end: Exception) -> None:
    model = ScriptedProvider(["no JSON", end], usage=CALL)
    async with stage(tmp_path, model) as scene:
        summary = await scene.run()
    assert summary.outcome is (RunOutcome.LIMIT if isinstance(end, LimitReached) else RunOutcome.FAILED)
    assert (summary.usage.model_calls, summary.usage.cost, summary.usage.format_errors) == (1, 0.02, 1)
    (answered,) = [event for event in scene.heard.events if isinstance(event, ModelAnswered)]
    assert answered.usage.model_calls == 1


async def test_a_turn_that_was_given_up_counts_once(tmp_path: Path) -> None:
    model = ScriptedProvider(["one", "two", "three", host("FINISH")], usage=CALL)
    async with stage(tmp_path, model) as scene:
        summary = await scene.run()
    assert (summary.usage.model_calls, summary.usage.format_errors) == (3, 3)
    assert (
        sum((event.usage for event in scene.heard.events if isinstance(event, ModelAnswered)), Usage()).model_calls == 3
    )
