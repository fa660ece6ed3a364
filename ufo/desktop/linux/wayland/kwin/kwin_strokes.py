"""Pointer and keyboard on KWin.

Nothing can be held still here: between KWin's answer which window lies at a point and the stroke pass some milliseconds. So
windows and their order are asked again after each stroke, and a surprise is an error that says what may have happened.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from ufo.desktop.linux.input.event_plan import MOST_NOTCHES
from ufo.desktop.linux.proc import await_rest
from ufo.desktop.linux.screen.call import Call
from ufo.desktop.linux.wayland.kwin.kwin_hands import KWinHands
from ufo.desktop.linux.wayland.kwin.kwin_places import KWinPointing, surprise
from ufo.desktop.linux.wayland.kwin.kwin_windows import KWinWindows
from ufo.desktop.linux.wayland.places_and_order import require_typed
from ufo.desktop.values import Click, MouseButton, Scroll
from ufo.errors import DesktopError, WindowGone
from ufo.schema.geometry import Point

_BUTTONS: Mapping[MouseButton, int] = MappingProxyType({"left": 0x110, "right": 0x111, "middle": 0x112, "x": 0x113})
"""The kernel's numbers (BTN_LEFT and so on)."""
_BETWEEN_CLICKS_S, _STIRRED_S, _LAID_OUT_S, _PRESSED_S = 0.03, 0.05, 0.02, 0.02
_READ_S = 0.5
_UPRIGHT, _ACROSS = 0, 1
_AT_ONCE, _BREATH_S = 100, 0.01


class KWinStrokes:
    """Implements `Strokes`; for the thread of the screen."""

    def __init__(self, hands: KWinHands, windows: KWinWindows, pointing: KWinPointing) -> None:
        self._hands = hands
        self._windows = windows
        self._pointing = pointing

    def begin(self) -> tuple[Point | None, bool]:
        self._hands.require()
        self._hands.let_go()
        layout = self._windows.layout()
        return layout.pointer, any(surface.popup for surface in layout.surfaces)

    def finish(self, before: Point | None, popup: bool, left_at: Point | None) -> None:
        self._hands.let_go()
        self._windows.forget_popups()
        if before is None or left_at is None or popup:
            return
        layout = self._windows.layout()
        if layout.pointer == left_at and not any(surface.popup for surface in layout.surfaces):
            self._hands.move(before)

    def click(self, call: Call, event: Click) -> None:
        button = _BUTTONS[event.button]
        self._focus_at(call, event.point)
        call.check(event.point)
        for number in range(event.count):
            if number:
                # Chromium counts two presses in the same millisecond as one.
                time.sleep(_BETWEEN_CLICKS_S)
            self._strike(call, event.point, lambda: self._click(button, event.hold_key))
            call.part = number + 1

    def _click(self, button: int, hold_key: str | None) -> None:
        if hold_key:
            self._hands.hold(self._hands.layout().chord((hold_key,)))
        self._hands.press(button)
        # GTK 3 opens no menu where press and release come at once.
        time.sleep(_PRESSED_S)
        self._hands.let_go()

    def hold_down(self, call: Call, event: Click) -> None:
        self._focus_at(call, event.point)
        self._strike(call, event.point, lambda: self._hands.press(_BUTTONS[event.button]))

    def let_go_elsewhere(self, call: Call, pressed: Point) -> None:
        self.move(Point(0, 0))
        self.let_go()
        self.move(pressed)

    def let_go(self) -> None:
        self._hands.let_go()

    def hold(self, call: Call, keys: Iterable[str], start: Point, button: MouseButton) -> None:
        codes = [code for key in keys for code in self._hands.layout().chord((key,))]
        self._focus_at(call, start)
        call.check(start)

        def begin() -> None:
            self._hands.hold(codes)
            self._hands.press(_BUTTONS[button])

        self._strike(call, start, begin)

    def move(self, to: Point) -> None:
        self._hands.move(to)

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
                self._hands.turn(axis, max(-MOST_NOTCHES, min(MOST_NOTCHES, notches)))

        self._strike(call, event.point, turn)

    def offers_drop(self) -> int:
        return 0

    def chord(self, call: Call, chord: tuple[str, ...]) -> None:
        codes = self._hands.layout().chord(chord)
        call.check()
        self._pointing.require_focus(call.aim)
        call.check_at_last(self._pointing)
        try:
            self._hands.hold(codes)
        finally:
            self._hands.let_go()

    def carries(self, text: str) -> bool:
        return self._hands.layout().carries(text)

    def strike(self, call: Call, text: str) -> int:
        """Strike the whole text. Raises NotActionable where the layout has not all of its signs, and strikes none then."""
        layout, locked = self._hands.layout(), self._hands.is_locked()
        presses = [layout.press_for(sign, locked) for sign in text]
        call.check()
        self._pointing.require_focus(call.aim)
        call.check_at_last(self._pointing)
        before = self._pointing.focused_top()
        for at, press in enumerate(presses):
            if at and at % _AT_ONCE == 0:
                self._hands.await_handled()
                time.sleep(_BREATH_S)
            self._hands.strike(press.held, press.code)
        self._hands.await_handled()
        require_typed(text, before, self._pointing)
        return len(text)

    def give_back_keys(self, at_once: bool = False) -> None:
        """The keyboard's layout is never changed."""

    def await_read(self, within_s: float, deaf_s: float) -> bool:
        """KWin asks no program for us, so the kernel is asked whether the active one has come to rest."""
        self._hands.await_handled()
        active = self._windows.active()
        return active is None or not deaf_s or await_rest(active.pid, within_s, deaf_s)

    def await_handled(self) -> None:
        self._hands.await_handled()

    def await_layout(self) -> None:
        self.await_read(_READ_S, _LAID_OUT_S)

    def _focus_at(self, call: Call, point: Point) -> None:
        """Activate the window at the point before the click where it belongs to the aim: KWin can be set to take the click that
        activates a window, or to hand it on.
        """
        layout = self._windows.layout()
        surface = layout.at(point)
        if surface is None or call.aim is None or surface.popup or surface.window.id == layout.active:
            return
        if int(surface.window.id, 16) in call.aim.tops:
            try:
                self._windows.focus(surface.window.id)
            except WindowGone:
                return

    def _strike(self, call: Call, point: Point, act: Callable[[], None]) -> None:
        """Do something with the pointer at a place of the aim, and look afterwards whether it can have gone elsewhere."""
        self._pointing.require_at(call.aim, point)
        call.check_at_last(self._pointing, point)
        self._pointing.require_at(call.aim, point)
        before = self._pointing.seen
        self._hands.move(point)
        act()
        told = None if call.aim is None or before is None else surprise(before, self._windows.layout(), point)
        if told is not None:
            raise DesktopError(f"{told}, so something else may have got the input; look at what it did")
