"""Pointer and keyboard on GNOME.

A click is one order to the extension: it looks what lies at the place and whether that was painted on since, and moves and
presses, in one turn of the shell's loop. Mutter hands the press on a moment later, so the place is looked at once more then.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from ufo.desktop.linux.input.event_plan import MOST_NOTCHES, beside
from ufo.desktop.linux.screen.call import Call
from ufo.desktop.linux.screen.strokes import CLICKED_S
from ufo.desktop.linux.screen.surface import around
from ufo.desktop.linux.wayland.gnome.exact_hits import ExactHits, shell_number
from ufo.desktop.linux.wayland.gnome.gnome_windows import GnomeWindows
from ufo.desktop.linux.wayland.gnome.key_strokes import KeyStrokes
from ufo.desktop.linux.wayland.gnome.keyboard_signs import KeyboardSigns
from ufo.desktop.linux.wayland.gnome.remote import Remote
from ufo.desktop.linux.wayland.gnome.shell import Hit, ShellExtension, Step, Struck
from ufo.desktop.values import Click, MouseButton, Scroll
from ufo.errors import DesktopError, NotActionable
from ufo.schema.geometry import Point

_BUTTONS: Mapping[MouseButton, int] = MappingProxyType({"left": 1, "middle": 2, "right": 3, "x": 8})
_BETWEEN_CLICKS_S, _STIRRED_S, _FRAME_S = 0.03, 0.05, 0.03
_TRIES = 3


class GnomeStrokes(KeyStrokes):
    """Implements `Strokes`; for the thread of the screen."""

    def __init__(
        self, shell: ShellExtension, remote: Remote, windows: GnomeWindows, hits: ExactHits, signs: KeyboardSigns
    ) -> None:
        super().__init__(remote, windows, hits, signs)
        self._shell = shell
        self._hits = hits
        self._shown = windows

    def begin(self) -> tuple[Point | None, bool]:
        self.let_go()
        return self._shell.look().pointer, self._hits.popup_open()

    def finish(self, before: Point | None, popup: bool, left_at: Point | None) -> None:
        self.let_go()
        self._shown.forget_popups()
        if before is None or left_at is None or popup:
            return
        # A toolkit handles at its next frame what it has read of a click.
        self.await_read(CLICKED_S, _FRAME_S)
        if not self._hits.popup_open() and self._shell.look().pointer == left_at:
            self.move(before)

    def click(self, call: Call, event: Click) -> None:
        button = _BUTTONS[event.button]
        call.check(event.point)
        if event.hold_key:
            self._hold_keys((event.hold_key,))
        try:
            for number in range(event.count):
                if number:
                    # Chromium counts two presses in the same millisecond as one.
                    time.sleep(_BETWEEN_CLICKS_S)
                self._strike(call, event.point, [("press", button), ("release", button)])
                call.part = number + 1
        finally:
            super().let_go()

    def hold_down(self, call: Call, event: Click) -> None:
        self._strike(call, event.point, [("press", _BUTTONS[event.button])])

    def let_go_elsewhere(self, call: Call, pressed: Point) -> None:
        self.move(self._beside(call))
        self.let_go()
        self.move(pressed)

    def let_go(self) -> None:
        self._shell.let_go()
        super().let_go()

    def hold(self, call: Call, keys: Iterable[str], start: Point, button: MouseButton) -> None:
        call.check(start)
        self._hold_keys(tuple(keys))
        self._strike(call, start, [("press", _BUTTONS[button])])

    def move(self, to: Point) -> None:
        self._shell.strike(to, [("move", to.x, to.y)], None, {})

    def hover(self, call: Call, point: Point) -> None:
        """Move the pointer to the point in two steps, after it was stirred where it rests: what opened under a resting pointer
        takes the next movement for one over the entry that lies there.
        """
        call.check(point)
        self.move(beside(self._shell.look().pointer))
        self._await_movement()
        self._strike(call, point, [("move", point.x + 1, point.y), ("move", point.x, point.y)])
        self._await_movement()

    def scroll(self, call: Call, event: Scroll) -> None:
        call.check(event.point)
        right, down = (max(-MOST_NOTCHES, min(MOST_NOTCHES, notches)) for notches in (event.dx, -event.dy))
        self._strike(call, event.point, [("scroll", right, down)])

    def _await_movement(self) -> None:
        self.await_read(CLICKED_S, _STIRRED_S)

    def _beside(self, call: Call) -> Point:
        """Return a place in none of the aim's windows, or the corner of the screen."""
        aims = set() if call.aim is None else self._hits.windows_of(call.aim.tops)
        place = around(it.visible for it in self._windows.surfaces() if shell_number(it) in aims)
        corner = around(screen for it in self._windows.surfaces() for screen in it.screens)
        return Point(corner.right - 1, corner.bottom - 1) if place.x < 1 else Point(place.x - 1, place.y)

    def _strike(self, call: Call, point: Point, steps: Sequence[Step]) -> None:
        """Do something with the pointer at a place of the aim. Where a window of the aim was painted on after the last check, it
        is checked anew; one that is painted on all the time is held to the picture alone at last.
        """
        precheck, tops = call.precheck, self._allowed(call, point)
        for left in reversed(range(_TRIES)):
            painted = {} if precheck is None or not left else self._hits.painted(tops)
            call.precheck = precheck
            call.check_at_last(self._hits, point)
            struck = self._shell.strike(point, [("move", point.x, point.y), *steps], tops, painted)
            if struck.refused == "over":
                tops = self._hits.windows_of(frozenset([self._hits.require_at(call.aim, point)]))
            elif not struck.refused:
                self._require_alone(struck, point)
                return
        raise NotActionable(
            f"something else lies at the point {point.x}, {point.y} each time; nothing was clicked. Look again"
        )

    def _allowed(self, call: Call, point: Point) -> frozenset[int] | None:
        if call.aim is None:
            return None
        allowed = call.aim.allowed_at(point)
        return self._hits.windows_of(call.aim.tops if allowed is None else call.aim.tops & allowed)

    def _require_alone(self, struck: Struck, point: Point) -> None:
        """Raises DesktopError where a window of another program lies over the one that was struck, once that was handled."""
        if struck.after in (struck.at, Hit(0, struck.after.name)):
            return
        there = {shell_number(it): it for it in reversed(self._windows.surfaces()) if it.shown}
        meant, other = there.get(struck.at.window), there.get(struck.after.window)
        if meant is not None and other is not None and other.window.pid != meant.window.pid:
            raise DesktopError(
                f"{other.window.title!r} came over {meant.window.title!r} at the point {point.x}, {point.y} while it was "
                "struck, and may have got it; look at both"
            )
