"""Which window of the X server shows a popover or a tooltip of GTK 4: its tree puts them into the window that they hang in."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.desktop.linux import convert
from ufo.desktop.linux.nodes import Node
from ufo.desktop.linux.surface import Surface
from ufo.desktop.linux.toolkits import MENU, Toolkit
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
        is_worked = any(one.states & convert.FOCUSABLE for one in node.walk())
        if not is_worked and _as_large(node.raw, surfaces) is not None:
            node.kind, node.name = convert.TOOLTIP, _TOOLTIP


def without_tooltips(top: Node, surfaces: Sequence[Surface], toolkit: Toolkit) -> list[Surface]:
    """Those that stay when the pointer comes: nothing but the tree tells tooltips of GTK 4 from its popovers."""
    if not toolkit.class_names:
        return list(surfaces)
    shown = [node for node in top.children if is_tooltip(toolkit, node) and node.shown]
    passing = {id(popover_of(toolkit, node, surfaces)) for node in shown}
    return [one for one in surfaces if id(one) not in passing]


def _is_popover(node: Node) -> bool:
    return node.kind == MENU or node.name.startswith("GtkPopover")
