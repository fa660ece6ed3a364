"""Finds the file that a window of LibreOffice shows. Its title names the file without its folder.

LibreOffice holds the files of its documents open, so the system lists them. Only where that leaves a doubt is LibreOffice itself
asked, which takes longer.
"""

from __future__ import annotations

from pathlib import Path

from ufo.desktop.values import Window
from ufo.errors import UfoError
from ufo.platform.proc import open_files
from ufo.schema.patterns import regex
from ufo.tools.uno.bridge import OfficeBridge
from ufo.tools.uno.instances import find_instance

_APPLICATION = regex(r"(?:\s+\([^()]*\))*\s+[-\u2013\u2014]\s+LibreOffice\b.*$")
_ASKING_S = 5.0


async def document_path(bridge: OfficeBridge, window: Window) -> str:
    """Return the path of the document in the window; "" for a window of another program, a document without a file, and where
    LibreOffice does not tell.
    """
    name = _named(window)
    if not name or not Path(name).suffix:
        return ""
    try:
        found = _held_open(find_instance(window.pid).pid, name)
        if len(found) == 1:
            return str(found[0])
        return str((await bridge.call(window, "document.describe", timeout_s=_ASKING_S))["path"])
    except UfoError:
        return ""


def _named(window: Window) -> str:
    """Return the file's name in the title of a window of LibreOffice, or ""."""
    if "soffice" not in window.process and not window.app_root.startswith("libreoffice"):
        return ""
    title = window.title.strip().lstrip("*\u2022 ")
    cut = _APPLICATION.search(title)
    return title[: cut.start()] if cut is not None else ""


def _held_open(pid: int, name: str) -> list[Path]:
    """Return the open files of that name which LibreOffice has locked as documents."""
    there = {path for path in open_files(pid) if path.name == name}
    return sorted(path for path in there if path.with_name(f".~lock.{name}#").exists())
