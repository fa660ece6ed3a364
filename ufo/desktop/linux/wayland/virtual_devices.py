"""A pointer and a keyboard that a compositor takes from any program: wlr-virtual-pointer and virtual-keyboard, unstable v1."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from ufo.desktop.linux.screen.keysyms import keysym_named, keysym_of
from ufo.desktop.linux.screen.surface import around
from ufo.desktop.linux.wayland.client import WaylandClient
from ufo.desktop.linux.wayland.typed_text import Keyboard
from ufo.desktop.values import Screen as Monitor
from ufo.schema.geometry import Point

POINTERS, KEYBOARDS = "zwlr_virtual_pointer_manager_v1", "zwp_virtual_keyboard_manager_v1"
_WHEEL = 0
_NOTCH = 15.0
_MOST = 0xFFFF


class VirtualDevices:
    """Implements `Devices`; for the thread of the connection. Both are there for as long as the connection. Raises
    DesktopUnavailable where the compositor offers none.
    """

    def __init__(self, client: WaylandClient, monitors: Callable[[], Sequence[Monitor]]) -> None:
        self._client = client
        self._monitors = monitors
        seat = client.bind("wl_seat", 1)
        self._pointer = client.bind(POINTERS, 1).make("create_virtual_pointer", seat)
        self._keyboard = Keyboard(client, seat)
        self._pressed: list[int] = []

    def require(self) -> None:
        """They are there."""

    def move(self, to: Point) -> None:
        whole = around(monitor.rect for monitor in self._monitors())
        # Twice as fine, so that it comes to rest in the middle of a pixel.
        x, y = 2 * (to.x - whole.x) + 1, 2 * (to.y - whole.y) + 1
        self._pointer.send("motion_absolute", _now(), x, y, 2 * whole.width, 2 * whole.height)
        self._told()

    def press(self, button: int) -> None:
        self._pressed.append(button)
        self._pointer.send("button", _now(), button, 1)
        self._told()

    def turn(self, axis: int, notches: int) -> None:
        for _ in range(abs(notches)):
            way = 1 if notches > 0 else -1
            self._pointer.send("axis_source", _WHEEL)
            self._pointer.send("axis_discrete", _now(), axis, way * _NOTCH, way)
            self._pointer.send("frame")
        self._client.roundtrip()

    def holding(self, names: Sequence[str]) -> Callable[[], None]:
        for name in names:
            keysym_named(name, len(names) == 1)
        return lambda: self._keyboard.hold(names) if names else None

    def let_go(self) -> None:
        while self._pressed:
            self._pointer.send("button", _now(), self._pressed.pop(), 0)
            self._told()
        self._keyboard.let_go()

    def carries(self, text: str) -> bool:
        """Every sign is lent a key, but Chromium cuts off what is beyond 16 bits, such as an emoji."""
        return all(ord(sign) <= _MOST for sign in text)

    def typing(self, text: str) -> Callable[[], None]:
        for sign in text:
            keysym_of(sign)
        return lambda: self._keyboard.strike(text)

    def await_handled(self) -> None:
        self._client.roundtrip()

    def _told(self) -> None:
        self._pointer.send("frame")
        self._client.roundtrip()


def _now() -> int:
    return int(time.monotonic() * 1000) & 0xFFFFFFFF
