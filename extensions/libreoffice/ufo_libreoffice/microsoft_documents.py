"""Tells `ufo` of the documents that a running Microsoft Office holds open, and calls operations on them over COM."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ufo.desktop.values import Window
from ufo.errors import ToolError, UfoError, WindowGone
from ufo.platform.scratch import scratch
from ufo.tools.observe.open_documents import OfferedCommand
from ufo_libreoffice.child import Child, Way
from ufo_libreoffice.microsoft.shown import PROGRAMS

_DESCRIBE_S, _COPY_S = 5.0, 30.0
_COMMAND = (sys.executable, "-m", "ufo_libreoffice.microsoft")


class MicrosoftBridge:
    """Implements `DocumentBridge` over COM. The child process starts at the first call and again after every failure: a call
    into an Office that hangs is left by ending it.
    """

    needs = "comtypes"

    def __init__(self, command: tuple[str, ...] = _COMMAND) -> None:
        self._command = command
        self._child = Child("Microsoft Office")
        self._turn = asyncio.Lock()

    async def call(self, window: Window, operation: str, timeout_s: float = 20.0, **arguments: Any) -> Any:
        program = PROGRAMS.get(window.app_root)
        if program is None:
            raise ToolError(
                f"the selected window belongs to {window.process!r}, not to Microsoft Office; select a window of Word, Excel or "
                "PowerPoint"
            )
        request = {
            "application": window.app_root, "window": window.id, "title": window.title, "operation": operation,
            "arguments": arguments,
        }  # fmt: skip
        async with self._turn:
            answer = await self._child.ask(request, self._way(), timeout_s)
            if (error := answer.get("error")) is not None:
                await self._fail(program.name, error)
            return answer.get("value")

    def _way(self) -> Way:
        return Way(self._command, {**os.environ, "PYTHONUTF8": "1"})

    async def _fail(self, program: str, error: Mapping[str, str]) -> None:
        kind, message = error.get("kind", ""), error.get("message", "")
        if kind == "gone":
            await self._child.end()
            raise WindowGone(message)
        if kind == "refused":
            raise ToolError(message)
        raise ToolError(f"{program} reported: {message}; look at the document and try another way")

    async def warm(self, window: Window) -> None:
        if window.app_root not in PROGRAMS or self._turn.locked():
            return
        async with self._turn:
            with contextlib.suppress(UfoError, OSError):
                await self._child.start(self._way())

    async def close(self) -> None:
        async with self._turn:
            await self._child.end()

    def scratch(self, window: Window) -> Path | None:
        return None


class MicrosoftDocuments:
    """Implements `ufo.tools.observe.open_documents.DocumentProgram`."""

    def __init__(self, bridge: MicrosoftBridge | None = None) -> None:
        self.bridge = bridge or MicrosoftBridge()

    def is_of(self, window: Window) -> bool:
        return window.app_root in PROGRAMS

    async def path(self, window: Window, *, ask_anyway: bool) -> str:
        try:
            return str((await self.bridge.call(window, "document.describe", timeout_s=_DESCRIBE_S))["path"])
        except UfoError:
            return ""

    async def is_modified(self, window: Window) -> bool:
        return bool(await self.bridge.call(window, "document.modified", timeout_s=_DESCRIBE_S))

    async def copy(self, window: Window, folder: Path) -> Path:
        """Have Office write the copy. The document, its name and its modified state stay as they are."""
        with scratch(folder) as place:
            value = await self.bridge.call(window, "document.copy", timeout_s=_COPY_S, path=str(place / "copy"))
            return Path(shutil.move(value["path"], folder))

    def listens(self, window: Window) -> bool:
        return False

    async def commands(self, window: Window) -> tuple[OfferedCommand, ...]:
        return ()

    async def close(self) -> None:
        await self.bridge.close()
