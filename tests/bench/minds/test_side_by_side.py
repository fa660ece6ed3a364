from __future__ import annotations

import asyncio
import subprocess
import sys

import anyio
import pytest

from bench.minds.side_by_side import run_child, side_by_side
from tests.waiting import in_time

_CHILD = (
    "import os, sys, threading\n"
    "from bench.minds.side_by_side import notice_end_of_parent\n"
    "gone = threading.Event()\n"
    "notice_end_of_parent(gone.set)\n"
    "print('watching', flush=True)\n"
    "assert sys.stdin.read() == ''\n"
    "gone.wait(20)\n"
    "print('gone', flush=True)\n"
)


async def test_no_more_are_done_at_a_time_than_asked_for_and_all_are_done() -> None:
    now: set[int] = set()
    most, done = 0, []

    async def work(item: int) -> None:
        nonlocal most
        now.add(item)
        most = max(most, len(now))
        await anyio.lowlevel.checkpoint()
        now.remove(item)
        done.append(item)

    await side_by_side(range(20), 3, work)
    assert (most, sorted(done)) == (3, list(range(20)))


async def test_a_failure_stops_the_others_before_it_is_raised() -> None:
    ended = []

    async def work(item: int) -> None:
        if item == 1:
            raise OSError("no")
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(item)

    with pytest.raises(OSError, match="no"):
        await side_by_side(range(9), 2, work)
    assert ended == [0]


async def test_the_exit_code_of_a_child_comes_back_and_a_child_whose_play_is_cancelled_is_stopped() -> None:
    assert await run_child((sys.executable, "-c", "import sys; sys.exit(3)")) == 3
    hanging = asyncio.ensure_future(run_child((sys.executable, "-c", "import time; time.sleep(60)")))
    await anyio.lowlevel.checkpoint()
    hanging.cancel()
    with in_time(), pytest.raises(asyncio.CancelledError):
        await hanging


def test_a_child_is_told_when_its_parent_is_gone() -> None:
    child = subprocess.Popen([sys.executable, "-c", _CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert child.stdin and child.stdout
    assert child.stdout.readline() == "watching\n"
    # What the kernel does to the pipe of a process that is killed.
    child.stdin.close()
    assert child.stdout.readline() == "gone\n"
    child.stdout.close()
    assert child.wait(10) == 0
