"""Finds the desktop that a caller means: one that they hold, one by its name, or the one of the settings."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from ufo.config.settings import DesktopSettings
from ufo.desktop.backend import Desktop
from ufo.desktops import DesktopInUse, open_desktop


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
