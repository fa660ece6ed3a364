"""Chooses the window that a command line means."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ufo.commands.uno.bridge import OfficeBridge
from ufo.commands.uno.document_paths import document_path
from ufo.desktop.values import Window
from ufo.errors import ConfigError


async def choose(windows: Sequence[Window], app_name: str | None, window_id: str | None) -> Window:
    """Return the window of that id, or one whose title, process, application or document's path contains `app_name`, or else the
    active or topmost one. Raises ConfigError where there is none, and where the name fits several documents of one name.
    """
    if not windows:
        raise ConfigError("no window is open on that desktop; start an application there first")
    if window_id is not None:
        found = [window for window in windows if window.id == window_id]
    elif app_name is not None:
        found = await _named(windows, app_name)
    else:
        return next((window for window in windows if window.active), windows[0])
    if not found:
        listed = "; ".join(f"{window.id} {window.title!r} ({window.app_root})" for window in windows)
        raise ConfigError(f"no window matches {window_id or app_name!r}; the open windows are: {listed}")
    return next((window for window in found if window.active), found[0])


async def _named(windows: Sequence[Window], name: str) -> list[Window]:
    wanted = name.casefold()
    titled = [one for one in windows if wanted in one.title.casefold()]
    if len({one.title for one in titled}) == 1 and len(titled) > 1:
        return _one_document(name, titled, await _documents(titled))
    found = [one for one in windows if wanted in f"{one.title}\n{one.process}\n{one.app_root}".casefold()]
    if found or "/" not in name:
        return found
    return [one for one, path in zip(windows, await _documents(windows), strict=True) if path.endswith(_expanded(name))]


def _expanded(name: str) -> str:
    return str(Path(name).expanduser())


def _one_document(name: str, windows: list[Window], paths: list[str]) -> list[Window]:
    if len(set(paths)) < len(paths):
        return windows
    listed = "; ".join(f"{one.id} {path or 'without a file'}" for one, path in zip(windows, paths, strict=True))
    raise ConfigError(
        f"{len(windows)} windows are called {windows[0].title!r}; name one by its path, not {name!r}: {listed}"
    )


async def _documents(windows: Sequence[Window]) -> list[str]:
    bridge = OfficeBridge()
    try:
        return [await document_path(bridge, one) for one in windows]
    finally:
        await bridge.close()
