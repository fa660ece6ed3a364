"""Sends input to a target: anything that happens between what was confirmed and the stroke makes it be asked for again."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol

from ufo.desktop.linux.capture.paint_idle import PaintIdle
from ufo.desktop.linux.capture.window_pictures import WindowPictures
from ufo.desktop.linux.input.hit_window import HitWindow
from ufo.desktop.linux.input.sender import InputSender
from ufo.desktop.linux.targeting.last_check import Disturbed, LooksSame, NothingPainted
from ufo.desktop.snapshot import Element, Handle
from ufo.desktop.target import Fingerprint, Reconfirm, Target
from ufo.desktop.values import InputEvent, Scroll, points_of
from ufo.errors import StaleElement
from ufo.schema.geometry import Point

_LOOKED_TRIES = 3
"""How often a control whose place goes on changing is asked for again."""
_ASKED_TRIES = 5
_CALM_S = 0.15
"""How long it is waited for that what is painted right now is painted out, before each further try."""


class Confirms(Protocol):
    """What the desktop answers about a target."""

    async def target(self, window_id: str, handle: Handle) -> Target: ...

    async def reidentify(self, handle: Handle) -> Element: ...

    async def over_inside(self, window_id: str, point: Point, handle: Handle) -> str | None:
        """What lies over the control inside of its own window."""
        ...


class TargetSender:
    def __init__(self, sending: InputSender, shown: WindowPictures, desktop: Confirms) -> None:
        self._input = sending
        self._shown = shown
        self._desktop = desktop

    async def send(self, target: Target, events: Sequence[InputEvent]) -> None:
        """Raises StaleElement where the control has surely or maybe given its place away since it was confirmed."""
        known = target.fingerprint_for(events[0])
        for left in reversed(range(_LOOKED_TRIES)):
            if known is None:
                break
            precheck = await self._shown.now.run(LooksSame, known, left > 0)
            turned = [event for event in events if isinstance(event, Scroll)]
            between = partial(self._turned_over, target, known, turned[0]) if len(turned) == len(events) else None
            try:
                await self._input.perform(events, target, precheck=precheck, reconfirm=between)
                return
            except Disturbed as error:
                again = await self._stands_there_still(target, known, events[0])
                if again is None:
                    raise known.changed() from error
                known = again.fingerprint_for(events[0])
        await self._input.perform(events, target)

    async def send_asked(self, window_id: str, events: Sequence[InputEvent], reconfirm: Reconfirm) -> None:
        """As late as can be asks `reconfirm` for the target. Raises StaleElement where its window does not hold still."""
        clock = asyncio.get_running_loop().time
        idle = PaintIdle(self._shown.stamp, self._shown.painted_at)
        for left in reversed(range(_ASKED_TRIES)):
            top = await self._input.hit_window.run(HitWindow.focused_top)
            stamp = await self._shown.stamp(window_id)
            # A window that is painted on all the time never passes by that alone.
            frame = await self._shown.picture(window_id) if left < _ASKED_TRIES - 2 or stamp is None else None
            precheck = await self._shown.now.run(NothingPainted, window_id, top, stamp, frame)
            target = await reconfirm()
            if target.place is not None:
                precheck = replace(precheck, place=target.place)
            try:
                await self._input.perform(events, target, precheck=precheck, reconfirm=reconfirm)
                return
            except Disturbed:
                await idle.painted_out(window_id, stamp, clock() + _CALM_S)
        raise StaleElement(
            "the window changed at that place in the moment of the stroke, again and again; nothing was sent. "
            "Wait until it is at rest, then look again"
        )

    async def _turned_over(self, target: Target, known: Fingerprint, turned: Scroll) -> Target:
        """Between notches of a wheel that are sent one by one. Raises StaleElement where the next would turn something else.
        GTK 4 tells what stands in something hidden as shown, but beside its place."""
        now, then = await self._desktop.reidentify(known.handle), known.rect
        across = (now.rect.x, now.rect.width) == (then.x, then.width) or not turned.dy
        down = (now.rect.y, now.rect.height) == (then.y, then.height) or not turned.dx
        is_there = now.rect.contains(turned.point) and across and down
        if not is_there or await self._has_come_over(target, known, turned.point):
            raise StaleElement(f"{now.role} {now.name!r} is not what lies there any more; look again")
        return target

    async def _stands_there_still(self, target: Target, known: Fingerprint, event: InputEvent) -> Target | None:
        """The control confirmed anew; None where it has gone, by the tree or by what the toolkit would give the stroke to: what
        is inside of something hidden is told as shown."""
        if not known.may_be_asked_again(event):
            return None
        again = await self._desktop.target(target.window_id, known.handle)
        if again.element is None or again.element.rect != known.rect:
            return None
        return None if await self._has_come_over(target, known, points_of(event)[0]) else again

    async def _has_come_over(self, target: Target, known: Fingerprint, point: Point) -> bool:
        """A dialog of the application that opened since the hit test is no part of what is meant."""
        over = await self._input.hit_window.run(HitWindow.come_over, target, point)
        return bool(over or await self._desktop.over_inside(target.window_id, point, known.handle))
