"""Hears a chord wherever the keyboard focus is: sway binds it to a command that does nothing, and tells of each press."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType

from Xlib import XK

from ufo.desktop.linux.screen.keysyms import keysym_named
from ufo.desktop.linux.wayland.sway_ipc import SwayIpc
from ufo.desktop.values import Keys
from ufo.errors import DesktopError, DesktopUnavailable

_MODIFIERS = MappingProxyType({"ctrl": "Ctrl", "shift": "Shift", "alt": "Mod1", "super": "Mod4"})
_COMMAND = "nop ufo-halt"
_TICK_S = 0.5


class SwayKey:
    """A bound chord, with connections and a thread of its own. No program gets it meanwhile."""

    def __init__(self, path: Path, chord: Keys, heard: Callable[[], object]) -> None:
        """Bind the chord. Raises DesktopUnavailable where sway does not answer, and DesktopError where the chord is not valid or
        sway refuses it.
        """
        *modifiers, key = chord.chord
        unknown = [modifier for modifier in modifiers if modifier not in _MODIFIERS]
        if unknown:
            raise DesktopError(
                f"{unknown[0]!r} cannot be held in a halt key; use ctrl, shift, alt and super, then a key"
            )
        held = (_MODIFIERS[modifier] for modifier in modifiers)
        self._chord = "+".join((*held, name_of(keysym_named(key, alone=False))))
        self._path = path
        self._heard = heard
        self._released = threading.Event()
        self._events = SwayIpc(path)
        try:
            self._events.subscribe("binding")
            with SwayIpc(path) as ipc:
                ipc.run([f"bindsym --no-warn {self._chord} {_COMMAND}"])
        except DesktopError:
            self._events.close()
            raise
        threading.Thread(target=self._listen, name="halt-key", daemon=True).start()

    def release(self) -> None:
        """Release the chord. It may be called more than once, and also when sway is gone."""
        if not self._released.is_set():
            self._released.set()
            with contextlib.suppress(DesktopError), SwayIpc(self._path) as ipc:
                ipc.run([f"unbindsym {self._chord}"])

    def _listen(self) -> None:
        with contextlib.suppress(DesktopUnavailable), self._events:
            while not self._released.is_set():
                event = self._events.event(_TICK_S)
                binding = event.get("binding") if event is not None else None
                if isinstance(binding, dict) and binding.get("command") == _COMMAND and not self._released.is_set():
                    self._heard()


def name_of(keysym: int) -> str:
    """Return the name that sway knows a key by (`keysymdef.h`)."""
    names = (name.removeprefix("XK_") for name, value in vars(XK).items() if name.startswith("XK_") and value == keysym)
    return next(names, f"{keysym:#x}")
