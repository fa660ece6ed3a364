"""A keyboard of our own on a Wayland seat (virtual-keyboard-unstable-v1): text in any script, and chords.

Its map has the keys of a US keyboard in their places, since programs look up shortcuts by key or by what is on it. What else is
to be typed is lent a place on the same keys, in a second group: Chromium takes other keys for what they are on real keyboards,
such as one that goes back a page. The compositor hands programs the map and the strokes in one order, so that a new map cannot
change strokes that were sent before it.

The keyboard lives as long as the connection. A seat without another keyboard has none from the moment that it goes: programs
then take keys only after they have heard of the next one, and the first strokes are lost.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from Xlib import XK

from ufo.desktop.linux.screen.keysyms import keysym_named, keysym_of
from ufo.desktop.linux.wayland.client import Proxy, WaylandClient

_XKB_V1 = 1
_SHIFT = 1
_MASKS = MappingProxyType(
    {"Shift_L": _SHIFT, "Caps_Lock": 2, "Control_L": 4, "Alt_L": 8, "Super_L": 64, "ISO_Level3_Shift": 128}
)
_ROWS = (
    (2, "1234567890-=", "!@#$%^&*()_+"),
    (16, "qwertyuiop[]", "QWERTYUIOP{}"),
    (30, "asdfghjkl;'`", 'ASDFGHJKL:"~'),
    (43, "\\zxcvbnm,./", "|ZXCVBNM<>?"),
    (57, " ", " "),
)
_NAMED = MappingProxyType(
    {
        "Escape": 1, "BackSpace": 14, "Tab": 15, "Return": 28, "Control_L": 29, "Shift_L": 42, "Alt_L": 56, "Caps_Lock": 58,
        **{f"F{number}": 58 + number for number in range(1, 11)},
        "Num_Lock": 69, "Scroll_Lock": 70, "F11": 87, "F12": 88, "Print": 99, "ISO_Level3_Shift": 100, "Home": 102, "Up": 103,
        "Page_Up": 104, "Left": 105, "Right": 106, "End": 107, "Down": 108, "Page_Down": 109, "Insert": 110, "Delete": 111,
        "Pause": 119, "Super_L": 125, "Menu": 127,
    }
)  # fmt: skip
_NAMES_IN_MAP = MappingProxyType(
    {
        **{2 + place: f"AE{place + 1:02}" for place in range(12)},
        **{16 + place: f"AD{place + 1:02}" for place in range(12)},
        **{30 + place: f"AC{place + 1:02}" for place in range(11)},
        41: "TLDE", 43: "BKSL",
        **{44 + place: f"AB{place + 1:02}" for place in range(10)},
    }
)  # fmt: skip
"""The keys that write, by their numbers in the kernel."""
_SECOND = 1
"""The group in which signs are lent to them."""
_AT_ONCE, _BREATH_S = 100, 0.01
"""A program's socket holds some thousand strokes, and the compositor ends a program whose socket is full."""
_MAP = """xkb_keymap {{
xkb_keycodes "ufo" {{ include "evdev" }};
xkb_types "ufo" {{ include "complete" }};
xkb_compatibility "ufo" {{ include "complete" }};
xkb_symbols "ufo" {{ include "pc+us+level3(ralt_switch)" {symbols} }};
}};
"""


@dataclass(frozen=True, slots=True)
class _Key:
    code: int
    shift: bool = False
    group: int = 0


def _usual_keys() -> dict[int, _Key]:
    keys = {XK.string_to_keysym(name): _Key(code) for name, code in _NAMED.items()}
    for first, plain, shifted in _ROWS:
        for place, sign in enumerate(shifted):
            keys[keysym_of(sign)] = _Key(first + place, shift=True)
        for place, sign in enumerate(plain):
            keys[keysym_of(sign)] = _Key(first + place)
    return keys


_USUAL = MappingProxyType(_usual_keys())
_MASK_OF = MappingProxyType({_NAMED[name]: mask for name, mask in _MASKS.items()})


