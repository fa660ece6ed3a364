"""Pointer and keyboard on sway.

A click is one message to sway's IPC: focus of the window, place of the pointer, press and release. Sway does all of it in one
turn of its loop, so that no window can come between. Its commands say that they succeeded, and do nothing, where the seat has
no pointer: a virtual one is there for as long as the connection.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from ufo.desktop.linux.screen.call import Call
from ufo.desktop.linux.wayland.hand_strokes import Act, HandStrokes
from ufo.desktop.linux.wayland.layout_hits import LayoutPointing
from ufo.desktop.linux.wayland.places_and_order import number_of
from ufo.desktop.linux.wayland.sway_ipc import SwayIpc
from ufo.desktop.linux.wayland.sway_windows import SwayWindows
from ufo.desktop.linux.wayland.virtual_devices import VirtualDevices
from ufo.desktop.values import MouseButton
from ufo.errors import DesktopError
from ufo.schema.geometry import Point, Rect

_BUTTONS: Mapping[MouseButton, str] = MappingProxyType(
    {"left": "button1", "middle": "button2", "right": "button3", "x": "button8"}
)


class SwayStrokes(HandStrokes):
    def __init__(self, devices: VirtualDevices, ipc: SwayIpc, windows: SwayWindows, pointing: LayoutPointing) -> None:
        super().__init__(devices, windows, pointing)
        self._ipc = ipc
        self._down: list[str] = []

    def let_go(self) -> None:
        while self._down:
            self._ipc.run([f"seat - cursor release {self._down.pop()}"])
        super().let_go()

    def _focus_at(self, call: Call, point: Point) -> None:
        """The stroke's own message does that."""

    def _press(
        self, call: Call, point: Point, button: MouseButton, held: Act | None = None, is_click: bool = False
    ) -> None:
        name = _BUTTONS[button]
        if held is not None:
            held()
        top = self._pointing.require_at(call.aim, point)
        before = self._lying(top)
        call.check_at_last(self._pointing, point)
        released = [f"cursor release {name}"] if is_click else []
        self._ipc.run(_commands(top, point, [f"cursor press {name}", *released]))
        if is_click:
            super().let_go()
        else:
            self._down.append(name)
        after = self._lying(top)
        # The focus raised it, so that nothing of another program could get the stroke; but it may have moved right before.
        is_moved = before is not None and after is not None and (after.x, after.y) != (before.x, before.y)
        if call.aim is not None and is_moved:
            raise DesktopError(
                f"{call.aim.title!r} moved meanwhile, so something else in it may have got the input; look at what it did"
            )

    def _strike(self, call: Call, point: Point, act: Act) -> None:
        self._pointing.require_at(call.aim, point)
        call.check_at_last(self._pointing, point)
        self.move(point)
        act()

    def _lying(self, top: int) -> Rect | None:
        """Return where a window is now."""
        return next((it.visible for it in self._windows.surfaces() if not it.popup and number_of(it) == top), None)


def _commands(top: int, point: Point, what: Iterable[str]) -> list[str]:
    """Return what sway is told in one message. It tells a program nothing of a pointer that is moved while a button is down."""
    focus = [f"[con_id={top}] focus"] if top else []
    return [*focus, *(f"seat - {command}" for command in (f"cursor set {point.x} {point.y}", *what))]
