"""A desktop on which a run sees and works the permitted applications only.

Windows of applications that the run may never work are not listed. Those of others are, and everything else about them is
refused until the person allows them. In a picture of the whole screen all that is not permitted is black.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path

from ufo.desktop.backend import Desktop
from ufo.desktop.bounds.permits import Permits, of_launch, of_window
from ufo.desktop.forwarding_desktop import ForwardingDesktop
from ufo.desktop.snapshot import Handle, Snapshot
from ufo.desktop.target import Reconfirm, Target, window_of
from ufo.desktop.values import InputEvent, Launch, Window, points_of
from ufo.errors import NotPermitted
from ufo.schema.geometry import Point, Rect
from ufo.schema.menus import Menus
from ufo.schema.picture import Frame


class PermittedDesktop(ForwardingDesktop):
    """Implements `ufo.desktop.backend.Desktop` around `inner`. A call about a window that may not be worked raises NotPermitted.

    A handle comes from a look at a permitted window, so it is not judged again.
    """

    def __init__(self, inner: Desktop, permits: Permits) -> None:
        super().__init__(inner)
        self._permits = permits
        self._began: dict[int, frozenset[str]] = {}

    async def windows(self) -> tuple[Window, ...]:
        everything = await self._inner.windows()
        return tuple(window for window in everything if not self._verdict(window, everything, self._permits.why_never))

    async def why_not(self, window: Window) -> str:
        """Return why the window may not be worked, after the person was asked where that is needed; "" where it may."""
        everything = await self._inner.windows()
        why = self._verdict(window, everything, self._permits.why_not)
        return await self._permits.asked(of_window(window), started=self._is_started(window)) if why else ""

    def may(self, window: Window) -> bool:
        """Tell whether the window's own application may be worked now. Nobody is asked."""
        return not self._permits.why_not(of_window(window), started=self._is_started(window))

    async def focus(self, window_id: str) -> None:
        await self._require(window_id)
        await self._inner.focus(window_id)

    async def close_window(self, window_id: str) -> None:
        await self._require(window_id)
        await self._inner.close_window(window_id)

    async def menus(self, window_id: str, known: Collection[tuple[str, str]] = ()) -> Menus:
        await self._require(window_id)
        return await self._inner.menus(window_id, known)

    async def wake(self, window_id: str) -> bool:
        await self._require(window_id)
        return await self._inner.wake(window_id)

    async def snapshot(self, window_id: str) -> Snapshot:
        await self._require(window_id)
        return await self._inner.snapshot(window_id)

    async def glance(self, window_id: str, sight_s: float = 0.0) -> Snapshot:
        await self._require(window_id)
        return await self._inner.glance(window_id, sight_s)

    async def target(self, window_id: str, handle: Handle, at: Point | None = None) -> Target:
        await self._require(window_id)
        return await self._inner.target(window_id, handle, at)

    async def capture(self, window_id: str | None = None) -> Frame:
        if window_id is not None:
            await self._require(window_id)
            return await self._inner.capture(window_id)
        before = await self._inner.windows()
        frame = await self._inner.capture()
        # A window may have moved or come up while the picture was taken: black is what either list says.
        now = await self._inner.windows()
        return _blackened(frame, [self._shown(before), self._shown(now)])

    async def send(
        self, to: Target | str | None, events: Sequence[InputEvent], reconfirm: Reconfirm | None = None
    ) -> None:
        window_id = window_of(to)
        if window_id is not None:
            await self._require(window_id)
        else:
            await self._require_all_reached(events)
        await self._inner.send(to, events, reconfirm)

    async def launch(self, what: Launch, timeout_s: float = 30.0) -> Window:
        why = self._permits.why_not(of_launch(what.program, await self._inner.applications()), started=True)
        if why:
            raise NotPermitted(why)
        before = frozenset(window.id for window in await self._inner.windows())
        window = await self._inner.launch(what, timeout_s)
        self._began.setdefault(window.pid, before - {window.id})
        return window

    async def restart(self, window_id: str, timeout_s: float = 30.0) -> Window:
        await self._require(window_id)
        before = frozenset(window.id for window in await self._inner.windows())
        window = await self._inner.restart(window_id, timeout_s)
        self._began.setdefault(window.pid, before - {window.id})
        return window

    async def page_sockets(self) -> Mapping[int, Path]:
        sockets, everything = await self._inner.page_sockets(), await self._inner.windows()
        may = {window.pid for window in everything if not self._verdict(window, everything, self._permits.why_not)}
        return {pid: socket for pid, socket in sockets.items() if pid in may}

    async def _require(self, window_id: str) -> None:
        """Raise NotPermitted for a window that may not be worked. One that is closed is for the desktop itself to report."""
        everything = await self._inner.windows()
        window = next((window for window in everything if window.id == window_id), None)
        if window is not None and (why := self._verdict(window, everything, self._permits.why_not)):
            raise NotPermitted(why)

    async def _require_all_reached(self, events: Sequence[InputEvent]) -> None:
        """Raise NotPermitted where an event for no window in particular would reach one that may not be worked."""
        everything = await self._inner.windows()
        for event in events:
            points = points_of(event)
            reached = [_at(point, everything) for point in points] if points else [_active(everything)]
            for window in reached:
                if window is None:
                    raise NotPermitted("there is no window of a permitted application there; choose a window first")
                if why := self._verdict(window, everything, self._permits.why_not):
                    raise NotPermitted(why)

    def _shown(self, windows: Sequence[Window]) -> list[tuple[Rect, bool]]:
        """Return the places of the windows, topmost first, and whether each may be seen."""
        return [
            (window.rect, not self._verdict(window, windows, self._permits.why_not))
            for window in windows
            if not window.minimized
        ]

    def _verdict(self, window: Window, windows: Sequence[Window], judge: Callable[..., str]) -> str:
        """Return what `judge` says of the window. A dialog of another process belongs to the window that it stands over."""
        said = judge(of_window(window), started=self._is_started(window))
        above = next((other for other in windows if other.id == window.parent), None)
        if not said or above is None or above.id == window.id:
            return said
        return judge(of_window(above), started=self._is_started(above)) and said

    def _is_started(self, window: Window) -> bool:
        """Tell whether the run started the window: its program opened it after a launch of the run's."""
        before = self._began.get(window.pid)
        return before is not None and window.id not in before


def _active(windows: Sequence[Window]) -> Window | None:
    return next((window for window in windows if window.active), None)


def _at(point: Point, windows: Sequence[Window]) -> Window | None:
    return next((window for window in windows if not window.minimized and window.rect.contains(point)), None)


def _blackened(frame: Frame, looks: Sequence[Sequence[tuple[Rect, bool]]]) -> Frame:
    """Return the frame with nothing but what every look says may be seen."""
    row = frame.rect.width * 4
    seen = bytearray(frame.pixels)
    for look in looks:
        kept = bytearray(len(seen))
        for rect, may in reversed(look):
            for start, end in _rows(frame.rect, rect, row):
                kept[start:end] = seen[start:end] if may else bytes(end - start)
        seen = kept
    return Frame(frame.rect, bytes(seen))


def _rows(whole: Rect, part: Rect, row: int) -> Iterator[tuple[int, int]]:
    inside = whole.intersection(part)
    first = (inside.y - whole.y) * row + (inside.x - whole.x) * 4
    return ((first + line * row, first + line * row + inside.width * 4) for line in range(inside.height))
