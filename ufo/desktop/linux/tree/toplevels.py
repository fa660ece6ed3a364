"""Finds the accessible top-levels that a window and its related windows show, in all applications that have a part in it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import NamedTuple

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Batch, Ref
from ufo.desktop.linux.registry.applications import App, Registry
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.text import clean_name
from ufo.desktop.linux.toolkits.toolkit import WINDOW
from ufo.desktop.linux.tree.notes import Notes
from ufo.desktop.linux.tree.reader import Caps, TreeReader
from ufo.schema.geometry import Rect

_NO_FRAMES: Mapping[str, Ref] = MappingProxyType({})
_SAME = 0.6
_BORDER, _TITLE_BAR, _SHADOWS = 16, 64, 120
"""How many pixels a window manager's border, its title bar, and a shadow on both sides of a window take at most."""


def match(
    tops: Sequence[Node], surfaces: Sequence[Surface], coordinates: int, earlier: Mapping[str, Ref] = _NO_FRAMES
) -> list[tuple[Node, Surface]]:
    """Return pairs of a top-level and a window, best first, each used at most once. `coordinates` is the AT-SPI number of the
    top-levels' coordinates. `earlier` maps a window id to the main frame that an earlier look found in it.
    """
    alone = sum(top.kind == roles.FRAME for top in tops) == 1
    scored = []
    for top in tops:
        for surface in surfaces:
            is_its_own = earlier.get(surface.window.id) == top.ref or (alone and _both_active(top, surface))
            score = likeness(top, surface, coordinates, is_its_own)
            if score is not None:
                scored.append((score, top, surface))
    pairs: list[tuple[Node, Surface]] = []
    used: set[int] = set()
    for _, top, surface in sorted(scored, key=lambda entry: entry[0], reverse=True):
        if id(top) not in used and id(surface) not in used:
            used |= {id(top), id(surface)}
            pairs.append((top, surface))
    return pairs


def likeness(top: Node, surface: Surface, coordinates: int, is_its_own: bool = False) -> float | None:
    """Return how well a top-level and a window fit, or None where neither their titles nor their places agree.

    `is_its_own`: they belonged together a moment ago, or the application has no other main window. Then different titles do
    not separate them, as the tree and the X server do not report a new title at the same moment, for instance when a page
    changes its own.
    """
    title = clean_name(surface.window.title)
    same_title = bool(title) and (top.name == title)
    place = _place(top.raw, surface, coordinates)
    if place < _SAME and (not same_title or (surface.popup and top.kind == roles.FRAME)):
        # The window of a menu may have the program's name as its title, as the main window may.
        return None
    renamed = bool(title and top.name) and not same_title and not _akin(top.name, title)
    if renamed and top.kind == roles.FRAME and not is_its_own:
        # Two maximised documents of one application lie at the same place.
        return None
    active = 0.5 if bool(top.states & roles.ACTIVE) == surface.window.active else 0.0
    return (2.0 if same_title else 0.0) + place + active


def _both_active(top: Node, surface: Surface) -> bool:
    return bool(top.states & roles.ACTIVE) and surface.window.active


def _akin(text: str, other: str) -> bool:
    return text in other or other in text


def _place(raw: Rect | None, surface: Surface, coordinates: int) -> float:
    if raw is None or raw.is_empty:
        return 0.0
    if coordinates == WINDOW or surface.local:
        wider, higher = raw.width - surface.visible.width, raw.height - surface.visible.height
        if abs(wider) <= 2 and abs(higher) <= 2:
            return 0.9
        return 0.61 if surface.local and 0 <= wider <= _SHADOWS and 0 <= higher <= _SHADOWS else 0.0
    if _is_decorated(raw, surface.client):
        return 0.9
    return max(raw.iou(box) for box in (surface.client, surface.visible, surface.window.rect))


def _is_decorated(raw: Rect, client: Rect) -> bool:
    """Tell whether the place includes the window manager's title bar and border, which are much of a small dialog."""
    left, top = client.x - raw.x, client.y - raw.y
    right, bottom = raw.right - client.right, raw.bottom - client.bottom
    sides = all(0 <= number <= _BORDER for number in (left, right, bottom))
    return sides and abs(left - right) <= 1 and 0 < top <= _TITLE_BAR


