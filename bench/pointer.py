"""Judges by pixels what reacts where the pointer rests or presses: whether a control is where the look says, and nothing else
is.

A control that a person can work shows it: it lights up, sinks, gets a frame or changes the cursor. That paints pixels of its
own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from Xlib import X
from Xlib.display import Display
from Xlib.ext import xtest

from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.schema.geometry import Point, Rect

Reaction = Literal["reacts", "elsewhere", "silent"]
_TICK_S, _STILL_S, _HOVER_S, _PRESS_S = 0.04, 1.0, 0.35, 0.5
_AROUND_PX, _RING_PX, _LEAST_PX = 2, 10, 6
_STEPS = 8

Pixels = NDArray[np.uint8]


class Pointer:
    """The pointer of a desktop. It stays where it is put. `park`: a point where it disturbs nothing."""

    def __init__(self, environment: Mapping[str, str], desktop: LinuxDesktop, park: Point) -> None:
        self._display = Display(environment["DISPLAY"])
        self._desktop = desktop
        self._park = park
        self._last: tuple[Pixels, Pixels] | None = None

    def close(self) -> None:
        self._display.close()

    def move(self, to: Point) -> None:
        xtest.fake_input(self._display, X.MotionNotify, x=to.x, y=to.y)
        self._display.sync()

    def away(self) -> None:
        self.move(self._park)

    async def hover(self, point: Point, area: Rect, coming_from: Point | None = None) -> Reaction:
        """Return how the area reacts when the pointer comes to rest on a point of it."""
        self._travel(coming_from or self._park)
        before = await self.still()
        self._travel(point)
        return await self._judged(before, area, _HOVER_S)

    def _travel(self, to: Point) -> None:
        """Move in a few steps, because Qt ignores the first motions over a menu as a tremble of the hand."""
        for step in reversed(range(_STEPS)):
            self.move(Point(to.x - step, to.y))

    async def press(self, point: Point, area: Rect) -> Reaction:
        """Do as `hover`, with the button held down. It is released elsewhere, so that nothing is activated."""
        self._travel(point)
        before = await self.still()
        self._button(X.ButtonPress)
        try:
            return await self._judged(before, area, _PRESS_S)
        finally:
            self.away()
            self._button(X.ButtonRelease)

    def _button(self, event: int) -> None:
        xtest.fake_input(self._display, event, 1)
        self._display.sync()

    async def still(self) -> Pixels:
        """Return the screen once it stays the same, or after a second."""
        before = await self._screen()
        deadline = asyncio.get_running_loop().time() + _STILL_S
        while asyncio.get_running_loop().time() < deadline:
            await asyncio.sleep(_TICK_S)
            now = await self._screen()
            if np.array_equal(before, now):
                break
            before = now
        return before

    async def painted(self, before: Pixels) -> int:
        """Return how many pixels differ now."""
        return int(np.any(before != await self._screen(), axis=2).sum())

    async def _screen(self) -> Pixels:
        frame = await self._desktop.capture(None)
        shape = (frame.rect.height, frame.rect.width, 4)
        return np.frombuffer(frame.pixels, dtype=np.uint8).reshape(shape)[:, :, :3]

    async def _judged(self, before: Pixels, area: Rect, within_s: float) -> Reaction:
        deadline = asyncio.get_running_loop().time() + within_s
        found: Reaction = "silent"
        while found != "reacts" and asyncio.get_running_loop().time() < deadline:
            await asyncio.sleep(_TICK_S)
            now = await self._screen()
            found, self._last = judged(before, now, area), (before, now)
        return found

    def also(self, area: Rect) -> bool:
        """Return whether the last change fits another area."""
        return self._last is not None and judged(*self._last, area) == "reacts"


def judged(before: Pixels, now: Pixels, area: Rect) -> Reaction:
    """Judge a change. `reacts`: the area changed, and not as a part of something larger on all sides. `elsewhere`: something
    else around its middle changed.
    """
    differs = np.any(before != now, axis=2)
    inside, ring = _count(differs, area, _AROUND_PX), _count(differs, area, _RING_PX)
    total = int(differs.sum())
    if total < _LEAST_PX:
        return "silent"
    around = (area.width + 2 * _RING_PX) * (area.height + 2 * _RING_PX)
    room = around - (area.width + 2 * _AROUND_PX) * (area.height + 2 * _AROUND_PX)
    is_part = (ring - inside) * 4 > room * 3
    if inside >= _LEAST_PX and not is_part and (inside * 3 >= total or inside * 2 >= area.area):
        return "reacts"
    return "elsewhere" if is_part or (inside < _LEAST_PX and _around(differs, area.center)) else "silent"


def _count(differs: NDArray[np.bool_], area: Rect, margin: int) -> int:
    rows = slice(max(0, area.y - margin), max(0, area.bottom + margin))
    columns = slice(max(0, area.x - margin), max(0, area.right + margin))
    return int(differs[rows, columns].sum())


def _around(differs: NDArray[np.bool_], point: Point) -> bool:
    """Return whether the change lies around the point."""
    down, across = np.nonzero(differs)
    return bool(np.min(across) <= point.x <= np.max(across) and np.min(down) <= point.y <= np.max(down))
