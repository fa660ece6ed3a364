"""Confirms one control: asks the tree for it again, and waits for a tree that lags.

It waits where the place of the control looks other than at the look that it is known from, or where that look came right
after the window was painted on: the tree may still report the state from before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from ufo.desktop.linux.accessibility import Accessibility
from ufo.desktop.linux.capture.late_tree import BELIEVED_S, LATE_S, SURELY_S, LateTrees, looks_other
from ufo.desktop.linux.screen.screen import Stamp
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.matching.restless import Watch, judged_part
from ufo.desktop.matching.words_beside import with_words_beside
from ufo.desktop.snapshot import UNEXPLAINED, Element, Handle
from ufo.desktop.target import Fingerprint
from ufo.schema.geometry import Point
from ufo.schema.picture import Frame

_SAMPLE_S = 0.12
"""How often to look at a place, in seconds, while it is watched for what changes by itself."""
Surfaces = tuple[Surface, ...]


@dataclass(frozen=True, slots=True)
class Confirmation:
    """Confirms controls. `picture` takes the present picture of a window, or returns None where it has none."""

    accessibility: Accessibility
    late: LateTrees
    picture: Callable[[Surface], Awaitable[Frame | None]]

    async def again(self, handle: Handle, surfaces: Surfaces, stamp: Stamp | None) -> Element:
        """Return the control as the tree reports it now, with a doubt where its place looks other and the tree does not say
        why. `surfaces` are the window that was looked at and its related ones as they are now; `stamp` records when they
        were painted on. Raises StaleElement.
        """
        asked = asyncio.get_running_loop().time()
        element = await self.accessibility.reidentify(handle, surfaces)
        if not self.late.knows(handle.snapshot_id, stamp):
            return element
        frame = await self.picture(surfaces[0])
        if frame is None or not self.late.differs(
            handle.snapshot_id, frame, with_words_beside(element.role, element.rect)
        ):
            return element
        if self.late.shows_focus(element):
            return element
        now = await self._told_late(element, surfaces, asked, asked + LATE_S)
        is_doubtful = self.late.differs(handle.snapshot_id, frame, element.rect) and not self.late.explained(now)
        return replace(now, doubt=UNEXPLAINED) if is_doubtful else now

    async def surely(
        self, handle: Handle, surfaces: Surfaces, stamp: Stamp | None, at: Point | None = None
    ) -> tuple[Element, Fingerprint | None]:
        """Like `again`, but always wait for a tree that lags. Also return how the control's place looked when the tree was
        believed: by this fingerprint it is checked at the moment of a click. Of a page or a drawing only what lies near the
        point `at` is judged. Raises StaleElement.
        """
        asked = asyncio.get_running_loop().time()
        looked = self.late.frame(handle.snapshot_id)
        seen = looked or await self.picture(surfaces[0])
        element = await self.accessibility.reidentify(handle, surfaces)
        if not self.late.knows(handle.snapshot_id, stamp):
            now = await self._told_late(element, surfaces, asked, self.late.tells_by(handle.snapshot_id))
            known = _fingerprint(now, surfaces, seen, stamp, lags=looked is not None, at=at)
            return now, known and replace(known, as_seen=looked is not None)
        frame = await self.picture(surfaces[0])
        if looked is None or frame is None:
            now = await self._told_late(element, surfaces, asked, asked + SURELY_S)
            return now, _fingerprint(now, surfaces, frame or seen, None if frame else stamp, lags=True, at=at)
        part = judged_part(element, at)
        watch = Watch(part, looked, frame)
        if part == element.rect:
            # One that looks the same may have taken its place. The bare ground around a point has none.
            element = await self._watched(element, surfaces, watch, asked + SURELY_S)
        now = element
        if not watch.explains(at) and not self.late.explained(now):
            now = await self._believed(now, surfaces, watch, at)
        known = _fingerprint(now, surfaces, watch.last, None, lags=True, at=at)
        return now, known and replace(known, restless=watch.restless, as_seen=watch.is_same_under(at))

    async def _believed(self, element: Element, surfaces: Surfaces, watch: Watch, at: Point | None) -> Element:
        """Return the element, with a doubt where its place looks other, the tree does not say why, and the place goes on
        changing in another way than what is restless does.
        """
        clock = asyncio.get_running_loop().time
        first, deadline = watch.last, clock() + BELIEVED_S - SURELY_S
        is_bare = watch.where != element.rect
        while clock() < deadline:
            now = await self._watched(element, surfaces, watch, min(deadline, clock() + _SAMPLE_S))
            if now != element or (is_bare and watch.explains(at)):
                return now
        is_still = not looks_other(first, watch.last, watch.where)
        return element if is_still or watch.goes_on(at) else replace(element, doubt=UNEXPLAINED)

    async def _watched(self, element: Element, surfaces: Surfaces, watch: Watch, deadline: float) -> Element:
        """Wait as `_told_late` does, and look meanwhile at what changes by itself."""
        clock = asyncio.get_running_loop().time
        now = element
        while now == element and clock() < deadline:
            now = await self._told_late(now, surfaces, clock(), min(deadline, clock() + _SAMPLE_S))
            frame = await self.picture(surfaces[0])
            if frame is not None:
                watch.see(frame)
        return now

    async def _told_late(self, element: Element, surfaces: Surfaces, asked: float, deadline: float) -> Element:
        """Return the element once the tree reports another state than at the loop time `asked`, or at the deadline."""
        clock = asyncio.get_running_loop().time
        now = element
        while now == element and clock() < deadline:
            await self.accessibility.changed(surfaces[0].window.pid, asked, deadline - clock())
            asked = clock()
            now = await self.accessibility.reidentify(element.handle, surfaces)
        return now


def _fingerprint(  # noqa: PLR0913 one value for each field
    element: Element,
    surfaces: Surfaces,
    frame: Frame | None,
    stamp: Stamp | None,
    *,
    lags: bool,
    at: Point | None,
) -> Fingerprint | None:
    if frame is None:
        return None
    part = judged_part(element, at)
    return Fingerprint(element.handle, surfaces[0].window.id, element.rect, frame, stamp, lags, part)
