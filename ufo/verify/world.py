"""What predicates about the screen are checked against."""

from __future__ import annotations

from typing import Protocol

from ufo.desktop.backend import Desktop, Window
from ufo.desktop.snapshot import Snapshot


class World(Protocol):
    async def windows(self) -> tuple[Window, ...]: ...

    async def elements(self) -> Snapshot | None:
        """A fresh look at the selected window; None where none is selected."""
        ...


class DesktopWorld(World):
    """The desktop as it is now. `window_id` is the selected window, if there is one."""

    def __init__(self, desktop: Desktop, window_id: str | None = None) -> None:
        self._desktop = desktop
        self._window_id = window_id

    async def windows(self) -> tuple[Window, ...]:
        return await self._desktop.windows()

    async def elements(self) -> Snapshot | None:
        return None if self._window_id is None else await self._desktop.snapshot(self._window_id)
