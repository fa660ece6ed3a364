"""Retries a model call where waiting may help: how long to wait, when to give up, and when to tell the person of the wait."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

from ufo.errors import ModelUnavailable
from ufo.schema.usage import Usage

T = TypeVar("T")

LONGEST_WAIT_S = 60.0
FIRST_S = 20.0


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a call failed, in words that are safe to show. `retry_after_s` is the wait that the endpoint asked for, in seconds.
    `used`: what the endpoint told to have used all the same. `may_be_billed`: the endpoint had the request and told nothing.
    """

    reason: str
    may_pass: bool
    retry_after_s: float | None = None
    used: Usage = Usage()
    may_be_billed: bool = False


@dataclass(slots=True)
class Wasted:
    """What the tries of one call used whose answers were of no use. `unknown`: of so many nobody knows."""

    used: Usage = Usage()
    unknown: int = 0

    def add(self, failure: Failure) -> None:
        self.used += failure.used
        self.unknown += failure.may_be_billed


@dataclass(frozen=True, slots=True)
class Backoff:
    """How long to wait before the next try: twice as long each time, less up to half at random. `rand` returns 0.0 to 1.0."""

    sleep: Callable[[float], Awaitable[None]]
    rand: Callable[[], float]
    first_s: float = 0.5
    longest_s: float = 20.0
    within_s: float | None = None
    """How long all tries together may take; a wait that would end later is not begun."""

    def wait_s(self, attempt: int, retry_after_s: float | None) -> float:
        if retry_after_s is not None and math.isfinite(retry_after_s):
            return max(0.0, retry_after_s)
        return min(self.longest_s, self.first_s * 2.0**attempt) * (1 - self.rand() / 2)


async def retrying(
    call: Callable[[], Awaitable[T | Failure]],
    max_retry: int,
    backoff: Backoff,
    notice: Callable[[str], None],
    wasted: Wasted | None = None,
) -> T:
    """Call until there is a result. Raises ModelUnavailable with the last reason, and what all tries used. A failure is passed
    as a value, so that no chained exception can show a secret. `wasted` is told what the tries before the result used.
    """
    wasted = wasted if wasted is not None else Wasted()

    def given_up(said: str, *, may_pass: bool = False) -> ModelUnavailable:
        return ModelUnavailable(said, wasted.used, wasted.unknown, may_pass=may_pass)

    last, began = "", time.monotonic()
    for attempt in range(max_retry + 1):
        outcome = await call()
        if not isinstance(outcome, Failure):
            return outcome
        failure: Failure = outcome
        wasted.add(failure)
        last = failure.reason
        if not failure.may_pass:
            raise given_up(last)
        if attempt == max_retry:
            break
        wait_s = backoff.wait_s(attempt, failure.retry_after_s)
        if wait_s > LONGEST_WAIT_S:
            raise given_up(f"{last}; it asks to wait {wait_s:.0f} s, try again then or set `model.backup`")
        if backoff.within_s is not None and time.monotonic() - began + wait_s > backoff.within_s:
            raise given_up(
                f"{last}; the next try, in {wait_s:.1f} s, would be too late (`model.deadline_s` is {backoff.within_s:g})",
                may_pass=True,
            )
        notice(f"{last}; asking again in {wait_s:.1f} s")
        await backoff.sleep(wait_s)
    raise given_up(f"{last} ({max_retry + 1} tries); try again later or set `model.backup`", may_pass=True)


async def told_while_waiting(work: Awaitable[T], who: str, tell: Callable[[str], None], first_s: float = FIRST_S) -> T:
    """Return what `work` returns. Call `tell` after `first_s` seconds, and again each time that the wait has doubled.

    A cancellation ends `work` at once.
    """
    task = asyncio.ensure_future(work)
    waited_s, pause_s = 0.0, first_s
    try:
        while not task.done():
            await asyncio.wait({task}, timeout=pause_s)
            if not task.done():
                waited_s, pause_s = waited_s + pause_s, waited_s + pause_s
                tell(
                    f"{who} has not answered for {waited_s:g} s; waiting as long as the run may take (Ctrl-C stops it)"
                )
    finally:
        task.cancel()
    return await task
