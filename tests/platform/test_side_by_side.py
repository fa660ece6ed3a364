from __future__ import annotations

import asyncio
import os
import subprocess
import sys

import anyio
import pytest

from tests.waiting import in_time
from ufo.platform.side_by_side import Child, run_child, side_by_side

_CHILD = (
    "import os, sys, threading\n"
    "from ufo.platform.side_by_side import told_by_parent\n"
    "gone = threading.Event()\n"
    "print(told_by_parent(gone.set), flush=True)\n"
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


async def test_a_child_gets_its_line_and_its_code_and_last_words_come_back() -> None:
    program = "import sys; sys.stderr.write(sys.stdin.readline()); sys.exit(3)"
    ended = await run_child(Child((sys.executable, "-c", program), os.environ, told="a line"))
    assert (ended.code, ended.said) == (3, "a line")


async def test_a_child_that_takes_too_long_is_stopped() -> None:
    hanging = Child((sys.executable, "-c", "import time; time.sleep(60)"), os.environ, within_s=0.1)
    with in_time():
        assert (await run_child(hanging)).code == -15


def test_a_child_is_told_when_its_parent_is_gone() -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", _CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=dict(os.environ)
    )
    assert child.stdin and child.stdout
    child.stdin.write("the order\n")
    child.stdin.flush()
    assert child.stdout.readline() == "the order\n"
    # What the kernel does to the pipe of a process that is killed.
    child.stdin.close()
    assert child.stdout.readline() == "gone\n"
    child.stdout.close()
    assert child.wait(10) == 0
