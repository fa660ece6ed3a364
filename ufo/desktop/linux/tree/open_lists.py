"""Finds the menus and lists that stand open in a tree, where the window system lists no popups, as sway does not.

Entries that are shown stand in a popup of what opened it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.screen.surface import around
from ufo.schema.geometry import Rect

_OPENERS = frozenset({11, 33, 41})
"""Combo boxes, menus, popup menus."""


def open_lists(tops: Iterable[Node]) -> Mapping[str, Rect]:
    """Return the place of each popup, by the address of what opened it, the innermost first. The trees must be placed."""
    found: dict[str, Rect] = {}
    for top in tops:
        for node in top.walk():
            entries = [child.rect for child in node.children if child.shown and child.rect is not None]
            place = around(entries)
            # The text of a box and its button are inside of it.
            inside = node.rect is not None and node.rect.covers(place)
            if node.kind in _OPENERS and not place.is_empty and not inside:
                found[f"{node.ref.bus}{node.ref.path}"] = place
    return dict(reversed(found.items()))
