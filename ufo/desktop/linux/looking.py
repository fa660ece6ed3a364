"""One look at a window: finds its accessible top-levels, reads them, and makes a snapshot of it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from ufo.desktop.linux import convert
from ufo.desktop.linux.bus import Batch, Ref
from ufo.desktop.linux.elements import elements_of, named_by_content
from ufo.desktop.linux.grids import GridReader
from ufo.desktop.linux.matching import likeness, match
from ufo.desktop.linux.nodes import Node
from ufo.desktop.linux.placing import place, raw_clip
from ufo.desktop.linux.reader import Caps, TreeReader
from ufo.desktop.linux.registry import App, Registry
from ufo.desktop.linux.surface import Surface
from ufo.desktop.linux.toolkits import Toolkit
from ufo.desktop.snapshot import Element, Snapshot
from ufo.errors import ApplicationHung
from ufo.schema.geometry import Rect

_SURE = 2.6
_ELEMENTS = 5000


@dataclass(frozen=True, slots=True)
class Known:
    """What a handle stands for: the object, how to read it, and where it was."""

    ref: Ref
    toolkit: Toolkit
    surface: str
    shift: tuple[int, int]
    cell: tuple[int, int] | None
    frame: Rect | None
    by_content: bool


@dataclass(frozen=True, slots=True)
class Look:
    snapshot: Snapshot
    known: dict[str, Known]


@dataclass
class Looking:
    """The work of one look. `stall_s` without any answer means that the application hangs."""

    registry: Registry
    deadline: float
    stall_s: float
    caps: Caps = field(default_factory=Caps)
    notes: list[str] = field(default_factory=list)
    more: list[str] = field(default_factory=list)

    async def look(self, snapshot_id: int, surface: Surface, related: Sequence[Surface]) -> Look:
        started, before = asyncio.get_running_loop().time(), self.registry.direct.calls
        apps = await self.registry.applications(surface.window.pid or None, self.deadline)
        elements: list[Element] = []
        known: dict[str, Known] = {}
        answered = False
        for app in apps:
            tops = await self._tops(app)
            answered = answered or tops is not None
            for top, shown_by in self._chosen(app, tops or [], surface, related):
                bounds = await self._read(app, top, shown_by, (surface, *related))
                for element, node in elements_of(top, snapshot_id, bounds, app.toolkit, shown_by is surface):
                    elements.append(element)
                    known[element.handle.key] = Known(
                        node.ref,
                        app.toolkit,
                        shown_by.window.id,
                        node.shift,
                        node.cell,
                        top.raw,
                        named_by_content(node),
                    )
        self._judge(surface, apps, answered, bool(known))
        snapshot = Snapshot(
            id=snapshot_id,
            window_id=surface.window.id,
            window_rect=surface.window.rect,
            elements=tuple(elements[:_ELEMENTS]),
            degraded="; ".join(dict.fromkeys(self.notes)) or None,
            more=tuple(self.more),
            read_ms=(asyncio.get_running_loop().time() - started) * 1000,
            calls=self.registry.direct.calls - before,
            app_root=surface.window.app_root,
        )
        return Look(snapshot, known)

    def _judge(self, surface: Surface, apps: Sequence[App], answered: bool, found: bool) -> None:
        mine = [app for app in apps if app.pid == surface.window.pid]
        if mine and not answered:
            raise ApplicationHung(
                f"{surface.window.process or 'The application'} with the window {surface.window.title!r} does not answer. "
                "Wait and look again, or close it."
            )
        if not found and not self.notes:
            self.notes.append(
                "the application shows nothing of this window on the accessibility bus; work by sight"
                if mine
                else "the application has no accessibility tree; work by sight"
            )

    async def _tops(self, app: App) -> list[Node] | None:
        refs = await self.registry.tops(app, self.deadline)
        if refs is None:
            return None
        tops = [Node(ref, None) for ref in refs]
        batch = Batch(app.connection)
        reader = TreeReader(batch, app.toolkit, self.caps, lambda node: None)
        for top in tops:
            reader.read(top, whole=False)
        if tops and await batch.finish(self.deadline, self.stall_s):
            self.notes.append("the application stopped answering while it was read")
        return [top for top in tops if top.shown]

    def _chosen(
        self, app: App, tops: Sequence[Node], surface: Surface, related: Sequence[Surface]
    ) -> list[tuple[Node, Surface]]:
        pairs = match(tops, (surface, *related), app.toolkit)
        if app.pid != surface.window.pid:
            pairs = [pair for pair in pairs if (likeness(*pair, app.toolkit) or 0.0) >= _SURE]
            return pairs if any(pair[1] is surface for pair in pairs) else []
        taken = {id(top) for top, _ in pairs}
        alone = sum(top.kind == convert.FRAME for top in tops) <= 1
        loose = [(top, surface) for top in tops if id(top) not in taken and top.kind != convert.FRAME and alone]
        return sorted(pairs, key=lambda pair: pair[1] is not surface) + loose

    async def _read(self, app: App, top: Node, surface: Surface, surfaces: Sequence[Surface]) -> dict[int, Rect]:
        grids: list[asyncio.Task[Node | None]] = []
        batch = Batch(app.connection)
        reader = TreeReader(
            batch,
            app.toolkit,
            self.caps,
            lambda node: grids.append(asyncio.create_task(self._grid(app, node, surface))),
        )
        reader.read(top)
        self._note(await batch.finish(self.deadline, self.stall_s), batch, reader)
        cells = self._cells(app)
        for sheet in [grid for grid in await asyncio.gather(*grids) if grid is not None]:
            await cells.mark(sheet)
        return place(top, surface, surfaces, app.toolkit)

    def _note(self, ended: str | None, batch: Batch, reader: TreeReader) -> None:
        if ended:
            self.notes.append(_ENDED[ended])
        if batch.lost:
            self.notes.append("the connection to the accessibility bus ended; look again")
        if reader.cut:
            self.notes.append(reader.cut)

    def _cells(self, app: App) -> GridReader:
        return GridReader(app.connection, self.registry.paths, self.deadline, self.stall_s)

    async def _grid(self, app: App, grid: Node, surface: Surface) -> Node | None:
        """Returns `grid` where it is a sheet."""
        clip = raw_clip(grid, surface, app.toolkit)
        if clip is None or clip.is_empty:
            return None
        cells = self._cells(app)
        corners = await cells.corners(grid, clip)
        span = await cells.addresses(corners) if corners else None
        if span:
            await cells.sheet(grid, span)
            return grid
        refs = await cells.between(grid, corners) if corners else []
        refs = refs or await cells.first(grid, self.caps.children)
        self.more.append(
            f"{grid.name or convert.role_of(grid.kind)!r} holds {grid.count} entries, {len(refs)} were read; scroll for others"
        )
        batch = Batch(app.connection)
        deeper = TreeReader(batch, app.toolkit, self.caps, lambda node: None)
        grid.children = [Node(ref, grid) for ref in refs]
        deeper.read_each(grid.children)
        if refs:
            self._note(await batch.finish(self.deadline, self.stall_s), batch, deeper)
        return None


_ENDED = {
    "late": "the window was not read to its end in time",
    "silent": "the application stopped answering while it was read",
}
