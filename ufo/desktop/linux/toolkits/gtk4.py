"""GTK 4, with a variant for 4.16 and later, which leaves the padding of boxes out of places.

GTK 4.8 answers a request for screen coordinates with window coordinates, gives the state SHOWING to frames only, names
what has no name by its type ("GtkMenuButton"), and repeats a name that is computed from content ("7 7"). From 4.16 on an
open menu has the name of the button that opened it. A tab is named "Tab", in the user's language; its name on the screen
is the text in it. A button's own action holds the button down for a quarter of a second and only then activates it.

Its tree puts popovers and tooltips below the widget that they belong to, and not into the X window that shows them. Tiles
of its grid views have the role of cells in a table without rows.

GTK computes the place of a widget by adding up the offsets of all widgets around it. From 4.16 on it counts from the
corner of one box to the inner corner of the next, within padding and border, and leaves out the distance to the outer
corner. So the place of a widget in three padded boxes is too far up and left by the padding of all three. No interface
reports that distance. It is inferred from the content of the box: content that fills the box leaves as much room on
either side.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Line
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.toolkits.gtk4_rows import without_stale
from ufo.desktop.linux.toolkits.toolkit import (
    COMBO_BOX,
    MENU,
    WINDOW,
    Acting,
    ActionRequest,
    Detail,
    Found,
    Placer,
    Placing,
    Pointing,
    Probe,
    Reading,
    Toolkit,
    WholeTree,
    Wording,
    centred,
)
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame
from ufo.schema.roles import BUTTONS, CALLED_BY_ROLE, MENU_ENTRIES

_FILLER, _LIST, _TILE, _PANEL, _TABLE, _CELL, _HEADER = 20, 31, 32, 39, 55, 56, 57
_TOOLTIP = "GtkTooltipWindow"
_MARGIN = 12
# Each row is several objects, and none of them reports that it is out of sight.
_MANY_ROWS = 60
_CLASS_NAME = re.compile(r"(?:Gtk|Adw|Gdk)[A-Z]\w*|(?:[A-Z][a-z]+)+(?:View|Gizmo|Page|Sidebar|Popover)\Z")
_NOWHERE = Rect(0, 0, 0, 0)
# More than this on each side, in pixels, is not padding but room that is left over.
_MOST = 32
# How many pixels wide a popover's border is, and how much higher than the difference of shadows its arrow is at least.
_BORDER, _ARROW = 1, 6
_UNEVEN = 8


class _LaterReading(Reading):
    """From 4.16 on an entry of a menu has no name. Its label, which its list of children leaves out, has the words as a text."""

    is_told_in_parent = True
    details = MappingProxyType(dict.fromkeys(MENU_ENTRIES, frozenset({Detail.LABEL_TEXT})))

    def is_showing(self, states: int) -> bool:
        return not states & (roles.DEFUNCT | roles.ICONIFIED) and bool(states & (roles.SHOWING | roles.VISIBLE))

    def interpret(self, node: Node) -> bool:
        if node.kind == _CELL and node.parent is not None and node.parent.kind == _TABLE:
            # A tile is an entry of its own: its neighbours are other entries, and not the rest of a row.
            node.kind = _TILE
        if node.kind == roles.ROW:
            # It is called by the words of all its cells.
            node.name = ""
        if node.kind == _FILLER and node.parent is not None and node.parent.kind == roles.ROW:
            node.kind = _HEADER
        if node.name == _TOOLTIP:
            # GTK gives the content of a tooltip the role of a box.
            node.kind = roles.TOOLTIP
        return True

    async def repair(self, top: Node, tree: WholeTree) -> None:
        name_tooltips(top, tree.surfaces)


class _Reading(_LaterReading):
    details = MappingProxyType({})

    def is_large(self, node: Node) -> bool:
        return node.count > _MANY_ROWS

    async def repair(self, top: Node, tree: WholeTree) -> None:
        """Do nothing: before 4.16 the tree itself names the boxes that are tooltips."""


class _Wording(Wording):
    def name(self, name: str, role: str = "") -> str:
        if _CLASS_NAME.fullmatch(name) or role in CALLED_BY_ROLE:
            return ""
        if len(name) % 2 == 1:
            half = len(name) // 2
            if name[half] == " " and name[:half] == name[half + 1 :]:
                return name[:half]
        return name

    def face(self, node: Node) -> Node | None:
        """Return the cell in a tile of a grid view: the cell has the words, and the tile around it is what is selected."""
        inner = node.children[0] if len(node.children) == 1 else None
        return inner if inner is not None and (node.kind, inner.kind) == (_TILE, _CELL) else None

    def needs_parts(self, node: Node) -> bool:
        return self.face(node) is not None


class _Placer(Placer):
    """A popover reports its place as if it lay at the corner of its parent, and all in it counts from there. Its size is
    that of its window, or less by a margin of a few pixels above.
    """

    def __init__(self, surfaces: Sequence[Surface]) -> None:
        self._surfaces = surfaces

    def put(self, node: Node) -> Rect | None:
        """Place a tooltip in the window of its size, or hide it where there is no such window. What it reports is the place
        of its words.
        """
        if node.name != _TOOLTIP:
            return None
        opened = self.tooltip_window(node)
        if opened is None:
            for inner in node.walk():
                inner.shown = False
            return _NOWHERE
        node.surface, node.rect = opened.window.id, opened.visible
        node.shift = self.tooltip_shift(node, opened)
        return opened.in_sight

    def shift(self, node: Node, parent: Node) -> None:
        opened = self._popover(node)
        if opened is not None and node.raw is not None:
            # The margin is above the popover.
            node.shift = opened.client.x - node.raw.x, opened.client.bottom - node.raw.bottom
        elif is_popover(node) and (self._surfaces[0].local or self._surfaces[0].unlisted):
            node.shift = reckoned(node, parent, self._surfaces[0]) or parent.shift
        else:
            self.shift_in(node, parent)

    def shift_in(self, node: Node, parent: Node) -> None:
        node.shift = parent.shift

    def tooltip_window(self, node: Node) -> Surface | None:
        """Return the window of the tooltip's size. The tooltip reports the place of its words; the margin is the same on the
        other side.
        """
        raw = node.raw
        return None if raw is None else _as_large(raw.width + 2 * raw.x, raw.height + 2 * raw.y, self._surfaces)

    def tooltip_shift(self, node: Node, opened: Surface) -> tuple[int, int]:
        return opened.client.x, opened.client.y

    def _popover(self, node: Node) -> Surface | None:
        raw = node.raw
        if raw is None or not is_popover(node):
            return None
        return next(
            (
                surface
                for surface in self._surfaces
                if surface.popup
                and surface.client.width == raw.width
                and 0 <= surface.client.height - raw.height <= _MARGIN
            ),
            None,
        )


class _LaterPlacer(_Placer):
    def __init__(self, surfaces: Sequence[Surface]) -> None:
        super().__init__(surfaces)
        self._paddings: dict[int, tuple[int, int]] = {}

    def tooltip_window(self, node: Node) -> Surface | None:
        return None if node.raw is None else _as_large(node.raw.width, node.raw.height, self._surfaces)

    def tooltip_shift(self, node: Node, opened: Surface) -> tuple[int, int]:
        across, down = super().tooltip_shift(node, opened)
        return (across, down) if node.raw is None else (across - node.raw.x, down - node.raw.y)

    def shift_in(self, node: Node, parent: Node) -> None:
        if id(parent) not in self._paddings:
            self._paddings[id(parent)] = padding(parent)
        left, top = self._paddings[id(parent)]
        node.shift = parent.shift[0] + left, parent.shift[1] + top
        node.unsaid = parent.unsaid[0] + left, parent.unsaid[1] + top


class _Placing(Placing):
    def opened(self, node: Node) -> Rect | None:
        """Return the place of a popover's content: around it is its shadow."""
        return _content(node).rect if is_popover(node) else None

    def origin(self, surface: Surface, frame: Rect | None) -> tuple[int, int]:
        if any(surface.shadow) or frame is None or frame.is_empty:
            return surface.visible.x, surface.visible.y
        # Without a compositor GTK draws and declares no shadow, but keeps a resize border of a few pixels all around.
        across, down = surface.client.width - frame.width, surface.client.height - frame.height
        return surface.client.x + max(0, across) // 2, surface.client.y + max(0, down) // 2

    def placer(self, top: Node, surfaces: Sequence[Surface], frame: Frame | None) -> _Placer:
        return _Placer(surfaces)


