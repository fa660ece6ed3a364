"""Opens a real application as a person does, by clicks on what the reader offers, and closes it again."""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bench.measured_desktop import MeasuredDesktop
from bench.real import Chord, Part, Press, Step, Words
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.x11.server_connection import XConnection
from ufo.desktop.linux.x11.windows import Windows
from ufo.desktop.snapshot import Element
from ufo.desktop.values import Click, InputEvent, Keys, TypeText, Window
from ufo.errors import DesktopError

_CALM_S, _FIND_S, _SHUT_S, _TICK_S = 8.0, 6.0, 3.0, 0.1
_OUT_OF_REACH = frozenset({"offscreen", "covered", "disabled"})


class NotOpened(Exception):
    """A step found no control to work, or had no effect."""


@dataclass(frozen=True, slots=True)
class Opened:
    """What opened. `window`: the one to look at, a dialog of its own or else the worked window. `fresh`: ids of the windows and
    popups that are new. `before`: keys of what was seen before.
    """

    window: Window
    fresh: frozenset[str]
    before: frozenset[str]


@dataclass(frozen=True, slots=True)
class Opener:
    desktop: MeasuredDesktop
    x: XConnection
    windows: Windows
    window: Window

    @classmethod
    async def on(cls, desktop: MeasuredDesktop, display: str, window: Window) -> Opener:
        x = await XConnection.open(display)
        return cls(desktop, x, await x.run(Windows, x, dict), window)

    async def surfaces(self, window: Window) -> tuple[Surface, ...]:
        """Return the surfaces of the window and of all that belongs to it, topmost first."""

        def find() -> tuple[Surface, ...]:
            target, related = self.windows.with_related(window.id)
            mine = {placed.surface.window.id for placed in (target, *related)}
            return tuple(placed.surface for placed in self.windows.placed() if placed.surface.window.id in mine)

        return await self.x.run(find)

    async def shown(self) -> dict[str, Window]:
        """Return all that the application shows: windows, dialogs and popups."""
        placed = await self.x.run(self.windows.placed)
        mine = (item.surface for item in placed if item.surface.shown and item.surface.window.pid == self.window.pid)
        return {surface.window.id: surface.window for surface in mine if not surface.passing}

    async def open(self, part: Part) -> Opened:
        """Open the part by its steps. Raises NotOpened."""
        there = frozenset(await self.shown())
        seen = frozenset(element.handle.key for element in await self.desktop.snapshot(self.window.id))
        for step in part.steps:
            await self._do(step, there)
        await self._something_new(there, seen)
        window = await self.calm(await self._front(there))
        return Opened(window, frozenset(await self.shown()) - there, seen)

    async def _something_new(self, there: frozenset[str], seen: frozenset[str]) -> None:
        deadline = time.monotonic() + _FIND_S
        while time.monotonic() < deadline:
            now = frozenset(element.handle.key for element in await self.desktop.snapshot(self.window.id))
            if frozenset(await self.shown()) - there or now - seen:
                return
            await asyncio.sleep(_TICK_S)
        raise NotOpened("nothing opened")

    async def _front(self, there: frozenset[str]) -> Window:
        """Return the newest window or dialog of the application, or the worked window where none is new."""
        for window in await self.desktop.windows():
            if window.pid == self.window.pid and window.id not in there and not window.minimized:
                return window
        return self.window

    async def _do(self, step: Step, there: frozenset[str]) -> None:
        match step:
            case Chord(keys):
                await self._input(Keys(keys))
            case Words(text):
                await self._input(TypeText(text))
            case Press():
                element = await self._find(step, there)
                button: Literal["left", "right"] = "right" if step.button == "right" else "left"
                await self._input(Click(element.rect.center, button, 2 if step.button == "double" else 1))

    async def _input(self, event: InputEvent) -> None:
        await self.desktop.send(None, [event])
        await self.desktop.settle(self.window.id)

    async def _find(self, step: Press, there: frozenset[str]) -> Element:
        deadline = time.monotonic() + _FIND_S
        while True:
            front = await self._front(there)
            found = [element for element in await self.desktop.snapshot(front.id) if _fits(element, step)]
            if len(found) > step.place:
                return found[step.place]
            if time.monotonic() > deadline:
                raise NotOpened(f"no {step.role} {step.name!r} is offered")
            await asyncio.sleep(_TICK_S)

    async def calm(self, window: Window) -> Window:
        """Return the window once two looks in a row are equal."""
        before = 0
        deadline = time.monotonic() + _CALM_S
        while time.monotonic() < deadline:
            await self.desktop.settle(window.id)
            self.desktop.expect_change()
            now = (await self.desktop.snapshot(window.id)).fingerprint
            if now == before:
                break
            before = now
            await asyncio.sleep(_TICK_S)
        return next((item for item in await self.desktop.windows() if item.id == window.id), window)

    async def begin(self, steps: Sequence[Step]) -> None:
        """Do the steps that come before any measurement. Raises NotOpened."""
        for step in steps:
            await self._do(step, frozenset())

    async def shut(self, there: frozenset[str]) -> bool:
        """Close what opened, by Escape and then by asking its window to close. Return whether nothing of it is left. `there`:
        ids of what was shown before.
        """
        deadline = time.monotonic() + _SHUT_S
        await self._input(Keys(("escape",)))
        while (left := await self._left(there)) and time.monotonic() < deadline:
            await self._input(Keys(("escape",)))
            await asyncio.sleep(_TICK_S)
        for text in left:
            with contextlib.suppress(DesktopError):
                await self.desktop.close_window(text)
            await self.desktop.settle(self.window.id)
        return not await self._left(there)

    async def _left(self, there: frozenset[str]) -> list[str]:
        return [text for text in await self.shown() if text not in there]

    async def close(self) -> None:
        await self.x.close()


def _fits(element: Element, step: Press) -> bool:
    if _OUT_OF_REACH & element.states or element.role not in step.role.split("|"):
        return False
    pattern = re.compile(step.name)
    return any(
        pattern.match(words) for words in (element.name, element.label or "", element.description or "") if words
    ) or (not step.name and not element.name)
