"""A kind of program that tells of its documents: what an extension such as `libreoffice` brings, with nothing behind it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from ufo.desktop.values import Window
from ufo.errors import ToolError
from ufo.tools.observe.open_documents import OfferedCommand


class Told:
    """Tells of the windows of an office, or of the programs named. `paths` by title; `texts`: what stands in
    each of their documents, which is not saved.
    """

    def __init__(
        self,
        paths: Mapping[str, str] = MappingProxyType({}),
        *programs: str,
        texts: str = "",
        commands: tuple[OfferedCommand, ...] = (),
    ) -> None:
        self._paths = paths
        self._programs = programs or ("libreoffice-writer",)
        self._texts = texts
        self._commands = commands
        self.is_closed = False

    def is_of(self, window: Window) -> bool:
        return window.app_root in self._programs

    async def path(self, window: Window, *, ask_anyway: bool) -> str:
        return self._paths.get(window.title, "")

    async def is_modified(self, window: Window) -> bool:
        if window.title not in self._paths:
            raise ToolError("it does not answer")
        return bool(self._texts)

    async def copy(self, window: Window, folder: Path) -> Path:
        made = folder / "copy.txt"
        made.write_text(self._texts, encoding="utf-8")
        return made

    def listens(self, window: Window) -> bool:
        return bool(self._commands)

    async def commands(self, window: Window) -> tuple[OfferedCommand, ...]:
        return self._commands

    async def close(self) -> None:
        self.is_closed = True
