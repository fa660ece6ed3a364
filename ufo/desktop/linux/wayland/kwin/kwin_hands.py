"""A pointer and a keyboard in KWin (fake-input, version 4), and what its keys type now.

KWin offers fake input only to a program that a desktop file of the person's names (`kwin_grant.py`). It knows places on the
screen and numbers of keys; no sign that the layout has not can be typed.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterable, Sequence

from ufo.desktop.linux.wayland.client import WaylandClient
from ufo.desktop.linux.wayland.kwin.kwin_bus import KWinBus, Refused
from ufo.desktop.linux.wayland.kwin.kwin_layout import KeyLayout, read_layout
from ufo.errors import DesktopUnavailable, NotActionable
from ufo.schema.geometry import Point

FAKE_INPUT = "org_kde_kwin_fake_input"
_KEY_STATES = "org_kde_kwin_keystate"
_CAPS_LOCK, _UNLOCKED = 0, 0
_NOTCH = 10.0
_AT_ONCE, _BREATH_S = 100, 0.01
_LAYOUTS = ("/Layouts", "org.kde.KeyboardLayouts")
NOT_GRANTED = (
    "KWin gives this program no pointer and no keyboard, so only what a program's own controls offer can be done; "
    "allow them with: ufo wayland install"
)


class KWinHands:
    """Implements `Devices`; for the thread of the screen. What needs the grant raises NotActionable without it."""

    def __init__(self, client: WaylandClient, bus: KWinBus) -> None:
        self._client = client
        self._bus = bus
        self._maps: list[str] = []
        self._states: dict[int, int] = {}
        self._pressed: list[tuple[str, int]] = []
        client.bind("wl_seat", 5).make("get_keyboard").on["keymap"] = self._hear_map
        self._fake = client.bind(FAKE_INPUT, 4) if client.offers(FAKE_INPUT) else None
        if self._fake is not None:
            self._fake.send("authenticate", "ufo", "works applications for the person")
        self._key_states = client.bind(_KEY_STATES, 1) if client.offers(_KEY_STATES) else None
        if self._key_states is not None:
            self._key_states.on["stateChanged"] = lambda key, state: self._states.update({key: state})
        client.roundtrip()

    def require(self) -> None:
        """Raises NotActionable where KWin lets us neither point nor type."""
        if self._fake is None:
            raise NotActionable(NOT_GRANTED)

    def layout(self) -> KeyLayout:
        """Return what the keys type now. Raises DesktopUnavailable where the seat told no map."""
        self._client.roundtrip()
        if not self._maps:
            raise DesktopUnavailable("KWin told no keyboard map; is a keyboard connected?")
        group = 0
        with contextlib.suppress(Refused, DesktopUnavailable):
            group = int(self._bus.call(_LAYOUTS, "getLayout", name="org.kde.keyboard")[0])
        return read_layout(self._maps[-1], group)

    def _is_locked(self) -> bool:
        """Tell whether Caps Lock is on."""
        if self._key_states is not None:
            self._key_states.send("fetchStates")
            self._client.roundtrip()
        return self._states.get(_CAPS_LOCK, _UNLOCKED) != _UNLOCKED

    def move(self, to: Point) -> None:
        # The middle of the pixel.
        self._send("pointer_motion_absolute", to.x + 0.5, to.y + 0.5)
        self._client.roundtrip()

    def press(self, button: int) -> None:
        self._send("button", button, 1)
        self._pressed.append(("button", button))
        self._client.roundtrip()

    def turn(self, axis: int, notches: int) -> None:
        for _ in range(abs(notches)):
            self._send("axis", axis, _NOTCH if notches > 0 else -_NOTCH)
        self._client.roundtrip()

    def holding(self, names: Sequence[str]) -> Callable[[], None]:
        codes = self.layout().chord(tuple(names)) if names else ()
        return lambda: self._hold(codes)

    def _hold(self, codes: Iterable[int]) -> None:
        for code in codes:
            self._send("keyboard_key", code, 1)
            self._pressed.append(("keyboard_key", code))
        self._client.roundtrip()

    def carries(self, text: str) -> bool:
        return self.layout().carries(text)

    def typing(self, text: str) -> Callable[[], None]:
        """Return what types the text. Raises NotActionable where the layout has not all of its signs."""
        layout, locked = self.layout(), self._is_locked()
        presses = [layout.press_for(sign, locked) for sign in text]

        def typed() -> None:
            for at, press in enumerate(presses):
                if at and at % _AT_ONCE == 0:
                    self.await_handled()
                    time.sleep(_BREATH_S)
                self._strike(press.held, press.code)
            self.await_handled()

        return typed

    def _strike(self, held: Sequence[int], code: int) -> None:
        """Strike one key while others are held, without waiting for KWin."""
        for number, state in (*((it, 1) for it in held), (code, 1), (code, 0), *((it, 0) for it in reversed(held))):
            self._send("keyboard_key", number, state)

    def let_go(self) -> None:
        while self._pressed:
            what, number = self._pressed.pop()
            self._send(what, number, 0)
        self._client.roundtrip()

    def await_handled(self) -> None:
        """Wait until KWin has handed all of it to the programs."""
        self._client.roundtrip()

    def _send(self, what: str, *values: float) -> None:
        self.require()
        assert self._fake is not None
        self._fake.send(what, *values)

    def _hear_map(self, kind: int, descriptor: int, size: int) -> None:
        try:
            self._maps.append(os.pread(descriptor, size, 0).rstrip(b"\0").decode("utf-8", "replace"))
        finally:
            os.close(descriptor)
