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
from Xlib.ext import xtest
from Xlib.protocol import rq

from ufo.desktop.backend import Click, Drag, InputEvent, Keys, Scroll, TypeText
from ufo.desktop.linux.board import Board, Unread
from ufo.desktop.linux.connection import XConnection
from ufo.desktop.linux.gestures import better_pasted, between, check, has_case, last_place
from ufo.desktop.linux.keymap import Stroke, keysym_of
from ufo.desktop.linux.pasting import Pasting
from ufo.desktop.linux.pings import await_reader
from ufo.desktop.linux.reach import Aim, Reach
from ufo.desktop.linux.vouching import Disturbed, around
from ufo.desktop.linux.windows import Windows
from ufo.errors import ApplicationHung, NotActionable
from ufo.schema.geometry import Point

_BUTTONS = {"left": 1, "middle": 2, "right": 3, "x": 8}
_UP, _DOWN, _LEFT, _RIGHT = 4, 5, 6, 7
_MOST_NOTCHES = 500
_BETWEEN_CLICKS_MS = 30
_DRAG_STEP_S, _DRAGGED_S = 0.01, 1.0
_CLICKED_S, _FRAME_S = 0.5, 0.03
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


class Input:
    """One call at a time; `perform` belongs to the event loop, the rest to the X thread."""

    def __init__(self, connection: XConnection, windows: Windows) -> None:
        self._x = connection
        self._windows = windows
        self.reach = Reach(connection, windows)
        self._aim: Aim | None = None
        self._sure: Callable[[Point], None] | None = None
        self._turn = asyncio.Lock()
        self._struck: dict[tuple[int, int], rq.Request] = {}
        self._down: list[tuple[int, int]] = []
        self._board = Board(connection)
        self._pasting = Pasting(connection, partial(self._once_read, _SLOW_S, self._chord, ("ctrl", "v")))
        self.sent = 0.0
        """The loop time when the last event had been sent."""

    async def perform(
        self,
        events: Sequence[InputEvent],
        into: str | None = None,
        *,
        is_there: Check | None = None,
        sure: Callable[[Point], None] | None = None,
    ) -> None:
        """Raises NotActionable for keys that do not exist, before anything is sent, and where `into` would not get them.
        `is_there` says whether a click would reach its control, whatever may move meanwhile; the window's dialogs and popups are
        not meant then.
        `sure` is asked right before the first click, drag or turn of the wheel, and raises where that is not to be."""
        for event in events:
            check(event)
        async with self._turn:
            self._aim = None if into is None else await self._x.run(self.reach.aim, into, is_there is not None)
            before, popup = await self._x.run(self._begin)
            self._sure = sure
            try:
                for event, following in zip_longest(events, events[1:]):
                    if is_there is not None and isinstance(event, Click):
                        await self._press_surely(event, is_there)
                    else:
                        await self._perform(event)
                    self.sent = asyncio.get_running_loop().time()
                    if isinstance(event, Click) and isinstance(following, Keys | TypeText):
                        await self._x.run(self._windows.await_manager)
            finally:
                await asyncio.shield(self._x.run(self._finish, before, popup, last_place(events)))

    async def give_back(self) -> None:
        """The keyboard map as it was."""
        async with self._turn:
            await self._pasting.close()
            try:
                await self._once_read(_BACK_S, self._board.give_back)
            except Unread:
                await self._x.run(self._board.give_back, True)

    async def _press_surely(self, event: Click, is_there: Check) -> None:
        """A click of two halves. The first only holds the control down that is there; the second does what it is for, and only
        if it is over the same one. So nothing is done to a control that came there in this very moment."""
        await self._x.run(self._move_and_sync, event.point)
        same = False
        if await is_there():
            await self._x.run(self._hold_down, event)
            try:
                await self._x.run(await_reader, self._x, _CLICKED_S, 0.0)
                # What a program has read it handles one after another, and an answer between any two.
                same = all([await is_there() for _ in range(_READ_AT_ONCE)])
            finally:
                let_go = self._let_go if same else partial(self._let_go_elsewhere, event.point)
                await asyncio.shield(self._x.run(let_go))
        if not same:
            raise NotActionable("another control would get the click; look again")

    def _hold_down(self, event: Click) -> None:
        with self.reach.at_point(self._aim, event.point):
            self._press(X.ButtonPress, _BUTTONS[event.button])
        self._x.display.sync()

    def _let_go_elsewhere(self, pressed: Point) -> None:
        """Buttons do nothing where they are let go outside of them."""
        self._move_and_sync(self.reach.beside(self._aim))
        self._let_go()
        self._move_and_sync(pressed)

    async def _perform(self, event: InputEvent) -> None:
        if isinstance(event, Click):
            await self._x.run(self._click, event)
        elif isinstance(event, Drag):
            await self._drag(event)
        elif isinstance(event, Scroll):
            await self._x.run(self._scroll, event)
        elif isinstance(event, Keys):
            await self._once_read(_SLOW_S, self._chord, event.chord)
        else:
            await self._type(event.text)

    async def _once_read(self, within_s: float, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What gives keys another meaning, when those have been read; a slow program is waited for. Raises Unread."""
        deadline = time.monotonic() + within_s
        while True:
            try:
                return await self._x.run(function, *args, **kwargs)
            except Unread:
                if time.monotonic() > deadline:
                    raise

    def _begin(self) -> tuple[Point, bool]:
        self._release_held()
        pointer = self._x.root.query_pointer()
        return Point(int(pointer.root_x), int(pointer.root_y)), self._windows.popups_open()

    def _finish(self, before: Point, popup: bool, left_at: Point | None) -> None:
        for kind, detail in reversed(self._down):
            xtest.fake_input(self._x.display, kind, detail)
        self._down.clear()
        self._x.display.sync()
        if left_at is None or popup:
            return
        # GTK 4 loses a click, one of eight, where the pointer has left before it handles what it read, with its next frame.
        await_reader(self._x, _CLICKED_S, 0.0)
        self._x.await_event(lambda: False, _FRAME_S)
        if self._windows.popups_open():
            return
        pointer = self._x.root.query_pointer()
        if (pointer.root_x, pointer.root_y) == (left_at.x, left_at.y):
            self._move(before)
            self._x.display.sync()

    def _release_held(self) -> None:
        pressed = self._x.display.query_keymap()
        for keycode in {code for row in self._x.display.get_modifier_mapping() for code in row if code}:
            if pressed[keycode // 8] & (1 << keycode % 8):
                self._fake(X.KeyRelease, keycode)
        self._x.display.sync()

    def _fake(self, kind: int, detail: int) -> None:
        """A request is built once and sent again: building is most of its cost."""
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

    def _press(self, kind: int, detail: int) -> None:
        self._down.append((kind + 1, detail))
        self._fake(kind, detail)

    def _release(self, kind: int, detail: int) -> None:
        self._fake(kind + 1, detail)
        self._down.remove((kind + 1, detail))

    def _pause(self, milliseconds: int) -> None:
        """The server waits before what comes next, and nobody else's doing comes in between."""
        pointer = self._x.root.query_pointer()
        xtest.fake_input(self._x.display, X.MotionNotify, 0, milliseconds, x=pointer.root_x, y=pointer.root_y)

    def _move(self, to: Point) -> None:
        xtest.fake_input(self._x.display, X.MotionNotify, 0, x=to.x, y=to.y)

    def _click(self, event: Click) -> None:
        button = _BUTTONS[event.button]
        seen = self._require_sure(event.point)
        for stroke in self._board.strokes_for((event.hold_key,)) if event.hold_key else ():
            self._press(X.KeyPress, stroke.keycode)
        self._x.display.sync()
        with self.reach.at_point(self._aim, event.point):
            self._move_where_it_looks_so(event.point, seen)
            for number in range(event.count):
                if number:
                    # Chromium takes presses of one and the same millisecond for one.
                    self._pause(_BETWEEN_CLICKS_MS)
                self._press(X.ButtonPress, button)
                self._release(X.ButtonPress, button)
        self._let_go()

    def _require_sure(self, point: Point) -> bytes:
        """What is seen there then, b"" where nothing has to be sure."""
        sure, self._sure = self._sure, None
        if sure is None:
            return b""
        seen = around(self._x, point)
        sure(point)
        return seen

    def _move_where_it_looks_so(self, to: Point, seen: bytes) -> None:
        """The last thing before a button is struck, while nobody else's painting comes through. Raises Disturbed."""
        if seen and around(self._x, to) != seen:
            raise Disturbed
        self._move(to)

    def _scroll(self, event: Scroll) -> None:
        seen = self._require_sure(event.point)
        with self.reach.at_point(self._aim, event.point):
            self._move_where_it_looks_so(event.point, seen)
            for notches, forth, back in ((event.dy, _UP, _DOWN), (event.dx, _RIGHT, _LEFT)):
                for _ in range(min(abs(notches), _MOST_NOTCHES)):
                    button = forth if notches > 0 else back
                    self._press(X.ButtonPress, button)
                    self._release(X.ButtonPress, button)
        self._x.display.sync()

    async def _drag(self, event: Drag) -> None:
        """Along a line and in time, since toolkits begin a drag only after a few movements. A busy program is waited for on
        the way and before the end: what is let go before it has begun to drag is not dropped."""
        held = (event.hold_key,) if event.hold_key else ()
        button = _BUTTONS[event.button]
        await self._x.run(self._hold, held, event.start, button)
        steps = max(4, round(event.duration_s / _DRAG_STEP_S))
        began = time.monotonic()
        for step in range(1, steps + 1):
            await self._x.run(self._move_and_sync, between(event.start, event.end, step / steps))
            await asyncio.sleep(max(0.0, began + event.duration_s * step / steps - time.monotonic()))
            if step in (steps // 3, steps):
                await self._x.run(await_reader, self._x, _DRAGGED_S, 0.0)
        await self._x.run(self._let_go)

    def _hold(self, keys: Iterable[str], start: Point, button: int) -> None:
        strokes = self._board.strokes_for(tuple(keys))
        seen = self._require_sure(start)
        with self.reach.at_point(self._aim, start):
            self._move_where_it_looks_so(start, seen)
            for stroke in strokes:
                self._press(X.KeyPress, stroke.keycode)
            self._press(X.ButtonPress, button)
        self._x.display.sync()

    def _move_and_sync(self, to: Point) -> None:
        self._move(to)
        self._x.display.sync()

    def _let_go(self) -> None:
        while self._down:
            kind, detail = self._down.pop()
            self._fake(kind, detail)
        self._x.display.sync()

    def _chord(self, chord: tuple[str, ...]) -> None:
        strokes = self._board.strokes_for(chord)
        shift = self._board.shift() if any(stroke.shift for stroke in strokes) else 0
        codes = dict.fromkeys(([shift] if shift else []) + [stroke.keycode for stroke in strokes])
        with self.reach.keys(self._aim):
            for keycode in codes:
                self._press(X.KeyPress, keycode)
            self._let_go()
            self._board.struck(codes)

    async def _type(self, text: str) -> None:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        # What the board in force does not carry would need keys lent to it, which a busy reader may learn of too late.
        if better_pasted(text) or ("\t" not in text and not await self._x.run(self._carries, text)):
            place = await self._x.run(self._windows.active)
            if place is not None and place.app_root not in STRUCK_ONLY:
                for at in range(0, len(text), _PASTE_CHARS):
                    part = text[at : at + _PASTE_CHARS]
                    if not await self._pasting.paste(part, place.pid):
                        await self._strike_text(part)
                return
        await self._strike_text(text)

    async def _strike_text(self, text: str) -> None:
        """In chunks, so that a cancelled call stops soon."""
        at = 0
        while at < len(text):
            try:
                at += await self._once_read(_SLOW_S, self._strike, text[at : at + _CHUNK])
            except Unread as error:
                raise ApplicationHung(f"{error}; {at} of {len(text)} characters were typed") from error

    def _carries(self, text: str) -> bool:
        struck = self._board.keymap().strokes()
        return all(keysym_of(character) in struck for character in text)

    def _strike(self, text: str) -> int:
        """Strikes as many characters as fit on the spare keys. Returns how many. Raises Unread."""
        keymap = self._board.keymap()
        struck = keymap.strokes()
        keysyms = [keysym_of(character) for character in text]
        missing = list(dict.fromkeys(one for one in keysyms if one not in struck))
        if missing:
            room = len(self._board.lent) + len(keymap.spare())
            if not room:
                raise NotActionable(
                    "this keyboard map has no spare key for other scripts; set the text by its control instead"
                )
            missing = missing[:room]
            self._board.lend(missing)
            struck = self._board.keymap().strokes()
        keysyms = keysyms[: next((place for place, one in enumerate(keysyms) if one not in struck), len(keysyms))]
        with self.reach.keys(self._aim):
            self._strike_all([(one, struck[one]) for one in keysyms])
        return len(keysyms)

    def _strike_all(self, strokes: Sequence[tuple[int, Stroke]]) -> None:
        locked = bool(self._x.root.query_pointer().mask & _LOCK)
        shift, held = self._board.shift(), False
        for keysym, stroke in strokes:
            wanted = stroke.shift != (locked and has_case(keysym) and stroke.keycode not in self._board.lent)
            if wanted and not held:
                self._press(X.KeyPress, shift)
            elif held and not wanted:
                self._release(X.KeyPress, shift)
            held = wanted
            self._press(X.KeyPress, stroke.keycode)
            self._release(X.KeyPress, stroke.keycode)
        if held:
            self._release(X.KeyPress, shift)
        self._x.display.sync()
        self._board.struck(stroke.keycode for _, stroke in strokes)
