"""Trees that lag behind what is on the screen, and waiting for them where it shows.

Chromium changes a page first and its accessibility tree some tens of milliseconds later. A control that was renamed, moved or
replaced in this moment is still the old one in the tree. Where it stood, other pixels than at the look say so.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from ufo.desktop.linux.capture.damage import Stamp
from ufo.desktop.snapshot import Element, Snapshot
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame

LATE_S = 0.25
"""How long such a tree may lag, where the page is not busy with something else."""
SURELY_S = 0.6
"""How long it is waited for where the window was painted on at all: a control may be replaced by one that looks the same."""
PLACES_S = 0.6
"""How long after a window was painted on its tree may tell the places of before: Chromium sends those that changed by scrolling
twice a second at most, without any event."""

BELIEVED_S = 2.0
"""After how long a place that looks other than at the look, and the same all that time, is believed to be what the tree says:
a page that was only now painted, a picture that came late."""
_LOOKS = 3


@dataclass(frozen=True, slots=True)
class _Looked:
    frame: Frame
    stamp: Stamp | None
    elements: dict[str, Element]
    painted: float


class LateTrees:
    """The last looks at windows whose trees lag, with their pictures."""

    def __init__(self) -> None:
        self._looks: OrderedDict[int, _Looked] = OrderedDict()

    def keep(self, snapshot: Snapshot, frame: Frame | None, stamp: Stamp | None, painted: float) -> None:
        """`painted`: the loop time of the last painting before `stamp`."""
        if frame is not None:
            elements = {one.handle.key: one for one in snapshot}
            self._looks[snapshot.id] = _Looked(frame, stamp, elements, painted)
            while len(self._looks) > _LOOKS:
                self._looks.popitem(last=False)

    def knows(self, snapshot_id: int, stamp: Stamp | None) -> bool:
        """Whether there is a picture of that look and the window was painted on since."""
        known = self._looks.get(snapshot_id)
        if known is None:
            return False
        self._looks.move_to_end(snapshot_id)
        return stamp is None or stamp != known.stamp

    def tells_by(self, snapshot_id: int) -> float:
        """The loop time from which on the tree tells the places of what that look saw painted."""
        known = self._looks.get(snapshot_id)
        return 0.0 if known is None else known.painted + PLACES_S

    def frame(self, snapshot_id: int) -> Frame | None:
        """The picture of that look, where its tree lags."""
        known = self._looks.get(snapshot_id)
        return None if known is None else known.frame

    def differs(self, snapshot_id: int, now: Frame, where: Rect) -> bool:
        """Whether the place looks other than it did."""
        return looks_other(self._looks[snapshot_id].frame, now, where)

    def explained(self, now: Element) -> bool:
        """Whether the tree tells of the control something else than at the look: it has come after what is painted there."""
        then = self._looks[now.handle.snapshot_id].elements.get(now.handle.key)
        return then is not None and _told(then) != _told(now)

    def shows_focus(self, now: Element) -> bool:
        """Whether the tree tells already that the control got or lost the focus, which is drawn around it or in it."""
        then = self._looks[now.handle.snapshot_id].elements.get(now.handle.key)
        return then is not None and ("focused" in then.states) != ("focused" in now.states)


def looks_other(then: Frame, now: Frame, where: Rect) -> bool:
    return then.rect != now.rect or then.cropped(where).pixels != now.cropped(where).pixels


def _told(element: Element) -> tuple[object, ...]:
    return element.role, element.name, element.value, element.states, element.rect
