"""Computes where the nodes that were read stand on the screen, and which part of each can be seen."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.toolkits.toolkit import LISTS, WINDOW, Placing, Toolkit, frame_of
from ufo.desktop.linux.tree.popup_places import PopupPlaces
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame

_MENUS = frozenset({33, 41, 35, 8, 45, 59})
# What is below these roles is shown in a window of its own, which may lie over the window whose tree it is in.
_OPENERS = frozenset({11, 33, 41})
_FILLED = 0.8
_ARROW = 20
_NOWHERE = Rect(0, 0, 0, 0)


def place(
    top: Node, surface: Surface, surfaces: Sequence[Surface], toolkit: Toolkit, frame: Frame | None = None
) -> dict[int, Rect]:
    """Set `rect` of `top` and of every node below it. Return for each, by its `id`, the part of the screen where it can be
    seen. `frame` is the picture of the window.
    """
    placing, option_list = toolkit.placing, toolkit.reading.option_list
    top.shift = placing.origin(surface, frame_of(top, surface))
    bounds: dict[int, Rect] = {}
    in_popup: dict[int, Rect] = {}
    placer = placing.placer(top, surfaces, frame)
    popups = PopupPlaces(surfaces) if surface.local and toolkit.coordinates != WINDOW else None
    for node in top.walk():
        parent = node.parent
        if not node.shown and not node.children:
            # This is half of many trees, and nothing needs its place.
            continue
        if (seen := placer.put(node)) is not None:
            bounds[id(node)] = seen
            continue
        node.tall = None
        node.surface = surface.window.id if parent is None else parent.surface
        if parent is not None:
            placer.shift(node, parent)
            if popups is not None and parent.kind in _OPENERS:
                node.shift = popups.shift(parent) or node.shift
        node.rect = node.on_screen()
        around = surface.in_sight if parent is None else _trimmed(node, bounds[id(parent)], parent)
        if parent is not None and option_list(parent) is not None:
            # An entry scrolled out of an open list, or in a list that has no window yet, would lie over something else.
            around = bounds[id(parent)] if parent.surface != surface.window.id else _NOWHERE
        elif parent is not None and parent.popup:
            node.surface, around = parent.popup, in_popup[id(parent)]
        else:
            around = _popup(node, around, surfaces, placing)
        if node.popup:
            in_popup[id(node)] = _entries_of(node, surfaces) or around
        if placing.needs_popup(node) and parent is not None and node.surface == parent.surface:
            # Where nobody lists popups, it is open while it has a place.
            node.shown = (surface.local or surface.unlisted) and node.raw is not None and not node.raw.is_empty
        inner = placing.clips(node) and node.rect is not None and not node.rect.is_empty
        bounds[id(node)] = around.intersection(node.rect) if inner and node.rect else around
    placing.finish(top)
    return bounds


def _entries_of(menu: Node, surfaces: Sequence[Surface]) -> Rect | None:
    """Return the part of the screen where a menu's entries can be seen. Where not all of them fit, arrows for scrolling lie
    over the first and the last.
    """
    shown = next((surface.in_sight for surface in surfaces if surface.window.id == menu.popup), None)
    if shown is None:
        return None
    boxes = [child.raw for child in menu.children if child.raw is not None]
    if all(shown.y <= box.y and box.bottom <= shown.bottom for box in boxes):
        return shown
    return Rect(shown.x, shown.y + _ARROW, shown.width, max(0, shown.height - 2 * _ARROW))


def _trimmed(node: Node, around: Rect, parent: Node) -> Rect:
    # An entry half outside of its list is half in sight; one wholly outside may be there on purpose, as in a page.
    if parent.kind not in LISTS or parent.rect is None or node.rect is None:
        return around
    part = around.intersection(parent.rect)
    return part if part.overlaps(node.rect) else around


def _popup(node: Node, around: Rect, surfaces: Sequence[Surface], placing: Placing) -> Rect:
    """Set the window that shows the node and return where it can be seen there. Menus and combo lists are in the tree of their
    window but are shown in a window of their own.
    """
    if node.rect is None or node.rect.is_empty:
        return around
    outside = not around.overlaps(node.rect)
    opened = node.parent is not None and node.parent.kind in _OPENERS
    if not outside and not opened:
        shown_by = _filled(node.rect, surfaces)
        if shown_by is None or placing.is_painted(node):
            # A list in a form may be as large as a popup that opened over it.
            return around
        node.surface = shown_by.window.id
        return shown_by.in_sight
    centre = node.rect.center
    for surface in surfaces:
        if surface.popup and surface.window.id != node.surface and surface.visible.contains(centre):
            node.surface = surface.window.id
            return surface.in_sight
    return surfaces[0].seen_of(node.rect) if outside and opened and node.kind in _MENUS else around


def _filled(rect: Rect, surfaces: Sequence[Surface]) -> Surface | None:
    """Return the popup with about the same bounding box, since a browser's panels may be anywhere in its tree."""
    popups = (surface for surface in surfaces if surface.popup and not surface.passing)
    return next((popup for popup in popups if rect.iou(popup.visible) > _FILLED), None)


def raw_clip(node: Node, surface: Surface, placing: Placing) -> Rect | None:
    """Return the part of `node` that its window and the scrolled containers around it show, in the application's coordinates."""
    top, clip = node, node.raw
    while top.parent is not None:
        top = top.parent
        if top.raw is not None and not top.raw.is_empty and placing.clips(top) and clip is not None:
            clip = clip.intersection(top.raw)
    across, down = placing.origin(surface, frame_of(top, surface))
    return None if clip is None else clip.intersection(surface.in_sight.moved(-across, -down))
