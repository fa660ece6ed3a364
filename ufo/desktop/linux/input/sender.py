"""Pointer and keyboard by XTEST: what an application gets is what a person's hands would send.

Characters that the keyboard map has are struck; others are put on spare keys first. Long text is pasted, with the clipboard
given back, since applications read some thousand keys a second at most.
Tabs are always struck: in a form they move on.
A spare key gets another meaning only after the application has read what was struck with the old one (a window manager's ping,
answered in order, tells), so no character can turn into another. One that does not read for long is `ApplicationHung`.

The pointer's place is given back after a call, in one jump, unless a menu or popup is open (it would lose the entry under the
pointer) or the person has moved the pointer meanwhile. A modifier that is held when we begin is released and not pressed again:
whether it is still held cannot be told, and a key that stays pressed does more harm.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from itertools import zip_longest
from typing import ParamSpec, TypeVar

from Xlib import X

from ufo.desktop.linux.clipboard.paste import Paste
from ufo.desktop.linux.input.call import Call, Precheck
from ufo.desktop.linux.input.event_plan import (
    MOST_NOTCHES,
    better_pasted,
    between,
    check,
    has_case,
    is_in_one_place,
    keeps_focus,
    last_place,
    sent_so_far,
)
from ufo.desktop.linux.input.hit_window import HitWindow
from ufo.desktop.linux.input.keyboard import Keyboard, UnreadKeys
from ufo.desktop.linux.input.xtest import XTest
from ufo.desktop.linux.x11.keymap import Stroke, keysym_of
from ufo.desktop.linux.x11.ping import await_reader
from ufo.desktop.linux.x11.server_connection import XConnection
from ufo.desktop.linux.x11.window_manager import WindowManager
from ufo.desktop.linux.x11.windows import Windows
from ufo.desktop.target import Reconfirm, Target
from ufo.desktop.values import Click, Drag, InputEvent, Keys, Scroll, TypeText
from ufo.errors import ApplicationHung, DesktopError, NotActionable, StaleElement
from ufo.schema.geometry import Point

_BUTTONS = {"left": 1, "middle": 2, "right": 3, "x": 8}
_UP, _DOWN, _LEFT, _RIGHT = 4, 5, 6, 7
_BETWEEN_CLICKS_S = 0.03
_DRAG_STEP_S, _DRAGGED_S = 0.01, 1.0
_CLICKED_S, _FRAME_S, _LAID_OUT_S, _FOCUSED_S = 0.5, 0.03, 0.02, 0.5
_CHUNK = 400
_LOCK = X.LockMask
_PASTE_CHARS = 40_000
_SLOW_S, _BACK_S = 30.0, 10.0

_READ_AT_ONCE = 5
Check = Callable[[], Awaitable[bool]]
P = ParamSpec("P")
T = TypeVar("T")

STRUCK_ONLY = frozenset(
    {
        # A typed line goes to the next cell; pasted lines open an import dialog.
        "libreoffice-calc", "gnumeric",
        # The chord means something else in a terminal.
        "xterm", "uxterm", "urxvt", "st", "gnome-terminal", "gnome-terminal-server", "kgx", "konsole", "xfce4-terminal",
        "lxterminal", "mate-terminal", "qterminal", "terminator", "tilix", "kitty", "alacritty", "foot", "wezterm",
    }
)  # fmt: skip
"""Applications, by `app_root`, in which typing is more than putting text in."""


class InputSender:
    """One call at a time; `perform` belongs to the event loop, the rest to the X thread."""

    def __init__(self, connection: XConnection, windows: Windows) -> None:
        self._x = connection
        self._windows = windows
        self._manager = WindowManager(connection, windows)
        self.hit_window = HitWindow(connection, windows)
        self._turn = asyncio.Lock()
        self._xtest = XTest(connection)
        self._keyboard = Keyboard(connection)
        self._paste = Paste(connection)
        self.sent = 0.0
        """The loop time when the last event had been sent."""

    async def perform(
        self,
        events: Sequence[InputEvent],
        to: Target | str | None = None,
        *,
        is_there: Check | None = None,
        precheck: Precheck | None = None,
        reconfirm: Reconfirm | None = None,
    ) -> None:
        """Raises NotActionable for keys that do not exist, before anything is sent, and where the window would not get them.
        `is_there` says whether a click would reach its control, whatever may move meanwhile; the window's dialogs and popups are
        not meant then.
        `precheck` is asked right before the first stroke, and raises Disturbed where that is not to be; `reconfirm` between what
        is typed, as long as nothing was sent that may move the focus. Raises DesktopError where only a part was sent."""
        for event in events:
            check(event)
        async with self._turn:
            aim = None if to is None else await self._x.run(self.hit_window.aim, to, is_there is not None)
            before, popup = await self._x.run(self._begin)
            call = Call(aim, precheck, reconfirm)
            sent: list[InputEvent] = []
            try:
                for event, following in zip_longest(events, events[1:]):
                    call.part = 0
                    if reconfirm is not None and sent and all(keeps_focus(one) for one in sent):
                        await reconfirm()
                    await self._send(call, event, following, is_there)
                    sent.append(event)
            except (NotActionable, StaleElement) as error:
                if sent or call.part:
                    raise DesktopError(f"{error}; {sent_so_far(events, sent, call.part)}") from error
                raise
            finally:
                await asyncio.shield(self._x.run(self._finish, before, popup, last_place(events)))

    async def _send(self, call: Call, event: InputEvent, following: InputEvent | None, is_there: Check | None) -> None:
        if is_there is not None and isinstance(event, Click):
            await self._press_surely(call, event, is_there)
        else:
            await self._perform(call, event)
        self.sent = asyncio.get_running_loop().time()
        if isinstance(event, Click) and isinstance(following, Keys | TypeText):
            await self._x.run(self._manager.await_handled)
        if isinstance(event, Scroll) and isinstance(following, Scroll):
            await self._x.run(self._await_layout)

    async def copied(self) -> str:
        """The clipboard's text. Raises DesktopUnavailable."""
        async with self._turn:
            return await self._paste.copied()

    async def give_back(self) -> None:
        """The keyboard map as it was."""
        async with self._turn:
            await self._paste.close()
            try:
                await self._once_read(_BACK_S, self._keyboard.give_back)
            except UnreadKeys:
                await self._x.run(self._keyboard.give_back, True)

    async def _press_surely(self, call: Call, event: Click, is_there: Check) -> None:
        """A click of two halves. The first only holds the control down that is there; the second does what it is for, and only
        if it is over the same one. So nothing is done to a control that came there in this very moment."""
        await self._x.run(self._xtest.move_and_sync, event.point)
        same = False
        if await is_there():
            await self._x.run(self._hold_down, call, event)
            try:
                await self._x.run(await_reader, self._x, _CLICKED_S, 0.0)
                # What a program has read it handles one after another, and an answer between any two.
                same = all([await is_there() for _ in range(_READ_AT_ONCE)])
            finally:
                let_go = self._xtest.let_go if same else partial(self._let_go_elsewhere, call, event.point)
                await asyncio.shield(self._x.run(let_go))
        if not same:
            raise NotActionable("another control would get the click; look again")

    def _hold_down(self, call: Call, event: Click) -> None:
        self._focus_at(call, event.point)
        with self.hit_window.at_point(call.aim, event.point):
            self._xtest.press(X.ButtonPress, _BUTTONS[event.button])
        self._x.display.sync()

    def _let_go_elsewhere(self, call: Call, pressed: Point) -> None:
        """Buttons do nothing where they are let go outside of them."""
        self._xtest.move_and_sync(self.hit_window.beside(call.aim))
        self._xtest.let_go()
        self._xtest.move_and_sync(pressed)

    async def _perform(self, call: Call, event: InputEvent) -> None:
        if isinstance(event, Click):
            await self._x.run(self._click, call, event)
        elif isinstance(event, Drag):
            await self._drag(call, event)
        elif isinstance(event, Scroll):
            await self._x.run(self._scroll, call, event)
        elif isinstance(event, Keys):
            await self._once_read(_SLOW_S, self._chord, call, event.chord)
        else:
            await self._type(call, event.text, struck=event.struck)

    async def _once_read(self, within_s: float, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What gives keys another meaning, when those have been read; a slow program is waited for. Raises Unread."""
        deadline = time.monotonic() + within_s
        while True:
            try:
                return await self._x.run(function, *args, **kwargs)
            except UnreadKeys:
                if time.monotonic() > deadline:
                    raise

    def _begin(self) -> tuple[Point, bool]:
        self._xtest.release_held()
        return self._xtest.pointer, self._windows.popups_open()

    def _finish(self, before: Point, popup: bool, left_at: Point | None) -> None:
        self._xtest.let_go()
        if left_at is None or popup:
            return
        # GTK 4 loses a click, one of eight, where the pointer has left before it handles what it read, with its next frame.
        await_reader(self._x, _CLICKED_S, 0.0)
        self._x.await_event(lambda: False, _FRAME_S)
        if self._windows.popups_open():
            return
        if self._xtest.pointer == left_at:
            self._xtest.move_and_sync(before)

    def _await_layout(self) -> None:
        await_reader(self._x, _CLICKED_S, 0.0)
        self._x.await_event(lambda: False, _LAID_OUT_S)

    def _click(self, call: Call, event: Click) -> None:
        button = _BUTTONS[event.button]
        self._focus_at(call, event.point)
        call.check(event.point)
        for stroke in self._keyboard.strokes_for((event.hold_key,)) if event.hold_key else ():
            self._xtest.press(X.KeyPress, stroke.keycode)
        self._x.display.sync()
        aim = call.aim
        for number in range(event.count):
            if number:
                # Chromium takes presses of one and the same millisecond for one.
                self._x.await_event(lambda: False, _BETWEEN_CLICKS_S)
            with self.hit_window.at_point(aim, event.point) as aim:
                call.check_at_last(event.point)
                self._xtest.move(event.point)
                self._xtest.press(X.ButtonPress, button)
                self._xtest.release(X.ButtonPress, button)
            call.part = number + 1
        self._xtest.let_go()

    def _focus_at(self, call: Call, point: Point) -> None:
        """A window manager that focuses what is clicked takes the click first, and hands it on to whatever lies there by then,
        which may be a screen that locks. So the window is focused before, where it is ours."""
        window_id = self.hit_window.unfocused_at(call.aim, point)
        if window_id:
            self._manager.ask_for_focus(window_id, _FOCUSED_S)

    def _scroll(self, call: Call, event: Scroll) -> None:
        call.check(event.point)
        with self.hit_window.at_point(call.aim, event.point):
            call.check_at_last(event.point)
            self._xtest.move(event.point)
            for notches, forth, back in ((event.dy, _UP, _DOWN), (event.dx, _RIGHT, _LEFT)):
                for _ in range(min(abs(notches), MOST_NOTCHES)):
                    button = forth if notches > 0 else back
                    self._xtest.press(X.ButtonPress, button)
                    self._xtest.release(X.ButtonPress, button)
        self._x.display.sync()

    async def _drag(self, call: Call, event: Drag) -> None:
        """Along a line and in time, since toolkits begin a drag only after a few movements. A busy program is waited for on
        the way and before the end: what is let go before it has begun to drag is not dropped."""
        held = (event.hold_key,) if event.hold_key else ()
        button = _BUTTONS[event.button]
        await self._x.run(self._hold, call, held, event.start, button)
        steps = max(4, round(event.duration_s / _DRAG_STEP_S))
        began = time.monotonic()
        for step in range(1, steps + 1):
            await self._x.run(self._xtest.move_and_sync, between(event.start, event.end, step / steps))
            await asyncio.sleep(max(0.0, began + event.duration_s * step / steps - time.monotonic()))
            if step in (steps // 3, steps):
                await self._x.run(await_reader, self._x, _DRAGGED_S, 0.0)
        await self._x.run(self._xtest.let_go)

    def _hold(self, call: Call, keys: Iterable[str], start: Point, button: int) -> None:
        strokes = self._keyboard.strokes_for(tuple(keys))
        self._focus_at(call, start)
        call.check(start)
        with self.hit_window.at_point(call.aim, start):
            call.check_at_last(start)
            self._xtest.move(start)
            for stroke in strokes:
                self._xtest.press(X.KeyPress, stroke.keycode)
            self._xtest.press(X.ButtonPress, button)
        self._x.display.sync()

    def _chord(self, call: Call, chord: tuple[str, ...]) -> None:
        strokes = self._keyboard.strokes_for(chord)
        shift = self._keyboard.shift() if any(stroke.shift for stroke in strokes) else 0
        codes = dict.fromkeys(([shift] if shift else []) + [stroke.keycode for stroke in strokes])
        call.check()
        with self.hit_window.keys(call.aim):
            call.check_at_last()
            for keycode in codes:
                self._xtest.press(X.KeyPress, keycode)
            self._xtest.let_go()
            self._keyboard.struck(codes)

    async def _type(self, call: Call, text: str, *, struck: bool) -> None:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        # What the board in force does not carry would need keys lent to it, which a busy reader may learn of too late.
        if not struck and (better_pasted(text) or ("\t" not in text and not await self._x.run(self._carries, text))):
            place = await self._x.run(self._windows.active)
            if place is not None and place.app_root not in STRUCK_ONLY:
                press_keys = partial(self._once_read, _SLOW_S, self._chord, call, ("ctrl", "v"))
                for at in range(0, len(text), _PASTE_CHARS):
                    part = text[at : at + _PASTE_CHARS]
                    await call.ask_between(at)
                    if not await self._paste.paste(part, place.pid, press_keys):
                        await self._strike_text(call, part)
                    call.part = at + len(part)
                return
        await self._strike_text(call, text)

    async def _strike_text(self, call: Call, text: str) -> None:
        """In chunks, so that a cancelled call stops soon."""
        at = 0
        while at < len(text):
            if is_in_one_place(text[:at]):
                await call.ask_between(at)
            try:
                at += await self._once_read(_SLOW_S, self._strike, call, text[at : at + _CHUNK])
            except UnreadKeys as error:
                raise ApplicationHung(f"{error}; {at} of {len(text)} characters were typed") from error
            call.part = at

    def _carries(self, text: str) -> bool:
        struck = self._keyboard.keymap().strokes()
        return all(keysym_of(character) in struck for character in text)

    def _strike(self, call: Call, text: str) -> int:
        """Strikes as many characters as fit on the spare keys. Returns how many. Raises Unread."""
        keymap = self._keyboard.keymap()
        struck = keymap.strokes()
        keysyms = [keysym_of(character) for character in text]
        missing = list(dict.fromkeys(one for one in keysyms if one not in struck))
        if missing:
            room = len(self._keyboard.lent) + len(keymap.spare())
            if not room:
                raise NotActionable(
                    "this keyboard map has no spare key for other scripts; set the text by its control instead"
                )
            missing = missing[:room]
            self._keyboard.lend(missing)
            struck = self._keyboard.keymap().strokes()
        keysyms = keysyms[: next((place for place, one in enumerate(keysyms) if one not in struck), len(keysyms))]
        call.check()
        with self.hit_window.keys(call.aim):
            call.check_at_last()
            self._strike_all([(one, struck[one]) for one in keysyms])
        return len(keysyms)

    def _strike_all(self, strokes: Sequence[tuple[int, Stroke]]) -> None:
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
