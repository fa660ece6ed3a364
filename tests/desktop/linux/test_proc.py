"""What the kernel tells of a program's threads, by a program that is busy in one after the other."""

from __future__ import annotations

import subprocess
import sys

import anyio

from tests.waiting import in_time
from ufo.desktop.linux.proc import IdleThreads

_AT_HAND_S = 0.01
_BATON = """
import sys, threading, time
turns = [threading.Event(), threading.Event()]
def work(place):
    for _ in range(4):
        turns[place].wait()
        turns[place].clear()
        until = time.monotonic() + 0.15
        while time.monotonic() < until:
            pass
        turns[1 - place].set()
workers = [threading.Thread(target=work, args=(place,)) for place in range(2)]
for worker in workers:
    worker.start()
print("begins", flush=True)
turns[0].set()
for worker in workers:
    worker.join()
print("is done", flush=True)
sys.stdin.read()
"""


async def test_a_program_that_hands_its_work_from_thread_to_thread_is_at_rest_once_all_is_done() -> None:
    piped = subprocess.PIPE
    async with await anyio.open_process([sys.executable, "-c", _BATON], stdin=piped, stdout=piped) as program:
        assert program.stdout is not None and program.stdin is not None
        said = await program.stdout.receive()
        rest = IdleThreads(program.pid)
        with in_time():
            while not rest.has_come():
                await anyio.sleep(0.01)
        with anyio.move_on_after(_AT_HAND_S):
            said += await program.stdout.receive()
        assert said == b"begins\nis done\n"
        await program.stdin.aclose()


def test_a_program_that_the_kernel_does_not_show_is_at_rest_after_as_many_looks() -> None:
    rest = IdleThreads(0)
    assert [rest.has_come() for _ in range(6)] == [False] * 4 + [True] * 2
