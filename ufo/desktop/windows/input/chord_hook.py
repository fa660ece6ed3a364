"""Hears a chord before any application does, and keeps it from them: the key that halts a run.

By a low-level hook and not by RegisterHotKey, which has no way to tell a chord that another program uses already, and crashed
the server of Wine 8.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable

from ufo.desktop.values import Keys
from ufo.desktop.windows.api.functions import HookCallback, user32
from ufo.desktop.windows.api.structures import HookedKey
from ufo.desktop.windows.input.key_codes import MODIFIERS, code_of
from ufo.desktop.windows.input.pump import Pump

_LOW_LEVEL_KEYBOARD = 13
_KEY_DOWN, _SYSTEM_KEY_DOWN = 0x100, 0x104
_IS_DOWN = 0x8000


def hear(chord: Keys, heard: Callable[[], object]) -> Callable[[], None]:
    """Call `heard`, in a thread of its own, for each press, until the returned function is called. Raises DesktopError, and
    NotActionable for a name that no key has.
    """
    *holding, last = (code_of(name) for name in chord.chord)
    wanted = set(holding)

    def hook(code: int, message: int, address: int) -> int:
        if code == 0 and message in (_KEY_DOWN, _SYSTEM_KEY_DOWN):
            pressed = ctypes.cast(address, ctypes.POINTER(HookedKey)).contents
            held = {modifier for modifier in MODIFIERS if user32.GetAsyncKeyState(modifier) & _IS_DOWN}
            if pressed.key == last and held - {last} == wanted:
                heard()
                return 1
        return int(user32.CallNextHookEx(None, code, message, address))

    called = HookCallback(hook)

    def begin() -> Callable[[], object] | None:
        handle = user32.SetWindowsHookExW(_LOW_LEVEL_KEYBOARD, called, None, 0)
        return (lambda: user32.UnhookWindowsHookEx(handle)) if handle else None

    return Pump(begin).end
