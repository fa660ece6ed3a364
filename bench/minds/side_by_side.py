"""Runs several programs side by side, none of which lives longer than the process that started it.

A child holds a pipe whose other end only this process has. However this process ends, also by kill -9, the pipe then closes,
and the child ends itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TypeVar

from ufo.platform.process_groups import OWN_SESSION

T = TypeVar("T")

_STOP_S = 15.0


async def side_by_side(items: Iterable[T], most: int, work: Callable[[T], Awaitable[object]]) -> None:
    """Do `work` for each item in order, for at most `most` at a time. The first exception, or a cancellation, stops all of them
    and is raised once they have ended.
    """
    left = iter(items)

    async def worker() -> None:
        for item in left:
            await work(item)

    tasks = [asyncio.ensure_future(worker()) for _ in range(most)]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def run_child(command: Sequence[str]) -> int:
    """Run a program to its end, and return its exit code, negative for a signal. It is stopped in order where this is
    cancelled. Raises OSError where it cannot be started.
    """
    # Ctrl-C at the terminal is for this process, which stops its children itself.
    process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, **OWN_SESSION)
    try:
        return await process.wait()
    except asyncio.CancelledError:
        await asyncio.shield(_stop(process))
        raise
    finally:
        if process.stdin is not None:
            process.stdin.close()


async def _stop(process: Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.terminate()
        try:
            await asyncio.wait_for(process.wait(), _STOP_S)
        except TimeoutError:
            process.kill()
            await process.wait()


def notice_end_of_parent(gone: Callable[[], object]) -> None:
    """Call `gone`, in another thread, when the parent is gone. Standard input is empty from now on."""
    pipe = os.dup(0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)

    def watch() -> None:
        while os.read(pipe, 4096):
            pass
        gone()

    threading.Thread(target=watch, daemon=True).start()
