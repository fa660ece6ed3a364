"""Sends input to a target. Anything that happens between its confirmation and the stroke makes it be confirmed again."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol

from ufo.desktop.linux.capture.paint_idle import PaintIdle
from ufo.desktop.linux.capture.window_pictures import WindowPictures
from ufo.desktop.linux.input.sender import InputSender
from ufo.desktop.linux.screen.call import Pointing
from ufo.desktop.linux.screen.one_thread import OnThread
from ufo.desktop.linux.targeting.last_check import Disturbed, FocusStays, LooksSame, NothingPainted, TooLate
from ufo.desktop.matching.restless import NEAR_PX, Tiles, Watch, around
from ufo.desktop.snapshot import Element, Handle
from ufo.desktop.target import Fingerprint, Reconfirm, Target
from ufo.desktop.values import InputEvent, Scroll, points_of
from ufo.errors import PicturesRefused, StaleElement
from ufo.schema.geometry import Point, Rect
from ufo.schema.picture import Frame

_LOOKED_TRIES = 3
"""How many times to try a control whose place goes on changing."""
_ASKED_TRIES = 5
_ANSWER_HOLDS_S = 0.1
"""How many seconds before a stroke an application may have said that nothing of its own lies over the control."""
_WATCH_S, _SAMPLE_S = 0.6, 0.06
"""How many seconds to watch a place that was disturbed for what changes there by itself, and how often."""
_CALM_S = 0.15
"""How many seconds to wait, before each further try, until the present painting is finished."""


class Confirms(Protocol):
    """The questions about a target that the desktop answers."""

    async def target(self, window_id: str, handle: Handle, at: Point | None = None) -> Target: ...

    async def reidentify(self, handle: Handle) -> Element: ...

    async def over_inside(self, window_id: str, point: Point, handle: Handle) -> str | None:
        """Return what lies over the control inside of its own window, or None."""
        ...


class TargetSender:
    def __init__(
        self, sending: InputSender, pointing: OnThread[Pointing], shown: WindowPictures, desktop: Confirms
    ) -> None:
        self._input = sending
        self._pointing = pointing
        self._shown = shown
        self._desktop = desktop

    async def send(self, target: Target, events: Sequence[InputEvent]) -> None:
        """Send the events. Raises StaleElement where the control has lost its place since it was confirmed, or may have."""
        known, asked = target.fingerprint_for(events[0]), target.asked
        if known is not None and known.stamp is None and not known.lags:
            # Where nobody tells when a window is painted on, one that looks the same may have taken the control's place.
            again = await self._stands_there_still(target, known, events[0])
            if again is None:
                raise known.changed()
            known, asked = again.fingerprint_for(events[0]), again.asked
        elif known is None and target.element is not None and target.fingerprint is None:
            await self._require_there(target, target.element, events[0])
        for left in reversed(range(_LOOKED_TRIES)):
            if known is None:
                break
            strictly = left > 0 and known.stamp is not None
            by = asked + _ANSWER_HOLDS_S if left and asked and not known.lags else math.inf
            precheck = await self._shown.now.run(partial(LooksSame, known=known, strictly=strictly, by=by))
            turned = [event for event in events if isinstance(event, Scroll)]
            between = partial(self._turned_over, target, known, turned[0]) if len(turned) == len(events) else None
            try:
                await self._input.perform(events, target, precheck=precheck, reconfirm=between)
                return
            except Disturbed as error:
                is_late = isinstance(error, TooLate)
                restless = frozenset() if is_late else await self._restless_at(known, points_of(events[0])[0])
                again = await self._stands_there_still(target, known, events[0])
                if again is None:
                    raise known.changed() from error
                known, asked = again.fingerprint_for(events[0]), again.asked
                known = known and replace(known, restless=known.restless | restless)
        await self._input.perform(events, target)

    async def send_asked(self, window_id: str, events: Sequence[InputEvent], reconfirm: Reconfirm) -> None:
        """Send the events to a target for which `reconfirm` is asked at the latest possible moment. Raises StaleElement
        where its window keeps changing.
        """
        clock = asyncio.get_running_loop().time
        idle = PaintIdle(self._shown.stamp, self._shown.painted_at)
        at = next(iter(points_of(events[0])), None)
        restless: Tiles = frozenset()
        for left in reversed(range(_ASKED_TRIES)):
            top = await self._pointing.run(lambda pointing: pointing.focused_top())
            precheck = await self._nothing_painted(window_id, top, pictured=left < _ASKED_TRIES - 2)
            stamp = precheck.stamp if isinstance(precheck, NothingPainted) else None
            target = await reconfirm()
            if target.place is not None and isinstance(precheck, NothingPainted):
                precheck = replace(precheck, place=target.place, restless=restless)
            try:
                await self._input.perform(events, target, precheck=precheck, reconfirm=reconfirm)
                return
            except Disturbed:
                if at is None and isinstance(precheck, NothingPainted) and precheck.frame is not None:
                    # A field has its caret as soon as it has the keyboard. A pointer is held to all that lies under it.
                    restless |= (await self._watched(window_id, precheck.place, precheck.frame)).restless
                else:
                    await idle.painted_out(window_id, stamp, clock() + _CALM_S)
        raise StaleElement(
            "the window kept changing at that place right before the stroke, so nothing was sent. "
            "Wait until it is at rest, then look again"
        )

    async def _nothing_painted(self, window_id: str, top: int, *, pictured: bool) -> NothingPainted | FocusStays:
        """Return what checks that nothing was painted from now on. `pictured`: by the window's picture too, since a window that
        is painted on all the time never passes by its stamp alone.
        """
        stamp = await self._shown.stamp(window_id)
        try:
            frame = await self._shown.picture(window_id) if pictured or stamp is None else None
        except PicturesRefused:
            return FocusStays(top)
        return await self._shown.now.run(
            partial(NothingPainted, window_id=window_id, top=top, stamp=stamp, frame=frame)
        )

    async def _require_there(self, target: Target, element: Element, event: InputEvent) -> None:
        """Ask the tree again for a control of which there is no picture. Raises StaleElement where it has moved or changed."""
        now = await self._desktop.reidentify(element.handle)
        points = points_of(event)
        over = await self._pointing.run(lambda pointing: pointing.come_over(target, points[0])) if points else None
        if over or (now.rect, now.name, now.role) != (element.rect, element.name, element.role):
            raise StaleElement(f"{element} is not where it was right before the stroke; nothing was sent, look again")

    async def _turned_over(self, target: Target, known: Fingerprint, turned: Scroll) -> Target:
        """Confirm the target between notches of the wheel that are sent one by one. Raises StaleElement where the next notch
        would turn something else. GTK 4 reports the content of a hidden object as shown, but beside its place.
        """
        now, then = await self._desktop.reidentify(known.handle), known.rect
        across = (now.rect.x, now.rect.width) == (then.x, then.width) or not turned.dy
        down = (now.rect.y, now.rect.height) == (then.y, then.height) or not turned.dx
        is_there = now.rect.contains(turned.point) and across and down
        if not is_there or await self._has_come_over(target, known, turned.point):
            raise StaleElement(f"something else than {now.role} {now.name!r} lies there now; look again")
        return target

    async def _restless_at(self, known: Fingerprint, point: Point) -> Tiles:
        """Return what changes by itself at the place."""
        place = known.judged.union(around(point, 2 * NEAR_PX, 2 * NEAR_PX))
        watch = await self._watched(known.window_id, place, known.frame, point)
        return watch.restless | known.restless

    async def _watched(self, window_id: str, place: Rect, then: Frame, at: Point | None = None) -> Watch:
        """Look at the place while nothing is done, until what is restless tells why it looks other than `then`."""
        clock = asyncio.get_running_loop().time
        watch = Watch(place, then, await self._shown.picture(window_id))
        until = clock() + _WATCH_S
        while clock() < until:
            await asyncio.sleep(_SAMPLE_S)
            watch.see(await self._shown.picture(window_id))
            if watch.restless and watch.goes_on(at):
                break
        return watch

    async def _stands_there_still(self, target: Target, known: Fingerprint, event: InputEvent) -> Target | None:
        """Return the control confirmed anew. Return None where it has gone, by the tree or by a hit test in the toolkit,
        since the content of a hidden object is reported as shown.
        """
        again = await self._desktop.target(target.window_id, known.handle, points_of(event)[0])
        if again.element is None or again.element.rect != known.rect:
            return None
        if await self._has_come_over(target, known, points_of(event)[0]):
            return None
        return replace(again, asked=asyncio.get_running_loop().time())

    async def _has_come_over(self, target: Target, known: Fingerprint, point: Point) -> bool:
        """Tell whether anything lies over the target at the point. A dialog of the application that opened since the hit
        test counts too.
        """
        over = await self._pointing.run(lambda pointing: pointing.come_over(target, point))
        return bool(over or await self._desktop.over_inside(target.window_id, point, known.handle))
