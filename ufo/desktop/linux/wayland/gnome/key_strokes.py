"""Keys by a session of a remote desktop, Mutter's or the portal's. It types only signs that the keyboard layout has, and drops
all others without a word.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Never, Protocol

from ufo.desktop.linux.proc import await_rest
from ufo.desktop.linux.screen.call import Aim, Call, Pointing
from ufo.desktop.linux.screen.keysyms import keysym_named, keysym_of
from ufo.desktop.linux.screen.screen import Windows
from ufo.desktop.linux.screen.strokes import CLICKED_S
from ufo.desktop.linux.wayland.gnome.keyboard_signs import KeyboardSigns
from ufo.desktop.linux.wayland.gnome.remote import Remote
from ufo.desktop.linux.wayland.not_given import NoStrokes
from ufo.desktop.linux.wayland.places_and_order import require_typed
from ufo.errors import NotActionable
from ufo.schema.geometry import Point

_STIRRED_S, _LAID_OUT_S, _FRAME_S = 0.05, 0.02, 0.03


class Focus(Pointing, Protocol):
    """Tells also who has the keyboard."""

    def require_focus(self, aim: Aim | None) -> None:
        """Raises NotActionable where the aim has not the keyboard focus."""
        ...

    def popup_open(self) -> bool: ...


class KeyStrokes(NoStrokes):
    """Implements `Strokes` without a pointer; for the thread of the screen. `no_pointer`: why there is none."""

    def __init__(
        self,
        remote: Remote,
        windows: Windows,
        pointing: Focus,
        signs: KeyboardSigns,
        no_pointer: str = "",
    ) -> None:
        super().__init__(no_pointer)
        self._remote = remote
        self._windows = windows
        self._pointing = pointing
        self._signs = signs
        self._keys: list[int] = []
        self._awake: set[int] = set()

    def begin(self) -> tuple[Point | None, bool]:
        self._remote.require()
        self.let_go()
        return None, self._pointing.popup_open()

    def finish(self, before: Point | None, popup: bool, left_at: Point | None) -> None:
        self.let_go()

    def let_go_elsewhere(self, call: Call, pressed: Point) -> None:
        self.let_go()

    def let_go(self) -> None:
        keys, self._keys = self._keys, []
        if keys:
            self._remote.keys((keysym, False) for keysym in reversed(keys))

    def chord(self, call: Call, chord: tuple[str, ...]) -> None:
        keysyms = [keysym_named(name, len(chord) == 1) for name in chord]
        self._require_carried([keysym for name, keysym in zip(chord, keysyms, strict=True) if len(name) == 1])
        self._check_keys(call)
        self._remote.keys([*((keysym, True) for keysym in keysyms), *((keysym, False) for keysym in reversed(keysyms))])

    def carries(self, text: str) -> bool:
        return self._signs.has(map(keysym_of, text))

    def strike(self, call: Call, text: str) -> int:
        keysyms = [keysym_of(sign) for sign in text]
        self._require_carried(keysyms)
        before = self._check_keys(call)
        self._remote.keys((keysym, down) for keysym in keysyms for down in (True, False))
        require_typed(text, before, self._pointing)
        return len(text)

    def give_back_keys(self, at_once: bool = False) -> None:
        """The keyboard's map is not changed."""

    def await_read(self, within_s: float, deaf_s: float) -> bool:
        """The compositor asks no program for us, so the kernel is asked whether the active one has come to rest."""
        active = self._windows.active()
        return active is None or not deaf_s or await_rest(active.pid, within_s, deaf_s)

    def await_handled(self) -> None:
        self.await_read(CLICKED_S, _FRAME_S)

    def await_layout(self) -> None:
        self.await_read(CLICKED_S, _LAID_OUT_S)

    def _check_keys(self, call: Call) -> int:
        """Return the window that has the keyboard, which is the aim's. A program hears of a keyboard when its first key is
        pressed, and takes none before it has: the first is a Shift, and the program's rest is awaited.
        """
        call.check()
        self._pointing.require_focus(call.aim)
        active = self._windows.active()
        if active is not None and active.pid not in self._awake:
            self._remote.tap_shift()
            self.await_read(CLICKED_S, _STIRRED_S)
            self._awake.add(active.pid)
            self._pointing.require_focus(call.aim)
        call.check_at_last(self._pointing)
        return self._pointing.focused_top()

    def _require_carried(self, keysyms: Sequence[int]) -> None:
        missing = [keysym for keysym in keysyms if not self._signs.has([keysym])]
        if missing:
            named = chr(missing[0] & 0xFFFFFF)
            raise NotActionable(
                f"no key of this keyboard layout types {named!r}, and {self._remote.name} would drop it; nothing was typed. "
                "Set the text by the control's own action, or paste it"
            )

    def _hold_keys(self, names: Sequence[str]) -> None:
        keysyms = [keysym_named(name, len(names) == 1) for name in names]
        self._keys.extend(keysyms)
        self._remote.keys((keysym, True) for keysym in keysyms)

    def _refuse(self) -> Never:
        raise NotActionable(f"nothing was done with the pointer: {self._why}. Use the control's own action or keys")
