"""Sends pointer and keyboard input by XTEST: an application gets the same events as from a person's hands.

Characters of the keyboard map are struck; others are put on spare keys first. Long text is pasted, and the clipboard is
given back, because applications read some thousand keys a second at most. Text with tabs is always struck: in a form a tab
moves on. A spare key gets another meaning only after the application has read its strokes with the old meaning (it answers a
window manager's ping in order, which shows this), so no character can turn into another. If the application does not read
for long, `ApplicationHung` is raised.

After a call the pointer jumps back to its old place, unless a menu or popup is open (it would lose the entry under the
pointer) or the person has moved the pointer meanwhile. A modifier that is held at the beginning is released and not pressed
again: whether the person still holds it cannot be found out, and a key that stays pressed does more harm.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from itertools import zip_longest
from typing import Concatenate, ParamSpec, TypeVar

from ufo.desktop.linux.clipboard.paste import Paste
from ufo.desktop.linux.input.call import Call, Precheck
from ufo.desktop.linux.input.event_plan import (
    along,
    beside,
    better_pasted,
    check,
    is_in_one_place,
    keeps_focus,
    last_place,
    sent_so_far,
)
from ufo.desktop.linux.input.hit_window import HitWindow
from ufo.desktop.linux.input.keyboard import UnreadKeys
from ufo.desktop.linux.input.strokes import BUTTONS, CLICKED_S, Strokes
from ufo.desktop.linux.proc import IdleThreads
from ufo.desktop.linux.x11.ping import await_reader
from ufo.desktop.linux.x11.server_connection import OnXThread, XConnection
from ufo.desktop.linux.x11.windows import Windows
from ufo.desktop.target import Reconfirm, Target
from ufo.desktop.values import Click, Drag, Hover, InputEvent, Keys, Scroll, TypeText, points_of
from ufo.errors import ApplicationHung, DesktopError, NotActionable, StaleElement

_DRAG_STEP_S, _DRAGGED_S = 0.01, 3.0
_CHUNK = 400
_PASTE_CHARS = 40_000
_SLOW_S, _BACK_S = 30.0, 10.0

_READ_AT_ONCE = 5
Check = Callable[[], Awaitable[bool]]
P = ParamSpec("P")
T = TypeVar("T")

STRUCK_ONLY = frozenset(
    {
        # A typed line break moves to the next cell; pasted lines open an import dialog.
        "libreoffice-calc", "gnumeric",
        # Ctrl+V means something else in a terminal.
        "xterm", "uxterm", "urxvt", "st", "gnome-terminal", "gnome-terminal-server", "kgx", "konsole", "xfce4-terminal",
        "lxterminal", "mate-terminal", "qterminal", "terminator", "tilix", "kitty", "alacritty", "foot", "wezterm",
    }
)  # fmt: skip
"""Applications, by `app_root`, in which typing does more than insert text, so that nothing is pasted."""


class InputSender:
    """Sends the input of one call at a time."""

    def __init__(self, connection: XConnection, windows: Windows) -> None:
        hit_window = HitWindow(connection, windows)
        self._x = OnXThread(connection, connection)
        self._windows = self._x.hold(windows)
        self.hit_window = self._x.hold(hit_window)
        self._strokes = self._x.hold(Strokes(connection, windows, hit_window))
        self._turn = asyncio.Lock()
        self._paste = Paste(self._x)
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
        """Send the events. `is_there` says whether a click would reach its control, even if something moves meanwhile; then
        only the window itself may get the click, not its dialogs and popups. `precheck` runs right before the first stroke.
        `reconfirm` runs between events and between parts of a text, as long as nothing was sent that may move the focus.

        Raises NotActionable before anything is sent for keys that do not exist, and where the window would not get the
        input; Disturbed by `precheck`; DesktopError where only a part was sent.
        """
        for event in events:
            check(event)
        async with self._turn:
            aim = None if to is None else await self.hit_window.run(HitWindow.aim, to, is_there is not None)
            before, popup = await self._strokes.run(Strokes.begin)
            call = Call(aim, precheck, reconfirm)
            sent: list[InputEvent] = []
            try:
                for event, following in zip_longest(events, events[1:]):
                    call.part = 0
                    if reconfirm is not None and sent and all(keeps_focus(item) for item in sent):
                        await reconfirm()
                    await self._send(call, event, following, is_there)
                    sent.append(event)
            except (NotActionable, StaleElement) as error:
                if sent or call.part:
                    raise DesktopError(f"{error}; {sent_so_far(events, sent, call.part)}") from error
                raise
            finally:
                await asyncio.shield(self._strokes.run(Strokes.finish, before, popup, last_place(events)))

    async def _send(self, call: Call, event: InputEvent, following: InputEvent | None, is_there: Check | None) -> None:
        if is_there is not None and isinstance(event, Click):
            await self._press_surely(call, event, is_there)
        else:
            await self._perform(call, event)
        self.sent = asyncio.get_running_loop().time()
        if isinstance(event, Click) and isinstance(following, Keys | TypeText):
            await self._strokes.run(Strokes.await_handled)
        if isinstance(event, Scroll) and isinstance(following, Scroll):
            await self._strokes.run(Strokes.await_layout)

    async def copied(self) -> str:
        """Return the clipboard's text. Raises DesktopUnavailable."""
        async with self._turn:
            return await self._paste.copied()

    async def give_back(self) -> None:
        """Give back the clipboard and the keyboard map as they were."""
        async with self._turn:
            await self._paste.close()
            try:
                await self._once_read(_BACK_S, Strokes.give_back_keys)
            except UnreadKeys:
                await self._strokes.run(Strokes.give_back_keys, at_once=True)

    async def _press_surely(self, call: Call, event: Click, is_there: Check) -> None:
        """Click in two halves. The first only holds the control down; the second triggers it, and only if the same control is
        still under the pointer. So nothing happens to a control that moved there at this very moment.
        """
        await self._strokes.run(Strokes.move, event.point)
        same = False
        if await is_there():
            await self._strokes.run(Strokes.hold_down, call, event)
            try:
                await self._x.run(await_reader, CLICKED_S, 0.0)
                # A program handles the events that it has read one after another, and may answer between any two of them.
                same = all([await is_there() for _ in range(_READ_AT_ONCE)])
            finally:
                let_go = Strokes.let_go if same else partial(Strokes.let_go_elsewhere, call=call, pressed=event.point)
                await asyncio.shield(self._strokes.run(let_go))
        if not same:
            raise NotActionable("another control would get the click; look again")

    async def _perform(self, call: Call, event: InputEvent) -> None:
        if isinstance(event, Click):
            await self._strokes.run(Strokes.click, call, event)
        elif isinstance(event, Drag):
            await self._drag(call, event)
        elif isinstance(event, Hover):
            await self._strokes.run(Strokes.hover, call, event.point)
        elif isinstance(event, Scroll):
            await self._strokes.run(Strokes.scroll, call, event)
        elif isinstance(event, Keys):
            await self._once_read(_SLOW_S, Strokes.chord, call, event.chord)
        else:
            await self._type(call, event.text, struck=event.struck)

    async def _once_read(
        self, within_s: float, function: Callable[Concatenate[Strokes, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a function that gives keys another meaning; repeat it until their strokes were read, for `within_s` seconds at
        most. Raises UnreadKeys.
        """
        deadline = time.monotonic() + within_s
        while True:
            try:
                return await self._strokes.run(function, *args, **kwargs)
            except UnreadKeys:
                if time.monotonic() > deadline:
                    raise

    async def _drag(self, call: Call, event: Drag) -> None:
        """Drag along the way and over time, because toolkits begin a drag only after a few movements. Wait for a busy program on
        the way and before the end: if the button is let go before the program has begun to drag, nothing is dropped. Where
        something is to be dropped, move once more: a browser learns what its page answers to a position with the next one.
        """
        offered = await self._strokes.run(Strokes.offers_drop)
        held = (event.hold_key,) if event.hold_key else ()
        button = BUTTONS[event.button]
        await self._strokes.run(Strokes.hold, call, held, event.start, button)
        # A corner that no step comes to would be cut off, so that each stretch of the way has a step at its end.
        way = along(points_of(event), max(4, round(event.duration_s / _DRAG_STEP_S)))
        steps = len(way)
        began = time.monotonic()
        for step, point in enumerate(way, 1):
            await self._strokes.run(Strokes.move, point)
            await asyncio.sleep(max(0.0, began + event.duration_s * step / steps - time.monotonic()))
            if step in (steps // 3, steps):
                await self._await_handled()
        if await self._strokes.run(Strokes.offers_drop) not in (0, offered):
            for point in (beside(way[-1]), way[-1]):
                await self._strokes.run(Strokes.move, point)
            await self._await_handled()
        await self._strokes.run(Strokes.let_go)

    async def _await_handled(self) -> None:
        """Wait until the active program has read its events and is at rest: a browser reads them in one process and handles them
        in another one.
        """
        deadline = time.monotonic() + _DRAGGED_S
        await self._x.run(await_reader, _DRAGGED_S, 0.0)
        place = await self._windows.run(Windows.active)
        rest = IdleThreads(0 if place is None else place.pid)
        while True:
            if await asyncio.to_thread(rest.has_come) or time.monotonic() > deadline:
                return
            await asyncio.sleep(_DRAG_STEP_S)

    async def _type(self, call: Call, text: str, *, struck: bool) -> None:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        # Other characters than those of the current keyboard map need spare keys; a busy program may notice these too late.
        if not struck and (
            better_pasted(text) or ("\t" not in text and not await self._strokes.run(Strokes.carries, text))
        ):
            place = await self._windows.run(Windows.active)
            if place is not None and place.app_root not in STRUCK_ONLY:
                press_keys = partial(self._once_read, _SLOW_S, Strokes.chord, call, ("ctrl", "v"))
                for at in range(0, len(text), _PASTE_CHARS):
                    part = text[at : at + _PASTE_CHARS]
                    await call.ask_between(at)
                    if not await self._paste.paste(part, place.pid, press_keys):
                        await self._strike_text(call, part)
                    call.part = at + len(part)
                return
        await self._strike_text(call, text)

    async def _strike_text(self, call: Call, text: str) -> None:
        """Strike the text in chunks, so that a cancelled call stops soon. Raises ApplicationHung."""
        at = 0
        while at < len(text):
            if is_in_one_place(text[:at]):
                await call.ask_between(at)
            try:
                at += await self._once_read(_SLOW_S, Strokes.strike, call, text[at : at + _CHUNK])
            except UnreadKeys as error:
                raise ApplicationHung(f"{error}; {at} of {len(text)} characters were typed") from error
            call.part = at
