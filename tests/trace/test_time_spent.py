from __future__ import annotations

from pathlib import Path

import pytest

from tests.trace.sample_run import write_run
from ufo.schema.spans import Spent
from ufo.trace.emitter import Emitter
from ufo.trace.events import RunStarted, StepEnded
from ufo.trace.reader import read_run
from ufo.trace.time_spent import OTHER, TimeTold, time_of
from ufo.trace.writer import LogWriter


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def told(tmp_path: Path) -> TimeTold:
    """A run of one turn: 1 s for a look, 5 s for the model, 4 s for a tool of which 3 are a look, 2 s that nobody measured."""
    clock, log = Clock(), LogWriter(tmp_path)
    emitter = Emitter([log], clock)
    emitter.emit(RunStarted(run_id=log.run_id, request="r", model="m", desktop="d", started="now"))
    with emitter.spending(Spent.COLLECTING, "App"), emitter.spending(Spent.LOOK):
        clock.now += 1
    with emitter.spending(Spent.MODEL, "App"):
        clock.now += 5
    with emitter.spending(Spent.TOOL, "fill"):
        clock.now += 1
        with emitter.spending(Spent.LOOK):
            clock.now += 3
    clock.now += 2
    emitter.step = 1
    emitter.emit(StepEnded(agent="App", state="CONTINUE", status="FINISH"))
    log.close()
    found = time_of(read_run(log.folder))
    assert found is not None
    return found


def test_each_moment_counts_once_for_the_innermost_thing_that_was_done(told: TimeTold) -> None:
    (turn, *_) = told.turns
    assert turn.by_kind == {Spent.MODEL: 5, Spent.LOOK: 4, OTHER: 2, Spent.TOOL: 1}
    assert (turn.seconds, turn.own_s) == (12, 7)


def test_the_model_is_told_apart_and_what_lies_before_and_after_it(told: TimeTold) -> None:
    assert (told.seconds, told.model_s, told.own_s) == (12, 5, 7)
    assert (told.before_s, told.after_s) == (1, 6)


def test_what_took_longest_is_told_with_what_it_lies_in(told: TimeTold) -> None:
    assert [(piece.own_s, piece.path) for piece in told.slowest] == [
        (3, ("fill", "look")),
        (1, ("collecting", "look")),
        (1, ("fill",)),
    ]


def test_a_log_of_an_older_version_tells_no_times(tmp_path: Path) -> None:
    assert time_of(read_run(write_run(tmp_path).folder)) is None
