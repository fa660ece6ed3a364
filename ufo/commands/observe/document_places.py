"""Tells in which folders the documents lie that are open, so that a bare file name is found beside them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path

from ufo.desktop.values import Window
from ufo.errors import UfoError
from ufo.platform import proc
from ufo.schema.patterns import regex

_IN_TITLE = regex(r"(?:~|\.{0,2})?/[^\s()*|<>]+")
_MOST_WINDOWS = 20

Described = Callable[[Window], Awaitable[str]]
"""Returns the path of the document in a window of LibreOffice, "" where it has none. Raises UfoError."""


async def beside_open_documents(name: str, windows: Sequence[Window], home: Path, described: Described) -> Path | None:
    """Return the file of that name where it lies beside an open document; None where there is none, or several."""
    folders: set[Path] = set()
    for window in windows[:_MOST_WINDOWS]:
        folders.update(one.parent for one in _told_by(window, home))
        if window.app_root.startswith("libreoffice") or "soffice" in window.process:
            try:
                path = await described(window)
            except UfoError:
                continue
            folders.update([Path(path).parent] if path else [])
    found = {folder.resolve() / name for folder in folders if folder.is_absolute() and _is_there(folder / name)}
    return found.pop() if len(found) == 1 else None


def _told_by(window: Window, home: Path) -> Iterable[Path]:
    """Return the files that the window's title and the command line of its program name."""
    for word in _IN_TITLE.findall(window.title):
        yield home / word.removeprefix("~/") if word.startswith("~/") else Path(word)
    at = proc.working_folder(window.pid)
    if at is None:
        return
    for part in proc.arguments(window.pid)[1:]:
        path = at / part.removeprefix("file://")
        if part and not part.startswith("-") and _is_there(path) and path.is_file():
            yield path


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False
