"""A person in the loop: the first answer wins, and no desktop is held for longer than it was allowed."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.fleet.working import Scene, task, working
from ufo.errors import ConfigError
from ufo.fleet.jobs.decision import Decision

_KEY = task("")[0]


async def test_an_answer_that_comes_while_the_desktop_is_held_goes_to_the_run(scene: Scene) -> None:
    async with working(scene) as work:
        await work.submit(task("ask=colour", hold_s=60))
        await work.until(lambda: scene.row().held)
        assert scene.row().question == "colour"
        await asyncio.to_thread(scene.fleet.answer, _KEY, "blue")
        await work.until_over()
    assert scene.states() == {"task": "done 1"}
    end = scene.store.ended(scene.row().attempt)
    assert end is not None and end.summary["answer"] == "blue"


async def test_a_late_answer_begins_the_next_attempt_also_when_no_worker_lives(scene: Scene) -> None:
    async with working(scene) as work:
        await work.submit(task("ask=colour", hold_s=0), task("", "other"))
        await work.until_over()
        assert scene.states() == {"task": "waiting 1", "other": "done 1"}
    row = scene.row()
    assert (row.question, row.held, row.outcome) == ("colour", False, "NEEDS_HELP")
    with ThreadPoolExecutor() as threads:
        won = [threads.submit(scene.fleet.answer, _KEY, text).exception() for text in ("red", "blue")]
    assert sorted(type(error).__name__ for error in won) == ["ConfigError", "NoneType"]
    assert scene.states()["task"] == "queued 2"
    async with working(scene) as work:
        await work.until_over()
    assert scene.states()["task"] == "done 2"
    end = scene.store.ended(scene.row().attempt)
    assert end is not None and end.summary["answer"] == ("red" if won[0] is None else "blue")


async def test_who_decides_where_nothing_is_asked_is_told_so(scene: Scene) -> None:
    scene.fleet.submit([task("")])
    with pytest.raises(ConfigError, match=r"task job/task/0 asks nothing: it is queued"):
        scene.fleet.answer(_KEY, "blue")
    with pytest.raises(ConfigError, match=r"was not cut in mid-act: it is queued"):
        scene.fleet.decide(_KEY, Decision.DONE)
    with pytest.raises(ConfigError, match=r"there is no task 'job/none/0'; ufo jobs list names them"):
        scene.fleet.answer(task("", "none")[0], "blue")
    with pytest.raises(ConfigError, match="only what has failed or was cancelled is tried again"):
        scene.fleet.retry(_KEY)
    async with working(scene) as work:
        await work.until_over()
        with pytest.raises(ConfigError, match=r"asks nothing: it is done \(VERIFIED\)"):
            await asyncio.to_thread(scene.fleet.answer, _KEY, "blue")
