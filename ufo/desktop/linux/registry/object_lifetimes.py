"""What objects tell when they begin and when they end. It changes nothing that is shown where no look knows them: one that comes
to be shown is told by the object that gets it as a child, one that is not shown any more by the object that it is taken from.

Toolkits make and drop objects that were never looked at. LibreOffice 7.4 makes those of a tool bar anew after it has painted, at
the first edit hundreds of them, and each says so two or three times: taken for changes they make every entry of a cell seem to
last longer than it does.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator

from dbus_fast import Message

from ufo.desktop.linux.dbus.pipeline import Ref

_KEPT = 2048
# What belongs to it comes in one go; a toolkit may give the path to another object later.
_TOGETHER_S = 0.5
_OF_ITS_OWN = frozenset({"widget", "accessible-role"})


class ObjectLifetimes:
    """`matters` says of an object whether a look knows it."""

    def __init__(self, matters: Callable[[Ref], bool]) -> None:
        self._matters = matters
        self._turned: OrderedDict[Ref, float] = OrderedDict()

    def is_no_more(self, message: Message, now: float) -> bool:
        """Whether an event only tells that an object which nobody knows has begun or ended, at the loop time `now`."""
        kind = message.body[0] if message.body else ""
        ref = Ref(message.sender or "", message.path or "")
        is_turn = message.member == "StateChanged" and kind == "defunct"
        goes_with_it = message.member == "PropertyChange" and kind in _OF_ITS_OWN and self._has_just_turned(ref, now)
        if not (is_turn or goes_with_it) or self._matters(ref):
            return False
        if is_turn:
            self._turned[ref] = now
            self._turned.move_to_end(ref)
            while len(self._turned) > _KEPT:
                self._turned.popitem(last=False)
        return True

    def turned(self, objects: Collection[Ref], since: float) -> Iterator[tuple[Ref, float]]:
        """Those of the objects that began or ended since that loop time and were not known then, and when."""
        for ref, when in reversed(self._turned.items()):
            if when < since:
                return
            if ref in objects:
                yield ref, when

    def _has_just_turned(self, ref: Ref, now: float) -> bool:
        return now - self._turned.get(ref, -math.inf) < _TOGETHER_S
