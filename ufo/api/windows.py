"""Which window a command line means."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.desktop.values import Window
from ufo.errors import ConfigError


def choose(windows: Sequence[Window], app_name: str | None, window_id: str | None) -> Window:
    """By id, by any part of title, process or application, else the active or topmost one. Raises ConfigError."""
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
        raise ConfigError(f"no window answers to {window_id or app_name!r}; open are: {listed}")
    return next((window for window in found if window.active), found[0])
