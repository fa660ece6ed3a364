"""The Linux desktop: a screen of X11 or Wayland for windows, input and pictures, AT-SPI for the contents of windows."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Self

from ufo.config.settings import DesktopSettings
from ufo.desktop.linux.accessibility import Accessibility
from ufo.desktop.linux.awaken import Waker
from ufo.desktop.linux.capture.late_tree import PLACES_S, LateTrees
from ufo.desktop.linux.capture.window_pictures import WindowPictures
from ufo.desktop.linux.input.event_plan import notch_by_notch
from ufo.desktop.linux.input.sender import InputSender
from ufo.desktop.linux.kin import runs
from ufo.desktop.linux.launch.desktop_entries import Installed
from ufo.desktop.linux.launch.launcher import Launcher
from ufo.desktop.linux.launch.programs import page_sockets, running_programs
from ufo.desktop.linux.menus.program_file import version_and_language
from ufo.desktop.linux.modal_dialogs import ModalDialogs
from ufo.desktop.linux.reuse.paint_state import PAINTED_S, PaintState
from ufo.desktop.linux.screen.screen import Need, Screen, Stamp
from ufo.desktop.linux.screen.surface import Surface, popups_of
from ufo.desktop.linux.settle import Settle, await_tree
from ufo.desktop.linux.snapshots.last_look import KeptLook, LastLook
from ufo.desktop.linux.snapshots.read_ahead import ReadAhead
from ufo.desktop.linux.targeting.confirm import Confirmation
from ufo.desktop.linux.targeting.send import TargetSender
from ufo.desktop.linux.toolkits.toolkit import Sleep
from ufo.desktop.linux.wayland.choose import open_wayland
from ufo.desktop.linux.wayland.portal.portal_consent import Use
from ufo.desktop.linux.x11.x_screen import open_screen
from ufo.desktop.private.environment_filter import desktop_environment
from ufo.desktop.snapshot import Element, Handle, Snapshot
from ufo.desktop.target import Reconfirm, Target, window_of
from ufo.desktop.values import (
    Application,
    Click,
    Delivery,
    ElementVerb,
    InputEvent,
    Keys,
    Launch,
    PointerAt,
    Relayed,
    Scroll,
    TypeText,
    Window,
    points_of,
)
from ufo.desktop.values import Screen as Monitor
from ufo.errors import ApplicationHung, DesktopError, DesktopUnavailable, NotActionable, StaleElement, WindowGone
from ufo.extensions import Group, find, is_missing, missing, to_install
from ufo.schema.command import Route
from ufo.schema.geometry import Point, Rect
from ufo.schema.menus import MenuEntry, Menus
from ufo.schema.picture import Frame

_log = logging.getLogger(__name__)
_LOOKS_KNOWN = 4096
_PONG_S = 0.5
_PARTS_S = 1.0
"""After how many seconds a look waits for no further part of a page."""
ReadMenus = Callable[[int], tuple[MenuEntry, ...]]
"""What an entry point in `ufo.menus` is: called with a process, it returns the entries of its menus."""
_NO_MENUS = "{} tells nothing of its menus while they are closed; open one and look at it"
_TURNED_ON = (
    "accessibility was off in this session and was turned on in its settings; programs that were started before may tell "
    "nothing of themselves until they are started again"
)
_DEAF = (
    "{} handles the events of {!r}, but tells nothing of what is in it, as some do while another program has it run a dialog: "
    "work by sight, with clicks; keys could block it for good"
)


class LinuxDesktop:
    """Implements `ufo.desktop.backend.Desktop`. `environment` names the session: DISPLAY, DBUS_SESSION_BUS_ADDRESS, HOME."""

    def __init__(
        self, screen: Screen, environment: Mapping[str, str], installed: Installed, settings: DesktopSettings
    ) -> None:
        self._screen = screen
        self._environment = dict(environment)
        self._settings = settings
        self._installed = installed
        self._windows = screen.windows
        self._input = InputSender(screen)
        self._launcher = Launcher(self._windows, environment)
        self._waker = Waker(self, self._windows, self._launcher, self._sleep_of)
        self._shown = WindowPictures(screen)
        self._settling = Settle(self._shown)
        self._accessibility: Accessibility | None = None
        self._no_accessibility = ""
        self._looked_at: dict[int, str] = {}
        self._blind_snapshots = 0
        self._last = LastLook(self._shown.picture, self._quiet_since, self._stands)
        self._ahead = ReadAhead()
        self._deaf: set[int] = set()
        self._tell: Callable[[str], object] = _log.warning
        self._shows = True
        self._touches = 0
        self._late = LateTrees()
        self._modal = ModalDialogs()
        self._targets = TargetSender(self._input, screen.pointing, self._shown, self)

    @classmethod
    async def connect(cls, environment: Mapping[str, str], settings: DesktopSettings) -> Self:
        """Connect to the session. Without an accessibility bus only the trees are missing. Raises DesktopUnavailable if there
        is neither a Wayland compositor that is known here nor an X server.
        """
        given = desktop_environment(environment, settings.environment)
        installed = Installed(given)
        screen = await _screen(environment, lambda: installed.by_class, settings.portal)
        desktop = cls(screen, given, installed, settings)
        try:
            await desktop._begin()
        except BaseException:
            await desktop.shutdown()
            raise
        return desktop

    async def _begin(self) -> None:
        await asyncio.to_thread(self._installed.entries)
        try:
            self._accessibility = await Accessibility.connect(self._environment, self._settings.observe_deadline_s)
        except DesktopUnavailable as error:
            self._no_accessibility = str(error)

    def tell_by(self, tell: Callable[[str], object], shows: bool = True) -> None:
        self._tell, self._shows = tell, shows

    def remarks(self) -> tuple[str, ...]:
        is_on = self._accessibility is not None and self._accessibility.turned_on
        return tuple(filter(None, (_TURNED_ON if is_on else "", self._screen.remark)))

    async def windows(self) -> tuple[Window, ...]:
        surfaces = await self._windows.run(lambda windows: windows.surfaces())
        return await self._modal.of(surfaces, self._accessibility)

    async def screens(self) -> tuple[Monitor, ...]:
        return await self._shown.monitors()

    async def capture(self, window_id: str | None = None) -> Frame:
        if self._shows:
            await self._lend("screens" if window_id is None else "windows")
        return await self._shown.picture(window_id)

    async def _lend(self, need: Need) -> None:
        """Ask the person where the session gives this only with their word."""
        if self._screen.lend is not None:
            await self._screen.lend(need, self._tell)

    async def snapshot(self, window_id: str) -> Snapshot:
        await self._ahead.ended()
        if self._accessibility is None:
            return await self._without_tree(await self._shown.surfaces(window_id), self._no_accessibility)
        if self._last.is_of(window_id):
            surfaces, stamp = await self._shown.stamped(window_id)
            last = await self._last.recall(surfaces, stamp, asyncio.get_running_loop().time())
            if last is not None and self._accessibility.remembers(last.id):
                return last
        if self._accessibility.has_sheet(window_id):
            await self._accessibility.await_paint((await self._shown.surfaces(window_id))[0].window.pid)
        return await self._whole_look(self._accessibility, window_id)

    async def _whole_look(self, accessibility: Accessibility, window_id: str) -> Snapshot:
        """Look again where a part of a page came late. It may have such parts of its own, so this may happen several times."""
        clock = asyncio.get_running_loop().time
        over = clock() + _PARTS_S
        while True:
            surfaces, stamp = await self._shown.stamped(window_id)
            touches, painted = self._touches, await self._last.painted(surfaces[0])
            snapshot = await self._read(accessibility, surfaces, painted, stamp, touches)
            if clock() > over or not await accessibility.parts_come(snapshot.id):
                return snapshot

    async def _without_tree(self, surfaces: Sequence[Surface], why: str) -> Snapshot:
        self._blind_snapshots += 1
        window = surfaces[0].window
        await self._keep_parts(-self._blind_snapshots, window.id)
        nothing = Snapshot(-self._blind_snapshots, window.id, surfaces[0].visible, ())
        return replace(nothing, degraded=why, app_root=window.app_root, popups=popups_of(surfaces))

    async def _keep_parts(self, look: int, window_id: str) -> None:
        await self._screen.parts.run(lambda parts: parts.keep(look, window_id))

    async def glance(self, window_id: str, sight_s: float = 0.0) -> Snapshot:
        return await self.snapshot(window_id)

    async def _read_ahead(self, window_id: str, told: float) -> None:
        """Read the window before anybody asks for a snapshot, if that costs little. `told` is the loop time at which the
        application reported its last change.
        """
        surfaces, stamp = await self._shown.stamped(window_id)
        touches = self._touches
        painted = await self._last.painted(surfaces[0], sure_from=told + PAINTED_S)
        if self._accessibility is not None and self._accessibility.is_soon_read(surfaces, painted):
            await self._read(self._accessibility, surfaces, painted, stamp, touches)

    async def _read(
        self,
        accessibility: Accessibility,
        surfaces: tuple[Surface, ...],
        painted: PaintState,
        stamp: Stamp | None,
        touches: int,
    ) -> Snapshot:
        """Read the window and keep the look. `stamp` and `touches` date from before the picture was taken."""
        try:
            snapshot = await accessibility.snapshot(surfaces[0], surfaces[1:], painted)
            is_untold = surfaces[0].local or surfaces[0].unlisted
            if is_untold and await self._are_other_popups(snapshot.window_id, accessibility.open_lists):
                surfaces, stamp = await self._shown.stamped(snapshot.window_id)
                snapshot = await accessibility.snapshot(surfaces[0], surfaces[1:])
        except ApplicationHung:
            if not await self._windows.run(lambda windows: windows.answers(surfaces[0].window.id, _PONG_S)):
                raise
            self._deaf.add(surfaces[0].window.pid)
            deaf = await self._without_tree(
                surfaces, _DEAF.format(surfaces[0].window.process or "the application", surfaces[0].window.title)
            )
            return replace(deaf, is_deaf=True)
        self._deaf.discard(surfaces[0].window.pid)
        if not snapshot.elements:
            await self._keep_parts(snapshot.id, snapshot.window_id)
        self._looked_at[snapshot.id] = snapshot.window_id
        while len(self._looked_at) > _LOOKS_KNOWN:
            del self._looked_at[next(iter(self._looked_at))]
        is_rested = True  # a tree that does not lag has nothing left to report
        if accessibility.is_late(snapshot.id):
            painted_at = self._shown.painted_at(stamp)
            self._late.keep(snapshot, painted.frame, stamp, painted_at)
            is_rested = painted.began - painted_at >= PLACES_S
        if touches == self._touches and not accessibility.awaits_parts(snapshot.id):
            self._last.keep(KeptLook(snapshot, surfaces, painted, stamp, is_rested))
        return snapshot

    async def _are_other_popups(self, window_id: str, places: Mapping[str, Rect]) -> bool:
        """Tell the screen of the popups that a look found. Return whether it did not know of them."""
        return await self._windows.run(lambda windows: windows.tell_popups(window_id, places))

    def _worked_at(self, points: Sequence[Point]) -> None:
        self._touches += 1
        self._settling.forget()
        self._last.drop()
        if self._accessibility is not None:
            self._accessibility.touch(points)

    async def _quiet_since(self, pid: int, began: float) -> bool:
        try:
            return self._accessibility is not None and await self._accessibility.quiet_since(pid, began)
        except DesktopError:
            # A new look describes the error better, and reconnects.
            return False

    async def _stands(self, snapshot_id: int) -> bool:
        try:
            return self._accessibility is not None and await self._accessibility.stands(snapshot_id)
        except DesktopError:
            return False

    async def reidentify(self, handle: Handle) -> Element:
        asking, window_id = self._confirmation(handle)
        surfaces, stamp = await self._shown.stamped(window_id)
        return await asking.again(handle, surfaces, stamp)

    async def target(self, window_id: str, handle: Handle, at: Point | None = None) -> Target:
        asking, looked_at = self._confirmation(handle)
        surfaces, stamp = await self._shown.stamped(looked_at)
        element, fingerprint = await asking.surely(handle, surfaces, stamp, at)
        return Target(window_id, element, fingerprint)

    def _confirmation(self, handle: Handle) -> tuple[Confirmation, str]:
        """Return what confirms the control, and the window of the look that the handle comes from. Raises StaleElement."""
        window_id = self._looked_at.get(handle.snapshot_id)
        if self._accessibility is None or window_id is None:
            raise StaleElement(f"{handle.role} {handle.name!r} does not come from a look at this desktop; look again")
        return Confirmation(self._accessibility, self._late, self._last.picture), window_id

    async def text(self, handle: Handle) -> str | None:
        window_id = self._looked_at.get(handle.snapshot_id)
        if self._accessibility is None or window_id is None:
            raise StaleElement(f"{handle.role} {handle.name!r} does not come from a look at this desktop; look again")
        return await self._accessibility.text(handle, await self._shown.surfaces(window_id))

    async def identifiers(self, handles: Sequence[Handle]) -> Mapping[str, str]:
        return {} if self._accessibility is None else await self._accessibility.identifiers(handles)

    async def limits(self, handles: Sequence[Handle]) -> Mapping[str, tuple[float, float]]:
        return {} if self._accessibility is None else await self._accessibility.limits(handles)

    async def menus(self, window_id: str, known: Collection[tuple[str, str]] = ()) -> Menus:
        window = (await self._shown.surfaces(window_id))[0].window
        version, language = await asyncio.to_thread(version_and_language, window.pid)
        found = Menus(window.app_root, version, language)
        if version and (version, language) in known:
            return found
        if self._accessibility is None:
            return replace(found, silence=self._no_accessibility)
        above = [item.title for item in await self.windows() if item.id == window.parent]
        entries, carries = await self._accessibility.menus(window.pid, [window.title, *above])
        if not entries and carries:
            entries = await asyncio.to_thread(self._carried, window.pid)
        absent = [missing(Group.MENUS, name) for name in self._settings.menus] if carries else []
        more = "".join(
            f"; the extension {it.folder!r} may read them: {to_install(it)}" for it in absent if it is not None
        )
        return replace(found, entries=entries, silence="" if entries else _NO_MENUS.format(window.process) + more)

    def _carried(self, pid: int) -> tuple[MenuEntry, ...]:
        """Return what the program's own files say of its menus. Blocking."""
        for name in self._settings.menus:
            read: ReadMenus | None = None if is_missing(Group.MENUS, name) else find(Group.MENUS, name)
            if read is not None and (entries := read(pid)):
                return entries
        return ()

    async def entries(self, handle: Handle, at_most: int) -> tuple[Element, ...] | None:
        return None if self._accessibility is None else await self._accessibility.entries(handle, at_most)

    async def page_parts(self, handle: Handle) -> tuple[Element, ...] | None:
        return None if self._accessibility is None else await self._accessibility.page_parts(handle)

    async def native_tree(self, window_id: str) -> tuple[Mapping[str, object], ...]:
        """Return nothing: what AT-SPI tells is in a snapshot, in other words for some of it."""
        return ()

    async def act(self, handle: Handle, verb: ElementVerb, text: str | None = None) -> Delivery:
        if self._accessibility is None:
            raise NotActionable(f"{self._no_accessibility}; use the pointer and the keyboard instead")
        window_id = self._looked_at.get(handle.snapshot_id)
        if window_id is None:
            raise StaleElement(f"{handle.role} {handle.name!r} does not come from a look at this desktop; look again")
        surfaces = await self._shown.surfaces(window_id)
        hit = await self._accessibility.likely_hit(handle, surfaces) if verb == "press" else None
        if hit is not None:
            with contextlib.suppress(NotActionable):
                events = [Click(hit.point)]
                with self._sending(events):
                    await self._input.perform(events, hit.window_id, is_there=hit.is_there)
                return Delivery(Route.POINTER, "click")
        is_sure = verb == "scroll_into_view" or self._late.frame(handle.snapshot_id) is None
        if not is_sure:  # a tree that lags may still report the control's old name
            await self.reidentify(handle)
        with self._changing():
            delivered = await self._accessibility.act(handle, verb, text, surfaces, partial(self._point_at, window_id))
        if surfaces[0].local and any(surface.popup for surface in surfaces):
            # What was chosen in a popup mostly shuts it. The next look would be read twice where it is believed to be open.
            await self._are_other_popups(window_id, {})
        return delivered

    async def _point_at(self, window_id: str, point: Point) -> bool:
        """Move the pointer to a place of the window, where nobody else has a hand on it. Return whether it is there."""
        if not self._screen.is_ours:
            return False
        target = Target(window_id)
        hit = await self._screen.pointing.run(lambda pointing: pointing.hit_test(target, point))
        if hit.over is None:
            await self._screen.strokes.run(lambda strokes: strokes.move(point))
        return hit.over is None

    async def send(
        self, to: Target | str | None, events: Sequence[InputEvent], reconfirm: Reconfirm | None = None
    ) -> None:
        window_id = window_of(to)
        for need in sorted({_need(event) for event in events}):
            await self._lend(need)
        if self._deaf and window_id is not None and any(map(_presses_keys, events)):
            await self._require_hearing(window_id)
        events = await self._paced(events, window_id)
        with self._sending(events):
            if reconfirm is not None and window_id is not None:
                await self._targets.send_asked(window_id, events, reconfirm)
            elif isinstance(to, Target):
                await self._targets.send(to, events)
            else:
                await self._input.perform(events, to)

    async def hands(self, window_id: str | None) -> str:
        screen = self._screen
        if screen.no_hands:
            raise NotActionable(screen.no_hands)
        if screen.hands is None:
            return "this session has one pointer and keyboard, the person's" if window_id is not None else ""
        return await screen.hands.run(lambda hands: hands.use(window_id))

    async def _require_hearing(self, window_id: str) -> None:
        window = (await self._shown.surfaces(window_id))[0].window
        if window.pid in self._deaf:
            raise NotActionable(
                f"{window.process or 'the application'} does not answer while it runs a dialog that another program opened, "
                "and a key could block it for good; close the dialog with a click"
            )

    @contextlib.contextmanager
    def _sending(self, events: Sequence[InputEvent]) -> Iterator[None]:
        with self._changing([point for event in events for point in points_of(event)]):
            yield
        # The application could begin to answer while the pointer was moved back to its old place.
        self._settling.sent(self._input.sent, scrolled=any(isinstance(event, Scroll) for event in events))

    async def _paced(self, events: Sequence[InputEvent], into: str | None) -> Sequence[InputEvent]:
        """Split wheel events into single notches where several at once would scroll too far: the list is laid out after each
        notch.
        """
        if into is None or self._accessibility is None or not any(isinstance(event, Scroll) for event in events):
            return events
        pid = (await self._shown.surfaces(into))[0].window.pid
        return notch_by_notch(events) if self._accessibility.overshoots(pid) else events

    async def obstacle(self, window_id: str) -> str | None:
        return await self._screen.pointing.run(lambda pointing: pointing.obstacle(window_id))

    async def hit_test(self, target: Target, point: Point) -> Target:
        hit = await self._screen.pointing.run(lambda pointing: pointing.hit_test(target, point))
        if hit.over is not None or hit.handle is None:
            return hit
        over = await self.over_inside(hit.window_id, point, hit.handle)
        return replace(hit, over=over, asked=asyncio.get_running_loop().time())

    async def over_inside(self, window_id: str, point: Point, handle: Handle) -> str | None:
        """Describe what lies over a control inside its own window; None where nothing does or it cannot be told."""
        is_new = await self._screen.parts.run(lambda parts: parts.is_new_at(handle.snapshot_id, window_id, point))
        if is_new:
            return "a part of its own window that was not there at the look"
        if self._accessibility is None or is_new is not None:
            return None
        return await self._accessibility.over(handle, point, await self._shown.surfaces(window_id)) or None

    async def focus(self, window_id: str) -> None:
        with self._changing():
            await self._windows.run(lambda windows: windows.focus(window_id))

    async def close_window(self, window_id: str) -> None:
        with self._changing():
            await self._windows.run(lambda windows: windows.close(window_id))

    @contextlib.contextmanager
    def _changing(self, points: Sequence[Point] = ()) -> Iterator[None]:
        self._worked_at(points)
        try:
            yield
        finally:
            self._worked_at(())

    async def applications(self) -> tuple[Application, ...]:
        entries = await asyncio.to_thread(self._installed.entries)
        return tuple(entry.application for entry in entries if not entry.hidden)

    async def processes(self) -> frozenset[str]:
        shown = {window.pid for window in await self.windows()}
        return await asyncio.to_thread(running_programs, self._environment, shown)

    async def runs(self, pid: int, kin: frozenset[str] = frozenset()) -> bool:
        return await asyncio.to_thread(runs, pid, kin)

    async def copied(self) -> str:
        await self._lend("clipboard")
        return await self._input.copied()

    async def page_sockets(self) -> Mapping[int, Path]:
        return await asyncio.to_thread(page_sockets, self._environment)

    async def launch(self, what: Launch, timeout_s: float = 30.0) -> Window:
        window = await self._launcher.launch(what, timeout_s)
        if self._accessibility is not None:
            await await_tree(self, window.id)
        return window

    def _sleep_of(self, pid: int) -> Sleep | None:
        return None if self._accessibility is None else self._accessibility.sleep_of(pid)

    async def wake(self, window_id: str) -> bool:
        return await self._waker.wake(window_id)

    async def restart(self, window_id: str, timeout_s: float = 30.0) -> Window:
        window = await self._waker.restart(window_id, timeout_s)
        await await_tree(self, window.id)
        return window

    async def changed(self, window_id: str, since: float, timeout_s: float) -> bool:
        if self._accessibility is None:
            return False
        try:
            target = (await self._shown.surfaces(window_id))[0]
        except WindowGone:
            return True
        return await self._accessibility.changed(target.window.pid, since, timeout_s)

    async def settle(self, window_id: str | None = None, timeout_s: float = 2.0) -> bool:
        if self._accessibility is None:
            return await self._settling.by_picture(window_id, timeout_s)
        if window_id is None:
            return await self._accessibility.settle(None, timeout_s)
        return await self._settling.by_tree(
            self._accessibility,
            window_id,
            timeout_s,
            lambda told: self._ahead.begin(partial(self._read_ahead, window_id, told)),
        )

    async def relay(self, event: Relayed) -> None:
        with self._changing(() if isinstance(event, PointerAt) else (event.point,)):
            await self._input.relay(event)

    async def on_key(self, chord: Keys, heard: Callable[[], object]) -> Callable[[], None]:
        return await asyncio.to_thread(self._screen.grab_key, chord, _in_this_loop(heard))

    async def on_painted(self, painted: Callable[[], object]) -> Callable[[], None] | None:
        begin = self._screen.watch_painting
        return None if begin is None else await asyncio.to_thread(begin, _in_this_loop(painted))

    async def shutdown(self) -> None:
        await self._ahead.close()
        if self._accessibility is not None:
            await self._accessibility.close()
            self._accessibility = None
            self._no_accessibility = "this desktop was shut down"
        with contextlib.suppress(DesktopError):
            await self._input.give_back()
        await self._screen.close()


def _in_this_loop(heard: Callable[[], object]) -> Callable[[], None]:
    """Return what other threads may call in its place."""
    loop = asyncio.get_running_loop()

    def tell() -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed, so nothing waits for it any more
            loop.call_soon_threadsafe(heard)

    return tell


async def _screen(environment: Mapping[str, str], programs: Callable[[], Mapping[str, str]], portal: Use) -> Screen:
    """Open the Wayland compositor of the session where there is one, or else its X server."""
    opened = await open_wayland(environment, programs, portal)
    if isinstance(opened, Screen):
        return opened
    name = environment.get("DISPLAY", "")
    if not name:
        raise DesktopUnavailable(f"there is no screen: {opened}, and DISPLAY is not set; use --desktop private")
    return await open_screen(name, programs)


def _need(event: InputEvent) -> Need:
    return "keys" if isinstance(event, Keys | TypeText) else "pointer"


def _presses_keys(event: InputEvent) -> bool:
    return isinstance(event, Keys | TypeText) or bool(getattr(event, "hold_key", None))
