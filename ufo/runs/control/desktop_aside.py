"""The desktop of a run over a connection of its own: what watchers and a person with the lease do there never holds up the run,
and never ends what the run knows of its last look.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager

from ufo.desktop.backend import Desktop
from ufo.desktop.heard import Heard, HeardButton, HeardKey, HeardWheel, Listener
from ufo.desktop.values import ButtonAt, Keys, PointerAt, Relayed, Scroll, TypeText
from ufo.runs.control.messages import KeyStroke, Pasted, PersonInput, PointerButton, PointerMoved, TypedText, Wheel
from ufo.schema.geometry import Point

Connect = Callable[[], AbstractAsyncContextManager[Desktop]]


class DesktopAside:
    """Connects when it is first used, and lets go when nobody uses it any more. `connect` connects once more."""

    def __init__(self, connect: Connect) -> None:
        self._connect = connect
        self._users = 0
        self._one = asyncio.Lock()
        self._open: Desktop | None = None
        self._closing = AsyncExitStack()

    @asynccontextmanager
    async def used(self) -> AsyncIterator[Desktop]:
        """Yield the desktop. Raises DesktopError where it cannot be connected to."""
        async with self._one:
            if self._open is None:
                self._open = await self._closing.enter_async_context(self._connect())
            self._users += 1
            desktop = self._open
        try:
            yield desktop
        finally:
            async with self._one:
                self._users -= 1
                if not self._users:
                    self._open = None
                    await self._closing.aclose()


class Relay:
    """Does on the desktop what a client with the lease sends. `listen` hears it as a backend hears what a person does, for a
    desktop whose backend cannot.
    """

    def __init__(self, aside: DesktopAside) -> None:
        self._aside = aside
        self._one = asyncio.Lock()
        self._listeners: list[Listener] = []

    async def listen(self, heard: Listener) -> Callable[[], Awaitable[None]]:
        self._listeners.append(heard)

        async def release() -> None:
            self._listeners.remove(heard)

        return release

    async def do(self, events: tuple[PersonInput, ...]) -> None:
        """Do the events in order. Raises DesktopError where the desktop refuses one."""
        async with self._one, self._aside.used() as desktop:
            for event in events:
                done = _on_desktop(event)
                if isinstance(done, Keys | TypeText):
                    await desktop.send(None, [done])
                else:
                    await desktop.relay(done)
                for heard in _as_heard(event):
                    for listener in tuple(self._listeners):
                        listener(heard)


def _on_desktop(event: PersonInput) -> Relayed | Keys | TypeText:
    match event:
        case PointerMoved(x=x, y=y):
            return PointerAt(Point(x, y))
        case PointerButton(x=x, y=y, button=button, down=down):
            return ButtonAt(Point(x, y), button, down)
        case Wheel(x=x, y=y, dx=dx, dy=dy):
            return Scroll(Point(x, y), dy=dy, dx=dx)
        case KeyStroke(key=key, held=held):
            return Keys((*held, key))
        case TypedText(text=text):
            return TypeText(text, struck=True)
        case Pasted(text=text):
            return TypeText(text)


def _as_heard(event: PersonInput) -> tuple[Heard, ...]:
    match event:
        case PointerButton(x=x, y=y, button=button, down=down):
            return (HeardButton(down, button, Point(x, y)),)
        case Wheel(x=x, y=y, dx=dx, dy=dy):
            notches = [HeardWheel(Point(x, y), dy=1 if dy > 0 else -1)] * abs(dy)
            return (*notches, *[HeardWheel(Point(x, y), dx=1 if dx > 0 else -1)] * abs(dx))
        case KeyStroke(key=key, held=held):
            text = " " if key == "space" else key if len(key) == 1 else ""
            return (HeardKey(key, "" if set(held) - {"shift"} else text, frozenset(held)),)
        case TypedText(text=text) | Pasted(text=text):
            return tuple(HeardKey(_KEYS.get(letter, letter.lower()), letter) for letter in text)
        case _:
            return ()


_KEYS = {"\n": "enter", "\t": "tab", " ": "space"}
