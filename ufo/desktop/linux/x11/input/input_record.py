"""Hears what a person does with pointer and keyboard, whichever program it goes to (X11 RECORD extension, version 1.13).

The server sends a copy of each event of a device, and of each one that a program makes with XTEST, after it was handled as
ever: nothing waits for us. The movements of the pointer are not asked for.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from Xlib import XK, X
from Xlib.display import Display
from Xlib.error import ConnectionClosedError, DisplayError, XauthError
from Xlib.ext import record
from Xlib.protocol import rq

from ufo.desktop.heard import UNKNOWN_TEXT, Heard, HeardButton, HeardKey, HeardWheel
from ufo.desktop.linux.screen.keysyms import name_of, text_of
from ufo.desktop.values import MouseButton
from ufo.errors import DesktopError, DesktopUnavailable
from ufo.schema.geometry import Point

_BUTTONS: MappingProxyType[int, MouseButton] = MappingProxyType({1: "left", 2: "middle", 3: "right", 8: "x", 9: "x"})
_WHEELS = MappingProxyType({4: (1, 0), 5: (-1, 0), 6: (0, -1), 7: (0, 1)})
_HELD = MappingProxyType({X.ControlMask: "ctrl", X.ShiftMask: "shift", X.Mod1Mask: "alt", X.Mod4Mask: "super"})
_MODIFIERS = frozenset(_HELD.values())
_LEVEL3 = X.Mod5Mask
_EVENT = rq.EventField("event")
_OLD_LETTERS, _DEAD_KEYS = range(0x1A1, 0x1AFF), range(0xFE50, 0xFE94)
"""Keysyms of letters that were there before Unicode (Greek, Cyrillic, Hebrew, Thai and others), and of keys that put an accent
on the next letter.
"""
_BEGIN_S = 5.0


class InputRecord:
    """A recording, from its creation until `release`. It has connections and a thread of its own."""

    def __init__(self, display_name: str, heard: Callable[[Heard], object]) -> None:
        """Begin. `heard` is called in the thread. Raises DesktopUnavailable where no X server answers, and DesktopError where it
        has no RECORD extension.
        """
        self._heard = heard
        self._lock = threading.Lock()
        self._closed = False
        try:
            self._data, self._keys = Display(display_name), Display(display_name)
        except (DisplayError, XauthError, ConnectionClosedError, OSError) as error:
            raise DesktopUnavailable(
                f"no X server answers at {display_name!r} ({error}); set DISPLAY to one that runs"
            ) from error
        if not self._keys.has_extension(record.extname):
            self._close()
            raise DesktopError(
                f"the X server at {display_name!r} does not let a program hear what a person does: it has no RECORD extension"
            )
        self._context: int = self._keys.record_create_context(
            0,
            [record.AllClients],
            [
                {
                    "core_requests": (0, 0),
                    "core_replies": (0, 0),
                    "ext_requests": (0, 0, 0, 0),
                    "ext_replies": (0, 0, 0, 0),
                    "delivered_events": (0, 0),
                    "device_events": (X.KeyPress, X.ButtonRelease),
                    "errors": (0, 0),
                    "client_started": False,
                    "client_died": False,
                }
            ],
        )
        self._keys.sync()
        self._begun = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="input-record", daemon=True)
        self._thread.start()
        if not self._begun.wait(_BEGIN_S):
            raise DesktopUnavailable(
                f"the X server at {display_name!r} does not begin to tell what a person does; try again"
            )

    def release(self) -> None:
        """End the recording once all that was done before is heard, in 5 s at most. It may be called more than once, and also
        when the X server is gone. Blocking.
        """
        with self._lock:
            if not self._closed:
                with contextlib.suppress(ConnectionClosedError, OSError):
                    self._keys.record_disable_context(self._context)
                    self._keys.flush()
        # The server ends its copies with a mark, after which the thread ends.
        self._thread.join(_BEGIN_S)

    def _listen(self) -> None:
        try:
            self._data.record_enable_context(self._context, self._on_reply)
        except (ConnectionClosedError, OSError):
            return
        finally:
            self._begun.set()
            self._close()

    def _on_reply(self, reply: Any) -> None:
        if reply.category == record.StartOfData:
            self._begun.set()
        if reply.category != record.FromServer or reply.client_swapped:
            return
        data = reply.data
        while data:
            event, data = _EVENT.parse_binary_value(data, self._data.display, None, None)
            told = self._told(event)
            if told is not None:
                self._heard(told)

    def _told(self, event: Any) -> Heard | None:
        held = frozenset(name for mask, name in _HELD.items() if event.state & mask)
        if event.type == X.KeyPress:
            return self._key(event.detail, event.state, held)
        if event.type not in (X.ButtonPress, X.ButtonRelease):
            return None
        point, down = Point(event.root_x, event.root_y), event.type == X.ButtonPress
        if event.detail in _WHEELS:
            dy, dx = _WHEELS[event.detail]
            return HeardWheel(point, dy, dx) if down else None
        button = _BUTTONS.get(event.detail)
        return HeardButton(down, button, point, held) if button is not None else None

    def _key(self, keycode: int, state: int, held: frozenset[str]) -> HeardKey | None:
        with self._lock:
            for _ in range(self._keys.pending_events()):
                told = self._keys.next_event()
                if told.type == X.MappingNotify:
                    self._keys.refresh_keyboard_mapping(told)
            keysym, plain = self._keysym(keycode, state), self._keys.keycode_to_keysym(keycode, 0)
        name = name_of(keysym) or name_of(plain)
        if name in _MODIFIERS or (not name and not text_of(keysym) and not _is_letter(keysym)):
            return None
        if held - {"shift"}:
            return HeardKey(name_of(plain) if plain else name, "", held)
        text = text_of(keysym) or (UNKNOWN_TEXT if _is_letter(keysym) else "")
        return HeardKey(name or text, text, held)

    def _keysym(self, keycode: int, state: int) -> int:
        """Return the keysym that a key has in the current layout, with what is held and locked."""
        group, shifted = (state >> 13) & 3, bool(state & X.ShiftMask)
        base = 4 if state & _LEVEL3 else 2 * min(group, 1)
        plain, upper = (self._keys.keycode_to_keysym(keycode, base + level) for level in (0, 1))
        if not plain and not upper:
            plain, upper = (self._keys.keycode_to_keysym(keycode, level) for level in (0, 1))
        if XK.XK_KP_Space <= upper <= XK.XK_KP_9 and state & X.Mod2Mask:
            return plain if shifted else upper
        if state & X.LockMask and text_of(plain).isalpha():
            shifted = not shifted
        return (upper or plain) if shifted else plain

    def _close(self) -> None:
        # One thread may be in the middle of sending what another closes, unless they take turns.
        with self._lock:
            self._closed = True
            for display in (self._data, self._keys):
                with contextlib.suppress(ConnectionClosedError, OSError):
                    display.close()


def of_display(environment: Mapping[str, str], heard: Callable[[Heard], object]) -> InputRecord:
    """Begin a recording on the display of an environment. Raises as `InputRecord` does, also where there is no display."""
    display = environment.get("DISPLAY", "")
    if not display:
        raise DesktopUnavailable(
            "a person is heard on X11 only, and this desktop has no X server; record on another one"
        )
    return InputRecord(display, heard)


def _is_letter(keysym: int) -> bool:
    return keysym in _OLD_LETTERS or keysym in _DEAD_KEYS
