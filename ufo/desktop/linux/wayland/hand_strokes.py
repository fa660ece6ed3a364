"""Pointer and keyboard where a compositor cannot be held still.

Between its answer which window lies at a point and the stroke pass some milliseconds. So windows and their order are asked again
after each stroke, and a surprise is an error that says what may have happened.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Protocol

from ufo.desktop.linux.input.event_plan import MOST_NOTCHES
from ufo.desktop.linux.proc import await_rest
from ufo.desktop.linux.screen.call import Call
from ufo.desktop.linux.wayland.layout import surprise
from ufo.desktop.linux.wayland.layout_hits import LayoutPointing
from ufo.desktop.linux.wayland.layout_windows import LayoutWindows
from ufo.desktop.linux.wayland.places_and_order import require_typed
from ufo.desktop.values import Click, MouseButton, Scroll
from ufo.errors import DesktopError, WindowGone
from ufo.schema.geometry import Point

_BUTTONS: Mapping[MouseButton, int] = MappingProxyType({"left": 0x110, "right": 0x111, "middle": 0x112, "x": 0x113})
"""The kernel's numbers (BTN_LEFT and so on)."""
_BETWEEN_CLICKS_S, _STIRRED_S, _LAID_OUT_S, _PRESSED_S = 0.03, 0.05, 0.02, 0.02
_READ_S = 0.5
_UPRIGHT, _ACROSS = 0, 1
Act = Callable[[], None]


class Devices(Protocol):
    """A pointer and a keyboard that the compositor takes for real ones. `require` raises NotActionable where there are none."""

    def require(self) -> None: ...

    def move(self, to: Point) -> None: ...

    def press(self, button: int) -> None:
        """Press a button until `let_go`."""
        ...

    def turn(self, axis: int, notches: int) -> None: ...

    def holding(self, names: Sequence[str]) -> Act:
        """Return what presses keys by their names as in a chord, until `let_go`. Raises NotActionable for one that is not
        there.
        """
        ...

    def let_go(self) -> None:
        """Let go all that is held, the last first."""
        ...

    def carries(self, text: str) -> bool: ...

    def typing(self, text: str) -> Act:
        """Return what types the whole text. Raises NotActionable where it cannot be typed whole."""
        ...

    def await_handled(self) -> None:
        """Wait until the compositor has handed all of it to the programs."""
        ...


class HandStrokes:
    """Implements `Strokes`; for the thread of the screen."""

    def __init__(self, devices: Devices, windows: LayoutWindows, pointing: LayoutPointing) -> None:
        self._devices: Devices = devices
        self._windows = windows
        self._pointing = pointing

    def begin(self) -> tuple[Point | None, bool]:
        self._devices.require()
        self.let_go()
        layout = self._windows.layout()
        return layout.pointer, any(surface.popup for surface in layout.surfaces)

    def finish(self, before: Point | None, popup: bool, left_at: Point | None) -> None:
        self.let_go()
        if before is None or left_at is None or popup:
            return
        layout = self._windows.layout()
        if layout.pointer == left_at and not any(surface.popup for surface in layout.surfaces):
            self.move(before)

    def click(self, call: Call, event: Click) -> None:
        self._focus_at(call, event.point)
        call.check(event.point)
        held = self._devices.holding((event.hold_key,)) if event.hold_key else None
        try:
            for number in range(event.count):
                if number:
                    # Chromium counts two presses in the same millisecond as one.
                    time.sleep(_BETWEEN_CLICKS_S)
                self._press(call, event.point, event.button, held, is_click=True)
                call.part = number + 1
        finally:
            self._windows.forget_popups()

    def hold_down(self, call: Call, event: Click) -> None:
        self._focus_at(call, event.point)
        self._press(call, event.point, event.button)

    def let_go_elsewhere(self, call: Call, pressed: Point) -> None:
        self.move(Point(0, 0))
        self.let_go()
        self.move(pressed)

    def let_go(self) -> None:
        self._devices.let_go()

    def hold(self, call: Call, keys: Iterable[str], start: Point, button: MouseButton) -> None:
        held = self._devices.holding(tuple(keys))
        self._focus_at(call, start)
        call.check(start)
        self._press(call, start, button, held)

    def move(self, to: Point) -> None:
        self._devices.move(to)

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

        def turn() -> None:
            for axis, notches in ((_UPRIGHT, -event.dy), (_ACROSS, event.dx)):
                self._devices.turn(axis, max(-MOST_NOTCHES, min(MOST_NOTCHES, notches)))

        self._strike(call, event.point, turn)

    def offers_drop(self) -> int:
        return 0

    def chord(self, call: Call, chord: tuple[str, ...]) -> None:
        hold = self._devices.holding(chord)
        call.check()
        self._pointing.require_focus(call.aim)
        call.check_at_last(self._pointing)
        try:
            hold()
        finally:
            self._devices.let_go()
            self._windows.forget_popups()

    def carries(self, text: str) -> bool:
        return self._devices.carries(text)

    def strike(self, call: Call, text: str) -> int:
        """Strike the whole text. Raises NotActionable where the keyboard has not all of its signs, and strikes none then."""
        typed = self._devices.typing(text)
        call.check()
        self._pointing.require_focus(call.aim)
        call.check_at_last(self._pointing)
        before = self._pointing.focused_top()
        typed()
        require_typed(text, before, self._pointing)
        return len(text)

    def give_back_keys(self, at_once: bool = False) -> None:
        """The person's keyboard map is never changed."""

    def await_read(self, within_s: float, deaf_s: float) -> bool:
        """The compositor asks no program for us, so the kernel is asked whether the active one has come to rest."""
        self._devices.await_handled()
        active = self._windows.active()
        return active is None or not deaf_s or await_rest(active.pid, within_s, deaf_s)

    def await_handled(self) -> None:
        self._devices.await_handled()

    def await_layout(self) -> None:
        self.await_read(_READ_S, _LAID_OUT_S)

    def _focus_at(self, call: Call, point: Point) -> None:
        """Activate the window at the point before the click where it belongs to the aim: a compositor can be set to take the
        click that activates a window, or to hand it on.
        """
        surface = self._pointing.require_place(point)
        if surface is None or call.aim is None or surface.popup or surface.window.active:
            return
        if int(surface.window.id, 16) in call.aim.tops:
            try:
                self._windows.focus(surface.window.id)
            except WindowGone:
                return

    def _press(
        self, call: Call, point: Point, button: MouseButton, held: Act | None = None, is_click: bool = False
    ) -> None:
        """Press a button at a place of the aim, while keys are held; for a click let go of all of them."""

        def act() -> None:
            if held is not None:
                held()
            self._devices.press(_BUTTONS[button])
            if is_click:
                # GTK 3 opens no menu where press and release come at once.
                time.sleep(_PRESSED_S)
                self._devices.let_go()

        self._strike(call, point, act)

    def _strike(self, call: Call, point: Point, act: Act) -> None:
        """Do something with the pointer at a place of the aim, and look afterwards whether it can have gone elsewhere."""
        self._pointing.require_at(call.aim, point)
        call.check_at_last(self._pointing, point)
        self._pointing.require_at(call.aim, point)
        before = self._pointing.seen
        self._devices.move(point)
        act()
        told = None if call.aim is None or before is None else surprise(before, self._windows.layout(), point)
        if told is not None:
            raise DesktopError(f"{told}, so something else may have got the input; look at what it did")