class _LaterPlacing(_Placing):
    def origin(self, surface: Surface, frame: Rect | None) -> tuple[int, int]:
        return super().origin(surface, frame) if frame is None or frame.is_empty else centred(surface, frame)

    def placer(self, top: Node, surfaces: Sequence[Surface], frame: Frame | None) -> _Placer:
        return _LaterPlacer(surfaces)

    def clips(self, node: Node) -> bool:
        """Return True for lists too: the header of a column view lies over rows that were scrolled out of its list."""
        return super().clips(node) or node.kind == _LIST


class _LaterPointing(Pointing):
    """A hit test returns the last widget in the tree whose reported place holds the point."""

    probe = Probe.PICK
    wheels_singly = True

    def __init__(self, placing: _Placing) -> None:
        self._placing = placing

    def lasting(self, top: Node, surfaces: Sequence[Surface]) -> list[Surface]:
        """Return the windows that stay when the pointer comes. Only the tree distinguishes tooltips from popovers."""
        shown = [node for node in top.children if node.name == _TOOLTIP and node.shown]
        placer = self._placing.placer(top, surfaces, None)
        passing = {id(placer.tooltip_window(node)) for node in shown}
        return [surface for surface in surfaces if id(surface) not in passing]


class _Pointing(_LaterPointing):
    """A hit test returns the widget that would get a click. A list that is scrolled again before it is laid out treats its
    new rows as flat, and may scroll by any distance (GTK 4.8).
    """

    answers_inside = True

    async def in_sight(self, found: Found, line: Line, bus: str, until: tuple[float, float]) -> Found:
        return await without_stale(found, line, bus, until)


