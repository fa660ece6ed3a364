"""Copies open documents by the names that conditions give, as far as the rule of reading tells of them."""

from __future__ import annotations

from pathlib import Path

from ufo.desktop.values import Window
from ufo.errors import ToolError
from ufo.tools.observe.selection import ToolScope


class DocumentCopies:
    """Implements `ufo.conditions.world.Copies` for the windows of one agent."""

    def __init__(self, scope: ToolScope) -> None:
        self._scope = scope

    async def copy(self, name: str, folder: Path) -> Path:
        """Write a copy into `folder` and return its path. Raises UfoError where there is no such window, a program that gives out
        no copy, or a file that is not told.
        """
        window = await self._window(name)
        path = await self.path(window)
        if path and (why := self._scope.judged.why_not_shown(Path(path))):
            raise ToolError(why)
        return await self._scope.documents.copy(window, folder)

    async def path(self, window: Window) -> str:
        return await self._scope.documents.path(window)

    async def _window(self, name: str) -> Window:
        if not name:
            return self._scope.selection.require_window()
        wanted = Path(name).name.casefold()
        fitting = [window for window in await self._scope.desktop.windows() if wanted in window.title.casefold()]
        if len(fitting) != 1:
            raise ToolError(f"{len(fitting) or 'no'} windows show {name!r}")
        return fitting[0]
