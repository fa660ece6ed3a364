"""The limits of a session. Reaching one ends a run with LIMIT, so that no run goes on endlessly."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from types import MappingProxyType
from typing import Any, TypeVar

from ufo.agents.round_context import Context
from ufo.config.settings import LimitSettings
from ufo.errors import LimitReached
from ufo.llm.budget import Budget
from ufo.trace.emitter import Emitter
from ufo.trace.events import Noticed

T = TypeVar("T")

_WARN_AT = 0.75
GRACE_S = 0.8
"""How long work that is stopped may take to clean up, such as to release a key or to restore the clipboard, in seconds."""
_SHORTEST_S = 0.05
_RAISED_BY = MappingProxyType(
    {
        "steps": "--max-steps",
        "seconds": "--max-time",
        "USD": "--max-cost",
        "tokens": "`limits.max_tokens`",
        "answers that did not fit": "`limits.max_format_errors`",
    }
)


async def within(seconds: float, work: Coroutine[Any, Any, T], more: Callable[[], float] = lambda: 0.0) -> T:
    """Run `work` for at most `seconds`, and for as many as `more` returns then, each time. Raises TimeoutError. Work that hangs
    and does not end when it is cancelled is left behind.
    """
    task = asyncio.ensure_future(work)
    try:
        await asyncio.wait({task}, timeout=seconds)
        while not task.done() and (left := more()) > 0:
            await asyncio.wait({task}, timeout=max(left, _SHORTEST_S))
        if not task.done():
            await _stopped(task)
            raise TimeoutError
    except asyncio.CancelledError:
        await _stopped(task)
        raise
    return task.result()


async def _stopped(task: asyncio.Future[Any]) -> None:
    task.cancel()
    # Its result comes too late to count.
    task.add_done_callback(lambda ended: None if ended.cancelled() else ended.exception())
    await asyncio.wait({task}, timeout=GRACE_S)


class Limits:
    """Limits that are checked before each state is handled; between them `budget` holds those of money and tokens. All but
    the seconds count over all requests of a session.

    Seconds between requests, while a person thinks of the next one, do not count, and neither do those of `parked_s`: how long
    people have parked the run so far.
    """

    def __init__(
        self,
        settings: LimitSettings,
        emitter: Emitter,
        budget: Budget | None = None,
        parked_s: Callable[[], float] = lambda: 0.0,
    ) -> None:
        self._settings = settings
        self._emitter = emitter
        self._budget = budget or Budget(settings)
        self._warned: set[str] = set()
        self._idle_s = 0.0
        self._ended_s: float | None = None
        self.parked_s = parked_s

    @property
    def seconds_left(self) -> float:
        return max(0.0, self._settings.max_time_s - self._seconds)

    async def held(self, work: Coroutine[Any, Any, T]) -> T:
        """Run `work` until the seconds are used up. Raises TimeoutError."""
        return await within(self.seconds_left, work, lambda: self.seconds_left)

    @property
    def time_is_up(self) -> str:
        return f"{self._settings.max_time_s:g} seconds are used up; raise the limit (--max-time) or ask for less"

    @property
    def _seconds(self) -> float:
        return self._emitter.elapsed - self._idle_s - self.parked_s()

    def begin(self) -> None:
        """Count the time again, since a request begins."""
        if self._ended_s is not None:
            self._idle_s += self._emitter.elapsed - self._ended_s
            self._ended_s = None

    def end(self) -> None:
        """Stop counting the time, since a request has ended."""
        self._ended_s = self._emitter.elapsed

    def check(self, context: Context) -> None:
        """Raise LimitReached where a limit is used up. Warn the person and the model once at three quarters of each limit."""
        settings, used = self._settings, context.usage
        self._budget.settle(used)
        if context.current_round_id >= settings.max_round:
            raise LimitReached(f"one session takes at most {settings.max_round} requests; start a new one")
        self._one(context, "steps", context.session_step, settings.max_step)
        self._one(context, "seconds", self._seconds, settings.max_time_s)
        self._one(context, "answers that did not fit", used.format_errors, settings.max_format_errors)
        if settings.max_tokens is not None:
            self._one(context, "tokens", used.tokens, settings.max_tokens)
        if settings.max_cost_usd is not None:
            self._one(context, "USD", used.least_cost, settings.max_cost_usd)
            if used.cost is None:
                self._say_unpriced(settings.max_cost_usd)

    def _say_unpriced(self, limit: float) -> None:
        """Warn once of answers without a price, where the person was not warned of the model before its first call."""
        if "price" not in self._warned and not self._budget.has_told:
            self._warned.add("price")
            text = f"no price is known for what the model answers, so the limit of {limit:g} USD cannot stop it"
            self._emitter.emit(Noticed(text=f"{text}; set `model.input_price` and `model.output_price`"))

    def _one(self, context: Context, unit: str, used: float, limit: float) -> None:
        if used >= limit and used > 0:
            raise LimitReached(
                f"{used:g} of {limit:g} {unit} used; raise the limit ({_RAISED_BY[unit]}) or ask for less"
            )
        if used >= limit * _WARN_AT and used > 0 and unit not in self._warned:
            self._warned.add(unit)
            text = f"{used:.4g} of {limit:g} {unit} used"
            self._emitter.emit(Noticed(text=text))
            context.notices.append(f"{text}: finish what matters most, or say what is missing")