class _LaterActing(Acting):
    """A list selects by the place among all its entries, and from 4.16 on it reports only the entries around those in sight: an
    entry's own place is another one once the list was scrolled.
    """

    def refusal(self, asked: ActionRequest) -> str:
        if asked.is_marking and asked.element.role == "ListItem":
            return f"The own action of the entry {asked.element.name!r} might only add it to the selection. Click it."
        return super().refusal(asked)

    def presses_late(self, role: str) -> bool:
        return role in BUTTONS


class _Acting(_LaterActing):
    def refusal(self, asked: ActionRequest) -> str:
        """Allow to select entries beside others. Lists do not report whether they allow several selected entries."""
        return "" if asked.verb in ("select_also", "deselect") else super().refusal(asked)


GTK4 = Toolkit(
    "GTK4",
    coordinates=WINDOW,
    tells_changes=False,
    carries_menus=True,
    reading=_Reading(),
    wording=_Wording(),
    placing=_Placing(),
    pointing=_Pointing(_Placing()),
    acting=_Acting(),
)
GTK4_16 = replace(
    GTK4,
    reading=_LaterReading(),
    placing=_LaterPlacing(),
    pointing=_LaterPointing(_LaterPlacing()),
    acting=_LaterActing(),
)


def is_popover(node: Node) -> bool:
    return node.kind == MENU or node.name in ("GtkPopover", "GtkPopoverMenu")


def _content(popover: Node) -> Node:
    """Return the part of a popover in its border; what is around that is its arrow and shadow."""
    return next((part for part in popover.children if part.raw is not None), popover)


