"""The accessibility side of the Linux desktop (AT-SPI2 over D-Bus) behind one class."""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.bus_address import open_accessibility_bus
from ufo.desktop.linux.atspi.hypertext import text_with_embedded
from ufo.desktop.linux.atspi.interfaces import PROPERTIES, VALUE, variant
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.control.actions import ControlActions, request_of, require_works
from ufo.desktop.linux.control.list_items import entries_of
from ufo.desktop.linux.control.page_parts import page_parts, scroll_into_sight
from ufo.desktop.linux.control.press_by_click import Hit, likely_hit
from ufo.desktop.linux.control.reidentify import Reidentifier
from ufo.desktop.linux.dbus.bus_connection import Connection
from ufo.desktop.linux.dbus.orders import Orders
from ufo.desktop.linux.dbus.pipeline import Question, ask_all
from ufo.desktop.linux.hit_test.hit_test import HitTest
from ufo.desktop.linux.menus.menu_tree import MenuTree
from ufo.desktop.linux.proc import cpu_s
from ufo.desktop.linux.registry.applications import Registry
from ufo.desktop.linux.registry.events import TreeEvents
from ufo.desktop.linux.reuse.earlier import EarlierLooks, let_go
from ufo.desktop.linux.reuse.paint_state import PAINTED_S, UNSEEN, PaintState
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.snapshots.handles import HandleTable, RememberedLooks
from ufo.desktop.linux.snapshots.late_parts import LateParts
from ufo.desktop.linux.snapshots.look import Looker
from ufo.desktop.linux.snapshots.revalidate import stands
from ufo.desktop.linux.toolkits.known import PATIENCE_S, is_at_work
from ufo.desktop.linux.toolkits.toolkit import WINDOW
from ufo.desktop.linux.tree.notes import Notes
from ufo.desktop.linux.tree.toplevels import TopLevels
from ufo.desktop.snapshot import Element, Handle, Snapshot
from ufo.desktop.values import Delivery, ElementVerb
from ufo.errors import ApplicationHung, ElementGone, NotActionable
from ufo.schema.command import Route
from ufo.schema.geometry import Point, Rect
from ufo.schema.menus import MenuEntry

# How long a look at a sheet waits for its picture. Asking all cells would take at least as long.
_PAINT_S = 0.2
# A busy page reports its focus later than this; then a click gives the focus.
_FOCUS_LAG_S = 0.3
_OPENED_S = 0.5
_NEW_BUS = (
    "the accessibility bus ended and was restarted, and this application has not registered with the new one; start the "
    "application again, or work by sight"
)
# How long reading all entries of a list may take.
_LISTING_S = 5.0
# How long reading all menus of an application may take.
_MENUS_S = 12.0


