"""Sorts out events that only report the creation or end of an object. Such an event changes nothing that is shown if no look
knows the object: an object that appears is reported by its new parent, one that disappears by its old parent.

Toolkits make and drop objects that were never looked at. LibreOffice 7.4 makes those of a tool bar anew after it has
painted, at the first edit hundreds of them, and each sends two or three events. Counted as changes, these would make every
entry in a cell seem to take longer than it does.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator

from dbus_fast import Message

from ufo.desktop.linux.dbus.pipeline import Ref

_KEPT = 2048
# All events of one creation or end come together; later the toolkit may give the path to another object.
_TOGETHER_S = 0.5
_LIFETIME_PROPERTIES = frozenset({"widget", "accessible-role"})


class ObjectLifetimes:
    """Remembers objects that were created or have ended. `matters` says of an object whether a look knows it."""

    def __init__(self, matters: Callable[[Ref], bool]) -> None:
        self._matters = matters
        self._turned: OrderedDict[Ref, float] = OrderedDict()

    def is_no_more(self, message: Message, now: float) -> bool:
        """Tell whether an event, at the loop time `now`, only reports the creation or end of an object that no look knows."""
        kind = message.body[0] if message.body else ""
        ref = Ref(message.sender or "", message.path or "")
        is_turn = message.member == "StateChanged" and kind == "defunct"
        goes_with_it = (
            message.member == "PropertyChange" and kind in _LIFETIME_PROPERTIES and self._has_just_turned(ref, now)
        )
        if not (is_turn or goes_with_it) or self._matters(ref):
            return False
        if is_turn:
            self._turned[ref] = now
            self._turned.move_to_end(ref)
            while len(self._turned) > _KEPT:
                self._turned.popitem(last=False)
        return True

    def turned(self, objects: Collection[Ref], since: float) -> Iterator[tuple[Ref, float]]:
        """Yield those of the objects that were created or ended since that loop time while no look knew them, each with the
        time.
        """
        for ref, when in reversed(self._turned.items()):
            if when < since:
                return
            if ref in objects:
                yield ref, when

    def _has_just_turned(self, ref: Ref, now: float) -> bool:
        return now - self._turned.get(ref, -math.inf) < _TOGETHER_S
