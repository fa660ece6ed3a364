"""A desktop that hands each call on to another one. Desktops that change a part of what another one does are made of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

from ufo.desktop.backend import Desktop
from ufo.desktop.snapshot import Element, Handle, Snapshot
from ufo.desktop.target import Reconfirm, Target
from ufo.desktop.values import Application, Delivery, ElementVerb, InputEvent, Keys, Launch, Relayed, Screen, Window
from ufo.schema.geometry import Point
from ufo.schema.menus import Menus
from ufo.schema.picture import Frame


class ForwardingDesktop:
    """Implements `ufo.desktop.backend.Desktop` by `inner`."""

    def __init__(self, inner: Desktop) -> None:
        self._inner = inner

    def remarks(self) -> tuple[str, ...]:
        return self._inner.remarks()

    def tell_by(self, tell: Callable[[str], object], shows: bool = True) -> None:
        self._inner.tell_by(tell, shows)

    async def windows(self) -> tuple[Window, ...]:
        return await self._inner.windows()

    async def screens(self) -> tuple[Screen, ...]:
        return await self._inner.screens()

    async def focus(self, window_id: str) -> None:
        await self._inner.focus(window_id)

    async def close_window(self, window_id: str) -> None:
        await self._inner.close_window(window_id)

    async def menus(self, window_id: str, known: Collection[tuple[str, str]] = ()) -> Menus:
        return await self._inner.menus(window_id, known)

    async def wake(self, window_id: str) -> bool:
        return await self._inner.wake(window_id)

    async def snapshot(self, window_id: str) -> Snapshot:
        return await self._inner.snapshot(window_id)

    async def glance(self, window_id: str, sight_s: float = 0.0) -> Snapshot:
        return await self._inner.glance(window_id, sight_s)

    async def reidentify(self, handle: Handle) -> Element:
        return await self._inner.reidentify(handle)

    async def text(self, handle: Handle) -> str | None:
        return await self._inner.text(handle)

    async def entries(self, handle: Handle, at_most: int) -> tuple[Element, ...] | None:
        return await self._inner.entries(handle, at_most)

    async def identifiers(self, handles: Sequence[Handle]) -> Mapping[str, str]:
        return await self._inner.identifiers(handles)

    async def limits(self, handles: Sequence[Handle]) -> Mapping[str, tuple[float, float]]:
        return await self._inner.limits(handles)

    async def native_tree(self, window_id: str) -> tuple[Mapping[str, object], ...]:
        return await self._inner.native_tree(window_id)

    async def capture(self, window_id: str | None = None) -> Frame:
        return await self._inner.capture(window_id)

    async def obstacle(self, window_id: str) -> str | None:
        return await self._inner.obstacle(window_id)

    async def target(self, window_id: str, handle: Handle, at: Point | None = None) -> Target:
        return await self._inner.target(window_id, handle, at)

    async def hit_test(self, target: Target, point: Point) -> Target:
        return await self._inner.hit_test(target, point)

    async def act(self, handle: Handle, verb: ElementVerb, text: str | None = None) -> Delivery:
        return await self._inner.act(handle, verb, text)

    async def send(
        self, to: Target | str | None, events: Sequence[InputEvent], reconfirm: Reconfirm | None = None
    ) -> None:
        await self._inner.send(to, events, reconfirm)

    async def relay(self, event: Relayed) -> None:
        await self._inner.relay(event)

    async def hands(self, window_id: str | None) -> str:
        return await self._inner.hands(window_id)

    async def page_parts(self, handle: Handle) -> tuple[Element, ...] | None:
        return await self._inner.page_parts(handle)

    async def copied(self) -> str:
        return await self._inner.copied()

    async def changed(self, window_id: str, since: float, timeout_s: float) -> bool:
        return await self._inner.changed(window_id, since, timeout_s)

    async def settle(self, window_id: str | None = None, timeout_s: float = 2.0) -> bool:
        return await self._inner.settle(window_id, timeout_s)

    async def runs(self, pid: int, kin: frozenset[str] = frozenset()) -> bool:
        return await self._inner.runs(pid, kin)

    async def applications(self) -> tuple[Application, ...]:
        return await self._inner.applications()

    async def launch(self, what: Launch, timeout_s: float = 30.0) -> Window:
        return await self._inner.launch(what, timeout_s)

    async def restart(self, window_id: str, timeout_s: float = 30.0) -> Window:
        return await self._inner.restart(window_id, timeout_s)

    async def processes(self) -> frozenset[str]:
        return await self._inner.processes()

    async def page_sockets(self) -> Mapping[int, Path]:
        return await self._inner.page_sockets()

    async def on_key(self, chord: Keys, heard: Callable[[], object]) -> Callable[[], None]:
        return await self._inner.on_key(chord, heard)

    async def on_painted(self, painted: Callable[[], object]) -> Callable[[], None] | None:
        return await self._inner.on_painted(painted)

    async def shutdown(self) -> None:
        await self._inner.shutdown()
