"""Pointer and keyboard on sway.

A click is one message to sway's IPC: focus of the window, place of the pointer, press and release. Sway does all of it in one
turn of its loop, so that no window can come between. Its commands say that they succeeded, and do nothing, where the seat has
no pointer: a virtual one is there for as long as the connection.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from ufo.desktop.linux.input.event_plan import MOST_NOTCHES
from ufo.desktop.linux.proc import await_rest
from ufo.desktop.linux.screen.call import Call
from ufo.desktop.linux.screen.surface import around
from ufo.desktop.linux.wayland.client import WaylandClient
from ufo.desktop.linux.wayland.places_and_order import PlacesAndOrder, number_of, require_typed
from ufo.desktop.linux.wayland.sway_ipc import SwayIpc
from ufo.desktop.linux.wayland.sway_windows import SwayWindows
from ufo.desktop.linux.wayland.typed_text import Keyboard
from ufo.desktop.values import Click, MouseButton, Scroll
from ufo.errors import DesktopError
from ufo.schema.geometry import Point, Rect

_BUTTONS: Mapping[MouseButton, str] = MappingProxyType(
    {"left": "button1", "middle": "button2", "right": "button3", "x": "button8"}
)
_BETWEEN_CLICKS_S, _STIRRED_S, _LAID_OUT_S = 0.03, 0.05, 0.02
_READ_S = 0.5
_UPRIGHT, _ACROSS, _WHEEL = 0, 1, 0
_NOTCH = 15.0
_MOST = 0xFFFF


class SwayStrokes:
    """Implements `Strokes`; for the thread of the screen."""

    def __init__(self, client: WaylandClient, ipc: SwayIpc, windows: SwayWindows, pointing: PlacesAndOrder) -> None:
        self._client = client
        self._ipc = ipc
        self._windows = windows
        self._pointing = pointing
        seat = client.bind("wl_seat", 1)
        self._pointer = client.bind("zwlr_virtual_pointer_manager_v1", 1).make("create_virtual_pointer", seat)
        self._keyboard = Keyboard(client, seat)
        self._pressed: list[str] = []

    def begin(self) -> tuple[Point | None, bool]:
        """Sway tells nobody where the pointer is."""
        self.let_go()
        return None, self._pointing.popup_open()

    def finish(self, before: Point | None, popup: bool, left_at: Point | None) -> None:
        self.let_go()

    def click(self, call: Call, event: Click) -> None:
        button = _BUTTONS[event.button]
        call.check(event.point)
        if event.hold_key:
            self._keyboard.hold((event.hold_key,))
        try:
            for number in range(event.count):
                if number:
                    # Chromium counts two presses in the same millisecond as one.
                    time.sleep(_BETWEEN_CLICKS_S)
                self._strike(call, event.point, [f"cursor press {button}", f"cursor release {button}"])
                call.part = number + 1
        finally:
            self._keyboard.let_go()
            self._windows.forget_popups()

    def hold_down(self, call: Call, event: Click) -> None:
        self._press(call, event.point, event.button)

    def let_go_elsewhere(self, call: Call, pressed: Point) -> None:
        self.move(Point(0, 0))
        self.let_go()
        self.move(pressed)

    def let_go(self) -> None:
        while self._pressed:
            self._ipc.run([f"seat - cursor release {self._pressed.pop()}"])
        self._keyboard.let_go()

    def hold(self, call: Call, keys: Iterable[str], start: Point, button: MouseButton) -> None:
        call.check(start)
        if held := tuple(keys):
            self._keyboard.hold(held)
        self._press(call, start, button)

    def move(self, to: Point) -> None:
        """Move by the virtual pointer: sway's own command tells a program nothing while a button is down."""
        whole = around(monitor.rect for monitor in self._windows.monitors())
        # Twice as fine, so that it comes to rest in the middle of a pixel.
        x, y = 2 * (to.x - whole.x) + 1, 2 * (to.y - whole.y) + 1
        self._pointer.send("motion_absolute", _now(), x, y, 2 * whole.width, 2 * whole.height)
        self._pointer.send("frame")
        self._client.roundtrip()

    def hover(self, call: Call, point: Point) -> None:
        call.check(point)
        self._pointing.require_at(call.aim, point)
        call.check_at_last(self._pointing, point)
        # A program that had the pointer there already notices the second movement.
        self.move(Point(point.x + 1, point.y))
        self.await_read(_READ_S, 0.0)
        time.sleep(_STIRRED_S)
        self.move(point)
        time.sleep(_STIRRED_S)

    def scroll(self, call: Call, event: Scroll) -> None:
        call.check(event.point)
        self._pointing.require_at(call.aim, event.point)
        call.check_at_last(self._pointing, event.point)
        self.move(event.point)
        for axis, notches in ((_UPRIGHT, -event.dy), (_ACROSS, event.dx)):
            step = 1 if notches > 0 else -1
            for _ in range(min(abs(notches), MOST_NOTCHES)):
                self._pointer.send("axis_source", _WHEEL)
                self._pointer.send("axis_discrete", _now(), axis, step * _NOTCH, step)
                self._pointer.send("frame")
        self._client.roundtrip()

    def offers_drop(self) -> int:
        return 0

    def chord(self, call: Call, chord: tuple[str, ...]) -> None:
        call.check()
        self._pointing.require_focus(call.aim)
        call.check_at_last(self._pointing)
        self._keyboard.chord(chord)
        self._windows.forget_popups()

    def carries(self, text: str) -> bool:
        """Every sign is lent a key, but Chromium cuts off what is beyond 16 bits, such as an emoji."""
        return all(ord(sign) <= _MOST for sign in text)

    def strike(self, call: Call, text: str) -> int:
        call.check()
        self._pointing.require_focus(call.aim)
        call.check_at_last(self._pointing)
        before = self._pointing.focused_top()
        self._keyboard.strike(text)
        require_typed(text, before, self._pointing)
        return len(text)

    def give_back_keys(self, at_once: bool = False) -> None:
        """The keyboard is ours alone and ends with the connection."""

    def await_read(self, within_s: float, deaf_s: float) -> bool:
        """Sway asks no program, so the kernel is asked whether the active one has come to rest."""
        self._client.roundtrip()
        active = self._windows.active()
        return active is None or not deaf_s or await_rest(active.pid, within_s, deaf_s)

    def await_handled(self) -> None:
        self._client.roundtrip()

    def await_layout(self) -> None:
        self.await_read(_READ_S, _LAID_OUT_S)

    def _press(self, call: Call, point: Point, button: MouseButton) -> None:
        self._strike(call, point, [f"cursor press {_BUTTONS[button]}"])
        self._pressed.append(_BUTTONS[button])

    def _strike(self, call: Call, point: Point, what: Sequence[str]) -> None:
        """Do something with the pointer at a place of the aim, in one turn of sway's loop."""
        top = self._pointing.require_at(call.aim, point)
        before = self._lying(top)
        call.check_at_last(self._pointing, point)
        focus = [f"[con_id={top}] focus"] if top else []
        self._ipc.run([*focus, *(f"seat - {command}" for command in (f"cursor set {point.x} {point.y}", *what))])
        after = self._lying(top)
        # The focus raised it, so that nothing of another program could get the stroke; but it may have moved right before.
        is_moved = before is not None and after is not None and (after.x, after.y) != (before.x, before.y)
        if call.aim is not None and is_moved:
            raise DesktopError(
                f"{call.aim.title!r} moved meanwhile, so something else in it may have got the input; look at what it did"
            )

    def _lying(self, top: int) -> Rect | None:
        """Return where a window is now."""
        return next((it.visible for it in self._windows.surfaces() if not it.popup and number_of(it) == top), None)


def _now() -> int:
    return int(time.monotonic() * 1000) & 0xFFFFFFFF
