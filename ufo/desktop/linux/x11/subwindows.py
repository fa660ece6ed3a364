"""Looks at the windows inside of a window. Some toolkits (Tk, Xt) make one for every widget. There the X server itself tells
what a click reaches and whether it was there at a look, since something that shows nothing may have come over the place.
"""

from __future__ import annotations

import contextlib
from collections import OrderedDict

from Xlib import X
from Xlib.error import BadDrawable, BadWindow

from ufo.desktop.linux.x11.server_connection import XConnection
from ufo.schema.geometry import Point

_LOOKS_KEPT = 96
_MOST_PARTS = 400
_GONE = (BadWindow, BadDrawable)


class Subwindows:
    """Remembers the inner windows at each look at a window without an accessibility tree. For the X thread."""

    def __init__(self, connection: XConnection) -> None:
        self._x = connection
        self._shown: OrderedDict[int, frozenset[int]] = OrderedDict()

    def keep(self, look: int, window_id: str) -> None:
        """Remember what is shown inside of the window now. Remember nothing for a window with more parts than can be asked."""
        found: set[int] = set()
        todo = [int(window_id, 16)]
        while todo and len(found) <= _MOST_PARTS:
            with contextlib.suppress(*_GONE):
                window = self._x.window(todo.pop())
                if window.get_attributes().map_state == X.IsViewable:
                    found.add(int(window.id))
                    todo += [int(child.id) for child in window.query_tree().children]
        self._shown[look] = frozenset(found if len(found) <= _MOST_PARTS else ())
        while len(self._shown) > _LOOKS_KEPT:
            self._shown.popitem(last=False)

    def is_new_at(self, look: int, window_id: str, point: Point) -> bool | None:
        """Tell whether a click at the point reaches a part of the window that was not shown at the look. Return None where no
        inner windows are remembered for that look.
        """
        known, window = self._shown.get(look), int(window_id, 16)
        if known is None:
            return None
        if window not in known:
            return False
        chain = self._at(point)
        return window in chain and chain[-1] not in known

    def _at(self, point: Point) -> list[int]:
        """Return the windows that contain the point, outermost first."""
        chain: list[int] = []
        with contextlib.suppress(*_GONE):
            root = inside = self._x.root
            while child := inside.translate_coords(int(root.id), point.x, point.y).child:
                inside = child
                chain.append(int(inside.id))
        return chain
