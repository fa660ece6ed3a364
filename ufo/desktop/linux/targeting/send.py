"""Sends input for a control that is asked for as late as can be: anything that happens on its window after that question and
before the stroke makes it be asked again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from ufo.desktop.linux.capture.paint_idle import PaintIdle
from ufo.desktop.linux.capture.window_pictures import WindowPictures
from ufo.desktop.linux.input.sender import InputSender
from ufo.desktop.linux.targeting.fingerprint import Disturbed
from ufo.desktop.linux.targeting.last_check import NothingPainted, painted_since
from ufo.desktop.linux.x11.server_connection import XConnection
from ufo.desktop.values import InputEvent
from ufo.errors import StaleElement
from ufo.schema.geometry import Rect

_TRIES = 5
_CALM_S = 0.15
"""How long it is waited for that what is painted right now is painted out, before each further try."""


class TargetSender:
    def __init__(self, connection: XConnection, sending: InputSender, shown: WindowPictures) -> None:
        self._x = connection
        self._input = sending
        self._shown = shown

    async def strike(self, events: Sequence[InputEvent], into: str, still: Callable[[], Awaitable[Rect]]) -> None:
        """`still` as in `ufo.desktop.backend.Desktop.input`. Raises StaleElement where its window does not hold still."""
        clock = asyncio.get_running_loop().time
        repose = PaintIdle(self._shown.stamp, self._shown.painted_at)
        for left in reversed(range(_TRIES)):
            top = await self._x.run(self._input.reach.focused_top)
            stamp = await self._shown.stamp(into)
            # A window that is painted on all the time never passes by that alone.
            frame = await self._shown.picture(into) if left < _TRIES - 2 or stamp is None else None
            sure = NothingPainted(
                self._x,
                self._input.reach,
                painted_since(self._shown, stamp),
                top,
                await still(),
                frame,
                lambda: self._shown.picture_now(into),
            )
            try:
                await self._input.perform(events, into, sure=sure, still=still)
                return
            except Disturbed:
                await repose.painted_out(into, stamp, clock() + _CALM_S)
        raise StaleElement(
            "the window changed at that place in the moment of the stroke, again and again; nothing was sent. "
            "Wait until it is at rest, then look again"
        )
