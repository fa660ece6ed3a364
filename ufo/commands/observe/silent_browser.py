"""Notes whether the selected window is of a browser that does not report its pages, so that tools for pages are not offered."""

from __future__ import annotations

from ufo.commands.observe.selection import ToolScope
from ufo.conditions.world import BROWSERS


async def note_silent_browser(scope: ToolScope) -> None:
    """Look for the browser of the selected window among those that report their pages. A window of another program is none."""
    window = scope.selection.window
    is_browser = window is not None and bool({window.app_root, window.process} & BROWSERS)
    reporting = await scope.desktop.page_sockets() if is_browser else {}
    scope.shelf.is_silent = is_browser and window is not None and window.pid not in reporting
