"""Where on the screen what was read stands, and which part of it can be seen."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.toolkits.chromium import dropped
from ufo.desktop.linux.toolkits.gecko import lend
from ufo.desktop.linux.toolkits.gtk4 import corner, is_tooltip, padding, popover_of
from ufo.desktop.linux.toolkits.libreoffice import is_painted
from ufo.desktop.linux.toolkits.profile import Toolkit, clips, list_around, shift_of, trims, was_shut
from ufo.desktop.linux.x11.surface import Surface
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame
from ufo.schema.roles import LIST_AND_TREE_ITEMS

_MENUS = frozenset({33, 41, 35, 8, 45, 59})
# What is below these is shown in a window of its own, which may lie over the one that it hangs in.
_OPENERS = frozenset({11, 33, 41})
# Coordinates beyond this are the toolkits' ways of saying "nowhere".
_FAR = 100_000
_FILLED = 0.8
_ARROW = 20
_NOWHERE = Rect(0, 0, 0, 0)
_ENTRIES = LIST_AND_TREE_ITEMS
# Between an entry and those in it there are a list or group, and a few boxes; it has a line of its own.
_BETWEEN, _LINE_PX = 4, 8


def place(
    top: Node, surface: Surface, surfaces: Sequence[Surface], toolkit: Toolkit, frame: Frame | None = None
) -> dict[int, Rect]:
    """Sets `rect` of every node below `top`. Returns for each (by `id`) what of the screen it can be seen in. `frame`: what the
    screen shows there."""
    top.shift = origin(surface, toolkit, top.raw)
    bounds: dict[int, Rect] = {}
    in_popup: dict[int, Rect] = {}
    paddings: dict[int, tuple[int, int]] = {}
    lists = dropped(top, surfaces, toolkit, frame)
    for node in top.walk():
        parent = node.parent
        if not node.shown and not node.children:
            # Half of many trees; nothing asks where it would be.
            continue
        if (listing := lists.get(id(parent))) is not None:
            bounds[id(node)] = listing.put(node)
            node.rect = on_screen(node)
            continue
        if is_tooltip(toolkit, node):
            bounds[id(node)] = _put_tip(node, popover_of(toolkit, node, surfaces), toolkit)
            continue
        node.tall = None
        node.surface = surface.window.id if parent is None else parent.surface
        _move(node, surfaces, toolkit, paddings)
        node.rect = on_screen(node)
        around = surface.in_sight if parent is None else _trimmed(node, bounds[id(parent)], parent)
        if parent is not None and list_around(toolkit, parent) is not None:
            # What is scrolled out of an open list, or is in one that has no window yet, lies over something else.
            around = bounds[id(parent)] if parent.surface != surface.window.id else _NOWHERE
        elif parent is not None and parent.popup:
            node.surface, around = parent.popup, in_popup[id(parent)]
        else:
            around = _popup(node, around, surfaces, toolkit)
        if node.popup:
            in_popup[id(node)] = _entries_of(node, surfaces) or around
        if was_shut(toolkit, node) and parent is not None and node.surface == parent.surface:
            node.shown = False
        inner = clips(toolkit, node) and node.rect is not None and not node.rect.is_empty
        bounds[id(node)] = around.intersection(node.rect) if inner and node.rect else around
    if toolkit.pages:
        _part(top)
    lend(top, toolkit)
    return bounds


def _part(top: Node) -> None:
    """A branch of a page is as high as all that stands in it: what is pressed there may be any of those. Its own is what is
    above the first of them."""
    above: dict[int, Node | None] = {}
    for node in top.walk():
        if not node.shown or node.parent is None or node.rect is None or node.rect.is_empty:
            continue
        if roles.role_of(node.kind) not in _ENTRIES:
            continue
        if id(node.parent) not in above:
            above[id(node.parent)] = _entry_around(node.parent)
        around = above[id(node.parent)]
        if around is None or around.rect is None or not around.rect.covers(node.rect):
            continue
        own = node.rect.y - around.rect.y
        if own >= _LINE_PX:
            around.tall = own
            around.rect = on_screen(around)


def _entry_around(node: Node) -> Node | None:
    around: Node | None = node
    for _ in range(_BETWEEN):
        if around is None or roles.role_of(around.kind) in _ENTRIES:
            return around
        around = around.parent
    return None


def _put_tip(tip: Node, opened: Surface | None, toolkit: Toolkit) -> Rect:
    """What is told of a tooltip is where its words stand in it."""
    if opened is None:
        for node in tip.walk():
            node.shown = False
        return _NOWHERE
    tip.surface, tip.rect = opened.window.id, opened.visible
    tip.shift = opened.client.x, opened.client.y
    if toolkit.loses_padding and tip.raw is not None:
        tip.shift = opened.client.x - tip.raw.x, opened.client.y - tip.raw.y
    return opened.in_sight


def _entries_of(menu: Node, surfaces: Sequence[Surface]) -> Rect | None:
    """What of a menu's entries can be seen. Where not all of them fit, arrows to scroll by lie over the first and the last."""
    shown = next((one.in_sight for one in surfaces if one.window.id == menu.popup), None)
    if shown is None:
        return None
    boxes = [one.raw for one in menu.children if one.raw is not None]
    if all(shown.y <= box.y and box.bottom <= shown.bottom for box in boxes):
        return shown
    return Rect(shown.x, shown.y + _ARROW, shown.width, max(0, shown.height - 2 * _ARROW))


