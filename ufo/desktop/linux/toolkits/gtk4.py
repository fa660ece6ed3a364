"""Which window of the X server shows a popover or a tooltip of GTK 4: its tree puts them into the window that they hang in.

How far what stands in a widget is from its corner, where the toolkit leaves that out.

GTK tells where a widget stands by adding up how far each of the widgets around it is from the next one. From 4.16 on it counts
from the corner of one box to the inner corner of the next, within padding and border, and leaves out how far that is from the
outer corner: what stands in three padded boxes is told too far up and left by the padding of all three. Nothing tells how much
that is. It is inferred from what stands in the box: what fills it leaves as much on either side.

Tiles of GTK 4's grid views, which it calls cells of a table that has no rows.
"""

from __future__ import annotations

from collections.abc import Sequence

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.toolkits.profile import MENU, Toolkit
from ufo.desktop.linux.x11.surface import Surface
from ufo.schema.geometry import Rect

_PANEL = 39
_TOOLTIP = "GtkTooltipWindow"
_MARGIN = 12


def popover_of(toolkit: Toolkit, node: Node, surfaces: Sequence[Surface]) -> Surface | None:
    """The X window of a popover. What GTK 4 says of one is its place as if it lay at the corner of what it hangs in, and all
    in it counts from there; its size is that of its window, or less by a margin of a few pixels above."""
    raw = node.raw
    if not toolkit.window_relative or raw is None:
        return None
    if is_tooltip(toolkit, node):
        return _tooltip_of(raw, surfaces) if not toolkit.loses_padding else _as_large(raw, surfaces)
    if not _is_popover(node):
        return None
    return next(
        (
            one
            for one in surfaces
            if one.popup and one.client.width == raw.width and 0 <= one.client.height - raw.height <= _MARGIN
        ),
        None,
    )


def is_tooltip(toolkit: Toolkit, node: Node) -> bool:
    """GTK 4 calls the content of one a box."""
    return toolkit.class_names and node.name == _TOOLTIP


def _tooltip_of(raw: Rect, surfaces: Sequence[Surface]) -> Surface | None:
    """What is told is the place of its words in it; the same margin is on the other side."""
    across, down = raw.width + 2 * raw.x, raw.height + 2 * raw.y
    return next(
        (one for one in surfaces if one.popup and (one.client.width, one.client.height) == (across, down)), None
    )


def _as_large(raw: Rect, surfaces: Sequence[Surface]) -> Surface | None:
    size = raw.width, raw.height
    return next((one for one in surfaces if one.popup and (one.client.width, one.client.height) == size), None)


def name_tooltips(top: Node, surfaces: Sequence[Surface], toolkit: Toolkit) -> None:
    """GTK from 4.16 on tells no more what kind of box one is: it is as large as a window of its own, and nothing to be worked is
    in it."""
    for node in top.children if toolkit.loses_padding else ():
        if node.kind != _PANEL or node.name or not node.shown or node.raw is None:
            continue
        is_worked = any(one.states & roles.FOCUSABLE for one in node.walk())
        if not is_worked and _as_large(node.raw, surfaces) is not None:
            node.kind, node.name = roles.TOOLTIP, _TOOLTIP


def without_tooltips(top: Node, surfaces: Sequence[Surface], toolkit: Toolkit) -> list[Surface]:
    """Those that stay when the pointer comes: nothing but the tree tells tooltips of GTK 4 from its popovers."""
    if not toolkit.class_names:
        return list(surfaces)
    shown = [node for node in top.children if is_tooltip(toolkit, node) and node.shown]
    passing = {id(popover_of(toolkit, node, surfaces)) for node in shown}
    return [one for one in surfaces if id(one) not in passing]


def _is_popover(node: Node) -> bool:
    return node.kind == MENU or node.name.startswith("GtkPopover")


# More than this on each side is no padding but room that is left over.
_MOST = 32
_UNEVEN = 8
_WINDOWS = roles.WINDOWS
_MENU, _LIST = 33, 31


def padding(box: Node) -> tuple[int, int]:
    """Left and top; none where what stands in the box may have been put there otherwise than by its padding: padding begins at
    the first of it, and is much the same across and down."""
    outer = box.raw
    inside = [one.raw for one in box.children if one.shown and one.raw is not None and _hangs_in(one)]
    inside = [one for one in inside if not one.is_empty]
    if outer is None or not inside:
        return 0, 0
    left = _half(outer.width, [(one.x - outer.x, one.right - outer.x) for one in inside])
    top = _half(outer.height, [(one.y - outer.y, one.bottom - outer.y) for one in inside])
    # What is stacked in a row or a column need not reach its end.
    if box.states & roles.HORIZONTAL:
        left = min(left, top)
    elif box.states & roles.VERTICAL or box.kind == _LIST:
        top = min(left, top)
    alike = 0 < left <= _MOST and 0 < top <= _MOST and abs(left - top) <= _UNEVEN
    return (left, top) if alike else (0, 0)


def _half(length: int, spans: list[tuple[int, int]]) -> int:
    start, end = min(one[0] for one in spans), max(one[1] for one in spans)
    return max(0, length - end) // 2 if start <= 0 and end - start <= length else 0


def _hangs_in(node: Node) -> bool:
    """Menus and popovers have windows of their own."""
    return node.kind not in _WINDOWS and node.kind != _MENU


def corner(outer: Rect, frame: Rect) -> tuple[int, int]:
    """What to add to what is told, so that a window stands in the middle of what is known to be its place."""
    return (
        outer.x + (outer.width - frame.width) // 2 - frame.x,
        outer.y + (outer.height - frame.height) // 2 - frame.y,
    )


_TABLE, CELL, TILE = 55, 56, 32


def become_tile(node: Node) -> None:
    """An entry of its own: those beside it are others, and not the rest of a row."""
    if node.kind == CELL and node.parent is not None and node.parent.kind == _TABLE:
        node.kind = TILE
