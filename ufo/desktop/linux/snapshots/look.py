"""Looks at one window: finds its accessible top-levels, reads them, and makes a snapshot."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Ref
from ufo.desktop.linux.hit_test.overlap import PageHitTest, marked, under_bubbles, under_others, under_windows
from ufo.desktop.linux.registry.applications import App, Registry
from ufo.desktop.linux.reuse.earlier import Earlier, Top, Unchanged
from ufo.desktop.linux.reuse.paint_state import UNSEEN, PaintState
from ufo.desktop.linux.reuse.unchanged import Seen, nothing
from ufo.desktop.linux.screen.surface import Surface, popups_of
from ufo.desktop.linux.snapshots.handles import HandleTable, Look
from ufo.desktop.linux.snapshots.late_parts import loading
from ufo.desktop.linux.snapshots.read_toplevels import ToplevelReader
from ufo.desktop.linux.toolkits.toolkit import Found
from ufo.desktop.linux.tree.elements import elements_of, on_screens
from ufo.desktop.linux.tree.notes import Notes
from ufo.desktop.linux.tree.open_lists import open_lists
from ufo.desktop.linux.tree.tooltip_windows import tips_beside
from ufo.desktop.linux.tree.toplevels import Chosen, TopLevels
from ufo.desktop.snapshot import Element, Snapshot
from ufo.schema.picture import Frame

_ELEMENTS = 10_000


class _Read(NamedTuple):
    """What was read, what it relied on, and the picture that was taken before, whether or not it was relied on."""

    chosen: Sequence[Chosen]
    tops: list[Top]
    seen: Seen
    frame: Frame | None


@dataclass
class Looker:
    """Does one look. `stall_s` is how many seconds without any answer mean that the application hangs. `rest_s` returns how
    long an application has announced no change. `told_since` returns which objects announced one since a loop time, or
    None where that is not known. `told` returns the objects of an application that told of themselves. `earlier` is the last
    look at the window; `frames` maps a window id to its main frame.
    """

    registry: Registry
    deadline: float
    stall_s: float
    rest_s: Callable[[Ref, float], Awaitable[float]]
    told_since: Callable[[float], Mapping[str, Collection[str]] | None]
    told: Callable[[str], Sequence[Ref]]
    painted: PaintState = UNSEEN
    earlier: Earlier | None = None
    frames: Mapping[str, Ref] = field(default_factory=dict)
    notes: Notes = field(default_factory=Notes)

    async def look(self, snapshot_id: int, surface: Surface, related: Sequence[Surface]) -> Look:
        """Look at the window. Each part has an error boundary of its own; an exception between them costs the whole tree,
        but only that.
        """
        with self.notes.part("reading the window"):
            return await self._look(snapshot_id, surface, related)
        window = surface.window
        nothing_read = Snapshot(snapshot_id, window.id, window.rect, (), self.notes.degraded, app_root=window.app_root)
        nothing_read = replace(nothing_read, popups=popups_of(related))
        return Look(nothing_read, {}, frozenset(), None, {})

    async def _look(self, snapshot_id: int, surface: Surface, related: Sequence[Surface]) -> Look:
        before = self.registry.direct.calls
        surfaces = (surface, *related)
        tops = TopLevels(self.registry, self.deadline, self.stall_s, self.frames, self.notes)
        shown = await tops.of(surface, related)
        # Where not every change is announced, silence does not prove that an earlier look still holds.
        tells = all(entry.app.toolkit.tells_changes for entry in shown.chosen)
        read = await self._read(shown.chosen, surfaces, tells)
        self.notes.more += loading(read.tops)
        found, known = self._told(snapshot_id, read, surfaces)
        found = await self._believed(found, read.chosen, surfaces, snapshot_id)
        self.notes.of_window(surface, shown.apps, shown.answered, bool(known))
        found = self._listed(found)
        hidden: set[int] = set()
        with self.notes.part("finding out what lies over what"):
            hidden |= _under_windows(found, read.chosen, surfaces)
            hidden |= await self._under_controls(found, shown.apps)
        hints = dict.fromkeys(entry.app.toolkit.wording.hint for entry in read.chosen if entry.app.toolkit.wording.hint)
        snapshot = Snapshot(
            id=snapshot_id,
            window_id=surface.window.id,
            window_rect=surface.window.rect,
            elements=marked(found, hidden),
            degraded=self.notes.degraded,
            more=(*self.notes.more, *hints),
            cut=self.notes.cut,
            calls=self.registry.direct.calls - before,
            app_root=surface.window.app_root,
            popups=popups_of(related),
        )
        objects = frozenset(node.ref for top in read.tops for node in top.node.walk())
        frames = {entry.surface.window.id: entry.top.ref for entry in read.chosen if entry.top.kind == roles.FRAME}
        placed = zip(read.tops, read.chosen, strict=True) if surface.local or surface.unlisted else ()
        popups = open_lists((top.node, entry.app.toolkit.placing) for top, entry in placed)
        return Look(snapshot, known, objects, self._to_build_on(read, surfaces, snapshot, tells), frames, popups)

    async def _read(self, chosen: Sequence[Chosen], surfaces: tuple[Surface, ...], tells: bool) -> _Read:
        """Read the top-levels, relying on the window's picture. Where a later picture contradicts it, read again and keep
        what the new picture confirms. Where that happens again, or even once with a toolkit that does not announce every
        change, read without any picture.
        """
        rest_s = min([await self.rest_s(entry.app.root, self.deadline) for entry in chosen], default=0.0)
        noted, painted, earlier = list(self.notes.doubts), self.painted, self.earlier
        recall = partial(self._recall, earlier, surfaces) if tells else nothing
        seen = Seen.of(painted.after(rest_s), recall, painted.began)
        tops = await self._reading(surfaces, earlier, seen).read(chosen)
        for is_repaired in (tells, False):
            late = await seen.belied_by(painted, rest_s)
            if late is None or seen.frame is None:
                break
            painted = late
            self.notes.again_from(noted)
            earlier = Earlier(surfaces, seen.frame, tuple(tops), seen.began)
            seen = Seen.of(late.frame if is_repaired else None, partial(self._recall, earlier, surfaces), late.began)
            chosen = [entry._replace(top=Node(entry.top.ref, None)) for entry in chosen]
            tops = await self._reading(surfaces, earlier, seen).read(chosen)
        return _Read(chosen, tops, seen, painted.frame)

    def _reading(self, surfaces: Sequence[Surface], earlier: Earlier | None, seen: Seen) -> ToplevelReader:
        paths, frame = self.registry.paths, self.painted.frame
        return ToplevelReader(surfaces, paths, self.told, self.deadline, self.stall_s, frame, earlier, seen, self.notes)

    def _recall(self, earlier: Earlier | None, surfaces: Sequence[Surface], frame: Frame) -> Unchanged | None:
        """Return the parts of an earlier look that still hold, or None."""
        changed = None if earlier is None else self.told_since(earlier.began)
        if earlier is None or changed is None:
            return None
        with self.notes.part("using the last look"):
            return earlier.since(surfaces, frame, changed, asyncio.get_running_loop().time())
        return None

    async def _believed(
        self, found: Found, chosen: Sequence[Chosen], surfaces: Sequence[Surface], snapshot_id: int
    ) -> Found:
        """Add the tooltips beside the window, and mark rows from an earlier state of a list as out of sight."""
        with self.notes.part("reading the tips beside the window"):
            tips = await tips_beside(found, surfaces, snapshot_id, self.registry.direct, self.deadline, self.stall_s)
            found = [*found, *tips]
        with self.notes.part("finding rows that are gone"):
            for app in {entry.app.root.bus: entry.app for entry in chosen}.values():
                until = (self.deadline, self.stall_s)
                found = await app.toolkit.pointing.in_sight(found, app.connection, app.root.bus, until)
        return found

    def _told(self, snapshot_id: int, read: _Read, surfaces: Sequence[Surface]) -> tuple[Found, dict[str, HandleTable]]:
        found: list[tuple[Element, Node]] = []
        known: dict[str, HandleTable] = {}
        faults: list[Exception] = []
        in_pieces = any(each.is_in_pieces for each in surfaces)
        for entry, top in zip(read.chosen, read.tops, strict=True):
            own = entry.surface is surfaces[0]
            with self.notes.part("making elements of what was read"):
                for whole, node in elements_of(
                    entry.top, snapshot_id, top.bounds, entry.app.toolkit.wording, own, faults
                ):
                    element = on_screens(whole, surfaces[0]) if in_pieces else whole
                    known[element.handle.key] = HandleTable.of(element, node, entry)
                    found.append((element, node))
        self.notes.of_faults("making elements of", faults)
        return found, known

    def _listed(self, found: Found) -> Found:
        if len(found) > _ELEMENTS:
            self.notes.cuts.append(f"of {len(found)} controls in sight only the first {_ELEMENTS} are listed")
        return found[:_ELEMENTS]

    async def _under_controls(self, found: Found, apps: Sequence[App]) -> set[int]:
        pointing = {app.root.bus: app.toolkit.pointing for app in apps}
        lines = {app.root.bus: app.connection for app in apps}
        hidden, in_pages = under_others(found, pointing)
        hidden |= under_bubbles(found, pointing)
        for bus, pairs in in_pages.items():
            hidden |= await PageHitTest(lines[bus], self.deadline, self.stall_s).covered(found, pairs)
        return hidden

    def _to_build_on(
        self, read: _Read, surfaces: tuple[Surface, ...], snapshot: Snapshot, tells: bool
    ) -> Earlier | None:
        """Return what the next look may build on, or None where this look is incomplete or has no picture. A picture that was
        too early to rely on will do: what was painted since differs from it, and is asked.
        """
        if read.frame is None or not self.notes.is_whole:
            return None
        return Earlier(surfaces, read.frame, tuple(read.tops), read.seen.began, snapshot.calls, tells, snapshot.id)


def _under_windows(found: Found, chosen: Sequence[Chosen], surfaces: Sequence[Surface]) -> set[int]:
    # The window comes last, as its own controls are under the windows that opened over them.
    lasting: Sequence[Surface] = (*surfaces[1:], surfaces[0])
    for entry in chosen:
        lasting = entry.app.toolkit.pointing.lasting(entry.top, lasting)
    return under_windows(found, lasting)
