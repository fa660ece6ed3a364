"""Copies a document as it stands in a running LibreOffice, saved or not, so that it can be read from a file.

LibreOffice writes the copy through its own interface. The document, its name and its modified state stay as they are.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from ufo.desktop.values import Window
from ufo.errors import ToolError
from ufo.platform.scratch import scratch
from ufo.tools.observe.selection import ToolScope
from ufo.tools.uno.bridge import OfficeBridge, scratch_of
from ufo.tools.uno.document_paths import document_path

_TIMEOUT_S = 30.0


class OfficeCopies:
    """Implements `ufo.conditions.world.Copies` for the windows of one agent."""

    def __init__(self, scope: ToolScope, bridge: OfficeBridge) -> None:
        self._scope = scope
        self._bridge = bridge

    async def copy(self, name: str, folder: Path) -> Path:
        """Write a copy into `folder` and return its path. Raises UfoError where there is no such window, no LibreOffice, a
        document that it cannot write, or a file that is not told.
        """
        window = await self._window(name)
        path = await self.path(window)
        if path and (why := self._scope.judged.why_not_shown(Path(path))):
            raise ToolError(why)
        return await copy_of(window, folder, self._bridge)

    async def path(self, window: Window) -> str:
        return await document_path(self._bridge, window)

    async def _window(self, name: str) -> Window:
        if not name:
            return self._scope.selection.require_window()
        wanted = Path(name).name.casefold()
        fitting = [window for window in await self._scope.desktop.windows() if wanted in window.title.casefold()]
        if len(fitting) != 1:
            raise ToolError(f"{len(fitting) or 'no'} windows show {name!r}")
        return fitting[0]


async def copy_of(window: Window, folder: Path, bridge: OfficeBridge) -> Path:
    """Write a copy of the window's document into `folder` and return its path. Raises UfoError where LibreOffice cannot."""
    with scratch(scratch_of(window) or folder) as place:
        path = str(place / "copy")
        value = await bridge.call(window, "document.copy", timeout_s=_TIMEOUT_S, path=path)
        return Path(shutil.move(value["path"], folder))
