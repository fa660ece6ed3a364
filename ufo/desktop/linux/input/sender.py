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
from typing import TypeVar

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
from ufo.desktop.linux.proc import IdleThreads
from ufo.desktop.linux.screen.call import Call, Precheck
from ufo.desktop.linux.screen.screen import Screen
from ufo.desktop.linux.screen.strokes import CLICKED_S, Strokes, UnreadKeys
from ufo.desktop.target import Reconfirm, Target
from ufo.desktop.values import (
    ButtonAt,
    Click,
    Drag,
    Hover,
    InputEvent,
    Keys,
    PointerAt,
    Relayed,
    Scroll,
    TypeText,
    points_of,
)
from ufo.errors import ApplicationHung, DesktopError, NotActionable, StaleElement
from ufo.schema.geometry import Point

_DRAG_STEP_S, _DRAGGED_S = 0.01, 3.0
_CHUNK = 400
_PASTE_CHARS = 40_000
_SLOW_S, _BACK_S = 30.0, 10.0

_READ_AT_ONCE = 5
Check = Callable[[], Awaitable[bool]]
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

    def __init__(self, screen: Screen) -> None:
        self._windows, self._pointing, self._strokes = screen.windows, screen.pointing, screen.strokes
        self._pasting = screen.pasting
        self._turn = asyncio.Lock()
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
            aim = (
                None
                if to is None
                else await self._pointing.run(lambda pointing: pointing.aim(to, is_there is not None))
            )
            before, popup = await self._strokes.run(lambda strokes: strokes.begin())
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
                left_at = last_place(events)
                await asyncio.shield(self._strokes.run(lambda strokes: strokes.finish(before, popup, left_at)))

    async def _send(self, call: Call, event: InputEvent, following: InputEvent | None, is_there: Check | None) -> None:
        if is_there is not None and isinstance(event, Click):
            await self._press_surely(call, event, is_there)
        else:
            await self._perform(call, event)
        self.sent = asyncio.get_running_loop().time()
        if isinstance(event, Click) and isinstance(following, Keys | TypeText):
            await self._strokes.run(lambda strokes: strokes.await_handled())
        if isinstance(event, Scroll) and isinstance(following, Scroll):
            await self._strokes.run(lambda strokes: strokes.await_layout())

    async def relay(self, event: Relayed) -> None:
        """Do what a person does with the pointer from elsewhere. It stays where they have it, and a button stays down."""
        call = Call(None, None, None)

        def stroke(strokes: Strokes) -> None:
            match event:
                case PointerAt(point=point):
                    strokes.move(point)
                case ButtonAt(point=point, button=button, down=True):
                    strokes.hold(call, (), point, button)
                case ButtonAt(point=point):
                    strokes.move(point)
                    strokes.let_go()
                case Scroll():
                    strokes.scroll(call, event)

        async with self._turn:
            await self._strokes.run(stroke)

    async def copied(self) -> str:
        """Return the clipboard's text. Raises DesktopUnavailable."""
        async with self._turn:
            return await self._pasting.copied()

    async def give_back(self) -> None:
        """Give back the clipboard and the keyboard map as they were."""
        async with self._turn:
            await self._pasting.close()
            try:
                await self._once_read(_BACK_S, lambda strokes: strokes.give_back_keys())
            except UnreadKeys:
                await self._strokes.run(lambda strokes: strokes.give_back_keys(at_once=True))

    async def _press_surely(self, call: Call, event: Click, is_there: Check) -> None:
        """Click in two halves. The first only holds the control down; the second triggers it, and only if the same control is
        still under the pointer. So nothing happens to a control that moved there at this very moment.
        """
        await self._strokes.run(lambda strokes: strokes.move(event.point))
        same = False
        if await is_there():
            await self._strokes.run(lambda strokes: strokes.hold_down(call, event))
            try:
                await self._strokes.run(lambda strokes: strokes.await_read(CLICKED_S, 0.0))
                # A program handles the events that it has read one after another, and may answer between any two of them.
                same = all([await is_there() for _ in range(_READ_AT_ONCE)])
            finally:
                await asyncio.shield(
                    self._strokes.run(
                        lambda strokes: strokes.let_go() if same else strokes.let_go_elsewhere(call, event.point)
                    )
                )
        if not same:
            raise NotActionable("another control would get the click; look again")

    async def _perform(self, call: Call, event: InputEvent) -> None:
        if isinstance(event, Click):
            await self._strokes.run(lambda strokes: strokes.click(call, event))
        elif isinstance(event, Drag):
            await self._drag(call, event)
        elif isinstance(event, Hover):
            await self._strokes.run(lambda strokes: strokes.hover(call, event.point))
        elif isinstance(event, Scroll):
            await self._strokes.run(lambda strokes: strokes.scroll(call, event))
        elif isinstance(event, Keys):
            await self._once_read(_SLOW_S, lambda strokes: strokes.chord(call, event.chord))
        else:
            await self._type(call, event.text, struck=event.struck)

    async def _once_read(self, within_s: float, stroke: Callable[[Strokes], T]) -> T:
        """Do what gives keys another meaning; repeat it until their strokes were read, for `within_s` seconds at
        most. Raises UnreadKeys.
        """
        deadline = time.monotonic() + within_s
        while True:
            try:
                return await self._strokes.run(stroke)
            except UnreadKeys:
                if time.monotonic() > deadline:
                    raise

    async def _drag(self, call: Call, event: Drag) -> None:
        """Drag along the way and over time, because toolkits begin a drag only after a few movements. Wait for a busy program on
        the way and before the end: if the button is let go before the program has begun to drag, nothing is dropped. Where
        something is to be dropped, move once more: a browser learns what its page answers to a position with the next one.
        """
        offered = await self._strokes.run(lambda strokes: strokes.offers_drop())
        held = (event.hold_key,) if event.hold_key else ()
        await self._strokes.run(lambda strokes: strokes.hold(call, held, event.start, event.button))
        # A corner that no step comes to would be cut off, so that each stretch of the way has a step at its end.
        way = along(points_of(event), max(4, round(event.duration_s / _DRAG_STEP_S)))
        steps = len(way)
        began = time.monotonic()
        for step, point in enumerate(way, 1):
            await self._move(point)
            await asyncio.sleep(max(0.0, began + event.duration_s * step / steps - time.monotonic()))
            if step in (steps // 3, steps):
                await self._await_handled()
        if await self._strokes.run(lambda strokes: strokes.offers_drop()) not in (0, offered):
            for point in (beside(way[-1]), way[-1]):
                await self._move(point)
            await self._await_handled()
        await self._strokes.run(lambda strokes: strokes.let_go())

    async def _move(self, to: Point) -> None:
        await self._strokes.run(lambda strokes: strokes.move(to))

    async def _await_handled(self) -> None:
        """Wait until the active program has read its events and is at rest: a browser reads them in one process and handles them
        in another one.
        """
        deadline = time.monotonic() + _DRAGGED_S
        await self._strokes.run(lambda strokes: strokes.await_read(_DRAGGED_S, 0.0))
        place = await self._windows.run(lambda windows: windows.active())
        rest = IdleThreads(0 if place is None else place.pid)
        while True:
            if await asyncio.to_thread(rest.has_come) or time.monotonic() > deadline:
                return
            await asyncio.sleep(_DRAG_STEP_S)

    async def _type(self, call: Call, text: str, *, struck: bool) -> None:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        # Other characters than those of the current keyboard map need spare keys; a busy program may notice these too late.
        if not struck and (
            better_pasted(text)
            or ("\t" not in text and not await self._strokes.run(lambda strokes: strokes.carries(text)))
        ):
            place = await self._windows.run(lambda windows: windows.active())
            if place is not None and place.app_root not in STRUCK_ONLY:
                press_keys = partial(self._once_read, _SLOW_S, lambda strokes: strokes.chord(call, ("ctrl", "v")))
                for at in range(0, len(text), _PASTE_CHARS):
                    part = text[at : at + _PASTE_CHARS]
                    await call.ask_between(at)
                    if not await self._pasting.paste(part, place.pid, press_keys):
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
                piece = text[at : at + _CHUNK]
                at += await self._once_read(_SLOW_S, partial(_strike, call, piece))
            except UnreadKeys as error:
                raise ApplicationHung(f"{error}; {at} of {len(text)} characters were typed") from error
            call.part = at


def _strike(call: Call, text: str, strokes: Strokes) -> int:
    return strokes.strike(call, text)
