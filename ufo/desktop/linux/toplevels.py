"""Which accessible top-levels a window and its related ones show, of all applications that have a part in it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from ufo.desktop.linux import convert
from ufo.desktop.linux.bus import Batch, Ref
from ufo.desktop.linux.matching import likeness, match
from ufo.desktop.linux.nodes import Node
from ufo.desktop.linux.quick import are_quick
from ufo.desktop.linux.reader import Caps, TreeReader
from ufo.desktop.linux.registry import App, Registry
from ufo.desktop.linux.remarks import Remarks
from ufo.desktop.linux.surface import Surface

_SURE = 2.6


class Chosen(NamedTuple):
    """A top-level that is read, and the window that shows it."""

    app: App
    top: Node
    surface: Surface


class Shown(NamedTuple):
    """`answered`: whether any of the applications told its top-levels."""

    apps: list[App]
    answered: bool
    chosen: list[Chosen]


@dataclass(frozen=True, slots=True)
class TopLevels:
    """`frames` tells which main frame was in which window."""

    registry: Registry
    deadline: float
    stall_s: float
    frames: Mapping[str, Ref]
    remarks: Remarks

    async def of(self, surface: Surface, related: Sequence[Surface]) -> Shown:
        apps = await self._apps(surface, related)
        # Together, as one that hangs would use up the time of the others.
        tops_of = await asyncio.gather(*(self._tops(app) for app in apps))
        chosen = [
            Chosen(app, top, shown_by)
            for app, tops in zip(apps, tops_of, strict=True)
            for top, shown_by in self._matched(app, tops or [], surface, related)
        ]
        return Shown(apps, any(tops is not None for tops in tops_of), [await self._known_for(one) for one in chosen])

    async def _apps(self, surface: Surface, related: Sequence[Surface]) -> list[App]:
        """Of the window's process, and of those that opened dialogs for it."""
        apps = await self.registry.applications(surface.window.pid or None, self.deadline)
        for other in {one.window.pid for one in related} - {0, *(app.pid for app in apps)}:
            apps += [app for app in await self.registry.applications(other, self.deadline) if app.pid == other]
        return apps

    async def _tops(self, app: App) -> list[Node] | None:
        with self.remarks.part("reading the windows of an application"):
            return await self._tops_of(app)
        return []

    async def _tops_of(self, app: App) -> list[Node] | None:
        refs = await self.registry.tops(app, self.deadline)
        if refs is None:
            return None
        tops = [Node(ref, None) for ref in refs]
        batch = Batch(app.connection)
        reader = TreeReader(batch, app.toolkit, Caps(), lambda node: None)
        for top in tops:
            reader.read(top, whole=False)
        if tops:
            self.remarks.of_batch(await batch.finish(self.deadline, self.stall_s), batch, reader)
        return [top for top in tops if top.shown]

    def _matched(
        self, app: App, tops: Sequence[Node], surface: Surface, related: Sequence[Surface]
    ) -> list[tuple[Node, Surface]]:
        with self.remarks.part("finding the window in its application's tree"):
            return self._chosen(app, tops, surface, related)
        return []

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

    async def _known_for(self, one: Chosen) -> Chosen:
        """With what the toolkit is believed in this top-level: one application may have windows of Qt Quick and others."""
        app = one.app
        if not await are_quick(app.connection, app.toolkit, [one.top.ref], self.deadline, self.stall_s):
            return one
        return one._replace(app=replace(app, toolkit=replace(app.toolkit, tells_disabled=False, named_by_choice=False)))
