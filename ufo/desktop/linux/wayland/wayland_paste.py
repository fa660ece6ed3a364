"""Pastes a long text through the clipboard of a Wayland seat, and gives back what was there."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Protocol

from ufo.desktop.linux.proc import LOOKS, IdleThreads
from ufo.desktop.linux.wayland.bounded_pipes import Contents, TooLarge
from ufo.desktop.linux.wayland.data_control import DataControl
from ufo.desktop.linux.wayland.wayland_keeper import hand_over
from ufo.errors import ApplicationHung

_PASTE_S, _PASTED_S, _HANDED_ON_S, _SLOW_S, _TICK_S = 1.5, 0.15, 5.0, 30.0, 0.02


class Clipboard(Protocol):
    """A clipboard, for another thread than the event loop's. Its methods raise DesktopUnavailable."""

    @property
    def asked(self) -> tuple[int, float]:
        """How often what was set last was asked for, and the monotonic time of the last time."""
        ...

    def text(self) -> str:
        """Return the clipboard's text, "" where it holds none. Raises TooLarge."""
        ...

    def contents(self) -> Contents:
        """Return all that the clipboard holds. Raises TooLarge."""
        ...

    def set(self, contents: Contents) -> None: ...

    def set_text(self, text: str) -> None: ...

    def close(self) -> None: ...


class ClipboardPaste(ABC):
    """Implements `Pasting`. Who reads the clipboard is not told; the first program that does counts as the one that should."""

    def __init__(self) -> None:
        self._clipboard: Clipboard | None = None

    @abstractmethod
    def _open(self) -> Clipboard:
        """Return the clipboard, opened for this."""

    async def paste(self, text: str, pid: int, press_keys: Callable[[], Awaitable[None]]) -> bool:
        clipboard = await self._opened()
        try:
            was = await asyncio.to_thread(clipboard.contents)
        except TooLarge:
            return False
        await asyncio.to_thread(clipboard.set_text, text)
        try:
            await press_keys()
            return await self._is_taken(clipboard, pid)
        finally:
            await asyncio.shield(asyncio.to_thread(clipboard.set, was))

    async def copied(self) -> str:
        clipboard = await self._opened()
        try:
            return await asyncio.to_thread(clipboard.text)
        except TooLarge:
            return ""

    async def close(self) -> None:
        if self._clipboard is not None:
            clipboard, self._clipboard = self._clipboard, None
            await asyncio.to_thread(clipboard.close)

    async def _opened(self) -> Clipboard:
        if self._clipboard is None:
            self._clipboard = await asyncio.to_thread(self._open)
        return self._clipboard

    async def _is_taken(self, clipboard: Clipboard, pid: int) -> bool:
        """Tell whether a program has read the text. Wait until that is certain: if the text were struck instead and the paste
        came after all, the paste would insert what the clipboard holds by then.
        """
        began = time.monotonic()
        rest = IdleThreads(pid)
        while not clipboard.asked[0]:
            waited = time.monotonic() - began
            if waited > _PASTE_S and await asyncio.to_thread(rest.has_come):
                return bool(clipboard.asked[0])
            if waited > _SLOW_S:
                raise ApplicationHung(
                    "the application does not answer the paste; wait until it does, then look at what it holds"
                )
            await asyncio.sleep(_TICK_S)
        deadline, rest = time.monotonic() + _HANDED_ON_S, IdleThreads(pid)
        while True:
            at_rest = await asyncio.to_thread(rest.has_come)
            unasked_s = time.monotonic() - clipboard.asked[1]
            if unasked_s >= _PASTED_S and (at_rest or time.monotonic() > deadline):
                return True
            await asyncio.sleep(_PASTED_S / LOOKS)


class WaylandPaste(ClipboardPaste):
    """Pastes by a data-control protocol."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path

    def _open(self) -> DataControl:
        return DataControl(self._path)

    async def close(self) -> None:
        """What was there before the last paste stays there."""
        if isinstance(self._clipboard, DataControl) and (held := self._clipboard.held):
            await asyncio.to_thread(hand_over, self._path, held)
        await super().close()
