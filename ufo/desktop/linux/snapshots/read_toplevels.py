"""Reads the top-levels of one look: their trees, and the visible part of grids and sheets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.cell_paths import CellPaths
from ufo.desktop.linux.atspi.interfaces import COMPONENT, rect_of
from ufo.desktop.linux.atspi.node import Node, without_gaps
from ufo.desktop.linux.dbus.pipeline import Batch, Question, Ref, ask_all
from ufo.desktop.linux.registry.applications import App
from ufo.desktop.linux.reuse.earlier import Earlier, Top
from ufo.desktop.linux.reuse.unchanged import Seen
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.toolkits.toolkit import WholeTree
from ufo.desktop.linux.tree.grids import GridReader
from ufo.desktop.linux.tree.notes import Notes
from ufo.desktop.linux.tree.out_of_view import beyond, out_of_sight
from ufo.desktop.linux.tree.placement import place, raw_clip
from ufo.desktop.linux.tree.reader import Caps, TreeReader
from ufo.desktop.linux.tree.sheets import Ahead, SheetReader
from ufo.desktop.linux.tree.toplevels import Chosen
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame

_CAPS = Caps()


@dataclass(frozen=True, slots=True)
class ToplevelReader:
    """Reads top-levels. `told` returns the objects of an application, by its name on the bus, that told of themselves; `frame`
    is the window's picture, if it has one; `earlier` is the last look at it; `seen` is what need not be asked.
    """

    surfaces: Sequence[Surface]
    paths: CellPaths
    told: Callable[[str], Sequence[Ref]]
    deadline: float
    stall_s: float
    frame: Frame | None
    earlier: Earlier | None
    seen: Seen
    notes: Notes

    async def read(self, chosen: Sequence[Chosen]) -> list[Top]:
        tops, read = {item.top.ref for item in chosen}, list[Top]()
        for entry in chosen:
            # GTK 3 lists the list of a combo box below the box and below the window that it opens in.
            others = tops.union(node.ref for top in read for node in top.node.walk() if node.shown) - {entry.top.ref}
            bounds: dict[int, Rect] = {}
            with self.notes.part(f"reading {_called(entry.top)}"):
                await self._read(entry, others, bounds)
            if not bounds:
                # No part of it has a place.
                entry.top.children, entry.top.shown = [], False
            read.append(Top(entry.top, bounds, entry.app.toolkit.coordinates))
        return read

    async def _read(self, entry: Chosen, others: Collection[Ref], bounds: dict[int, Rect]) -> None:
        """Read one top-level. Once it is known, `bounds` gets the part of the screen where each object can be seen."""
        app, top = entry.app, entry.top
        top.children = []
        grids: list[asyncio.Task[tuple[Node, Ahead] | None]] = []
        batch = Batch(app.connection)
        reader = TreeReader(
            batch,
            app.toolkit,
            _CAPS,
            lambda node: grids.append(asyncio.create_task(self._grid(entry, node))),
            self.seen.fill,
        )
        reader.leave_out(others)
        await self._check_places(app, self._before(top))
        windows = {surface.window.id for surface in self.surfaces}
        reader.foresee(self.seen.asked_again(self._before(top)), windows)
        reader.read(top)
        ended = await batch.finish(self.deadline, self.stall_s)
        self.notes.of_batch(ended, batch, reader)
        if ended == "late":
            without_gaps(top)
        sheets = [found for found in await asyncio.gather(*grids) if found is not None]
        await self._repaired(app, top, reader)
        bounds |= place(top, entry.surface, self.surfaces, app.toolkit, self.frame)
        with self.notes.part("finding out what is out of sight"):
            self.notes.more += [*out_of_sight(top), *beyond(top, bounds, app.toolkit)]
        for sheet, ahead in sheets:
            # A sheet that is not shown has no clip.
            clip = bounds.get(id(sheet))
            if clip is not None:
                with self.notes.part(f"reading the cells of {_called(sheet)}"):
                    await self._sheet(app, sheet, ahead, clip)

    async def _repaired(self, app: App, top: Node, reader: TreeReader) -> None:
        """Correct what the toolkit reports in its own way, so that it reads like any other tree."""

        async def read(nodes: Sequence[Node]) -> None:
            batch = Batch(app.connection)
            TreeReader(batch, app.toolkit, _CAPS, lambda node: None).read_each(nodes)
            await batch.finish(self.deadline, self.stall_s)

        told = self.told(app.root.bus)
        tree = WholeTree(app.connection, self.surfaces, reader.claimed, read, told, self.deadline, self.stall_s)
        with self.notes.part("correcting what its toolkit reports"):
            await app.toolkit.reading.repair(top, tree)

    def _before(self, top: Node) -> Node | None:
        """Return this top-level as the last look read it, or None."""
        tops = () if self.earlier is None else self.earlier.tops
        return next((item.node for item in tops if item.node.ref == top.ref), None)

    async def _check_places(self, app: App, before: Node | None) -> None:
        if before is None or self.seen.unchanged is None:
            return
        nodes = self.seen.unchanged.places(before)
        where = ("u", (app.toolkit.coordinates,))
        asked = [Question(node.ref, COMPONENT, "GetExtents", *where) for node in nodes]
        bodies = await ask_all(app.connection, asked, self.deadline, self.stall_s) if asked else []
        self.seen.unchanged.moved(node for node, body in zip(nodes, bodies, strict=True) if rect_of(body) != node.raw)

    def _cells(self, app: App) -> SheetReader:
        return SheetReader(app.connection, self.paths, self.deadline, self.stall_s)

    async def _sheet(self, app: App, sheet: Node, ahead: Ahead, clip: Rect) -> None:
        cells = self._cells(app)
        self.seen.judged.append(clip)
        await cells.read(sheet, ahead, clip, self.seen)
        await cells.mark(sheet)
        if ahead.span.is_cut:
            self.notes.cuts.append(f"{sheet.name or 'the sheet'!r} shows more cells than are listed")

    async def _grid(self, entry: Chosen, grid: Node) -> tuple[Node, Ahead] | None:
        with self.notes.part(f"reading the part of {_called(grid)} that is in sight"):
            return await self._in_sight(entry, grid)
        return None

    async def _in_sight(self, entry: Chosen, grid: Node) -> tuple[Node, Ahead] | None:
        """Read the visible part of a grid and return None. For a sheet, only find out which part that is and ask ahead for
        what does not depend on its place on the screen; return the sheet with these answers.
        """
        app = entry.app
        clip = raw_clip(grid, entry.surface, app.toolkit.placing)
        if clip is None or clip.is_empty:
            return None
        inside = app.toolkit.pointing.answers_inside
        entries = GridReader(app.connection, self.paths, self.deadline, self.stall_s, inside)
        corners = await entries.corners(grid, clip)
        span = await entries.addresses(grid, corners) if corners else None
        if span:
            before = self._before(entry.top)
            earlier = next((node for node in before.walk() if node.ref == grid.ref), None) if before else None
            return grid, await self._cells(app).ask_ahead(grid, span, earlier, self.seen)
        refs = await entries.between(grid, corners) if corners else []
        refs = refs or await entries.first(grid, _CAPS.children)
        self.notes.more.append(
            f"{grid.name or roles.role_of(grid.kind)!r} holds {grid.count} entries, {len(refs)} were read; scroll for others"
        )
        batch = Batch(app.connection)
        deeper = TreeReader(batch, app.toolkit, _CAPS, lambda node: None)
        grid.children = [Node(ref, grid) for ref in refs]
        deeper.read_each(grid.children)
        if refs:
            self.notes.of_batch(await batch.finish(self.deadline, self.stall_s), batch, deeper)
        return None


def _called(node: Node) -> str:
    return f"{roles.role_of(node.kind)} {node.name[:60]!r}" if node.name else f"the {roles.role_of(node.kind)}"