def reckoned(popover: Node, parent: Node, surface: Surface) -> tuple[int, int] | None:
    """Return what to add to the extents of a popover, and of all in it, to get screen pixels, where no window system tells its
    place. GTK asks the compositor for a place by a rule (gtkpopover.c, xdg-positioner), which is followed here: below what opened
    it, above where the screen ends there, slid into the screen; at the left edge of a box to choose from and of the pointer, in
    the middle of all others.
    """
    raw, inner, from_rect = popover.raw, _content(popover).raw, parent.on_screen()
    if raw is None or raw.is_empty or inner is None or from_rect is None or parent.raw is None:
        return None
    margin = raw.y - parent.raw.y
    left, top, bottom = inner.x - raw.x - _BORDER, inner.y - raw.y - _BORDER, raw.bottom - inner.bottom - _BORDER
    # The shadow is as wide on both sides, and lower by as much as it is narrower above; what is more is the arrow.
    is_above = bottom > top + _ARROW
    if is_above:
        bottom = 2 * left - top
    elif top > bottom:
        top = 2 * left - bottom
    width, height = raw.width - 2 * left, raw.height - top - bottom
    screen = surface.monitor
    x = from_rect.x if parent.kind == COMBO_BOX else from_rect.center.x - width // 2
    y = from_rect.bottom + margin
    if screen is not None:
        is_above = is_above or y + height > screen.bottom
        x = max(screen.x, min(x, screen.right - width))
    if is_above:
        y = from_rect.y - height
    return x - left - raw.x, y - top - raw.y


def _as_large(width: int, height: int, surfaces: Sequence[Surface]) -> Surface | None:
    size = width, height
    return next(
        (surface for surface in surfaces if surface.popup and (surface.client.width, surface.client.height) == size),
        None,
    )


def name_tooltips(top: Node, surfaces: Sequence[Surface]) -> None:
    """Mark boxes as tooltips, since GTK 4.16 and later no longer name them. A tooltip is as large as a popup window and
    holds nothing that can be operated.
    """
    for node in top.children:
        if node.kind != _PANEL or node.name or not node.shown or node.raw is None:
            continue
        is_worked = any(inner.states & roles.FOCUSABLE for inner in node.walk())
        if not is_worked and _as_large(node.raw.width, node.raw.height, surfaces) is not None:
            node.kind, node.name = roles.TOOLTIP, _TOOLTIP


def padding(box: Node) -> tuple[int, int]:
    """Return the left and top padding of a box in pixels, or zeros where its content may be offset by something else:
    padding begins at the first child, and is much the same across and down.
    """
    outer = box.raw
    inside = [child.raw for child in box.children if child.shown and child.raw is not None and _hangs_in(child)]
    inside = [rect for rect in inside if not rect.is_empty]
    if outer is None or not inside:
        return 0, 0
    left = _half(outer.width, [(rect.x - outer.x, rect.right - outer.x) for rect in inside])
    top = _half(outer.height, [(rect.y - outer.y, rect.bottom - outer.y) for rect in inside])
    # Children in a row or a column need not reach its end.
    if box.states & roles.HORIZONTAL:
        left = min(left, top)
    elif box.states & roles.VERTICAL or box.kind == _LIST:
        top = min(left, top)
    alike = 0 < left <= _MOST and 0 < top <= _MOST and abs(left - top) <= _UNEVEN
    return (left, top) if alike else (0, 0)


def _half(length: int, spans: list[tuple[int, int]]) -> int:
    start, end = min(span[0] for span in spans), max(span[1] for span in spans)
    return max(0, length - end) // 2 if start <= 0 and end - start <= length else 0


def _hangs_in(node: Node) -> bool:
    """Tell whether the node is shown inside of its box. Menus and popovers have windows of their own."""
    return node.kind not in roles.WINDOWS and node.kind != MENU
