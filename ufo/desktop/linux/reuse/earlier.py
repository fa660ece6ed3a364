"""Keeps what an earlier look at a window read and certainly still holds, so that after an action only the changes are asked
for.

A part of a tree holds if all of this is true: every pixel of it is unchanged, its application reported no change of any
object in it, every object in it still reports its old place, nothing in it was worked on or has the keyboard focus, no other
window lies over it, and it was read a moment ago. (LibreOffice paints a new arrangement before it reports the places.)
Pixels prove nothing about objects without pixels: hidden objects hold only inside a container that holds, and objects that
are cut off or scrolled out do not hold. Only pictures count that the application had the time to paint, see `painted`.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.cell_names import Place
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Ref
from ufo.desktop.linux.reuse.tile_diff import DirtyTiles, between
from ufo.desktop.linux.screen.surface import Surface
from ufo.schema.geometry import Point, Rect
from ufo.schema.picture import Frame

_MOMENT_S = 3.0
_WINDOWS = 3
_WORTH_CALLS = 100
_OPENERS = frozenset({8, 11, 33, 35, 41, 45, 59, 129})
"""The kinds that a menu or a list in a window of its own may belong to."""

_LITTLE = 0.05
"""The largest share of changed tiles, 0 to 1, of a window that changed in a few places only."""

Outline = tuple[str, Rect, tuple[int, int, int, int], bool]
Shape = tuple[Outline, ...]


def outline_of(surface: Surface) -> Outline:
    """Return which window it is, and where."""
    return surface.window.id, surface.client, surface.shadow, surface.popup


def shape_of(surfaces: Sequence[Surface]) -> Shape:
    """Return which windows there are, where, and in which order."""
    return tuple(map(outline_of, surfaces))


@dataclass(frozen=True, slots=True)
class Top:
    """A top-level as it was read. `bounds` gives, by the `id` of each node, the part of the screen that can show it.
    `coordinates` is the kind in which the objects report their places, as AT-SPI numbers it.
    """

    node: Node
    bounds: Mapping[int, Rect]
    coordinates: int = 0


@dataclass(frozen=True, slots=True)
class Earlier:
    """One look. `began` is the loop time before `frame` was taken, and `frame` was taken before the tree was read. `calls` is
    the number of calls that the look took; `tells`: its applications report their changes. `touched` are the points worked
    on since.
    """

    surfaces: tuple[Surface, ...]
    frame: Frame
    tops: tuple[Top, ...]
    began: float
    calls: int = 0
    tells: bool = False
    snapshot_id: int = 0
    touched: list[Point] = field(default_factory=list)

    def since(
        self, surfaces: Sequence[Surface], frame: Frame, told: Mapping[str, Collection[str]], now: float
    ) -> Unchanged | None:
        """Return what still holds, or None where nothing does. `told` gives, for each application, the objects that reported a
        change.
        """
        if outline_of(surfaces[0]) != outline_of(self.surfaces[0]):
            return None
        # The picture reaches as far as the dialogs and menus do.
        common = self.frame.rect.intersection(frame.rect)
        dirty = (
            None
            if common.is_empty or not self.frame.pixels
            else between(self.frame.cropped(common), frame.cropped(common))
        )
        if dirty is None:
            return None
        found = Unchanged(dirty, self.began)
        sifting = _Sifting(self, told, dirty, now, _Windows.of(self.surfaces, surfaces))
        for top in self.tops:
            sifting.sift(top, found)
        return found

    def is_near(self, surfaces: Sequence[Surface], frame: Frame, now: float) -> bool:
        """Tell whether a look now would ask little. False where much was painted, because LibreOffice paints a new arrangement
        before it reports the places.
        """
        if not self.tells or now - self.began > _MOMENT_S or shape_of(surfaces) != shape_of(self.surfaces):
            return False
        dirty = between(self.frame, frame)
        return self.calls >= _WORTH_CALLS and dirty is not None and dirty.share <= _LITTLE


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The parts of an earlier look that hold, by their top objects. A part that is taken belongs to the caller; `taken` are the
    places of everything taken. `stood` gives the places of the sheets whose cells were all read recently enough.
    """

    dirty: DirtyTiles
    began: float
    parts: dict[Ref, Node] = field(default_factory=dict)
    sheets: dict[Ref, dict[Place, Node]] = field(default_factory=dict)
    stood: dict[Ref, Rect] = field(default_factory=dict)
    taken: list[Rect] = field(default_factory=list)

    def places(self, top: Node) -> list[Node]:
        """Return every object in the parts of this tree that reports a place."""
        held = list(_outermost(top, self.parts))
        return [node for part in held for node in part.walk() if node.shown and node.raw and node.cell is None]

    def moved(self, nodes: Iterable[Node]) -> None:
        """Drop these objects and all parts that contain them, because the objects have moved."""
        for node in nodes:
            above: Node | None = node
            while above is not None:
                self.parts.pop(above.ref, None)
                above = above.parent

    def take(self, ref: Ref) -> Node | None:
        part = self.parts.pop(ref, None)
        if part is not None and part.rect is not None:
            self.taken.append(part.rect)
        return part

    def sheet(self, sheet: Node, clip: Rect) -> list[Node]:
        """Return all cells of a sheet that looks unchanged; none where it does not. `clip` is the part of the screen that shows
        it.
        """
        cells = self.sheets.get(sheet.ref, {})
        if self.dirty.touches(clip) or self.stood.get(sheet.ref) != sheet.rect:
            return []
        for cell in cells.values():
            cell.since = cell.since or self.began
        return list(cells.values())

    def cell(self, sheet: Ref, place: Place, rect: Rect) -> Node | None:
        """Return the cell if it has not moved and looks unchanged, else None."""
        cell = self.sheets.get(sheet, {}).get(place)
        if cell is None or cell.rect != rect or self.dirty.touches(rect):
            return None
        self.taken.append(rect)
        cell.since = cell.since or self.began
        return cell


