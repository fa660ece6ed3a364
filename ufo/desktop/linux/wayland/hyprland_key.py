"""Hears a chord wherever the keyboard focus is: Hyprland binds it to an event, and tells of it on its second socket."""

from __future__ import annotations

import contextlib
import os
import select
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType

from ufo.desktop.linux.screen.keysyms import keysym_named
from ufo.desktop.linux.wayland.hyprland import HyprlandIpc
from ufo.desktop.linux.wayland.sway_key import name_of
from ufo.desktop.values import Keys
from ufo.errors import DesktopError, DesktopUnavailable

_MODIFIERS = MappingProxyType({"ctrl": "CTRL", "shift": "SHIFT", "alt": "ALT", "super": "SUPER"})
_EVENT = "ufo-halt"
_READ_BYTES, _MOST = 1 << 12, 1 << 20


class HyprlandKey:
    """A bound chord, with a connection and a thread of its own. No program gets it meanwhile."""

    def __init__(self, path: Path, chord: Keys, heard: Callable[[], object]) -> None:
        """Bind the chord. Raises DesktopUnavailable where Hyprland does not answer, and DesktopError where the chord is not valid
        or Hyprland refuses it.
        """
        *modifiers, key = chord.chord
        unknown = [modifier for modifier in modifiers if modifier not in _MODIFIERS]
        if unknown:
            raise DesktopError(
                f"{unknown[0]!r} cannot be held in a halt key; use ctrl, shift, alt and super, then a key"
            )
        self._held = [_MODIFIERS[modifier] for modifier in modifiers]
        self._key = name_of(keysym_named(key, alone=False))
        self._path = path
        self._heard = heard
        self._events = socket.socket(socket.AF_UNIX)
        self._wake, self._woken = socket.socketpair()
        try:
            self._events.connect(os.fspath(path.with_name(".socket2.sock")))
            self._run("bind", f",event,{_EVENT}", f', hl.dsp.event("{_EVENT}")')
        except OSError as error:
            self._end()
            raise DesktopUnavailable(f"Hyprland tells no events ({error.strerror or error}); log in again") from error
        except DesktopError:
            self._end()
            raise
        threading.Thread(target=self._listen, name="halt-key", daemon=True).start()

    def release(self) -> None:
        """Release the chord. It may be called more than once, and also when Hyprland is gone."""
        with contextlib.suppress(OSError):
            self._wake.send(b".")
            self._wake.close()
            with contextlib.suppress(DesktopError):
                self._run("unbind", "", "")

    def _run(self, what: str, words: str, lua: str) -> None:
        plain = f"keyword {what} {' '.join(self._held)},{self._key}{words}"
        HyprlandIpc(self._path).run(plain, f'eval hl.{what}("{" + ".join((*self._held, self._key))}"{lua})')

    def _listen(self) -> None:
        told = b""
        with contextlib.suppress(OSError):
            while True:
                ready, _, _ = select.select([self._events, self._woken], [], [])
                part = self._events.recv(_READ_BYTES) if self._woken not in ready else b""
                if not part:
                    break
                *lines, told = (told + part)[-_MOST:].split(b"\n")
                for _ in range(lines.count(f"custom>>{_EVENT}".encode())):
                    self._heard()
        self._end()

    def _end(self) -> None:
        for end in (self._events, self._woken):
            end.close()
