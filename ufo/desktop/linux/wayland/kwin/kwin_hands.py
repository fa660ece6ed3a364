"""A pointer and a keyboard in KWin, and what its keys type now.

KWin knows places on the screen and numbers of keys; no sign that the layout has not can be typed.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterable, Sequence

from ufo.desktop.linux.wayland.client import WaylandClient
from ufo.desktop.linux.wayland.kwin.kwin_bus import KWinBus
from ufo.desktop.linux.wayland.kwin.kwin_layout import KeyLayout, read_layout
from ufo.desktop.linux.wayland.kwin.kwin_ways import Way
from ufo.desktop.linux.wayland.session_bus import Named, Refused
from ufo.errors import DesktopUnavailable
from ufo.schema.geometry import Point

_KEY_STATES = "org_kde_kwin_keystate"
_CAPS_LOCK, _UNLOCKED = 0, 0
_AT_ONCE, _BREATH_S = 100, 0.01
_LAYOUTS = Named("org.kde.keyboard", "/Layouts", "org.kde.KeyboardLayouts")


class KWinHands:
    """Implements `Devices`; for the thread of the screen. What needs the grant raises NotActionable without it."""

    def __init__(self, client: WaylandClient, bus: KWinBus, way: Way) -> None:
        self._client = client
        self._bus = bus
        self._way = way
        self._maps: list[str] = []
        self._states: dict[int, int] = {}
        self._pressed: list[tuple[Callable[[int, int], None], int]] = []
        client.bind("wl_seat", 5).make("get_keyboard").on["keymap"] = self._hear_map
        self._key_states = client.bind(_KEY_STATES, 1) if client.offers(_KEY_STATES) else None
        if self._key_states is not None:
            self._key_states.on["stateChanged"] = lambda key, state: self._states.update({key: state})
        client.roundtrip()

    def require(self) -> None:
        """Raises NotActionable where KWin lets us neither point nor type."""
        self._way.require()

    def layout(self) -> KeyLayout:
        """Return what the keys type now. Raises DesktopUnavailable where the seat told no map."""
        self._client.roundtrip()
        if not self._maps:
            raise DesktopUnavailable("KWin told no keyboard map; is a keyboard connected?")
        group = 0
        with contextlib.suppress(Refused, DesktopUnavailable):
            group = int(self._bus.call(_LAYOUTS, "getLayout").values[0])
        return read_layout(self._maps[-1], group)

    def _is_locked(self) -> bool:
        """Tell whether Caps Lock is on."""
        if self._key_states is not None:
            self._key_states.send("fetchStates")
            self._client.roundtrip()
        return self._states.get(_CAPS_LOCK, _UNLOCKED) != _UNLOCKED

    def move(self, to: Point) -> None:
        self._way.move(to)
        self._way.await_handled()

    def press(self, button: int) -> None:
        self._way.button(button, 1)
        self._pressed.append((self._way.button, button))
        self._way.await_handled()

    def turn(self, axis: int, notches: int) -> None:
        for _ in range(abs(notches)):
            self._way.notch(axis, 1 if notches > 0 else -1)
        self._way.await_handled()

    def holding(self, names: Sequence[str]) -> Callable[[], None]:
        codes = self.layout().chord(tuple(names)) if names else ()
        return lambda: self._hold(codes)

    def _hold(self, codes: Iterable[int]) -> None:
        for code in codes:
            self._way.key(code, 1)
            self._pressed.append((self._way.key, code))
        self._way.await_handled()

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
            self._way.key(number, state)

    def let_go(self) -> None:
        while self._pressed:
            what, number = self._pressed.pop()
            what(number, 0)
        self._way.await_handled()

    def await_handled(self) -> None:
        """Wait until KWin has handed all of it to the programs."""
        self._way.await_handled()

    def _hear_map(self, kind: int, descriptor: int, size: int) -> None:
        try:
            self._maps.append(os.pread(descriptor, size, 0).rstrip(b"\0").decode("utf-8", "replace"))
        finally:
            os.close(descriptor)
