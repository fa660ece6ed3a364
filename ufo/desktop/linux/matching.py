"""Which accessible top-level belongs to which X window."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from ufo.desktop.linux import convert
from ufo.desktop.linux.bus import Ref
from ufo.desktop.linux.nodes import Node
from ufo.desktop.linux.surface import Surface
from ufo.desktop.linux.toolkits import Toolkit
from ufo.schema.geometry import Rect

_NO_FRAMES: Mapping[str, Ref] = MappingProxyType({})
_SAME = 0.6
_BORDER, _TITLE_BAR = 16, 64


def match(
    tops: Sequence[Node], surfaces: Sequence[Surface], toolkit: Toolkit, earlier: Mapping[str, Ref] = _NO_FRAMES
) -> list[tuple[Node, Surface]]:
    """Pairs, best first, each top-level and each window at most once. `earlier`: the main frame that an earlier look found in
    a window, by the window's number."""
    alone = sum(top.kind == convert.FRAME for top in tops) == 1
    scored = []
    for top in tops:
        for surface in surfaces:
            is_its_own = earlier.get(surface.window.id) == top.ref or (alone and _both_active(top, surface))
            score = likeness(top, surface, toolkit, is_its_own)
            if score is not None:
                scored.append((score, top, surface))
    pairs: list[tuple[Node, Surface]] = []
    used: set[int] = set()
    for _, top, surface in sorted(scored, key=lambda one: one[0], reverse=True):
        if id(top) not in used and id(surface) not in used:
            used |= {id(top), id(surface)}
            pairs.append((top, surface))
    return pairs


def likeness(top: Node, surface: Surface, toolkit: Toolkit, is_its_own: bool = False) -> float | None:
    """How well they fit, None where they do not: neither the same title nor the same place.

    `is_its_own`: it was so a moment ago, or the application has no other main window. Then a title that the tree and the window
    system do not tell at the same moment, as when a page changes its own, parts nothing.
    """
    title = convert.clean_name(surface.window.title)
    same_title = bool(title) and (top.name == title)
    place = _place(top.raw, surface, toolkit)
    if place < _SAME and (not same_title or (surface.popup and top.kind == convert.FRAME)):
        # GTK 3 gives the windows of its menus the name of the program as a title, which its main window may have as well.
        return None
    renamed = bool(title and top.name) and not same_title and not _akin(top.name, title)
    if renamed and top.kind == convert.FRAME and not is_its_own:
        # Two documents of one application lie at the same place when both are maximised.
        return None
    active = 0.5 if bool(top.states & convert.ACTIVE) == surface.window.active else 0.0
    return (2.0 if same_title else 0.0) + place + active


def _both_active(top: Node, surface: Surface) -> bool:
    return bool(top.states & convert.ACTIVE) and surface.window.active


def _akin(one: str, other: str) -> bool:
    return one in other or other in one


def _place(raw: Rect | None, surface: Surface, toolkit: Toolkit) -> float:
    if raw is None or raw.is_empty:
        return 0.0
    if toolkit.window_relative:
        close = abs(raw.width - surface.visible.width) <= 2 and abs(raw.height - surface.visible.height) <= 2
        return 0.9 if close else 0.0
    if _is_decorated(raw, surface.client):
        return 0.9
    return max(raw.iou(box) for box in (surface.client, surface.visible, surface.window.rect))


def _is_decorated(raw: Rect, client: Rect) -> bool:
    """GTK 3 tells its place with the window manager's title bar and border around it: much of a small dialog."""
    left, top = client.x - raw.x, client.y - raw.y
    right, bottom = raw.right - client.right, raw.bottom - client.bottom
    sides = all(0 <= one <= _BORDER for one in (left, right, bottom))
    return sides and abs(left - right) <= 1 and 0 < top <= _TITLE_BAR
