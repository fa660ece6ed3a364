"""Finds the menus and lists that stand open in a tree, where the window system lists no popups, as sway does not.

Entries that are shown stand in a popup of what opened it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.toolkits.toolkit import Placing
from ufo.schema.geometry import Rect


def open_lists(tops: Iterable[tuple[Node, Placing]]) -> Mapping[str, Rect]:
    """Return the place of each popup, by the address of what opened it, the innermost first. The trees must be placed."""
    found: dict[str, Rect] = {}
    for top, placing in tops:
        for node in top.walk():
            place = placing.opened(node) if node.shown else None
            if place is not None and not place.is_empty:
                found[f"{node.ref.bus}{node.ref.path}"] = place
    return dict(reversed(found.items()))
