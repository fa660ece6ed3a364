"""The Linux desktop: X11 for windows, input and pictures, AT-SPI for what is in the windows."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from ufo.config.settings import DesktopSettings
from ufo.desktop.backend import (
    Application,
    Click,
    Delivery,
    ElementVerb,
    InputEvent,
    Keys,
    Launch,
    Screen,
    Scroll,
    Window,
    points_of,
)
from ufo.desktop.linux.accessibility import Accessibility
from ufo.desktop.linux.ahead import ReadAhead
from ufo.desktop.linux.applications import Installed, programs_by_class
from ufo.desktop.linux.asking import Asking
from ufo.desktop.linux.capture import Capture
from ufo.desktop.linux.connection import XConnection
from ufo.desktop.linux.input import Check, Input
from ufo.desktop.linux.keeping import Kept, LastLook
from ufo.desktop.linux.key_grab import KeyGrab
from ufo.desktop.linux.lateness import PLACES_S, LateTrees
from ufo.desktop.linux.launching import Launcher
from ufo.desktop.linux.painted import PAINTED_S, Painted, stays_same
from ufo.desktop.linux.processes import page_sockets, running_programs
from ufo.desktop.linux.repaints import Repaints, Stamp
from ufo.desktop.linux.repose import Repose
from ufo.desktop.linux.surface import Surface
from ufo.desktop.linux.vouching import TRIES, Disturbed, Vouched, require_same
from ufo.desktop.linux.windows import Windows
from ufo.desktop.snapshot import Element, Handle, Snapshot
from ufo.errors import DesktopError, DesktopUnavailable, NotActionable, StaleElement, WindowGone
from ufo.schema.command import Route
from ufo.schema.geometry import Point
from ufo.schema.picture import Frame

# What has a tree is asked what it shows: there a cursor that fades or a button that glows is no reason to wait on.
_PAINTING_S, _PAINTING_BESIDE_A_TREE_S = 0.5, 0.12
"""How long painting of which nothing is told is taken for a change."""

_PLACES_TOLD_S = 1.0
"""How long what goes on being painted after it was scrolled is waited for."""

_LOOKS_KNOWN = 4096
_TREE_S, _TREE_STEADY_S, _TREE_TICK_S = 4.0, 0.35, 0.05
"""How long a launched application has to bring its tree, how long that has to stay as it is, and how often it is asked."""


class LinuxDesktop:
    """Implements `ufo.desktop.backend.Desktop`. `environment` names the session: DISPLAY, DBUS_SESSION_BUS_ADDRESS, HOME."""

    def __init__(self, connection: XConnection, environment: Mapping[str, str], settings: DesktopSettings) -> None:
        self._x = connection
        self._environment = dict(environment)
        self._settings = settings
        self._installed = Installed(environment)
        self._programs: dict[str, str] = {}
        self._windows = Windows(connection, lambda: self._programs)
        self._input = Input(connection, self._windows)
        self._launcher = Launcher(connection, self._windows, environment)
        self._capture: Capture | None = None
        self._repaints: Repaints | None = None
        self._accessibility: Accessibility | None = None
        self._no_accessibility = ""
        self._looked_at: dict[int, str] = {}
        self._blind_snapshots = 0
        self._last = LastLook(self.capture, self._quiet_since)
        self._ahead = ReadAhead()
        self._touches = 0
        self._done: float | None = None
        self._scrolled = False
        self._late = LateTrees()
        self._vouched: Vouched | None = None

    @classmethod
    async def connect(cls, environment: Mapping[str, str], settings: DesktopSettings) -> LinuxDesktop:
        """Raises DesktopUnavailable where there is no X server. Without accessibility bus only the trees are missing."""
        name = environment.get("DISPLAY", "")
        if not name:
            wayland = " (a Wayland session alone is not enough)" if environment.get("WAYLAND_DISPLAY") else ""
            raise DesktopUnavailable(f"DISPLAY is not set{wayland}; start an X session, or use --desktop private")
        desktop = cls(await XConnection.open(name), environment, settings)
        try:
            await desktop._begin()
        except BaseException:
            await desktop.shutdown()
            raise
        return desktop

    async def _begin(self) -> None:
        self._capture = await self._x.run(Capture, self._x)
        self._repaints = await self._x.run(Repaints, self._x)
        self._programs = programs_by_class(await asyncio.to_thread(self._installed.entries))
        try:
            self._accessibility = await Accessibility.connect(self._environment, self._settings.observe_deadline_s)
        except DesktopUnavailable as error:
            self._no_accessibility = str(error)

    async def windows(self) -> tuple[Window, ...]:
        placed = await self._x.run(self._windows.placed)
        return tuple(one.surface.window for one in placed if not one.surface.popup)

    async def screens(self) -> tuple[Screen, ...]:
        return await self._x.run(self._pictures().screens)

    async def capture(self, window_id: str | None = None) -> Frame:
        pictures = self._pictures()
        if window_id is None:
            return await self._x.run(pictures.whole)
        return await self._x.run(self._picture_of, window_id)

    async def snapshot(self, window_id: str) -> Snapshot:
        await self._ahead.ended()
        target, related, stamp = await self._x.run(self._stamped, window_id)
        if self._accessibility is None:
            self._blind_snapshots += 1
            nothing = Snapshot(-self._blind_snapshots, window_id, target.visible, ())
            return replace(nothing, degraded=self._no_accessibility, app_root=target.window.app_root)
        last = await self._last.recall((target, *related), stamp, asyncio.get_running_loop().time())
        if last is not None and self._accessibility.remembers(last.id):
            return last
        await self._accessibility.await_paint(target)
        target, related, stamp = await self._x.run(self._stamped, window_id)
        touches, painted = self._touches, await self._last.painted(target)
        return await self._read(self._accessibility, (target, *related), painted, stamp, touches)

    async def _read_ahead(self, window_id: str, told: float) -> None:
        """`told`: the loop time at which the application told of its last change."""
        target, related, stamp = await self._x.run(self._stamped, window_id)
        surfaces, touches = (target, *related), self._touches
        painted = await self._last.painted(target, sure_from=told + PAINTED_S)
        if self._accessibility is not None and self._accessibility.is_soon_read(surfaces, painted):
            await self._read(self._accessibility, surfaces, painted, stamp, touches)

    async def _read(
        self,
        accessibility: Accessibility,
        surfaces: tuple[Surface, ...],
        painted: Painted,
        stamp: Stamp | None,
        touches: int,
    ) -> Snapshot:
        """`stamp` and `touches` are of before the picture was taken."""
        snapshot = await accessibility.snapshot(surfaces[0], surfaces[1:], painted)
        self._looked_at[snapshot.id] = snapshot.window_id
        while len(self._looked_at) > _LOOKS_KNOWN:
            del self._looked_at[next(iter(self._looked_at))]
        is_rested = True
        if accessibility.is_late(snapshot.id):
            painted_at = self._painted_at(stamp)
            self._late.keep(snapshot, painted.frame, stamp, painted_at)
            is_rested = painted.began - painted_at >= PLACES_S
        if touches == self._touches and is_rested:
            self._last.keep(Kept(snapshot, surfaces, painted, stamp))
        return snapshot

    def expect_change(self) -> None:
        """The next look reads everything anew, whatever it seems like."""
        self._worked_at(())
        if self._accessibility is not None:
            self._accessibility.forget()

    def _worked_at(self, points: Sequence[Point]) -> None:
        self._touches += 1
        self._done = None
        self._last.drop()
        if self._accessibility is not None:
            self._accessibility.touch(points)

    async def _quiet_since(self, pid: int, began: float) -> bool:
        try:
            return self._accessibility is not None and await self._accessibility.quiet_since(pid, began)
        except DesktopError:
            # A look says better what is wrong, and connects again.
            return False

    async def reidentify(self, handle: Handle, *, surely: bool = False) -> Element:
        window_id = self._looked_at.get(handle.snapshot_id)
        if self._accessibility is None or window_id is None:
            raise StaleElement(f"{handle.role} {handle.name!r} is of no look at this desktop; look again")
        target, related, stamp = await self._x.run(self._stamped, window_id)
        asking = Asking(self._accessibility, self._late, self._last.picture)
        if not surely:
            return await asking.again(handle, (target, *related), stamp)
        element, self._vouched = await asking.surely(handle, (target, *related), stamp)
        return element

    async def text(self, handle: Handle) -> str | None:
        window_id = self._looked_at.get(handle.snapshot_id)
        if self._accessibility is None or window_id is None:
            raise StaleElement(f"{handle.role} {handle.name!r} is of no look at this desktop; look again")
        return await self._accessibility.text(handle, await self._surfaces(window_id))

    async def identifiers(self, handles: Sequence[Handle]) -> Mapping[str, str]:
        return {} if self._accessibility is None else await self._accessibility.identifiers(handles)

    async def act(self, handle: Handle, verb: ElementVerb, text: str | None = None) -> Delivery:
        if self._accessibility is None:
            raise NotActionable(f"{self._no_accessibility}; use the pointer and the keyboard instead")
        window_id = self._looked_at.get(handle.snapshot_id)
        if window_id is None:
            raise StaleElement(f"{handle.role} {handle.name!r} is of no look at this desktop; look again")
        surfaces = await self._surfaces(window_id)
        hit = await self._accessibility.likely_hit(handle, surfaces) if verb == "press" else None
        if hit is not None:
            with contextlib.suppress(NotActionable):
                await self._send([Click(hit.point)], hit.window_id, hit.is_there)
                return Delivery(Route.POINTER, "click")
        if self._late.frame(handle.snapshot_id) is not None:  # what it is called by now its tree may tell late
            await self.reidentify(handle)
        with self._changing():
            return await self._accessibility.act(handle, verb, text, surfaces)

    async def input(self, events: Sequence[InputEvent], into: str | None = None) -> None:
        await self._send(events, into)

    async def _send(self, events: Sequence[InputEvent], into: str | None, is_there: Check | None = None) -> None:
        with self._changing([point for event in events for point in points_of(event)]):
            await self._perform(events, into, is_there)
        # The application had time to answer while the pointer's place was given back.
        self._done = self._input.sent
        self._scrolled = any(isinstance(event, Scroll) for event in events)

    async def _perform(self, events: Sequence[InputEvent], into: str | None, is_there: Check | None) -> None:
        """Raises StaleElement where the control that was asked for last has surely or maybe given its place away since."""
        vouched, self._vouched = self._vouched, None
        for left in reversed(range(TRIES)):
            if vouched is None or not vouched.speaks_for(into, events[0]):
                break
            sure = partial(
                require_same,
                vouched,
                lambda window_id: self._stamped(window_id)[2],
                self._picture_of,
                strictly=left > 0,
            )
            try:
                await self._input.perform(events, into, is_there=is_there, sure=sure)
                return
            except Disturbed as error:
                if vouched.lags or (await self.reidentify(vouched.handle, surely=True)).rect != vouched.rect:
                    raise vouched.changed() from error
                vouched, self._vouched = self._vouched, None
        await self._input.perform(events, into, is_there=is_there)

    async def obstacle(self, window_id: str, point: Point | None = None, handle: Handle | None = None) -> str | None:
        over = await self._x.run(self._input.reach.obstacle, window_id, point)
        if over is not None or point is None or handle is None or self._accessibility is None:
            return over
        return await self._accessibility.over(handle, point, await self._surfaces(window_id)) or None

    async def focus(self, window_id: str) -> None:
        with self._changing():
            await self._x.run(self._windows.focus, window_id)

    async def maximize(self, window_id: str) -> None:
        with self._changing():
            await self._x.run(self._windows.maximize, window_id)

    async def close_window(self, window_id: str) -> None:
        with self._changing():
            await self._x.run(self._windows.close, window_id)

    @contextlib.contextmanager
    def _changing(self, points: Sequence[Point] = ()) -> Iterator[None]:
        self._worked_at(points)
        try:
            yield
        finally:
            self._worked_at(())

    async def applications(self) -> tuple[Application, ...]:
        entries = await asyncio.to_thread(self._installed.entries)
        self._programs = programs_by_class(entries)
        return tuple(entry.application for entry in entries if not entry.hidden)

    async def processes(self) -> frozenset[str]:
        shown = {window.pid for window in await self.windows()}
        return await asyncio.to_thread(running_programs, self._environment, shown)

    async def page_sockets(self) -> Mapping[int, Path]:
        return await asyncio.to_thread(page_sockets, self._environment)

    async def launch(self, what: Launch, timeout_s: float = 30.0) -> Window:
        window = await self._launcher.launch(what, timeout_s)
        await self._await_tree(window.id)
        return window

    async def _await_tree(self, window_id: str) -> None:
        """A window is on the screen before its tree is on the bus, and a browser's frame before its page: the tree is there
        when it has as many elements as a while ago, none of them busy."""
        deadline = time.monotonic() + _TREE_S
        counted, since = 0, time.monotonic()
        while self._accessibility is not None and time.monotonic() < deadline:
            with contextlib.suppress(DesktopError):
                elements = (await self.snapshot(window_id)).elements
                if len(elements) != counted or any("busy" in one.states for one in elements):
                    counted, since = len(elements), time.monotonic()
                elif counted and time.monotonic() - since >= _TREE_STEADY_S:
                    await self.settle(window_id, timeout_s=max(0.0, deadline - time.monotonic()))
                    return
            await asyncio.sleep(_TREE_TICK_S)

    async def changed(self, window_id: str, since: float, timeout_s: float) -> bool:
        if self._accessibility is None:
            return False
        try:
            target = (await self._surfaces(window_id))[0]
        except WindowGone:
            return True
        return await self._accessibility.changed(target.window.pid, since, timeout_s)

    async def settle(self, window_id: str | None = None, timeout_s: float = 2.0) -> bool:
        """Without a tree: until the picture stays the same. What an application paints and tells nothing of is waited for as
        well, as long as it may be a change and not a film."""
        if self._accessibility is None:
            return await stays_same(lambda: self.capture(window_id), timeout_s)
        if window_id is None:
            return await self._accessibility.settle(None, timeout_s)
        began = asyncio.get_running_loop().time()
        since, self._done = began if self._done is None else self._done, None
        target, _, stamp = await self._x.run(self._stamped, window_id)
        pid = target.window.pid
        is_scrolled, self._scrolled = self._scrolled, False
        settled = await self._accessibility.settle(
            pid, timeout_s, since, lambda told: self._ahead.begin(partial(self._read_ahead, window_id, told))
        )
        repose = Repose(self._stamp, self._painted_at)
        is_untold = settled and not self._accessibility.has_told(pid, since)
        if is_untold:
            longest = _PAINTING_BESIDE_A_TREE_S if self._accessibility.has_tree(pid) else _PAINTING_S
            await repose.painted_out(window_id, stamp, began + min(timeout_s, longest))
        if (is_untold or (settled and is_scrolled)) and self._accessibility.lags(pid):
            await repose.places_told(window_id, since, began + min(timeout_s, _PLACES_TOLD_S))
        return settled

    def _painted_at(self, stamp: Stamp | None) -> float:
        """The loop time by which all was painted that there is; now, where that is not known."""
        return asyncio.get_running_loop().time() if self._repaints is None else self._repaints.painted_at(stamp)

    async def _stamp(self, window_id: str) -> Stamp | None:
        return (await self._x.run(self._stamped, window_id))[2]

    async def on_key(self, chord: Keys, heard: Callable[[], object]) -> Callable[[], None]:
        loop = asyncio.get_running_loop()

        def tell() -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(heard)

        return (await asyncio.to_thread(KeyGrab, self._x.name, chord, tell)).release

    async def shutdown(self) -> None:
        await self._ahead.close()
        if self._accessibility is not None:
            await self._accessibility.close()
            self._accessibility = None
            self._no_accessibility = "this desktop was shut down"
        with contextlib.suppress(DesktopError):
            await self._input.give_back()
        if self._capture is not None:
            with contextlib.suppress(DesktopError):
                await self._x.run(self._capture.close)
        await self._x.close()

    def _pictures(self) -> Capture:
        if self._capture is None:
            raise DesktopUnavailable("this desktop is not connected; connect again")
        return self._capture

    def _picture_of(self, window_id: str) -> Frame:
        everything = self._windows.placed()
        target, related = self._windows.with_related(window_id, everything)
        return self._pictures().window(target, related, everything)

    def _stamped(self, window_id: str) -> tuple[Surface, tuple[Surface, ...], Stamp | None]:
        target, related = self._windows.with_related(window_id)
        stamp = self._repaints.stamp([target.top, *(one.top for one in related)]) if self._repaints else None
        return target.surface, tuple(one.surface for one in related), stamp

    async def _surfaces(self, window_id: str) -> tuple[Surface, ...]:
        """The window's own first."""

        target, related = await self._x.run(self._windows.with_related, window_id)
        return target.surface, *(one.surface for one in related)
