"""Trees that lag behind what is on the screen, and waiting for them where it shows.

Chromium changes a page first and its accessibility tree some tens of milliseconds later. A control that was renamed, moved or
replaced in this moment is still the old one in the tree. Where it stood, other pixels than at the look say so.
"""

from __future__ import annotations

from collections import OrderedDict

from ufo.desktop.linux.repaints import Stamp
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame

LATE_S = 0.25
"""How long such a tree may lag, where the page is not busy with something else."""
SURELY_S = 0.6
"""How long it is waited for where the window was painted on at all: a control may be replaced by one that looks the same."""
_LOOKS = 3


class LateTrees:
    """The pictures of the last looks at windows whose trees lag."""

    def __init__(self) -> None:
        self._looks: OrderedDict[int, tuple[Frame, Stamp | None]] = OrderedDict()

    def keep(self, snapshot_id: int, frame: Frame | None, stamp: Stamp | None) -> None:
        if frame is not None:
            self._looks[snapshot_id] = (frame, stamp)
            while len(self._looks) > _LOOKS:
                self._looks.popitem(last=False)

    def knows(self, snapshot_id: int, stamp: Stamp | None) -> bool:
        """Whether there is a picture of that look and the window was painted on since."""
        known = self._looks.get(snapshot_id)
        if known is None:
            return False
        self._looks.move_to_end(snapshot_id)
        return stamp is None or stamp != known[1]

    def differs(self, snapshot_id: int, now: Frame, where: Rect) -> bool:
        """Whether the place looks other than it did."""
        then, _ = self._looks[snapshot_id]
        return then.rect != now.rect or then.cropped(where).pixels != now.cropped(where).pixels