class Keyboard:
    """For the thread of the connection. Its methods raise what the connection's do, and NotActionable for what no key types."""

    def __init__(self, client: WaylandClient, seat: Proxy) -> None:
        self._client = client
        self._keyboard = client.bind("zwp_virtual_keyboard_manager_v1", 1).make("create_virtual_keyboard", seat)
        self._lent: dict[int, int] = {}
        """The keysyms that are lent a key now, the one lent longest ago first."""
        self._held: list[int] = []
        self._tell_map()
        client.roundtrip()

    def strike(self, text: str) -> None:
        """Type the text into whatever has the focus."""
        keysyms = [keysym_of(sign) for sign in text]
        for at in range(0, len(keysyms), _AT_ONCE):
            if at:
                time.sleep(_BREATH_S)
            self._strike_part(keysyms[at : at + _AT_ONCE])

    def _strike_part(self, keysyms: Sequence[int]) -> None:
        """Strike signs that may be more than can be lent a key at once."""
        at = 0
        while at < len(keysyms):
            end = at
            missing: dict[int, None] = {}
            while end < len(keysyms) and (
                keysyms[end] in _USUAL or len({*missing, keysyms[end]}) <= len(_NAMES_IN_MAP)
            ):
                if keysyms[end] not in _USUAL:
                    missing[keysyms[end]] = None
                end += 1
            self._lend(missing)
            for keysym in keysyms[at:end]:
                key = self._key(keysym)
                self._tell_modifiers(_SHIFT if key.shift else 0, key.group)
                self._stroke(key.code, (1, 0))
            self._tell_modifiers(0)
            self._client.roundtrip()
            at = end

    def hold(self, names: Sequence[str]) -> None:
        """Press keys by their names as in a chord, and keep them down until `let_go`."""
        keysyms = [keysym_named(name, len(names) == 1) for name in names]
        self._lend(keysym for keysym in keysyms if keysym not in _USUAL)
        keys = [self._key(keysym) for keysym in keysyms]
        shift = [_NAMED["Shift_L"]] if any(key.shift for key in keys) else []
        group = max((key.group for key in keys), default=0)
        for code in dict.fromkeys([*shift, *(key.code for key in keys)]):
            self._tell_modifiers(self._held_mask(), group)
            self._stroke(code, (1,))
            self._held.append(code)
        self._tell_modifiers(self._held_mask(), group)
        self._client.roundtrip()

    def let_go(self) -> None:
        while self._held:
            self._stroke(self._held.pop(), (0,))
            self._tell_modifiers(self._held_mask())
        self._client.roundtrip()

    def chord(self, names: Sequence[str]) -> None:
        """Press the keys in their order, and let them go in the reverse order."""
        try:
            self.hold(names)
        finally:
            self.let_go()

    def _held_mask(self) -> int:
        return sum(_MASK_OF.get(code, 0) for code in self._held)

    def _key(self, keysym: int) -> _Key:
        return _USUAL.get(keysym) or _Key(self._lent[keysym], group=_SECOND)

    def _lend(self, wanted: Iterable[int]) -> None:
        """Lend signs a key: unused ones first, then those that were lent longest ago."""
        wanted = list(dict.fromkeys(wanted))
        missing = [keysym for keysym in wanted if keysym not in self._lent]
        for keysym in wanted:
            if keysym in self._lent:
                self._lent[keysym] = self._lent.pop(keysym)
        if not missing:
            return
        used = set(self._lent.values())
        free = [code for code in _NAMES_IN_MAP if code not in used]
        for keysym in missing:
            if not free:
                free.append(self._lent.pop(next(iter(self._lent))))
            self._lent[keysym] = free.pop(0)
        self._tell_map()

    def _tell_map(self) -> None:
        symbols = " ".join(
            f"key <{_NAMES_IN_MAP[code]}> {{ symbols[Group2] = [ {keysym:#x} ] }};"
            for keysym, code in self._lent.items()
        )
        text = _MAP.format(symbols=symbols).encode() + b"\0"
        descriptor = os.memfd_create("keymap", os.MFD_CLOEXEC)
        try:
            os.write(descriptor, text)
            self._keyboard.send("keymap", _XKB_V1, len(text), descriptors=(descriptor,))
        finally:
            os.close(descriptor)

    def _tell_modifiers(self, mask: int, group: int = 0) -> None:
        self._keyboard.send("modifiers", mask, 0, 0, group)

    def _stroke(self, code: int, states: Iterable[int]) -> None:
        for state in states:
            self._keyboard.send("key", int(time.monotonic() * 1000) & 0xFFFFFFFF, code, state)
