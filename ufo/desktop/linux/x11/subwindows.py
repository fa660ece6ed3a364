"""The windows inside of a window. Some toolkits make one of every widget (Tk, Xt), so that the X server itself tells what a click
reaches, and whether that was there at a look: something that shows nothing may have come over it."""

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
    """For the X thread. Of looks at windows that no tree tells of."""

    def __init__(self, connection: XConnection) -> None:
        self._x = connection
        self._shown: OrderedDict[int, frozenset[int]] = OrderedDict()

    def keep(self, look: int, window_id: str) -> None:
        """What is shown inside of the window now. Nothing is kept of one that is made of more than can be asked for."""
        found: set[int] = set()
        todo = [int(window_id, 16)]
        while todo and len(found) <= _MOST_PARTS:
            with contextlib.suppress(*_GONE):
                one = self._x.window(todo.pop())
                if one.get_attributes().map_state == X.IsViewable:
                    found.add(int(one.id))
                    todo += [int(child.id) for child in one.query_tree().children]
        self._shown[look] = frozenset(found if len(found) <= _MOST_PARTS else ())
        while len(self._shown) > _LOOKS_KEPT:
            self._shown.popitem(last=False)

    def is_new_at(self, look: int, window_id: str, point: Point) -> bool | None:
        """Whether a click at the point reaches a part of the window that was not shown at the look. None where other things than
        windows are known of what was there to be seen."""
        known, window = self._shown.get(look), int(window_id, 16)
        if known is None:
            return None
        if window not in known:
            return False
        chain = self._at(point)
        return window in chain and chain[-1] not in known

    def _at(self, point: Point) -> list[int]:
        """The windows that a click at the point is in, outermost first."""
        chain: list[int] = []
        with contextlib.suppress(*_GONE):
            root = inside = self._x.root
            while child := inside.translate_coords(int(root.id), point.x, point.y).child:
                inside = child
                chain.append(int(inside.id))
        return chain