@dataclass(frozen=True, slots=True)
class _Windows:
    """The windows of two looks. `standing` are the ids of those that both have in the same place; `over` are the dialogs, menus
    and popups of both; `is_same`: nothing came, went or moved.
    """

    standing: frozenset[str]
    over: tuple[Surface, ...]
    is_same: bool

    @classmethod
    def of(cls, before: Sequence[Surface], now: Sequence[Surface]) -> _Windows:
        outlines = set(shape_of(before)).intersection(shape_of(now))
        is_same = shape_of(before) == shape_of(now)
        over = tuple(before[1:]) if is_same else (*before[1:], *now[1:])
        return cls(frozenset(outline[0] for outline in outlines), over, is_same)


@dataclass(frozen=True, slots=True)
class _Sifting:
    earlier: Earlier
    told: Mapping[str, Collection[str]]
    dirty: DirtyTiles
    now: float
    windows: _Windows

    def sift(self, top: Top, found: Unchanged) -> None:
        nodes = [node for node in top.node.walk() if node.cell is None]
        broken: set[int] = set()
        # `walk` gives parents first, so the reversed order judges children before their parents.
        for node in reversed(nodes):
            if id(node) in broken or not self._holds(node, top.bounds):
                if node.parent is not None:
                    broken.add(id(node.parent))
            elif node.shown and node.rect is not None and not node.rect.is_empty:
                found.parts[node.ref] = node
            if node.children and node.children[0].cell is not None:
                cells = {cell.cell: cell for cell in node.children if cell.cell is not None and self._is_fresh(cell)}
                found.sheets[node.ref] = cells
                if len(cells) == len(node.children) and node.rect is not None:
                    found.stood[node.ref] = node.rect

    def _holds(self, node: Node, bounds: Mapping[int, Rect]) -> bool:
        if node.unannounced or node.ref.path in self.told.get(node.ref.bus, ()) or not self._is_fresh(node):
            return False
        if not self.windows.is_same and not self._stays_among(node):
            return False
        if not node.shown or node.rect is None or node.rect.is_empty:
            return True
        around = bounds.get(id(node))
        return (
            not node.states & (roles.FOCUSED | roles.BUSY | roles.MANAGES_DESCENDANTS)
            # An object with a label takes its name from another object, which may have changed.
            and not node.label
            and around is not None
            and around.covers(node.rect)
            and not self.dirty.touches(node.rect)
            and not any(node.rect.contains(point) for point in self.earlier.touched)
            and not self._is_overlapped(node)
        )

    def _is_fresh(self, node: Node) -> bool:
        return self.now - (node.since or self.earlier.began) <= _MOMENT_S

    def _stays_among(self, node: Node) -> bool:
        """Tell whether the object is what it was although windows came or went."""
        if node.kind in _OPENERS or node.states & (roles.EXPANDABLE | roles.HAS_POPUP):
            return False
        if node.parent is not None and node.kind in roles.WINDOWS:
            return False
        return not node.shown or node.surface in self.windows.standing

    def _is_overlapped(self, node: Node) -> bool:
        return node.rect is not None and any(
            surface.window.id != node.surface and not surface.visible.intersection(node.rect).is_empty
            for surface in self.windows.over
        )


def let_go(tops: Sequence[Top], kept: Earlier | None) -> None:
    """Release the nodes of a look that is over, except those that `kept` took over. Parents and children refer to each other,
    and the garbage collector would find the rest only hundreds of looks later.
    """
    alive = {id(node) for top in kept.tops for node in top.node.walk()} if kept is not None else set()
    for node in [node for top in tops for node in top.node.walk()]:
        if id(node) not in alive:
            node.parent = None


def _outermost(top: Node, parts: Mapping[Ref, Node]) -> Iterator[Node]:
    todo = [top]
    while todo:
        node = todo.pop()
        if node.ref in parts:
            yield node
        else:
            todo.extend(node.children)


class EarlierLooks:
    """Keeps the last look at each of a few windows, and the picture, of several megabytes, only of the latest look."""

    def __init__(self) -> None:
        self._looks: OrderedDict[str, Earlier] = OrderedDict()

    def keep(self, look: Earlier) -> None:
        self.doubt()
        self._looks[look.surfaces[0].window.id] = look
        while len(self._looks) > _WINDOWS:
            self._looks.popitem(last=False)

    def tops(self, snapshot_id: int) -> tuple[Top, ...]:
        """Return the top-levels as that look read them; none where it is not the last look at its window."""
        return next((look.tops for look in self._looks.values() if look.snapshot_id == snapshot_id), ())

    def take(self, window_id: str) -> Earlier | None:
        """Remove and return the last look at the window. The next look takes over its nodes and is kept in its place."""
        return self._looks.pop(window_id, None)

    def is_near(self, surfaces: Sequence[Surface], frame: Frame, now: float) -> bool:
        look = self._looks.get(surfaces[0].window.id)
        return look is not None and look.is_near(surfaces, frame, now)

    def touch(self, points: Sequence[Point]) -> None:
        for look in self._looks.values():
            look.touched.extend(points)

    def doubt(self) -> None:
        """Make all looks serve only to foresee the questions of the next look, and none of the answers."""
        self._looks = OrderedDict(
            (key, replace(look, frame=Frame(look.frame.rect, b""), began=-math.inf))
            for key, look in self._looks.items()
        )

    def clear(self) -> None:
        self._looks.clear()
