"""A Linux desktop that tells where the time of an action went: looks, waits, checks of the target, input, pictures."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from functools import wraps
from typing import Any

from bench.measured_desktop import MeasuredDesktop
from ufo.desktop.linux.proc import cpu_s

_PARTS = {
    "snapshot": "looks",
    "settle": "settling",
    "changed": "awaiting a change",
    "target": "confirming",
    "reidentify": "confirming",
    "text": "whole texts",
    "hit_test": "hit tests",
    "obstacle": "hit tests",
    "send": "sending",
    "act": "acting",
    "focus": "focusing",
    "capture": "pictures",
    "windows": "windows",
    "screens": "windows",
}
"""The methods of a desktop, and the part of an action that each of them is."""

_inside: ContextVar[bool] = ContextVar("_inside", default=False)


class Parts:
    """How often each part came and how long it took, in seconds. What one part asks of another counts as its own. `calls` are
    those on the bus, `worked_s` is the processor time of the application.
    """

    def __init__(self) -> None:
        self.counts: defaultdict[str, int] = defaultdict(int)
        self.spent_s: defaultdict[str, float] = defaultdict(float)
        self.calls = 0
        self.worked_s = 0.0

    def __str__(self) -> str:
        longest = sorted(self.spent_s, key=lambda part: -self.spent_s[part])
        parts = [f"{part} {self.counts[part]}x {self.spent_s[part] * 1000:.0f}" for part in longest]
        return ", ".join([*parts, f"{self.calls} calls", f"application's own {self.worked_s * 1000:.0f}"])


class TimedDesktop(MeasuredDesktop):
    parts = Parts()
    pid = 0
    """The process of the application that is measured."""
    _then = (0, 0.0)

    def counted(self) -> Parts:
        """Return what was counted since the last call of this, and begin anew."""
        ended, self.parts = self.parts, Parts()
        calls = 0 if self._accessibility is None else self._accessibility._registry.direct.calls
        worked = cpu_s(self.pid)
        ended.calls, ended.worked_s = calls - self._then[0], worked - self._then[1]
        self._then = (calls, worked)
        return ended


def _timed(method: Callable[..., Awaitable[Any]], part: str) -> Callable[..., Awaitable[Any]]:
    @wraps(method)
    async def timed(self: TimedDesktop, *args: Any, **kwargs: Any) -> Any:
        if _inside.get():
            return await method(self, *args, **kwargs)
        clock, parts, token = asyncio.get_running_loop().time, self.parts, _inside.set(True)
        began = clock()
        try:
            return await method(self, *args, **kwargs)
        finally:
            _inside.reset(token)
            parts.counts[part] += 1
            parts.spent_s[part] += clock() - began

    return timed


for _name, _part in _PARTS.items():
    setattr(TimedDesktop, _name, _timed(getattr(MeasuredDesktop, _name), _part))
