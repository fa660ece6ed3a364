"""One look at a window: finds its accessible top-levels, reads them, and makes a snapshot of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

from ufo.desktop.linux import convert
from ufo.desktop.linux.addresses import Place
from ufo.desktop.linux.beyond import beyond
from ufo.desktop.linux.bus import Batch, Question, Ref, ask_all
from ufo.desktop.linux.covering import PageHits, marked, under_others, under_windows
from ufo.desktop.linux.earlier import Earlier, Top, Unchanged
from ufo.desktop.linux.elements import elements_of, named_by_content, on_screens
from ufo.desktop.linux.grids import GridReader
from ufo.desktop.linux.hints import out_of_sight
from ufo.desktop.linux.matching import likeness, match
from ufo.desktop.linux.nodes import Node, without_gaps
from ufo.desktop.linux.painted import UNSEEN, Painted
from ufo.desktop.linux.placing import place, raw_clip
from ufo.desktop.linux.protocol import COMPONENT, rect_of
from ufo.desktop.linux.quick import HINT, are_quick
from ufo.desktop.linux.quiet_menus import QuietMenus
from ufo.desktop.linux.reader import Caps, TreeReader
from ufo.desktop.linux.registry import App, Registry
from ufo.desktop.linux.seen import Seen, nothing
from ufo.desktop.linux.sheets import Ahead, SheetReader
from ufo.desktop.linux.stale_rows import without_stale
from ufo.desktop.linux.surface import Surface
from ufo.desktop.linux.swing import mend
from ufo.desktop.linux.tips import tips_beside
from ufo.desktop.linux.toolkits import Toolkit, popup_of, shown, without_tooltips
from ufo.desktop.snapshot import Element, Snapshot
from ufo.errors import ApplicationHung
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame

_SURE = 2.6
_NOWHERE = Rect(0, 0, 0, 0)
_ELEMENTS = 10_000
_ENTRIES = frozenset({"ListItem", "TreeItem", "Cell", "HeaderItem"})
_BRANCHES = frozenset({"ListItem", "TreeItem"})


class Known(NamedTuple):
    """What a handle stands for: the object (of a cell its sheet), how to read it, and where it was. `popup`: the
    window that has to be there for an entry that does not tell whether it is shown, "" for all others. `top`: the top-level that
    it stands in. `holder`: the list, tree or table that has to be shown as well, since entries of Qt say that they are when it
    is not. `span`: see `Node`. `tall`: how high an entry of a page was at most: what grows below it are entries of its own.
    `within`: the kind of what it stands in."""

    ref: Ref
    toolkit: Toolkit
    surface: str
    shift: tuple[int, int]
    cell: Place | None
    frame: Rect | None
    by_content: bool
    popup: str
    place: Rect | None
    seen: Rect
    top: Ref
    holder: Ref | None
    span: tuple[int, int] | None
    tall: int | None
    within: int


@dataclass(frozen=True, slots=True)
class Look:
    """`objects` are all that were read; `earlier` is what the next look at the window may build on; `frames` the main frames by
    the numbers of their windows."""

    snapshot: Snapshot
    known: dict[str, Known]
    objects: frozenset[Ref]
    earlier: Earlier | None
    frames: dict[str, Ref]


class Chosen(NamedTuple):
    """A top-level that is read, and the window that shows it."""

    app: App
    top: Node
    surface: Surface


@dataclass
class Looking:
    """The work of one look. `stall_s` without any answer means that the application hangs; `rest_s` tells how long an
    application has told of no change, `told_since` which objects told of one since a loop time, None where that is not known;
    `earlier` is the last look at the window; `frames` tells which main frame was in which window."""

    registry: Registry
    deadline: float
    stall_s: float
    rest_s: Callable[[Ref, float], Awaitable[float]]
    told_since: Callable[[float], Mapping[str, Collection[str]] | None]
    painted: Painted = UNSEEN
    earlier: Earlier | None = None
    frames: Mapping[str, Ref] = field(default_factory=dict)
    caps: Caps = field(default_factory=Caps)
    notes: list[str] = field(default_factory=list)
    more: list[str] = field(default_factory=list)
    cuts: list[str] = field(default_factory=list)

    async def look(self, snapshot_id: int, surface: Surface, related: Sequence[Surface]) -> Look:
        started, before = asyncio.get_running_loop().time(), self.registry.direct.calls
        surfaces = (surface, *related)
        apps = await self._apps(surface, related)
        # Together, as one that hangs would use up the time of the others.
        tops_of = await asyncio.gather(*(self._tops(app) for app in apps))
        chosen = [
            Chosen(app, top, shown_by)
            for app, tops in zip(apps, tops_of, strict=True)
            for top, shown_by in self._chosen(app, tops or [], surface, related)
        ]
        chosen = await self._believed(chosen)
        rest_s = min([await self.rest_s(one.app.root, self.deadline) for one in chosen], default=0.0)
        # GTK 4 tells of few changes, and of hidden objects as of shown ones: nothing of an earlier look is proved by that.
        tells = all(one.app.toolkit.showing for one in chosen)
        chosen, tops, seen = await self._seen(chosen, surfaces, rest_s, tells)
        found, known = _told(snapshot_id, chosen, tops, surfaces)
        found += await tips_beside(found, surfaces, snapshot_id, self.registry.direct, self.deadline, self.stall_s)
        picking = {one.app.root.bus: one.app.connection for one in chosen if one.app.toolkit.picks}
        found = await without_stale(found, picking, self.deadline, self.stall_s)
        self._judge(surface, apps, any(tops is not None for tops in tops_of), bool(known))
        if len(found) > _ELEMENTS:
            self.cuts.append(f"of {len(found)} controls in sight only the first {_ELEMENTS} are listed")
        shown = found[:_ELEMENTS]
        lasting: Sequence[Surface] = (*related, surface)
        for one in chosen:
            lasting = without_tooltips(one.top, lasting, one.app.toolkit)
        hidden = under_windows(shown, lasting) | await self._under_controls(shown, apps)
        snapshot = Snapshot(
            id=snapshot_id,
            window_id=surface.window.id,
            window_rect=surface.window.rect,
            elements=marked(shown, hidden),
            degraded="; ".join(dict.fromkeys(self.notes)) or None,
            more=(*self.more, *([HINT] if any(not one.app.toolkit.tells_disabled for one in chosen) else [])),
            cut="; ".join(dict.fromkeys(self.cuts)) or None,
            read_ms=(asyncio.get_running_loop().time() - started) * 1000,
            calls=self.registry.direct.calls - before,
            app_root=surface.window.app_root,
        )
        is_whole = seen.frame is not None and not self.notes and not self.cuts
        is_prompt = tells and not any(one.app.toolkit.late for one in chosen)
        earlier = (
            Earlier(surfaces, seen.frame, tuple(tops), seen.began, snapshot.calls, is_prompt)
            if is_whole and seen.frame
            else None
        )
        objects = frozenset(node.ref for top in tops for node in top.node.walk())
        frames = {one.surface.window.id: one.top.ref for one in chosen if one.top.kind == convert.FRAME}
        return Look(snapshot, known, objects, earlier, frames)

    async def _apps(self, surface: Surface, related: Sequence[Surface]) -> list[App]:
        """Of the window's process, and of those that opened dialogs for it."""
        apps = await self.registry.applications(surface.window.pid or None, self.deadline)
        for other in {one.window.pid for one in related} - {0, *(app.pid for app in apps)}:
            apps += [app for app in await self.registry.applications(other, self.deadline) if app.pid == other]
        return apps

    async def _seen(
        self, chosen: list[Chosen], surfaces: tuple[Surface, ...], rest_s: float, tells: bool
    ) -> tuple[list[Chosen], list[Top], Seen]:
        """What was read, and what of it was not asked. Where something is painted late, what was read holds as far as that
        picture goes; where that goes on, nothing that was taken from a picture counts."""
        noted, painted = list(self.notes), self.painted
        seen = Seen.of(painted.after(rest_s), partial(self._recall, surfaces) if tells else nothing, painted.began)
        tops = await self._read_all(chosen, surfaces, seen)
        for is_mended in (tells, False):
            late = await seen.belied_by(painted, rest_s)
            if late is None or seen.frame is None:
                break
            painted = late
            self.notes, self.more, self.cuts = list(noted), [], []
            self.earlier = Earlier(surfaces, seen.frame, tuple(tops), seen.began)
            seen = Seen.of(late.frame if is_mended else None, partial(self._recall, surfaces), late.began)
            chosen = [one._replace(top=Node(one.top.ref, None)) for one in chosen]
            tops = await self._read_all(chosen, surfaces, seen)
        return chosen, tops, seen

    def _recall(self, surfaces: Sequence[Surface], frame: Frame) -> Unchanged | None:
        """What of the last look holds."""
        told = None if self.earlier is None else self.told_since(self.earlier.began)
        if self.earlier is None or told is None:
            return None
        return self.earlier.since(surfaces, frame, told, asyncio.get_running_loop().time())

    def _before(self, top: Node) -> Node | None:
        """The same top-level as the last look read it."""
        tops = () if self.earlier is None else self.earlier.tops
        return next((one.node for one in tops if one.node.ref == top.ref), None)

    async def _believed(self, chosen: Sequence[Chosen]) -> list[Chosen]:
        believed = []
        for one in chosen:
            app, top = one.app, one.top
            if await are_quick(app.connection, app.toolkit, [top.ref], self.deadline, self.stall_s):
                one = one._replace(
                    app=replace(app, toolkit=replace(app.toolkit, tells_disabled=False, named_by_choice=False))
                )
            believed.append(one)
        return believed

    async def _under_controls(self, found: Sequence[tuple[Element, Node]], apps: Sequence[App]) -> set[int]:
        pages = {app.root.bus: app for app in apps if app.toolkit.pages}
        swing = {app.root.bus for app in apps if app.toolkit.swing}
        hidden, in_pages = under_others(found, frozenset(pages), frozenset(swing))
        for bus, pairs in in_pages.items():
            hidden |= await PageHits(pages[bus].connection, self.deadline, self.stall_s).covered(found, pairs)
        return hidden

    def _judge(self, surface: Surface, apps: Sequence[App], answered: bool, found: bool) -> None:
        mine = [app for app in apps if app.pid == surface.window.pid]
        if mine and (not answered or (_ENDED["silent"] in self.notes and not found)):
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
        if tops:
            self._note(await batch.finish(self.deadline, self.stall_s), batch, reader)
        return [top for top in tops if top.shown]

    def _chosen(
        self, app: App, tops: Sequence[Node], surface: Surface, related: Sequence[Surface]
    ) -> list[tuple[Node, Surface]]:
        theirs = [one for one in related if app.pid and one.window.pid == app.pid]
        if app.pid != surface.window.pid and theirs:
            return match(tops, theirs, app.toolkit, self.frames)
        pairs = match(tops, (surface, *related), app.toolkit, self.frames)
        if app.pid != surface.window.pid:
            pairs = [pair for pair in pairs if (likeness(*pair, app.toolkit) or 0.0) >= _SURE]
            return pairs if any(pair[1] is surface for pair in pairs) else []
        taken = {id(top) for top, _ in pairs}
        alone = sum(top.kind == convert.FRAME for top in tops) <= 1
        loose = [(top, surface) for top in tops if id(top) not in taken and top.kind != convert.FRAME and alone]
        return sorted(pairs, key=lambda pair: pair[1] is not surface) + loose

    async def _read_all(self, chosen: Sequence[Chosen], surfaces: Sequence[Surface], seen: Seen) -> list[Top]:
        return [Top(one.top, await self._read(one, surfaces, seen)) for one in chosen]

    async def _read(self, one: Chosen, surfaces: Sequence[Surface], seen: Seen) -> dict[int, Rect]:
        app, top = one.app, one.top
        top.children = []
        grids: list[asyncio.Task[tuple[Node, Ahead] | None]] = []
        batch = Batch(app.connection)
        reader = TreeReader(
            batch,
            app.toolkit,
            self.caps,
            lambda node: grids.append(asyncio.create_task(self._grid(one, node, seen))),
            seen.fill,
        )
        await self._check_places(app, self._before(top), seen)
        reader.foresee(seen.asked_again(self._before(top)))
        reader.read(top)
        ended = await batch.finish(self.deadline, self.stall_s)
        self._note(ended, batch, reader)
        if ended == "late":
            without_gaps(top)
        if app.toolkit.quiet_items:
            await QuietMenus(app.connection, app.toolkit, surfaces, self.deadline, self.stall_s).read(top)
        sheets = [found for found in await asyncio.gather(*grids) if found is not None]
        if app.toolkit.swing:
            mend(top, reader.claimed)
        self.more += out_of_sight(top)
        bounds = place(top, one.surface, surfaces, app.toolkit, self.painted.frame)
        self.more += beyond(top, bounds, app.toolkit)
        for sheet, ahead in sheets:
            await self._sheet(app, sheet, ahead, bounds[id(sheet)], seen)
        return bounds

    async def _check_places(self, app: App, before: Node | None, seen: Seen) -> None:
        if before is None or seen.unchanged is None:
            return
        nodes = seen.unchanged.places(before)
        where = ("u", (app.toolkit.coordinates,))
        asked = [Question(node.ref, COMPONENT, "GetExtents", *where) for node in nodes]
        bodies = await ask_all(app.connection, asked, self.deadline, self.stall_s) if asked else []
        seen.unchanged.moved(node for node, body in zip(nodes, bodies, strict=True) if rect_of(body) != node.raw)

    def _note(self, ended: str | None, batch: Batch, reader: TreeReader) -> None:
        if ended:
            self.notes.append(_ENDED[ended])
        if batch.lost:
            self.notes.append("the application ended while it was read, or its connection did; look again")
        self.cuts += sorted(reader.cuts)

    def _cells(self, app: App) -> SheetReader:
        return SheetReader(app.connection, self.registry.paths, self.deadline, self.stall_s)

    async def _sheet(self, app: App, sheet: Node, ahead: Ahead, clip: Rect, seen: Seen) -> None:
        cells = self._cells(app)
        seen.judged.append(clip)
        await cells.read(sheet, ahead, clip, seen)
        await cells.mark(sheet)
        if ahead.span.is_cut:
            self.cuts.append(f"{sheet.name or 'the sheet'!r} shows more cells than are listed")

    async def _grid(self, one: Chosen, grid: Node, seen: Seen) -> tuple[Node, Ahead] | None:
        """Reads the part in sight; of a sheet it finds out which that is, and what its place on the screen is not needed
        for."""
        app = one.app
        clip = raw_clip(grid, one.surface, app.toolkit)
        if clip is None or clip.is_empty:
            return None
        entries = GridReader(app.connection, self.registry.paths, self.deadline, self.stall_s)
        corners = await entries.corners(grid, clip)
        span = await entries.addresses(grid, corners) if corners else None
        if span:
            before = self._before(one.top)
            earlier = next((node for node in before.walk() if node.ref == grid.ref), None) if before else None
            return grid, await self._cells(app).ask_ahead(grid, span, earlier, seen)
        refs = await entries.between(grid, corners) if corners else []
        refs = refs or await entries.first(grid, self.caps.children)
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


