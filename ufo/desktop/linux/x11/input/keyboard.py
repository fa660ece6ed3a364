"""The X server's keyboard map and our temporary changes to it: characters on spare keys, Latin letters as a second layout. A
stroke of a changed key has to be read before the key changes again, because a program looks up the meaning of a key only
when it reads the stroke.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from Xlib import XK, X

from ufo.desktop.linux.screen.keysyms import keysym_named
from ufo.desktop.linux.screen.strokes import UnreadKeys
from ufo.desktop.linux.x11.input.keymap import Keymap, Stroke
from ufo.desktop.linux.x11.ping import active_window, await_reader
from ufo.desktop.linux.x11.server_connection import XConnection
from ufo.errors import DesktopError

_GROUP_SHIFT = 13
_FIRST_KEYCODE, _KEYCODES = 8, 248
_READ_S = 1.0


class Keyboard:
    """Changes the keyboard map; for the X thread. `lent` are spare keycodes with the keysym that each stands for now."""

    def __init__(self, connection: XConnection) -> None:
        self._x = connection
        self.lent: dict[int, int] = {}
        self._unread: set[tuple[int, int]] = set()
        """Changed keys that were struck, each with the window that got it."""
        self._amended: dict[int, tuple[int, ...]] = {}

    def keymap(self) -> Keymap:
        rows = self._x.display.get_keyboard_mapping(_FIRST_KEYCODE, _KEYCODES)
        group = int(self._x.root.query_pointer().mask) >> _GROUP_SHIFT & 3
        return Keymap(_FIRST_KEYCODE, tuple(tuple(row) for row in rows), min(group, 1))

    def shift(self) -> int:
        stroke = self.keymap().anywhere(XK.XK_Shift_L)
        if stroke is None:
            raise DesktopError("this keyboard map has no Shift key; load another with setxkbmap")
        return stroke.keycode

    def strokes_for(self, chord: Sequence[str]) -> list[Stroke]:
        """Return the strokes for a shortcut, on real keys where possible: some programs treat a spare key that means "a" for
        the moment only as one that types. Raises UnreadKeys.
        """
        keysyms = [keysym_named(name, len(chord) == 1) for name in chord]
        if len(chord) > 1:
            self._add_latin([name for name in chord if len(name) == 1])
        keymap = self.keymap()
        missing = [keysym for keysym in keysyms if keysym not in keymap.strokes() and keymap.anywhere(keysym) is None]
        if missing:
            self.lend(missing)
            keymap = self.keymap()
        struck, real = keymap.strokes(), keymap.strokes(self.lent)
        found = [
            real.get(keysym) or keymap.anywhere(keysym, self.lent) or struck.get(keysym) or keymap.anywhere(keysym)
            for keysym in keysyms
        ]
        return [stroke for stroke in found if stroke is not None]

    def lend(self, keysyms: Sequence[int]) -> None:
        """Put characters on spare keys: unused keys first, then those lent longest ago. Raises UnreadKeys."""
        free = [*self.keymap().spare(), *(code for code, sign in self.lent.items() if sign not in keysyms)]
        chosen = dict(zip(free, keysyms, strict=False))
        self._require_read(chosen)
        for keycode, keysym in chosen.items():
            self.lent.pop(keycode, None)
            self.lent[keycode] = keysym
            # The keysym is on both levels, so that Shift and Caps Lock change nothing, and in both layouts.
            self._x.display.change_keyboard_mapping(keycode, [[keysym] * 4])
        self._x.display.sync()

    def struck(self, keycodes: Iterable[int]) -> None:
        """Note which changed keys were struck. Call it right after the strokes, when the active window has got them."""
        changed = (self.lent.keys() | self._amended.keys()) & set(keycodes)
        if changed:
            window = active_window(self._x)
            self._unread |= {(keycode, window) for keycode in changed}

    def give_back(self, at_once: bool = False) -> None:
        """Restore the keyboard map. Raises UnreadKeys, unless it must be done `at_once`."""
        if not at_once:
            self._require_read([*self.lent, *self._amended])
        for keycode in self.lent:
            self._x.display.change_keyboard_mapping(keycode, [[X.NoSymbol] * 4])
        for keycode, row in self._amended.items():
            self._x.display.change_keyboard_mapping(keycode, [row])
        self._amended.clear()
        self.lent.clear()
        self._unread.clear()
        self._x.display.sync()

    def _require_read(self, keycodes: Iterable[int]) -> None:
        wanted = set(keycodes)
        for window in {window for keycode, window in self._unread if keycode in wanted}:
            if not await_reader(self._x, _READ_S, xid=window):
                raise UnreadKeys(
                    "the application does not read its keys; wait until it answers again, then look at what it shows"
                )
            self._unread = {pair for pair in self._unread if pair[1] != window}

    def _add_latin(self, signs: Sequence[str]) -> None:
        """Add the Latin letters of a shortcut as a second layout to a map without them, because programs look for letters
        there. If a spare key has the letters in the first layout, GTK and Qt look no further; so those keys are taken back.
        Raises UnreadKeys.
        """
        for keysym, sign in [(keysym_named(sign, False), sign) for sign in signs]:
            keymap = self.keymap()
            real = keymap.anywhere(keysym, self.lent)
            added = keymap.with_latin(sign) if real is None else None
            if added is not None:
                self._amended[added[0]] = keymap.rows[added[0] - keymap.first]
                self._x.display.change_keyboard_mapping(added[0], [added[1]])
            if added is not None or (real is not None and real.keycode in self._amended):
                self._take_back(keysym)

    def _take_back(self, keysym: int) -> None:
        for keycode in [code for code, sign in self.lent.items() if sign == keysym]:
            self._require_read([keycode])
            del self.lent[keycode]
            self._x.display.change_keyboard_mapping(keycode, [[X.NoSymbol] * 4])
        self._x.display.sync()
