"""Tells `ufo` of the documents that a running LibreOffice holds open: their files, copies of them, and the commands."""

from __future__ import annotations

import shutil
from pathlib import Path

from ufo.desktop.values import Window
from ufo.errors import UfoError
from ufo.platform.proc import open_files
from ufo.platform.scratch import scratch
from ufo.schema.patterns import regex
from ufo.tools.observe.open_documents import OfferedCommand
from ufo_libreoffice.bridge import OfficeBridge
from ufo_libreoffice.instances import find_instance

_APPLICATION = regex(r"(?:\s+\([^()]*\))*\s+[-\u2013\u2014]\s+LibreOffice\b.*$")
_OFFERS_COMMANDS = ("libreoffice-writer", "libreoffice-calc", "libreoffice-impress", "libreoffice-draw")
_DESCRIBE_S, _COPY_S, _COMMANDS_S = 5.0, 30.0, 8.0


class OfficeDocuments:
    """Implements `ufo.tools.observe.open_documents.DocumentProgram`."""

    def __init__(self, bridge: OfficeBridge | None = None) -> None:
        self.bridge = bridge or OfficeBridge()

    def is_of(self, window: Window) -> bool:
        return "soffice" in window.process or window.app_root.startswith("libreoffice")

    async def path(self, window: Window, *, ask_anyway: bool) -> str:
        """Return the path of the document in the window. The title names the file without its folder.

        LibreOffice holds the files of its documents open, so the system lists them. Only where that leaves a doubt is LibreOffice
        itself asked, which takes longer.
        """
        name = _named(window)
        if not Path(name).suffix and not ask_anyway:
            return ""
        try:
            found = _held_open(find_instance(window.pid).pid, name) if name else []
            if len(found) == 1:
                return str(found[0])
            return str((await self.bridge.call(window, "document.describe", timeout_s=_DESCRIBE_S))["path"])
        except UfoError:
            return ""

    async def is_modified(self, window: Window) -> bool:
        return bool(await self.bridge.call(window, "document.modified", timeout_s=_DESCRIBE_S))

    async def copy(self, window: Window, folder: Path) -> Path:
        """Have LibreOffice write the copy. The document, its name and its modified state stay as they are."""
        with scratch(self.bridge.scratch(window) or folder) as place:
            path = str(place / "copy")
            value = await self.bridge.call(window, "document.copy", timeout_s=_COPY_S, path=path)
            return Path(shutil.move(value["path"], folder))

    def listens(self, window: Window) -> bool:
        if window.app_root not in _OFFERS_COMMANDS:
            return False
        try:
            return bool(find_instance(window.pid).addresses)
        except UfoError:
            return False

    async def commands(self, window: Window) -> tuple[OfferedCommand, ...]:
        if window.app_root not in _OFFERS_COMMANDS:
            return ()
        offered = await self.bridge.call(window, "commands.offered", timeout_s=_COMMANDS_S)
        return tuple(OfferedCommand(item["command"], item["label"], item["menu"], item["tip"]) for item in offered)

    async def close(self) -> None:
        await self.bridge.close()


def _named(window: Window) -> str:
    """Return the file's name in the title of a window, or ""."""
    title = window.title.strip().lstrip("*\u2022 ")
    cut = _APPLICATION.search(title)
    return title[: cut.start()] if cut is not None else ""


def _held_open(pid: int, name: str) -> list[Path]:
    """Return the open files of that name which LibreOffice has locked as documents."""
    there = {path for path in open_files(pid) if path.name == name}
    return sorted(path for path in there if path.with_name(f".~lock.{name}#").exists())
