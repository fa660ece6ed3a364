"""Chooses the window that a command line means."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.desktop.values import Window
from ufo.errors import ConfigError


def choose(windows: Sequence[Window], app_name: str | None, window_id: str | None) -> Window:
    """Return the window of that id, or one whose title, process or application contains `app_name`, or else the active or
    topmost one. Raises ConfigError where there is none.
    """
    if not windows:
        raise ConfigError("no window is open on that desktop; start an application there first")
    if window_id is not None:
        found = [window for window in windows if window.id == window_id]
    elif app_name is not None:
        wanted = app_name.casefold()
        found = [one for one in windows if wanted in f"{one.title}\n{one.process}\n{one.app_root}".casefold()]
    else:
        return next((window for window in windows if window.active), windows[0])
    if not found:
        listed = "; ".join(f"{window.id} {window.title!r} ({window.app_root})" for window in windows)
        raise ConfigError(f"no window matches {window_id or app_name!r}; the open windows are: {listed}")
    return next((window for window in found if window.active), found[0])
