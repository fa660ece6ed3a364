"""What is remembered of the last looks: what their handles stand for, which objects there were, and where main frames stood."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping

from ufo.desktop.linux.bus import Ref
from ufo.desktop.linux.known import Known
from ufo.desktop.linux.looking import Look
from ufo.desktop.snapshot import Handle
from ufo.errors import StaleElement

# Handles of older looks are refused: a model that still uses them has not seen what is there now. The ids of a turn are of one
# look, and one action of it may take dozens; those at large windows are let go earlier.
_LOOKS, _MOST_LOOKS, _KNOWN = 16, 64, 40_000
_FRAMES = 256
AGAIN = "Look at the window again and take the control from there."


class RememberedLooks:
    def __init__(self) -> None:
        self._known: OrderedDict[int, dict[str, Known]] = OrderedDict()
        self._objects: OrderedDict[str, frozenset[Ref]] = OrderedDict()
        self._sheets: frozenset[str] = frozenset()
        self._frames: dict[str, Ref] = {}

    @property
    def frames(self) -> Mapping[str, Ref]:
        """The main frames by the numbers of their windows."""
        return self._frames

    def add(self, look: Look) -> None:
        window_id = look.snapshot.window_id
        self._objects[window_id] = look.objects
        self._objects.move_to_end(window_id)
        while len(self._objects) > _LOOKS:
            self._objects.popitem(last=False)
        has_cells = any(known.cell is not None for known in look.known.values())
        others = self._sheets - {window_id}
        self._sheets = (others & self._objects.keys()) | ({window_id} if has_cells else set())
        self._known[look.snapshot.id] = look.known
        while len(self._known) > (_LOOKS if sum(map(len, self._known.values())) > _KNOWN else _MOST_LOOKS):
            self._known.popitem(last=False)
        if len(self._frames) > _FRAMES:
            self._frames.clear()
        self._frames.update(look.frames)

    def renew(self, snapshot_id: int) -> bool:
        """Whether the handles of that look are still valid; they stay so as if it were the latest."""
        if snapshot_id not in self._known:
            return False
        self._known.move_to_end(snapshot_id)
        return True

    def find(self, handle: Handle) -> Known | None:
        return self._known.get(handle.snapshot_id, {}).get(handle.key)

    def take(self, handle: Handle) -> Known:
        """Raises StaleElement where its look is too long ago. What is worked on stays valid: the actions of one turn work on one
        look, and each of them takes more."""
        known = self.find(handle)
        if known is None:
            raise StaleElement(f"{handle.role} {handle.name!r} belongs to an old look at the window. {AGAIN}")
        self._known.move_to_end(handle.snapshot_id)
        return known

    def holds(self, ref: Ref) -> bool:
        """Whether a look at any window has read that object."""
        return any(ref in objects for objects in self._objects.values())

    def has_sheet(self, window_id: str) -> bool:
        return window_id in self._sheets

    def is_late(self, snapshot_id: int) -> bool:
        """Whether what that look told may lag behind what was on the screen."""
        return any(known.toolkit.late for known in self._known.get(snapshot_id, {}).values())

    def clear(self) -> None:
        """Of another bus: an old handle could mean another object there."""
        self._known.clear()
        self._objects.clear()
        self._frames.clear()
        self._sheets = frozenset()
