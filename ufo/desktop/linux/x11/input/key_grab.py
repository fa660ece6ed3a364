"""Hears a chord wherever the keyboard focus is, by a passive grab (X11 core protocol, GrabKey)."""

from __future__ import annotations

import contextlib
import select
import socket
import threading
from collections.abc import Callable, Sequence
from itertools import combinations

from Xlib import X
from Xlib.display import Display
from Xlib.error import BadAccess, CatchError, ConnectionClosedError, DisplayError, XauthError

from ufo.desktop.linux.screen.keysyms import keysym_named
from ufo.desktop.values import Keys
from ufo.errors import DesktopError, DesktopUnavailable

_MASKS = {"ctrl": X.ControlMask, "shift": X.ShiftMask, "alt": X.Mod1Mask, "super": X.Mod4Mask}
# Caps Lock and Num Lock count as modifiers of a grab, and a person has them on or off.
_LOCKS = (0, X.LockMask, X.Mod2Mask, X.LockMask | X.Mod2Mask)
# Keys that are held in the middle of a drag or of typing count as well, and that is when a person wants to stop it.
_HELD_BY_ITSELF = (*_MASKS.values(), X.Mod5Mask)


class KeyGrab:
    """A grabbed chord. It has a connection and a thread of its own, so that it is heard whatever else waits for the X server."""

    def __init__(self, display_name: str, chord: Keys, heard: Callable[[], object]) -> None:
        """Grab the chord. Raises DesktopUnavailable where no X server answers, and DesktopError where the chord is not valid or
        another program has taken it.
        """
        *modifiers, key = chord.chord
        unknown = [modifier for modifier in modifiers if modifier not in _MASKS]
        if unknown:
            raise DesktopError(
                f"{unknown[0]!r} cannot be held in a halt key; use ctrl, shift, alt and super, then a key"
            )
        self._heard = heard
        try:
            self._display = Display(display_name)
        except (DisplayError, XauthError, ConnectionClosedError, OSError) as error:
            raise DesktopUnavailable(
                f"no X server answers at {display_name!r} ({error}); set DISPLAY to one that runs"
            ) from error
        # Sockets know when they are closed; the descriptor of a closed pipe may belong to another file by then.
        self._waking, self._wake = socket.socketpair()
        try:
            self._grab(
                self._display.keysym_to_keycode(keysym_named(key, alone=False)),
                sum(_MASKS[modifier] for modifier in modifiers),
            )
        except DesktopError:
            self._close()
            raise
        threading.Thread(target=self._listen, name="halt-key", daemon=True).start()

    def release(self) -> None:
        """Release the chord. It may be called more than once, and also when the X server is gone."""
        with contextlib.suppress(OSError):
            self._wake.send(b"x")

    def _grab(self, keycode: int, mask: int) -> None:
        if not keycode:
            raise DesktopError("no key of this keyboard carries the halt key; choose another with `system.halt_key`")
        taken, ignored = CatchError(BadAccess), CatchError(BadAccess)
        root = self._display.screen().root
        for held in _together([number for number in _HELD_BY_ITSELF if not number & mask]):
            for locks in _LOCKS:
                caught = ignored if held else taken
                root.grab_key(keycode, mask | held | locks, True, X.GrabModeAsync, X.GrabModeAsync, onerror=caught)
        self._display.sync()
        if taken.get_error():
            raise DesktopError("another program has taken that chord; choose another with `system.halt_key`")

    def _listen(self) -> None:
        try:
            while True:
                ready, _, _ = select.select([self._display.fileno(), self._waking.fileno()], [], [])
                if self._waking.fileno() in ready:
                    return
                for _ in range(self._display.pending_events()):
                    if self._display.next_event().type == X.KeyPress:
                        self._heard()
        except (ConnectionClosedError, OSError):
            return
        finally:
            self._close()

    def _close(self) -> None:
        with contextlib.suppress(ConnectionClosedError, OSError):
            self._display.close()
        self._waking.close()
        self._wake.close()


def _together(masks: Sequence[int]) -> list[int]:
    """Return the masks of every combination, that of none included."""
    return [sum(chosen) for count in range(len(masks) + 1) for chosen in combinations(masks, count)]
