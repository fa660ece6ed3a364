"""A desktop whose looks, waits and acts are measured, so that a run can tell where its time went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ufo.desktop.backend import Desktop
from ufo.desktop.forwarding_desktop import ForwardingDesktop
from ufo.desktop.snapshot import Element, Handle, Snapshot
from ufo.desktop.target import Reconfirm, Target
from ufo.desktop.values import Delivery, ElementVerb, InputEvent, Launch, Window
from ufo.schema.geometry import Point
from ufo.schema.picture import Frame
from ufo.schema.spans import Spending, Spent


class TimedDesktop(ForwardingDesktop):
    """Measures what takes time by `spending`."""

    def __init__(self, inner: Desktop, spending: Spending) -> None:
        super().__init__(inner)
        self._spending = spending

    async def windows(self) -> tuple[Window, ...]:
        with self._spending(Spent.WINDOWS, ""):
            return await self._inner.windows()

    async def focus(self, window_id: str) -> None:
        with self._spending(Spent.INPUT, "focus"):
            await self._inner.focus(window_id)

    async def snapshot(self, window_id: str) -> Snapshot:
        with self._spending(Spent.LOOK, ""):
            return await self._inner.snapshot(window_id)

    async def glance(self, window_id: str, sight_s: float = 0.0) -> Snapshot:
        with self._spending(Spent.LOOK, "glance"):
            return await self._inner.glance(window_id, sight_s)

    async def reidentify(self, handle: Handle) -> Element:
        with self._spending(Spent.AIMING, ""):
            return await self._inner.reidentify(handle)

    async def text(self, handle: Handle) -> str | None:
        with self._spending(Spent.LOOK, "text"):
            return await self._inner.text(handle)

    async def entries(self, handle: Handle, at_most: int) -> tuple[Element, ...] | None:
        with self._spending(Spent.LOOK, "entries"):
            return await self._inner.entries(handle, at_most)

    async def identifiers(self, handles: Sequence[Handle]) -> Mapping[str, str]:
        with self._spending(Spent.LOOK, "identifiers"):
            return await self._inner.identifiers(handles)

    async def limits(self, handles: Sequence[Handle]) -> Mapping[str, tuple[float, float]]:
        with self._spending(Spent.LOOK, "limits"):
            return await self._inner.limits(handles)

    async def page_parts(self, handle: Handle) -> tuple[Element, ...] | None:
        with self._spending(Spent.LOOK, "page"):
            return await self._inner.page_parts(handle)

    async def capture(self, window_id: str | None = None) -> Frame:
        with self._spending(Spent.PICTURE, ""):
            return await self._inner.capture(window_id)

    async def obstacle(self, window_id: str) -> str | None:
        with self._spending(Spent.AIMING, "obstacle"):
            return await self._inner.obstacle(window_id)

    async def target(self, window_id: str, handle: Handle, at: Point | None = None) -> Target:
        with self._spending(Spent.AIMING, "target"):
            return await self._inner.target(window_id, handle, at)

    async def hit_test(self, target: Target, point: Point) -> Target:
        with self._spending(Spent.AIMING, "hit test"):
            return await self._inner.hit_test(target, point)

    async def act(self, handle: Handle, verb: ElementVerb, text: str | None = None) -> Delivery:
        with self._spending(Spent.INPUT, verb):
            return await self._inner.act(handle, verb, text)

    async def send(
        self, to: Target | str | None, events: Sequence[InputEvent], reconfirm: Reconfirm | None = None
    ) -> None:
        with self._spending(Spent.INPUT, ""):
            await self._inner.send(to, events, reconfirm)

    async def changed(self, window_id: str, since: float, timeout_s: float) -> bool:
        with self._spending(Spent.CHANGE, ""):
            return await self._inner.changed(window_id, since, timeout_s)

    async def settle(self, window_id: str | None = None, timeout_s: float = 2.0) -> bool:
        with self._spending(Spent.STABLE, ""):
            return await self._inner.settle(window_id, timeout_s)

    async def launch(self, what: Launch, timeout_s: float = 30.0) -> Window:
        with self._spending(Spent.OPENING, what.program):
            return await self._inner.launch(what, timeout_s)

    async def restart(self, window_id: str, timeout_s: float = 30.0) -> Window:
        with self._spending(Spent.OPENING, "again"):
            return await self._inner.restart(window_id, timeout_s)
