"""Remembers the latest looks: what each of their handles stands for as that look saw it, which objects they read, and in
which windows the main frames were.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ufo.desktop.linux.atspi.cell_names import Place
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Ref
from ufo.desktop.linux.reuse.earlier import Earlier
from ufo.desktop.linux.toolkits.toolkit import Reading, Toolkit, frame_of
from ufo.desktop.linux.tree.elements import named_by_content
from ufo.desktop.linux.tree.toplevels import Chosen
from ufo.desktop.snapshot import Element, Handle, Snapshot
from ufo.errors import ElementGone
from ufo.schema.geometry import Rect
from ufo.schema.roles import ROWS_AND_HEADERS

_NOWHERE = Rect(0, 0, 0, 0)


class HandleTable(NamedTuple):
    """What one handle stands for: the object (for a cell its sheet), how to read it, and where it was.

    `popup` is the window that must exist for an entry that does not report whether it is shown, or "". `top` is its
    top-level. `holder` is the list, tree or table that must be shown as well, since entries of Qt report themselves as
    shown when it is not. `tall` is the greatest height of an entry in a page: what grows below it are entries of its own.
    `within` is the kind of the parent. `painted` marks a box to choose from that is painted into a document. `inner`: how much
    more it was shifted than its top-level. `span` and `unsaid`: see `Node`; `pane`: see `Placing`.
    """

    ref: Ref
    toolkit: Toolkit
    surface: str
    shift: tuple[int, int]
    inner: tuple[int, int]
    unsaid: tuple[int, int]
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
    painted: bool
    pane: tuple[Ref, Ref] | None

    @classmethod
    def of(cls, element: Element, node: Node, entry: Chosen) -> HandleTable:
        toolkit, is_cell, parent = entry.app.toolkit, node.cell is not None, node.parent
        within = parent if element.role in ROWS_AND_HEADERS and not is_cell else None
        reading, placing = toolkit.reading, toolkit.placing
        return cls(
            ref=node.ref,
            toolkit=toolkit,
            surface=node.surface or entry.surface.window.id,
            shift=node.shift,
            inner=(node.shift[0] - entry.top.shift[0], node.shift[1] - entry.top.shift[1]),
            unsaid=node.unsaid,
            cell=node.cell,
            frame=frame_of(entry.top, entry.surface),
            by_content=not is_cell and named_by_content(node, toolkit.wording),
            popup=_popup_of(node, reading),
            place=node.rect,
            seen=_NOWHERE if "offscreen" in element.states else element.rect,
            top=entry.top.ref,
            holder=within.ref if within is not None and reading.is_showing(within.states) else None,
            span=node.span,
            tall=placing.own_height(node),
            within=-1 if parent is None else parent.kind,
            painted=element.role == "ComboBox" and placing.is_painted(node),
            pane=placing.pane(node),
        )

    def beyond(self, ref: Ref, within: int) -> HandleTable:
        """Return what the handle of a part of this page stands for that is scrolled out of sight."""
        return self._replace(
            ref=ref,
            by_content=False,
            popup="",
            place=None,
            seen=_NOWHERE,
            holder=None,
            span=None,
            tall=None,
            within=within,
            painted=False,
            pane=None,
        )


def _popup_of(node: Node, reading: Reading) -> str:
    """Return the window that shows an entry of a menu which does not report that it is shown, or "" for all other nodes."""
    if node.parent is None:
        return ""
    quiet = reading.option_list(node.parent) is not None and not reading.is_showing(node.states)
    return node.surface if quiet else node.parent.popup


# Handles of older looks are refused: a model that still uses them has not seen what is there now. The ids of a turn come from one
# look, and one action may make dozens of looks. Fewer looks are kept when their windows are large.
_LOOKS, _MOST_LOOKS, _KNOWN = 16, 64, 40_000
_FRAMES = 256
AGAIN = "Look at the window again and take the control from there."


class RememberedLooks:
    def __init__(self) -> None:
        self._known: OrderedDict[int, dict[str, HandleTable]] = OrderedDict()
        self._objects: OrderedDict[str, frozenset[Ref]] = OrderedDict()
        self._sheets: frozenset[str] = frozenset()
        self._frames: dict[str, Ref] = {}

    @property
    def frames(self) -> Mapping[str, Ref]:
        """The main frames by their window ids."""
        return self._frames

    def add(self, look: Look) -> None:
        window_id = look.snapshot.window_id
        self._objects[window_id] = look.objects
        self._objects.move_to_end(window_id)
        while len(self._objects) > _LOOKS:
            self._objects.popitem(last=False)
        has_cells = any(known.cell is not None for known in look.known.values())
        others = self._sheets - {window_id}
        self._sheets = (others & self._objects.keys()) | ({window_id} if has_cells else set())
        self._known[look.snapshot.id] = look.known
        while len(self._known) > (_LOOKS if sum(map(len, self._known.values())) > _KNOWN else _MOST_LOOKS):
            self._known.popitem(last=False)
        if len(self._frames) > _FRAMES:
            self._frames.clear()
        self._frames.update(look.frames)

    def renew(self, snapshot_id: int) -> bool:
        """Return whether the handles of that look are still valid, and if so keep them as long as if it were the latest."""
        if snapshot_id not in self._known:
            return False
        self._known.move_to_end(snapshot_id)
        return True

    def find(self, handle: Handle) -> HandleTable | None:
        return self._known.get(handle.snapshot_id, {}).get(handle.key)

    def learn(self, handle: Handle, known: HandleTable) -> None:
        """Add to a look what was found out later, where that look does not have it by itself."""
        self._known.get(handle.snapshot_id, {}).setdefault(handle.key, known)

    def take(self, handle: Handle) -> HandleTable:
        """Return what the handle stands for, and keep its look valid: the actions of one turn use one look, and each of them
        makes more looks. Raises ElementGone where the look is too old.
        """
        known = self.find(handle)
        if known is None:
            raise ElementGone(f"{handle.role} {handle.name!r} belongs to an old look at the window. {AGAIN}")
        self._known.move_to_end(handle.snapshot_id)
        return known

    def holds(self, ref: Ref) -> bool:
        """Tell whether one of the remembered looks has read that object."""
        return any(ref in objects for objects in self._objects.values())

    def has_sheet(self, window_id: str) -> bool:
        return window_id in self._sheets

    def is_late(self, snapshot_id: int) -> bool:
        """Tell whether that look may have lagged behind the screen."""
        return any(known.toolkit.lags for known in self._known.get(snapshot_id, {}).values())

    def clear(self) -> None:
        """Forget all looks. Call this when the bus changes, as an old handle could mean another object there."""
        self._known.clear()
        self._objects.clear()
        self._frames.clear()
        self._sheets = frozenset()


@dataclass(frozen=True, slots=True)
class Look:
    """The result of one look. `objects` are all objects that were read; `earlier` is what the next look at the window may
    build on; `frames` are the main frames by their window ids. `popups`: the places of open menus and lists of a window
    whose popups the window system does not list.
    """

    snapshot: Snapshot
    known: dict[str, HandleTable]
    objects: frozenset[Ref]
    earlier: Earlier | None
    frames: dict[str, Ref]
    popups: Mapping[str, Rect] = field(default_factory=dict)
