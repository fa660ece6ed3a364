"""A desktop that is worked without the person's pointer, keyboard and focus.

Acts of controls need none of them, and reach a window wherever it lies. So a window that is chosen is only counted as the one in
front, and stays where the person has it. Input goes to a pointer and keyboard of our own where the desktop has such. Where it has
not, and where a window would have to come to the front, it is refused until the person lends theirs for the run.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from ufo.desktop.backend import Desktop
from ufo.desktop.forwarding_desktop import ForwardingDesktop
from ufo.desktop.matching.family import belongs
from ufo.desktop.snapshot import Handle
from ufo.desktop.target import Reconfirm, Target, window_of
from ufo.desktop.values import Delivery, ElementVerb, InputEvent, Launch, Window, points_of
from ufo.errors import HandsNeeded, NotActionable
from ufo.schema.geometry import Point
from ufo.schema.roles import POPUPS

_LOOK_S = 0.1


class HandsDesktop(ForwardingDesktop):
    """Implements `ufo.desktop.backend.Desktop` around `inner`. `lent`: the person lent pointer and keyboard. `wanted`: why they
    were needed, "" where they were not; `delivered`: how many acts and inputs reached an application. Whoever runs commands
    resets both.
    """

    def __init__(self, inner: Desktop) -> None:
        super().__init__(inner)
        self.lent = False
        self.wanted = ""
        self.delivered = 0
        self._front = ""
        self._persons = ""
        self._opens = False
        self._known: frozenset[str] = frozenset()

    async def windows(self) -> tuple[Window, ...]:
        """Return the windows with the chosen one and its dialogs as they would stand if it were in front."""
        windows = await self._inner.windows()
        if self.lent:
            return windows
        await self._give_back(windows)
        if not any(window.id == self._front for window in windows):
            return windows
        own = [window for window in windows if window.id == self._front or belongs(window, self._front, windows)]
        others = [replace(window, active=False) for window in windows if window not in own]
        return replace(own[0], active=True), *(replace(window, active=False) for window in own[1:]), *others

    async def focus(self, window_id: str) -> None:
        if self.lent:
            await self._inner.focus(window_id)
        self._front = window_id

    async def hit_test(self, target: Target, point: Point) -> Target:
        """Return the target there as if its window were in front. What locks the screen is told all the same."""
        hit = await self._inner.hit_test(target, point)
        if self.lent or hit.over is None or await self._inner.obstacle(target.window_id) is not None:
            return hit
        over = next((window for window in await self._inner.windows() if window.rect.contains(point)), None)
        windows = await self._inner.windows()
        is_other = over is not None and over.id != target.window_id and not belongs(over, target.window_id, windows)
        return replace(hit, over=None) if is_other else hit

    async def act(self, handle: Handle, verb: ElementVerb, text: str | None = None) -> Delivery:
        if verb == "focus" and not self.lent:
            # GTK 3 brings the window to the front with it.
            raise NotActionable(f"{handle.role} {handle.name!r} would take the person's focus")
        if verb in ("press", "expand") and handle.role in POPUPS and not self.lent:
            # A menu or list grabs pointer and keyboard. A click of our own pointer opens it for that pointer alone.
            raise NotActionable(
                f"{handle.role} {handle.name!r} would grab the person's pointer and keyboard while it is open"
            )
        self.delivered += 1
        return await self._inner.act(handle, verb, text)

    async def send(
        self, to: Target | str | None, events: Sequence[InputEvent], reconfirm: Reconfirm | None = None
    ) -> None:
        if not self.lent:
            await self._use_own(to, events)
        try:
            await self._inner.send(to, events, reconfirm)
        except NotActionable as error:
            if self.lent:
                raise
            # Nothing was sent: the window is covered where the keys would have to go.
            raise self._needs(str(error)) from error
        self.delivered += 1

    async def launch(self, what: Launch, timeout_s: float = 30.0) -> Window:
        return await self._behind(asyncio.ensure_future(self._inner.launch(what, timeout_s)))

    async def restart(self, window_id: str, timeout_s: float = 30.0) -> Window:
        return await self._behind(asyncio.ensure_future(self._inner.restart(window_id, timeout_s)))

    async def lend(self) -> None:
        """Use the person's pointer and keyboard from now on."""
        self.lent = True
        await self._inner.hands(None)

    async def _use_own(self, to: Target | str | None, events: Sequence[InputEvent]) -> None:
        """Have the events sent by our own pointer and keyboard. Raises HandsNeeded where they cannot be, and NotActionable where
        there is none at all.
        """
        window_id = window_of(to)
        # Where the session has no pointer and keyboard at all this raises NotActionable: nobody is asked for theirs.
        why = await self._inner.hands(window_id) or ("" if window_id else "it is meant for whatever is in front")
        for point in (point for event in events for point in points_of(event)):
            if why or window_id is None:
                break
            over = (await self._inner.hit_test(Target(window_id), point)).over
            why = f"the window lies under {over} and would have to come to the front" if over is not None else ""
        if why:
            raise self._needs(why)

    def _needs(self, why: str) -> HandsNeeded:
        self.wanted = why
        return HandsNeeded(f"this needs the person's pointer and keyboard, which this run leaves alone: {why}")

    async def _behind(self, opening: asyncio.Future[Window]) -> Window:
        """Open a window, count it as the one in front, and give back the focus that it takes, as soon as it takes it."""
        await self.windows()
        self._opens = True
        try:
            while not opening.done():
                await asyncio.wait({opening}, timeout=_LOOK_S)
                await self.windows()
        finally:
            self._opens = False
            opening.cancel()
        self._front = (await opening).id
        return await opening

    async def _give_back(self, windows: Sequence[Window]) -> None:
        """Give the person's window the focus back where a new window of the application that is worked has taken it, as a window
        manager gives it to each. A window that was there before is in front because the person has it there.
        """
        active = next((window for window in windows if window.active), None)
        known, self._known = self._known, frozenset(window.id for window in windows)
        if active is None or active.id == self._persons:
            return
        front = next((window for window in windows if window.id == self._front), None)
        is_ours = self._opens or (front is not None and (active.pid == front.pid or belongs(active, front.id, windows)))
        if is_ours and active.id not in known and self._persons in self._known:
            await self._inner.focus(self._persons)
        else:
            self._persons = active.id
