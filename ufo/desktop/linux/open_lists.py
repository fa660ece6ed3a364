"""Finds the menus and lists that stand open in a look, where the window system lists no popups, as sway does not: an entry that
is shown stands in a popup of its menu.
"""

from __future__ import annotations

from collections.abc import Mapping

from ufo.desktop.snapshot import Snapshot, with_holders
from ufo.schema.geometry import Rect

_OPENERS = frozenset({"Menu", "ComboBox"})
_RIM_PX = 6
"""How far a popup goes beyond its entries, and how far off their told places may be (GTK 3)."""


def open_lists(snapshot: Snapshot) -> Mapping[str, Rect]:
    """Return the place of each popup, by the key of the control that opened it, the innermost first."""
    found: dict[str, Rect] = {}
    for element, above in with_holders(snapshot):
        if above and above[-1].role in _OPENERS and not element.rect.is_empty:
            key = above[-1].handle.key
            found[key] = found.get(key, element.rect).union(element.rect)
    outside = {key: rect for key, rect in found.items() if not _holds(snapshot, key, rect)}
    return {
        key: Rect(rect.x - _RIM_PX, rect.y - _RIM_PX, rect.width + 2 * _RIM_PX, rect.height + 2 * _RIM_PX)
        for key, rect in reversed(outside.items())
    }


def _holds(snapshot: Snapshot, key: str, rect: Rect) -> bool:
    """Tell whether what it holds lies inside of the control itself, as the text of a box and its button do."""
    return any(element.handle.key == key and element.rect.covers(rect) for element in snapshot)
