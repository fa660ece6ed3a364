"""Runs several programs side by side, none of which lives longer than the process that started it.

A child holds a pipe whose other end only this process has. However this process ends, also by kill -9, the pipe then closes,
and the child ends itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ufo.platform.process_groups import OWN_SESSION

T = TypeVar("T")

_STOP_S = 15.0
_MOST_SAID = 4000
_MOST_TOLD = 1_000_000


@dataclass(frozen=True, slots=True)
class Ended:
    """How a child ended: its exit code, negative for a signal, and the end of what it wrote to standard error."""

    code: int
    said: str = ""


@dataclass(frozen=True, slots=True)
class Child:
    """A program to run, with its environment. `told` is the line on its standard input; `quiet`: what it prints is not shown.
    `keeps`: descriptors that it inherits. After `within_s` seconds it is stopped.
    """

    command: Sequence[str]
    environment: Mapping[str, str]
    told: str = ""
    quiet: bool = True
    keeps: Sequence[int] = ()
    within_s: float | None = None


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


async def run_child(child: Child) -> Ended:
    """Run a program to its end. It is stopped in order where this is cancelled. Raises OSError where it cannot be started."""
    process = await asyncio.create_subprocess_exec(
        *child.command,
        env=child.environment,
        stdin=PIPE,
        stdout=DEVNULL if child.quiet else None,
        stderr=PIPE if child.quiet else None,
        pass_fds=tuple(child.keeps),
        # Ctrl-C at the terminal is for this process, which stops its children itself.
        **OWN_SESSION,
    )
    said = asyncio.ensure_future(_tail(process))
    try:
        if process.stdin is not None:
            process.stdin.write(child.told.encode() + b"\n")
        await asyncio.wait_for(process.wait(), child.within_s)
    except TimeoutError:
        await _stop(process)
    except asyncio.CancelledError:
        await asyncio.shield(_stop(process))
        raise
    finally:
        if process.stdin is not None:
            process.stdin.close()
        await asyncio.wait({said}, timeout=1.0)
        said.cancel()
    return Ended(process.returncode or 0, said.result() if said.done() and not said.cancelled() else "")


async def _tail(process: Process) -> str:
    """Read standard error to its end, and keep the last of it."""
    kept = b""
    while process.stderr is not None and (part := await process.stderr.read(65536)):
        kept = (kept + part)[-_MOST_SAID:]
    return kept.decode("utf-8", "replace").strip()


async def _stop(process: Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.terminate()
        try:
            await asyncio.wait_for(process.wait(), _STOP_S)
        except TimeoutError:
            process.kill()
            await process.wait()


def told_by_parent(gone: Callable[[], object]) -> str:
    """Return the line that the parent wrote to standard input, and from then on call `gone`, in another thread, when the parent
    is gone. Standard input is empty afterwards.
    """
    pipe = os.dup(0)
    line = b""
    while not line.endswith(b"\n") and len(line) < _MOST_TOLD and (part := os.read(pipe, 65536)):
        line += part
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)

    def watch() -> None:
        while os.read(pipe, 4096):
            pass
        gone()

    threading.Thread(target=watch, daemon=True).start()
    return line.decode("utf-8").strip()
