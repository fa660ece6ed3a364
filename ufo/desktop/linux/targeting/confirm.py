"""Confirms one control: asks the tree for it again, and waits for a tree that lags.

It waits where the place of the control looks other than at the look that it is known from, or where that look came right
after the window was painted on: the tree may still report the state from before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from ufo.desktop.linux.accessibility import Accessibility
from ufo.desktop.linux.capture.damage import Stamp
from ufo.desktop.linux.capture.late_tree import BELIEVED_S, LATE_S, SURELY_S, LateTrees, looks_other
from ufo.desktop.linux.x11.surface import Surface
from ufo.desktop.matching.words_beside import with_words_beside
from ufo.desktop.snapshot import UNEXPLAINED, Element, Handle
from ufo.desktop.target import Fingerprint
from ufo.schema.picture import Frame

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
        self, handle: Handle, surfaces: Surfaces, stamp: Stamp | None
    ) -> tuple[Element, Fingerprint | None]:
        """Like `again`, but always wait for a tree that lags. Also return how the control's place looked when the tree was
        believed: by this fingerprint it is checked at the moment of a click. Raises StaleElement.
        """
        asked = asyncio.get_running_loop().time()
        looked = self.late.frame(handle.snapshot_id)
        seen = looked or await self.picture(surfaces[0])
        element = await self.accessibility.reidentify(handle, surfaces)
        if not self.late.knows(handle.snapshot_id, stamp):
            now = await self._told_late(element, surfaces, asked, self.late.tells_by(handle.snapshot_id))
            return now, _fingerprint(now, surfaces, seen, stamp, lags=looked is not None)
        frame = await self.picture(surfaces[0])
        differs = frame is not None and self.late.differs(handle.snapshot_id, frame, element.rect)
        now = await self._told_late(element, surfaces, asked, asked + SURELY_S)
        if frame is not None and differs and not self.late.explained(now):
            now = await self._believed(now, surfaces, frame)
        return now, _fingerprint(now, surfaces, frame or seen, None if frame else stamp, lags=True)

    async def _believed(self, element: Element, surfaces: Surfaces, frame: Frame) -> Element:
        """Return the element, with a doubt where its place looks other, the tree does not say why, and the place
        goes on changing.
        """
        clock = asyncio.get_running_loop().time
        now = await self._told_late(element, surfaces, clock(), clock() + BELIEVED_S - SURELY_S)
        if now != element:
            return now
        late = await self.picture(surfaces[0])
        is_still = late is not None and not looks_other(frame, late, now.rect)
        return now if is_still else replace(now, doubt=UNEXPLAINED)

    async def _told_late(self, element: Element, surfaces: Surfaces, asked: float, deadline: float) -> Element:
        """Return the element once the tree reports another state than at the loop time `asked`, or at the deadline."""
        clock = asyncio.get_running_loop().time
        now = element
        while now == element and clock() < deadline:
            await self.accessibility.changed(surfaces[0].window.pid, asked, deadline - clock())
            asked = clock()
            now = await self.accessibility.reidentify(element.handle, surfaces)
        return now


def _fingerprint(
    element: Element, surfaces: Surfaces, frame: Frame | None, stamp: Stamp | None, *, lags: bool
) -> Fingerprint | None:
    if frame is None:
        return None
    return Fingerprint(element.handle, surfaces[0].window.id, element.rect, frame, stamp, lags)
