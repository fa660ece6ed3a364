"""Puts a save dialog away that is left open because the person did not consent to what it would write."""

from __future__ import annotations

import contextlib

from ufo.commands.observe.selection import ToolScope
from ufo.commands.policy.files.save_dialogs import is_saving
from ufo.desktop.matching.family import is_of
from ufo.desktop.values import Keys, Window
from ufo.errors import DesktopError

_ESCAPE = Keys(("escape",))
_MOST = 4
"""How many dialogs may lie over one another: a question about the file, the dialog of a format, and the save dialog itself."""


async def put_away_save_dialog(scope: ToolScope) -> str:
    """Cancel the save dialog of the selected window, with the questions that lie over it, and return its title; "" where none
    is open or where it stays.
    """
    with contextlib.suppress(DesktopError):
        title = _title(await _dialogs(scope))
        for _ in range(_MOST if title else 0):
            shown = await _dialogs(scope)
            if not _title(shown):
                return title
            await scope.desktop.send(shown[0].id, [_ESCAPE])
            await scope.desktop.settle(None, scope.settle_timeout_s)
        return "" if _title(await _dialogs(scope)) else title
    return ""


async def _dialogs(scope: ToolScope) -> list[Window]:
    """Return the modal dialogs of the selected window's application, topmost first."""
    window = scope.selection.window
    if window is None:
        return []
    windows = await scope.desktop.windows()
    return [one for one in windows if (one.modal or one.parent is not None) and is_of(one, window, windows)]


def _title(dialogs: list[Window]) -> str:
    return next((one.title for one in dialogs if is_saving(one.title)), "")
