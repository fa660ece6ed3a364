"""Asks windows of other processes, each time within a bound: an application that does not answer is hung."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_size_t, c_void_p
from typing import Any

from ufo.desktop.windows.api.functions import user32
from ufo.errors import ApplicationHung, DesktopError, ElementGone

_NULL, _GET_TEXT, _GET_LENGTH = 0x00, 0x0D, 0x0E
_ABORT_IF_HUNG = 0x2
_WITHIN_MS = 1000
_LONGEST, _MOSTLY = 100_000, 256
"""The most characters of a text, and how many nearly every one has: those are asked for at once."""
COMMAND = 0x111


def ask(window: int, message: int, first: int = 0, second: Any = None, within_ms: int = _WITHIN_MS) -> int:
    """Send a message and return the answer. `second` is a number, or a buffer that Windows carries to the other process. Raises
    ElementGone and ApplicationHung.
    """
    answer = c_size_t()
    given = c_void_p(second & (2**64 - 1)) if isinstance(second, int) else second
    if not user32.SendMessageTimeoutW(window, message, first, given, _ABORT_IF_HUNG, within_ms, byref(answer)):
        if not user32.IsWindow(window):
            raise ElementGone("the control is gone; look again")
        raise ApplicationHung(f"the application does not answer within {within_ms / 1000:g} s; wait, or end it")
    return answer.value


def require_answers(window: int) -> None:
    """Raises ElementGone and ApplicationHung."""
    ask(window, _NULL)


def answers(window: int) -> bool:
    """Tell whether the window's thread answers messages."""
    try:
        require_answers(window)
    except DesktopError:
        return False
    return True


def signed(answer: int) -> int:
    """An answer of 32 bits that may be negative: -1 says that there is none."""
    return ctypes.c_int32(answer & 0xFFFFFFFF).value


def text_of(window: int) -> str:
    """Return the text of a window or a control, at most 100,000 characters. A field for a password tells nothing."""
    buffer = ctypes.create_unicode_buffer(_MOSTLY)
    if ask(window, _GET_TEXT, _MOSTLY, buffer) >= _MOSTLY - 1:
        length = min(ask(window, _GET_LENGTH), _LONGEST)
        buffer = ctypes.create_unicode_buffer(length + 1)
        ask(window, _GET_TEXT, length + 1, buffer)
    return buffer.value


def notify_parent(control: int, code: int) -> None:
    """Tell the parent what a control does of itself for a person, and not for a program that sets it: WM_COMMAND."""
    parent = user32.GetParent(control)
    if parent:
        user32.PostMessageW(parent, COMMAND, (code << 16) | (user32.GetDlgCtrlID(control) & 0xFFFF), control)
