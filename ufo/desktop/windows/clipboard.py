"""The text on the clipboard."""

from __future__ import annotations

import ctypes
import time

from ufo.desktop.windows.api.functions import kernel32, user32
from ufo.errors import DesktopError

_UNICODE_TEXT = 13
_WITHIN_S, _TICK_S = 1.0, 0.02


def text() -> str:
    """Return it, "" where there is none. Blocking. Raises DesktopError where another program keeps the clipboard open."""
    deadline = time.monotonic() + _WITHIN_S
    while not user32.OpenClipboard(None):
        if time.monotonic() > deadline:
            raise DesktopError("another program keeps the clipboard open; try again")
        time.sleep(_TICK_S)
    try:
        handle = user32.GetClipboardData(_UNICODE_TEXT)
        address = kernel32.GlobalLock(handle) if handle else None
        if not address:
            return ""
        try:
            return ctypes.wstring_at(address)
        finally:
            kernel32.GlobalUnlock(handle)
    finally:
        user32.CloseClipboard()
