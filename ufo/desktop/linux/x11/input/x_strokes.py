"""Strikes keys and buttons by XTEST, each time with the X server grabbed from the last check to the stroke itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from Xlib import X

from ufo.desktop.linux.input.event_plan import MOST_NOTCHES, beside, has_case
from ufo.desktop.linux.screen.call import Call
from ufo.desktop.linux.screen.keysyms import keysym_of
from ufo.desktop.linux.screen.strokes import CLICKED_S
from ufo.desktop.linux.x11.input.hit_window import HitWindow
from ufo.desktop.linux.x11.input.keyboard import Keyboard
from ufo.desktop.linux.x11.input.keymap import Stroke
from ufo.desktop.linux.x11.input.xtest import XTest
from ufo.desktop.linux.x11.ping import await_reader
from ufo.desktop.linux.x11.second_seat import SecondSeat
from ufo.desktop.linux.x11.server_connection import XConnection
from ufo.desktop.linux.x11.window_manager import WindowManager
from ufo.desktop.linux.x11.windows import Windows
from ufo.desktop.values import Click, MouseButton, Scroll
from ufo.errors import NotActionable
from ufo.schema.geometry import Point

_BUTTONS: Mapping[MouseButton, int] = {"left": 1, "middle": 2, "right": 3, "x": 8}
_UP, _DOWN, _LEFT, _RIGHT = 4, 5, 6, 7
_BETWEEN_CLICKS_S = 0.03
_STIRRED_S = 0.05
_FRAME_S, _LAID_OUT_S, _FOCUSED_S = 0.03, 0.02, 0.5
_LOCK = X.LockMask


class XStrokes:
    """Implements `Strokes`; for the X thread."""

    def __init__(self, connection: XConnection, windows: Windows, hit_window: HitWindow, seat: SecondSeat) -> None:
        self._x = connection
        self._seat = seat
        self._windows = windows
        self._hit_window = hit_window
        self._manager = WindowManager(connection, windows)
        self._xtest = XTest(connection, seat)
        self._keyboard = Keyboard(connection)

    def begin(self) -> tuple[Point | None, bool]:
        self._xtest.release_held()
        return self._xtest.pointer, self._windows.popups_open()

    def finish(self, before: Point | None, popup: bool, left_at: Point | None) -> None:
        self._xtest.let_go()
        if before is None or left_at is None or popup:
            return
        # GTK 4 loses one click of eight if the pointer has left before its next frame, when it handles what it has read.
        await_reader(self._x, CLICKED_S, 0.0)
        self._x.await_event(lambda: False, _FRAME_S)
        if self._windows.popups_open():
            return
        if self._xtest.pointer == left_at:
            self._xtest.move_and_sync(before)

    def click(self, call: Call, event: Click) -> None:
        button = _BUTTONS[event.button]
        self._focus_at(call, event.point)
        call.check(event.point)
        for stroke in self._keyboard.strokes_for((event.hold_key,)) if event.hold_key else ():
            self._xtest.press(X.KeyPress, stroke.keycode)
        self._x.display.sync()
        aim = call.aim
        for number in range(event.count):
            if number:
                # Chromium counts two presses in the same millisecond as one.
                self._x.await_event(lambda: False, _BETWEEN_CLICKS_S)
            with self._hit_window.at_point(aim, event.point) as aim:
                call.check_at_last(self._hit_window, event.point)
                self._xtest.move(event.point)
                self._xtest.press(X.ButtonPress, button)
                self._xtest.release(X.ButtonPress, button)
            call.part = number + 1
        self._xtest.let_go()

    def hold_down(self, call: Call, event: Click) -> None:
        self._focus_at(call, event.point)
        with self._hit_window.at_point(call.aim, event.point):
            self._xtest.press(X.ButtonPress, _BUTTONS[event.button])
        self._x.display.sync()

    def let_go_elsewhere(self, call: Call, pressed: Point) -> None:
        """Let the button go outside the control, where it does nothing."""
        self._xtest.move_and_sync(self._hit_window.beside(call.aim))
        self._xtest.let_go()
        self._xtest.move_and_sync(pressed)

    def _focus_at(self, call: Call, point: Point) -> None:
        """Focus the window at the point before the click if it belongs to the aim. Otherwise a window manager that focuses on a
        click takes the click first and passes it to whatever lies there by then, which may be a locked screen.
        """
        if self._focus_second(call):
            return
        window_id = self._hit_window.unfocused_at(call.aim, point)
        if window_id:
            self._manager.ask_for_focus(window_id, _FOCUSED_S)

    def _focus_second(self, call: Call) -> bool:
        """Have the second keyboard's keys go to the aim, by resting the second pointer on it, and tell whether they are used."""
        if self._seat.is_used and call.aim is not None and self._hit_window.focused_top() not in call.aim.tops:
            place = self._hit_window.in_sight(call.aim)
            if place is not None:
                self._xtest.move_and_sync(place)
        return self._seat.is_used

    def hold(self, call: Call, keys: Iterable[str], start: Point, button: MouseButton) -> None:
        strokes = self._keyboard.strokes_for(tuple(keys))
        self._focus_at(call, start)
        call.check(start)
        with self._hit_window.at_point(call.aim, start):
            call.check_at_last(self._hit_window, start)
            self._xtest.move(start)
            for stroke in strokes:
                self._xtest.press(X.KeyPress, stroke.keycode)
            self._xtest.press(X.ButtonPress, _BUTTONS[button])
        self._x.display.sync()

    def hover(self, call: Call, point: Point) -> None:
        """Move the pointer to the point in two steps: a program that had it there already notices the second. Stir it first
        where it rests: what opened under a resting pointer takes the next movement for one over the entry that lies there.
        """
        call.check(point)
        self._stir()
        with self._hit_window.at_point(call.aim, point):
            call.check_at_last(self._hit_window, point)
            self._xtest.move(Point(point.x + 1, point.y))
            self._xtest.move(point)
        self._x.display.sync()
        self._await_movement()

    def _stir(self) -> None:
        rests = self._xtest.pointer
        self._xtest.move_and_sync(beside(rests))
        self._await_movement()

    def _await_movement(self) -> None:
        # A page handles the movements of one frame as one.
        await_reader(self._x, CLICKED_S, 0.0)
        self._x.await_event(lambda: False, _STIRRED_S)

    def scroll(self, call: Call, event: Scroll) -> None:
        call.check(event.point)
        with self._hit_window.at_point(call.aim, event.point):
            call.check_at_last(self._hit_window, event.point)
            self._xtest.move(event.point)
            for notches, forth, back in ((event.dy, _UP, _DOWN), (event.dx, _RIGHT, _LEFT)):
                for _ in range(min(abs(notches), MOST_NOTCHES)):
                    button = forth if notches > 0 else back
                    self._xtest.press(X.ButtonPress, button)
                    self._xtest.release(X.ButtonPress, button)
        self._x.display.sync()

    def await_layout(self) -> None:
        await_reader(self._x, CLICKED_S, 0.0)
        self._x.await_event(lambda: False, _LAID_OUT_S)

    def chord(self, call: Call, chord: tuple[str, ...]) -> None:
        strokes = self._keyboard.strokes_for(chord)
        shift = self._keyboard.shift() if any(stroke.shift for stroke in strokes) else 0
        codes = dict.fromkeys(([shift] if shift else []) + [stroke.keycode for stroke in strokes])
        self._focus_second(call)
        call.check()
        with self._hit_window.keys(call.aim):
            call.check_at_last(self._hit_window)
            for keycode in codes:
                self._xtest.press(X.KeyPress, keycode)
            self._xtest.let_go()
            self._keyboard.struck(codes)

    def carries(self, text: str) -> bool:
        struck = self._keyboard.keymap().strokes()
        return all(keysym_of(character) in struck for character in text)

    def strike(self, call: Call, text: str) -> int:
        """Strike as many characters as fit on the spare keys, and return their number. Raises NotActionable, UnreadKeys."""
        keymap = self._keyboard.keymap()
        struck = keymap.strokes()
        keysyms = [keysym_of(character) for character in text]
        missing = list(dict.fromkeys(keysym for keysym in keysyms if keysym not in struck))
        if missing:
            room = len(self._keyboard.lent) + len(keymap.spare())
            if not room:
                raise NotActionable(
                    "this keyboard map has no spare key for other scripts; use the control's own action to set the text instead"
                )
            missing = missing[:room]
            self._keyboard.lend(missing)
            struck = self._keyboard.keymap().strokes()
        keysyms = keysyms[: next((place for place, number in enumerate(keysyms) if number not in struck), len(keysyms))]
        self._focus_second(call)
        call.check()
        with self._hit_window.keys(call.aim):
            call.check_at_last(self._hit_window)
            self._strike_all([(keysym, struck[keysym]) for keysym in keysyms])
        return len(keysyms)

    def _strike_all(self, strokes: Sequence[tuple[int, Stroke]]) -> None:
        with self._seat.used():
            locked = bool(self._x.root.query_pointer().mask & _LOCK)
        shift, held = self._keyboard.shift(), False
        for keysym, stroke in strokes:
            wanted = stroke.shift != (locked and has_case(keysym) and stroke.keycode not in self._keyboard.lent)
            if wanted and not held:
                self._xtest.press(X.KeyPress, shift)
            elif held and not wanted:
                self._xtest.release(X.KeyPress, shift)
            held = wanted
            self._xtest.press(X.KeyPress, stroke.keycode)
            self._xtest.release(X.KeyPress, stroke.keycode)
        if held:
            self._xtest.release(X.KeyPress, shift)
        self._x.display.sync()
        self._keyboard.struck(stroke.keycode for _, stroke in strokes)

    def offers_drop(self) -> int:
        """Return the window that owns what is being dragged (XDND), 0 where none does."""
        owner = self._x.display.get_selection_owner(self._x.atom("XdndSelection"))
        # python-xlib returns a window, or a plain number where there is no owner.
        return int(getattr(owner, "id", X.NONE))

    def move(self, to: Point) -> None:
        self._xtest.move_and_sync(to)

    def let_go(self) -> None:
        self._xtest.let_go()

    def await_read(self, within_s: float, deaf_s: float) -> bool:
        return await_reader(self._x, within_s, deaf_s)

    def await_handled(self) -> None:
        self._manager.await_handled()

    def give_back_keys(self, at_once: bool = False) -> None:
        """Restore the keyboard map. Raises UnreadKeys, unless it must be done `at_once`."""
        self._keyboard.give_back(at_once)
