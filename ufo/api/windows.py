"""Finds the desktop and the window that a caller means."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from ufo.config.settings import DesktopSettings
from ufo.desktop.backend import Desktop
from ufo.desktop.values import Window
from ufo.errors import ConfigError
from ufo.runs.desktops import DesktopInUse, open_desktop
from ufo.tools.observe.open_documents import OpenDocuments


@asynccontextmanager
async def desktop_for(
    settings: DesktopSettings, desktop: Desktop | str | None = None, folder: Path | None = None
) -> AsyncIterator[DesktopInUse]:
    """Open the desktop that is meant. A connected desktop stays open at the end. Raises DesktopUnavailable, and ConfigError
    for a name that no desktop has.
    """
    if desktop is not None and not isinstance(desktop, str):
        yield DesktopInUse(desktop, type(desktop).__name__, {})
        return
    chosen = settings if desktop is None else DesktopSettings.model_validate({**dict(settings), "where": desktop})
    async with open_desktop(chosen, folder) as place:
        yield place


async def choose(
    windows: Sequence[Window], app_name: str | None, window_id: str | None, documents: OpenDocuments
) -> Window:
    """Return the window of that id, or one whose title, process, application or document's path contains `app_name`, or else the
    active or topmost one. Raises ConfigError where there is none, and where the name fits several documents of one name.
    """
    if not windows:
        raise ConfigError("no window is open on that desktop; start an application there first")
    if window_id is not None:
        found = [window for window in windows if window.id == window_id]
    elif app_name is not None:
        found = await _named(windows, app_name, documents)
    else:
        return next((window for window in windows if window.active), windows[0])
    if not found:
        listed = "; ".join(f"{window.id} {window.title!r} ({window.app_root})" for window in windows)
        raise ConfigError(f"no window matches {window_id or app_name!r}; the open windows are: {listed}")
    return next((window for window in found if window.active), found[0])


async def _named(windows: Sequence[Window], name: str, documents: OpenDocuments) -> list[Window]:
    wanted = name.casefold()
    titled = [window for window in windows if wanted in window.title.casefold()]
    if len({window.title for window in titled}) == 1 and len(titled) > 1:
        return _one_document(name, titled, [await documents.path(window) for window in titled])
    found = [
        window for window in windows if wanted in f"{window.title}\n{window.process}\n{window.app_root}".casefold()
    ]
    if found or "/" not in name:
        return found
    return [window for window in windows if (await documents.path(window)).endswith(_expanded(name))]


def _expanded(name: str) -> str:
    return str(Path(name).expanduser())


def _one_document(name: str, windows: list[Window], paths: list[str]) -> list[Window]:
    if len(set(paths)) < len(paths):
        return windows
    listed = "; ".join(f"{window.id} {path or 'without a file'}" for window, path in zip(windows, paths, strict=True))
    raise ConfigError(
        f"{len(windows)} windows are called {windows[0].title!r}; name one by its path, not {name!r}: {listed}"
    )