def _trimmed(node: Node, around: Rect, parent: Node) -> Rect:
    if not trims(parent) or parent.rect is None or node.rect is None:
        return around
    part = around.intersection(parent.rect)
    return part if part.overlaps(node.rect) else around


def _move(node: Node, surfaces: Sequence[Surface], toolkit: Toolkit, paddings: dict[int, tuple[int, int]]) -> None:
    """Sets the shift of a node. `paddings`: what is known of the boxes around, by their `id`."""
    parent = node.parent
    if parent is None:
        return
    opened = popover_of(toolkit, node, surfaces)
    if opened is not None and node.raw is not None:
        # A popover's margin is above it.
        node.shift = opened.client.x - node.raw.x, opened.client.bottom - node.raw.bottom
        return
    node.shift = shift_of(toolkit, node)
    if toolkit.loses_padding:
        left, top = paddings[id(parent)] if id(parent) in paddings else paddings.setdefault(id(parent), padding(parent))
        node.shift = node.shift[0] + left, node.shift[1] + top
        node.unsaid = parent.unsaid[0] + left, parent.unsaid[1] + top


def origin(surface: Surface, toolkit: Toolkit, frame: Rect | None) -> tuple[int, int]:
    """What to add to extents. `frame` are those of the top-level itself."""
    if not toolkit.window_relative:
        return 0, 0
    if toolkit.loses_padding and frame is not None and not frame.is_empty:
        return corner(surface.visible, frame)
    if any(surface.shadow) or frame is None or frame.is_empty:
        return surface.visible.x, surface.visible.y
    # Without a compositor GTK4 draws no shadow and says none, but keeps a resize border of a few pixels all around.
    across, down = surface.client.width - frame.width, surface.client.height - frame.height
    return surface.client.x + max(0, across) // 2, surface.client.y + max(0, down) // 2


def on_screen(node: Node) -> Rect | None:
    raw = node.raw
    if raw is None or max(abs(raw.x), abs(raw.y)) > _FAR or max(raw.width, raw.height) > _FAR:
        return None
    placed = raw.moved(*node.shift) if any(node.shift) else raw
    if node.tall is not None and node.tall < placed.height:
        placed = Rect(placed.x, placed.y, placed.width, node.tall)
    return placed if node.span is None else Rect(node.span[0], placed.y, node.span[1], placed.height)


def _popup(node: Node, around: Rect, surfaces: Sequence[Surface], toolkit: Toolkit) -> Rect:
    """What shows the node: menus and combo lists hang in the tree of their window but are shown in one of their own."""
    if node.rect is None or node.rect.is_empty:
        return around
    outside = not around.overlaps(node.rect)
    opened = node.parent is not None and node.parent.kind in _OPENERS
    if not outside and not opened:
        shown_by = _filled(node.rect, surfaces)
        if shown_by is None or (toolkit.own_menu_bar and is_painted(node)):
            # A list of a form may be as large as one that opened over it.
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
    """The popup that is as large as this and at its place: a browser's panels hang anywhere in its tree."""
    popups = (one for one in surfaces if one.popup and not one.passing)
    return next((one for one in popups if rect.iou(one.visible) > _FILLED), None)


def raw_clip(node: Node, surface: Surface, toolkit: Toolkit) -> Rect | None:
    """The part of `node` that its window and the scrolled containers around it show, in the application's coordinates."""
    top, clip = node, node.raw
    while top.parent is not None:
        top = top.parent
        if top.raw is not None and not top.raw.is_empty and clips(toolkit, top) and clip is not None:
            clip = clip.intersection(top.raw)
    across, down = origin(surface, toolkit, top.raw)
    return None if clip is None else clip.intersection(surface.in_sight.moved(-across, -down))
