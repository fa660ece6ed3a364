"""Remembers looks at windows whose trees lag behind the screen, and tells where a tree may still report an old control.

Chromium changes a page first and its accessibility tree some tens of milliseconds later. A control that was renamed, moved
or replaced in between is still the old one in the tree; but the pixels in its place differ from those of the look.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from ufo.desktop.linux.screen.screen import Stamp
from ufo.desktop.snapshot import Element, Snapshot
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame

LATE_S = 0.25
"""How many seconds such a tree may lag where the page is not busy with something else."""
SURELY_S = 0.6
"""How many seconds to wait for it where the window was painted on at all: a control may be replaced by one that looks the
same."""
PLACES_S = 0.6
"""How many seconds after a repaint the tree may still report the old places: Chromium sends those that changed by scrolling
twice a second at most, without any event."""

BELIEVED_S = 2.0
"""How many seconds a place must look the same before its difference from the look counts as harmless and the tree is trusted:
the page was painted late, or a picture in it came late."""
_LOOKS = 3


@dataclass(frozen=True, slots=True)
class _KeptLook:
    frame: Frame
    stamp: Stamp | None
    elements: dict[str, Element]
    painted: float


class LateTrees:
    """Keeps the last looks at windows whose trees lag, with their pictures."""

    def __init__(self) -> None:
        self._looks: OrderedDict[int, _KeptLook] = OrderedDict()

    def keep(self, snapshot: Snapshot, frame: Frame | None, stamp: Stamp | None, painted: float) -> None:
        """Keep the look if it has a picture. `painted` is the loop time of the last painting before `stamp`."""
        if frame is not None:
            elements = {element.handle.key: element for element in snapshot}
            self._looks[snapshot.id] = _KeptLook(frame, stamp, elements, painted)
            while len(self._looks) > _LOOKS:
                self._looks.popitem(last=False)

    def knows(self, snapshot_id: int, stamp: Stamp | None) -> bool:
        """Tell whether there is a picture of that look and the window may have been painted on since."""
        known = self._looks.get(snapshot_id)
        if known is None:
            return False
        self._looks.move_to_end(snapshot_id)
        return stamp is None or stamp != known.stamp

    def tells_by(self, snapshot_id: int) -> float:
        """Return the loop time from which on the tree reports the places that this look saw painted; 0.0 for an unknown look."""
        known = self._looks.get(snapshot_id)
        return 0.0 if known is None else known.painted + PLACES_S

    def frame(self, snapshot_id: int) -> Frame | None:
        """Return the picture of that look if its tree lags, else None."""
        known = self._looks.get(snapshot_id)
        return None if known is None else known.frame

    def differs(self, snapshot_id: int, now: Frame, where: Rect) -> bool:
        """Tell whether the place looks different from the look."""
        return looks_other(self._looks[snapshot_id].frame, now, where)

    def explained(self, now: Element) -> bool:
        """Tell whether the tree reports the control differently from the look, so that it has caught up with the screen."""
        then = self._looks[now.handle.snapshot_id].elements.get(now.handle.key)
        return then is not None and _reported(then) != _reported(now)

    def shows_focus(self, now: Element) -> bool:
        """Tell whether the tree already reports that the control gained or lost the focus, which is drawn around it or in it."""
        then = self._looks[now.handle.snapshot_id].elements.get(now.handle.key)
        return then is not None and ("focused" in then.states) != ("focused" in now.states)


def looks_other(then: Frame, now: Frame, where: Rect) -> bool:
    return then.rect != now.rect or then.cropped(where).pixels != now.cropped(where).pixels


def _reported(element: Element) -> tuple[object, ...]:
    return element.role, element.name, element.value, element.states, element.rect
