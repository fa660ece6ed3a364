"""Presses and releases keys and buttons by XTEST, and knows which of them are down."""

from __future__ import annotations

from Xlib import X
from Xlib.ext import xtest
from Xlib.protocol import rq

from ufo.desktop.linux.x11.second_seat import SecondSeat
from ufo.desktop.linux.x11.server_connection import XConnection
from ufo.schema.geometry import Point


class XTest:
    """Fakes input; for the X thread."""

    def __init__(self, connection: XConnection, seat: SecondSeat) -> None:
        self._x = connection
        self._seat = seat
        self._struck: dict[tuple[int, int], rq.Request] = {}
        self._down: list[tuple[int, int]] = []

    @property
    def pointer(self) -> Point:
        with self._seat.used():
            place = self._x.root.query_pointer()
        return Point(int(place.root_x), int(place.root_y))

    def release_held(self) -> None:
        with self._seat.used():
            pressed = self._x.display.query_keymap()
        for keycode in {code for row in self._x.display.get_modifier_mapping() for code in row if code}:
            if pressed[keycode // 8] & (1 << keycode % 8):
                self._fake(X.KeyRelease, keycode)
        self._x.display.sync()

    def _fake(self, kind: int, detail: int) -> None:
        with self._seat.used():
            self._send(kind, detail)

    def _send(self, kind: int, detail: int) -> None:
        """Send a fake event. The request is built once and sent again later, because building it is most of its cost."""
        known = self._struck.get((kind, detail))
        if known is None:
            display = self._x.display.display
            self._struck[kind, detail] = xtest.FakeInput(
                display=display,
                opcode=display.get_extension_major(xtest.extname),
                event_type=kind,
                detail=detail,
                time=X.CurrentTime,
                root=X.NONE,
                x=0,
                y=0,
            )
        else:
            self._x.display.display.send_request(known, False)

    def press(self, kind: int, detail: int) -> None:
        self._down.append((kind + 1, detail))
        self._fake(kind, detail)

    def release(self, kind: int, detail: int) -> None:
        self._fake(kind + 1, detail)
        self._down.remove((kind + 1, detail))

    def move(self, to: Point) -> None:
        with self._seat.used():
            xtest.fake_input(self._x.display, X.MotionNotify, 0, x=to.x, y=to.y)

    def move_and_sync(self, to: Point) -> None:
        self.move(to)
        self._x.display.sync()

    def let_go(self) -> None:
        while self._down:
            kind, detail = self._down.pop()
            self._fake(kind, detail)
        self._x.display.sync()