class Accessibility:
    """Reads applications and acts on their controls through accessibility trees. Safe to call from several tasks at once.
    `registry`: what is known of the applications on the bus; `looks`: what is remembered of the looks.
    """

    def __init__(
        self, environment: Mapping[str, str], connection: Connection, deadline_s: float, turned_on: bool = False
    ) -> None:
        self._environment = dict(environment)
        self.turned_on = turned_on
        self._deadline_s = deadline_s
        self._stall_s = min(1.0, deadline_s / 2)
        self._snapshots = 0
        self.looks = RememberedLooks()
        self._opening = asyncio.Lock()
        self._earlier = EarlierLooks()
        self._touches = 0
        self._is_new_bus = False
        self.open_lists: Mapping[str, Rect] = {}
        """The places of the popups that the last look found, where the window system lists none."""
        self._looking = 0
        self._no_look = asyncio.Event()
        self._no_look.set()
        self._use(connection)

    def _use(self, connection: Connection) -> None:
        self._connection = connection
        self.registry = Registry(connection, self._stall_s)
        self._changes = TreeEvents(connection, self.registry, self.looks.holds)
        self._late = LateParts(self.registry.direct.of)

    @classmethod
    async def connect(cls, environment: Mapping[str, str], deadline_s: float = 2.0) -> Accessibility:
        """Connect to the accessibility bus and start to listen for events. `environment` names the session
        (DBUS_SESSION_BUS_ADDRESS, DISPLAY, XDG_RUNTIME_DIR); `deadline_s` bounds one look at a window, in seconds. Raises
        DesktopUnavailable.
        """
        connection, turned_on = await open_accessibility_bus(environment)
        made = cls(environment, connection, deadline_s, turned_on)
        await made._changes.start()
        return made

    async def snapshot(
        self, surface: Surface, related: Sequence[Surface] = (), painted: PaintState = UNSEEN
    ) -> Snapshot:
        """Read what the window shows. `related` are the other windows of the same process (dialogs, menus, popups); `painted`
        is the window's picture, which makes the questions unnecessary that it answers.

        Raises ApplicationHung if nothing at all could be read, DesktopUnavailable if the bus is gone.
        """
        with self._look():
            return await self._patient_snapshot(surface, related, painted)

    @contextlib.contextmanager
    def _look(self) -> Iterator[None]:
        """What can wait asks nothing meanwhile."""
        self._looking += 1
        self._no_look.clear()
        try:
            yield
        finally:
            self._looking -= 1
            if not self._looking:
                self._no_look.set()

    async def _patient_snapshot(self, surface: Surface, related: Sequence[Surface], painted: PaintState) -> Snapshot:
        clock, pid = asyncio.get_running_loop().time, surface.window.pid
        patience, is_renewed = clock() + PATIENCE_S, False
        while True:
            began, worked = clock(), cpu_s(pid)
            try:
                return await self._snapshot(surface, related, painted)
            except ApplicationHung:
                if not is_renewed and await self.registry.renew(pid):
                    is_renewed, painted = True, UNSEEN
                    continue
                if clock() > patience or not is_at_work(pid, cpu_s(pid) - worked, clock() - began):
                    raise
            # The window may have changed since its picture was taken.
            painted = UNSEEN

    async def _snapshot(self, surface: Surface, related: Sequence[Surface], painted: PaintState) -> Snapshot:
        await self._reconnect()
        self._snapshots += 1
        now, touches = asyncio.get_running_loop().time(), self._touches
        changes, earlier = self._changes, self._earlier.take(surface.window.id)
        looking = Looker(
            self.registry,
            now + self._deadline_s,
            self._stall_s,
            changes.rest_s,
            changes.told_since,
            changes.told_by,
            painted,
            earlier,
            self.looks.frames,
        )
        look = await looking.look(self._snapshots, surface, related)
        if self._is_new_bus and look.snapshot.degraded and not look.snapshot.elements:
            # Most toolkits register with a bus only once, when they start.
            look = replace(look, snapshot=replace(look.snapshot, degraded=_NEW_BUS))
        self.looks.add(look)
        self.open_lists = look.popups
        changes.know(look.objects, now)
        if earlier is not None:
            let_go(earlier.tops, look.earlier)
        if look.earlier is not None and touches == self._touches:
            self._earlier.keep(look.earlier)
        return look.snapshot

    async def is_modal(self, surface: Surface) -> bool | None:
        """Tell whether a dialog keeps its program's other windows from being worked; None where its tree is not found."""
        await self._reconnect()
        deadline = asyncio.get_running_loop().time() + self._stall_s
        tops = TopLevels(self.registry, deadline, self._stall_s, self.looks.frames, Notes())
        shown = [chosen.top for chosen in (await tops.of(surface, ())).chosen if chosen.surface is surface]
        return bool(shown[0].states & roles.MODAL) if shown else None

    async def await_paint(self, pid: int) -> None:
        """Wait a short while until the application has painted the changes that it reported. Without a picture that can be
        trusted each cell of a sheet is asked, which costs the application more memory than it frees again.
        """
        clock = asyncio.get_running_loop().time
        deadline = clock() + _PAINT_S
        roots = [app.root for app in await self.registry.applications(pid, deadline)]
        while (left := deadline - clock()) > 0:
            rests = [await self._changes.rest_s(root, deadline) for root in roots]
            rest_s = min(rests, default=PAINTED_S)
            if rest_s >= PAINTED_S:
                return
            await asyncio.sleep(min(left, PAINTED_S - rest_s))

    def is_soon_read(self, surfaces: Sequence[Surface], painted: PaintState) -> bool:
        """Tell whether a look at the window would ask little and its picture could confirm it a moment later."""
        now = asyncio.get_running_loop().time()
        return painted.frame is not None and self._earlier.is_near(surfaces, painted.frame, now)

    def forget(self) -> None:
        """Make the next look trust nothing that an earlier look read."""
        self._touches += 1
        self._earlier.doubt()

    def touch(self, points: Sequence[Point]) -> None:
        """Mark the points as worked on: the next look reads anew what is there, even if it looks unchanged."""
        self._touches += 1
        self._earlier.touch(points)

    async def reidentify(self, handle: Handle, surfaces: Sequence[Surface] = ()) -> Element:
        """Return the element as it is now. `surfaces` are the windows of the application as they are now: the window of the
        look and its related ones. Raises StaleElement.
        """
        return (await self._reidentified(handle, surfaces))[0]

    async def act(
        self,
        handle: Handle,
        verb: ElementVerb,
        text: str | None = None,
        surfaces: Sequence[Surface] = (),
        point_at: Callable[[Point], Awaitable[bool]] | None = None,
    ) -> Delivery:
        """Work the control by its own action. Where the tree lags, wait a moment until it reports the focus that was given.
        `point_at` moves the pointer to a place of the window; False where it must not or cannot. Raises StaleElement,
        NotActionable, ApplicationHung.
        """
        try:
            element, node, known = await self._reidentified(handle, surfaces)
        except ElementGone:
            if verb != "scroll_into_view" or (out_of_sight := self.looks.find(handle)) is None:
                raise
            await self._scroll_to(handle, out_of_sight)
            return Delivery(Route.ACCESSIBILITY, verb)
        if "disabled" in element.states:
            raise NotActionable(f"The {element.role} {element.name!r} is disabled. Find out what enables it first.")
        require_works(known, element, verb, text, surfaces)
        self.touch([element.rect.center])
        line = self.registry.direct.of(node.ref.bus)
        orders = Orders(self.registry.direct, are_aside=known.toolkit.acting.is_deaf_inside)
        actions = ControlActions(line, orders, self._deadline_s)
        acting, asked = known.toolkit.acting, request_of(known, element, verb, text, surfaces)
        if acting.selects_by_focus(asked):
            with contextlib.suppress(NotActionable):
                return await actions.act(node, element, "focus", None)
        is_unsure = acting.opens_another(asked) and not (point_at and await point_at(element.rect.center))
        began = asyncio.get_running_loop().time()
        delivered = await actions.act(node, element, verb, text)
        if is_unsure:
            # Another menu takes its place within a few frames, and its application is quiet once that is over.
            await self._changes.settle(surfaces[0].window.pid, _OPENED_S, began)
            await actions.open_itself(node, element)
        if verb == "focus" and surfaces and known.toolkit.lags:
            await self._await_focus(handle, surfaces)
        return delivered

    async def _scroll_to(self, handle: Handle, known: HandleTable) -> None:
        """Have the page scroll to what is out of sight. Raises NotActionable."""
        self.forget()
        line, deadline = self.registry.direct.of(known.ref.bus), asyncio.get_running_loop().time() + self._deadline_s
        if not await scroll_into_sight(line, known.ref, deadline, self._stall_s):
            raise NotActionable(f"The page does not scroll to {handle.role} {handle.name!r}. Look again.")

    async def _await_focus(self, handle: Handle, surfaces: Sequence[Surface]) -> None:
        clock = asyncio.get_running_loop().time
        deadline = clock() + _FOCUS_LAG_S
        while True:
            asked = clock()
            if "focused" in (await self._reidentified(handle, surfaces))[0].states:
                return
            left = deadline - clock()
            if left <= 0 or not await self.changed(surfaces[0].window.pid, asked, left):
                return

    async def likely_hit(self, handle: Handle, surfaces: Sequence[Surface] = ()) -> Hit | None:
        """Return where a click does the same as a press of the control, but sooner; None where it does not. Raises
        StaleElement, ApplicationHung.
        """
        known = self.looks.find(handle)
        if known is None or not known.toolkit.acting.presses_late(handle.role):
            return None
        element, node, known = await self._reidentified(handle, surfaces)
        return likely_hit(self.registry.direct.of(known.ref.bus), known, (element, node), surfaces, self._stall_s)

    async def text(self, handle: Handle, surfaces: Sequence[Surface] = ()) -> str | None:
        """Return the element's whole text; None where it has none. A password gives None as well, because some toolkits report
        the password itself. Raises StaleElement, ApplicationHung.
        """
        element, node, _ = await self._reidentified(handle, surfaces)
        if "password" in element.states:
            return None
        line = self.registry.direct.of(node.ref.bus)
        return await text_with_embedded(line, node.ref, self._deadline_s, self._stall_s)

    async def over(self, handle: Handle, point: Point, surfaces: Sequence[Surface] = ()) -> str:
        """Describe in words what lies over the element at a point inside its own window; "" where nothing does or it cannot be
        told. Raises StaleElement.
        """
        element, node, known = await self._reidentified(handle, surfaces)
        pointing = known.toolkit.pointing
        if not pointing.can_probe(known.surface, surfaces):
            return ""
        deadline = asyncio.get_running_loop().time() + self._deadline_s
        shown = frozenset(text.strip() for text in (element.name, element.value, element.label) if text)
        hits = HitTest(self.registry.direct.of(node.ref.bus), deadline, self._stall_s, shown)
        is_local = known.toolkit.coordinates == WINDOW or any(surface.local for surface in surfaces)
        at = Point(point.x - node.shift[0], point.y - node.shift[1]) if is_local else point
        return await hits.over(node.ref, pointing.probe, at, acts=bool(element.actions))

    async def menus(self, pid: int, titles: Sequence[str]) -> tuple[tuple[MenuEntry, ...], bool]:
        """Return the entries of all menus of the window with one of these titles, the first that has menus, and whether the
        application may carry others as resources. One that is silent for a while, as many are while they start, is asked again.
        Raises ApplicationHung where it stays silent.
        """
        await self._reconnect()
        clock = asyncio.get_running_loop().time
        deadline = clock() + _MENUS_S
        most: tuple[MenuEntry, ...] = ()
        while True:
            began = clock()
            found, carries, is_answered = await self._menus(pid, titles, deadline)
            most = max(most, found, key=len)
            is_late = clock() >= deadline
            if is_late and not is_answered and not most:
                raise ApplicationHung(f"process {pid} did not answer within {_MENUS_S:g} s; look again once it does")
            # That an object is gone is told at once.
            if is_late or is_answered or clock() - began < self._stall_s:
                return most, carries

    async def _menus(
        self, pid: int, titles: Sequence[str], deadline: float
    ) -> tuple[tuple[MenuEntry, ...], bool, bool]:
        found: list[MenuEntry] = []
        carries, is_answered = False, True
        for app in await self.registry.applications(pid, deadline):
            if app.pid != pid:
                continue
            carries = carries or app.toolkit.carries_menus
            tops = await self.registry.tops(app, deadline)
            tree = MenuTree(app.connection, deadline, self._stall_s, self._no_look.wait)
            found += await tree.entries(tops or [], titles)
            is_answered = is_answered and tops is not None and not tree.unanswered
        return tuple(found), carries, is_answered

    async def entries(self, handle: Handle, at_most: int) -> tuple[Element, ...] | None:
        await self._reconnect()
        known = self.looks.find(handle)
        if known is None:
            return None
        deadline = asyncio.get_running_loop().time() + _LISTING_S
        line = self.registry.direct.of(known.ref.bus)
        return await entries_of(line, known, handle, at_most, deadline, self._stall_s)

    async def page_parts(self, handle: Handle) -> tuple[Element, ...] | None:
        await self._reconnect()
        known = self.looks.find(handle)
        if known is None or known.cell is not None:
            return None
        deadline = asyncio.get_running_loop().time() + _LISTING_S
        line = self.registry.direct.of(known.ref.bus)
        parts = await page_parts(line, known.ref, handle, deadline, self._stall_s)
        for part in parts or ():
            if part.is_out_of_sight:
                self.looks.learn(part.element.handle, known.beyond(part.ref, part.within))
        return None if parts is None else tuple(part.element for part in parts)

    async def identifiers(self, handles: Sequence[Handle]) -> dict[str, str]:
        """Return the identifiers by the keys of the handles, at the price of one call each. Cells are left out: their place
        names them.
        """
        told = await self._told(handles, lambda known: known.toolkit.acting.identifier_question(known.ref))
        named = [(key, known.toolkit.acting.identifier_of(body)) for key, known, body in told]
        return {key: name for key, name in named if name}

    async def limits(self, handles: Sequence[Handle]) -> dict[str, tuple[float, float]]:
        """Return the least and the greatest number by the keys of the handles, at the price of two calls each."""
        found: defaultdict[str, list[float]] = defaultdict(list)
        for what in ("MinimumValue", "MaximumValue"):
            for key, _, body in await self._told(handles, partial(_limit_question, what)):
                if isinstance(limit := variant(body), int | float):
                    found[key].append(float(limit))
        return {key: (limits[0], limits[1]) for key, limits in found.items() if len(limits) == 2}

    async def _told(
        self, handles: Sequence[Handle], question: Callable[[HandleTable], Question]
    ) -> list[tuple[str, HandleTable, list[Any]]]:
        """Ask each element that is known and no cell. Return key, element and answer; what was not answered in time is left
        out.
        """
        await self._reconnect()
        asked: defaultdict[str, list[tuple[str, HandleTable]]] = defaultdict(list)
        for handle in handles:
            known = self.looks.find(handle)
            if known is not None and known.cell is None:
                asked[known.ref.bus].append((handle.key, known))
        deadline = asyncio.get_running_loop().time() + self._deadline_s
        told: list[tuple[str, HandleTable, list[Any]]] = []
        for bus, ones in asked.items():
            questions = [question(known) for _, known in ones]
            answers = await ask_all(self.registry.direct.of(bus), questions, deadline, self._stall_s)
            told += [(key, known, body) for (key, known), body in zip(ones, answers, strict=True) if body]
        return told

    async def settle(
        self,
        pid: int | None = None,
        timeout_s: float = 2.0,
        since: float | None = None,
        on_calm: Callable[[float], None] | None = None,
    ) -> bool:
        """Wait until the application of `pid` (None: any) reports no more changes and answers again; return False at the
        timeout. `since` is the loop time of the input that it has to answer, or None (now) where that is not known.
        `on_calm` is called with the loop time of the last change as soon as the application seems to be done.
        """
        await self._reconnect()
        return await self._changes.settle(pid, timeout_s, since, on_calm)

    def has_told(self, pid: int, since: float) -> bool:
        """Tell whether the application reported any change since that loop time. True where that is not known."""
        told = self._changes.told_since(since)
        return told is None or any(self.registry.pid_of(name) == pid for name in told)

    async def stands(self, snapshot_id: int) -> bool:
        """Tell whether everything that an application may change without an event is still as that look read it. False where
        that is not known.
        """
        tops, deadline = self._earlier.tops(snapshot_id), asyncio.get_running_loop().time() + self._stall_s
        return bool(tops) and await stands(tops, self.registry.direct.of, deadline, self._stall_s)

    def awaits_parts(self, snapshot_id: int) -> bool:
        """Tell whether a part of a page was still loading at that look that no look has waited for."""
        return self._late.awaited(self._earlier.tops(snapshot_id))

    async def parts_come(self, snapshot_id: int) -> bool:
        """Wait a moment for such parts. Return whether one came, so that there is more to see."""
        return await self._late.come(self._earlier.tops(snapshot_id), self._stall_s)

    async def changed(self, pid: int, since: float, timeout_s: float) -> bool:
        """Wait until the application of `pid` reports a change after the loop time `since`. False when the time is over."""
        return self._connection.alive and await self._changes.told(pid, since, timeout_s)

    async def quiet_since(self, pid: int, began: float) -> bool:
        """Tell whether no application reported a change since the loop time `began`, and the one of `pid` has nothing left to
        report.
        """
        return self._connection.alive and await self._changes.quiet_since(pid, began, self._stall_s)

    async def close(self) -> None:
        await self.registry.direct.close()
        await self._connection.close()

    async def _reidentified(self, handle: Handle, surfaces: Sequence[Surface]) -> tuple[Element, Node, HandleTable]:
        await self._reconnect()
        known = self.looks.take(handle)
        line = self.registry.direct.of(known.ref.bus)
        element, node = await Reidentifier(line, surfaces, self._deadline_s, self._stall_s).find(handle, known)
        return element, node, known

    async def _reconnect(self) -> None:
        async with self._opening:
            if not self._connection.alive:
                # Bus names start again from :1.0 on a new bus, where an old handle could mean another object.
                self.looks.clear()
                self._earlier.clear()
                await self.registry.direct.close()
                connection, _ = await open_accessibility_bus(self._environment)
                self._use(connection)
                self._is_new_bus = True
                await self._changes.start()


def _limit_question(what: str, known: HandleTable) -> Question:
    return Question(known.ref, PROPERTIES, "Get", "ss", (VALUE, what))