_SURE = 2.6


class Chosen(NamedTuple):
    """A top-level that is read, and the window that shows it."""

    app: App
    top: Node
    surface: Surface


class ShownToplevels(NamedTuple):
    """The top-levels that were found. `answered`: whether any of the applications reported its top-levels."""

    apps: list[App]
    answered: bool
    chosen: list[Chosen]


@dataclass(frozen=True, slots=True)
class TopLevels:
    """Finds top-levels for one look. `frames` maps a window id to the main frame that was last found in it."""

    registry: Registry
    deadline: float
    stall_s: float
    frames: Mapping[str, Ref]
    notes: Notes

    async def of(self, surface: Surface, related: Sequence[Surface]) -> ShownToplevels:
        apps = await self._apps(surface, related)
        # All are asked at once, as an application that hangs would use up the time of the others.
        tops_of = await asyncio.gather(*(self._tops(app) for app in apps))
        chosen = [
            Chosen(app, top, shown_by)
            for app, tops in zip(apps, tops_of, strict=True)
            for top, shown_by in self._matched(app, tops or [], surface, related)
        ]
        return ShownToplevels(
            apps, any(tops is not None for tops in tops_of), [await self._known_for(entry) for entry in chosen]
        )

    async def _apps(self, surface: Surface, related: Sequence[Surface]) -> list[App]:
        """Return the applications of the window's process and of the processes that opened dialogs for it."""
        apps = await self.registry.applications(surface.window.pid or None, self.deadline)
        for other in {item.window.pid for item in related} - {0, *(app.pid for app in apps)}:
            apps += [app for app in await self.registry.applications(other, self.deadline) if app.pid == other]
        return apps

    async def _tops(self, app: App) -> list[Node] | None:
        with self.notes.part("reading the windows of an application"):
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
            self.notes.of_batch(await batch.finish(self.deadline, self.stall_s), batch, reader)
        return [top for top in tops if top.shown]

    def _matched(
        self, app: App, tops: Sequence[Node], surface: Surface, related: Sequence[Surface]
    ) -> list[tuple[Node, Surface]]:
        with self.notes.part("finding the window in its application's tree"):
            return self._chosen(app, tops, surface, related)
        return []

    def _chosen(
        self, app: App, tops: Sequence[Node], surface: Surface, related: Sequence[Surface]
    ) -> list[tuple[Node, Surface]]:
        theirs = [item for item in related if app.pid and item.window.pid == app.pid]
        if app.pid != surface.window.pid and theirs:
            return match(tops, theirs, app.toolkit.coordinates, self.frames)
        pairs = match(tops, (surface, *related), app.toolkit.coordinates, self.frames)
        if app.pid != surface.window.pid:
            pairs = [pair for pair in pairs if (likeness(*pair, app.toolkit.coordinates) or 0.0) >= _SURE]
            return pairs if any(pair[1] is surface for pair in pairs) else []
        taken = {id(top) for top, _ in pairs}
        left = [top for top in tops if id(top) not in taken and top.kind != roles.FRAME]
        # A dialog that belongs to no other window has a window of its own beside this one, where it can be worked.
        taken |= {id(top) for top, _ in match(left, surface.beside, app.toolkit.coordinates)}
        alone = sum(top.kind == roles.FRAME for top in tops) <= 1
        loose = [(top, surface) for top in tops if id(top) not in taken and top.kind != roles.FRAME and alone]
        return sorted(pairs, key=lambda pair: pair[1] is not surface) + loose

    async def _known_for(self, entry: Chosen) -> Chosen:
        """Return the choice with the toolkit of this top-level, as one application may have windows of two toolkits."""
        app = entry.app
        toolkit = await app.toolkit.of_window(app.connection, entry.top.ref, self.deadline, self.stall_s)
        return entry if toolkit is app.toolkit else entry._replace(app=replace(app, toolkit=toolkit))
