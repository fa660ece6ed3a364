"""That a control looks in the moment of a click as it did when its tree was believed.

Between asking an application for a control and striking the button some milliseconds pass, in which a page can put another
control in its place. The picture tells, right before the button is struck.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ufo.desktop.linux.capture.damage import Stamp
from ufo.desktop.linux.capture.late_tree import looks_other
from ufo.desktop.snapshot import Handle
from ufo.desktop.values import Click, Drag, InputEvent, Scroll
from ufo.errors import StaleElement
from ufo.schema.geometry import Point, Rect
from ufo.schema.picture import Frame

TRIES = 3
"""How often a control whose place goes on changing is asked for again."""


class Disturbed(Exception):
    """Nothing was sent, since the place looks other than it did."""


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """`frame` was taken before the tree told of the control at `rect`, and `stamp` before that, where it is known. `lags`: the
    tree may be behind the picture, so that asking it again proves nothing."""

    handle: Handle
    window_id: str
    rect: Rect
    frame: Frame
    stamp: Stamp | None
    lags: bool

    def speaks_for(self, window_id: str | None, event: InputEvent) -> bool:
        """Whether it is what the event is for."""
        return self.window_id == window_id and isinstance(event, Click | Drag | Scroll)

    def may_be_asked_again(self, event: InputEvent) -> bool:
        """Where the tree lags it only says once more what it said, of a control. A list is shown otherwise by every turn of the
        wheel: there it is the place that counts, which is told in time."""
        return not self.lags or isinstance(event, Scroll)

    def changed(self) -> StaleElement:
        return StaleElement(
            f"the place of {self.handle.role} {self.handle.name!r} changed in the moment of the click; nothing was clicked, "
            "look again"
        )


def require_same(
    vouched: Fingerprint,
    stamp: Callable[[str], Stamp | None],
    picture: Callable[[str], Frame],
    point: Point,
    *,
    strictly: bool = False,
) -> None:
    """For the X thread. Raises Disturbed. `strictly`: anything that was painted on the window disturbs, since what came there may
    look the same; where the tree lags, asking it again would not tell."""
    if not vouched.rect.contains(point):
        return
    if vouched.stamp is not None and stamp(vouched.window_id) == vouched.stamp:
        return
    if strictly and not vouched.lags:
        raise Disturbed
    if looks_other(vouched.frame, picture(vouched.window_id), vouched.rect):
        raise Disturbed