def _told(
    snapshot_id: int, chosen: Sequence[Chosen], tops: Sequence[Top], surfaces: Sequence[Surface]
) -> tuple[list[tuple[Element, Node]], dict[str, Known]]:
    found: list[tuple[Element, Node]] = []
    known: dict[str, Known] = {}
    in_pieces = any(each.is_in_pieces for each in surfaces)
    for one, top in zip(chosen, tops, strict=True):
        own = one.surface is surfaces[0]
        for whole, node in elements_of(one.top, snapshot_id, top.bounds, one.app.toolkit, own):
            element = on_screens(whole, surfaces[0]) if in_pieces else whole
            found.append((element, node))
            known[element.handle.key] = _known(element, node, one)
    return found, known


def _known(element: Element, node: Node, one: Chosen) -> Known:
    toolkit, surface = one.app.toolkit, node.surface or one.surface.window.id
    seen = _NOWHERE if "offscreen" in element.states else element.rect
    by_content = node.cell is None and named_by_content(node, toolkit)
    popup = popup_of(node, toolkit)
    within = node.parent if element.role in _ENTRIES and node.cell is None else None
    holder = within.ref if within is not None and shown(toolkit, within.states) else None
    tall = node.rect.height if toolkit.pages and element.role in _BRANCHES and node.rect is not None else None
    return Known(
        node.ref,
        toolkit,
        surface,
        node.shift,
        node.cell,
        one.top.raw,
        by_content,
        popup,
        node.rect,
        seen,
        one.top.ref,
        holder,
        node.span,
        tall,
        -1 if node.parent is None else node.parent.kind,
    )


_ENDED = {
    "late": "the window was not read to its end in time",
    "silent": "the application stopped answering while it was read",
}
