"""What was confirmed about the place where input goes, as one value.

A desktop keeps none of it: the caller that asked for a target holds it and passes it to `send`, so two agents on one desktop
cannot use each other's.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from ufo.desktop.snapshot import Element, Handle
from ufo.desktop.values import Click, Drag, Hover, InputEvent, Scroll
from ufo.errors import StaleElement
from ufo.schema.geometry import Point, Rect
from ufo.schema.picture import Frame


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """How a control at `rect` looked when its tree was believed. `frame` was taken before the tree reported the control, and
    `stamp` (of the DAMAGE extension, where known) before the frame. `lags`: the tree may be behind the picture, so that
    a painting alone proves nothing. `part`: what is compared, where that is not all of the control; `restless`: the parts of
    it that change by themselves and are not compared. `as_seen`: right under the point not a pixel differs from the look that
    the control is known from.
    """

    handle: Handle
    window_id: str
    rect: Rect
    frame: Frame
    stamp: tuple[tuple[int, int], ...] | None
    lags: bool
    part: Rect | None = None
    restless: frozenset[Rect] = frozenset()
    as_seen: bool = False

    @property
    def judged(self) -> Rect:
        return self.rect if self.part is None else self.part

    def changed(self) -> StaleElement:
        return StaleElement(
            f"the place of {self.handle.role} {self.handle.name!r} changed in the moment of the click; nothing was clicked, "
            "look again"
        )


@dataclass(frozen=True, slots=True)
class Target:
    """The window that input is for, and what was confirmed about a control or a point of it.

    `Desktop.target` gives the `element` as it is now, with its `fingerprint`. `Desktop.hit_test` gives the `point`, a
    description of what lies `over` it (None: nothing), and the top-level windows `allowed` to get input at that point: a
    dialog that opens later is not among them. `place`: the part of the picture that tells the control from others, compared
    before each stroke of a `send` that reconfirms. `asked`: the loop time at which the application had answered what lies over
    the point inside of its window; 0.0 where it was not asked.
    """

    window_id: str
    element: Element | None = None
    fingerprint: Fingerprint | None = None
    point: Point | None = None
    over: str | None = None
    allowed: frozenset[int] | None = None
    place: Rect | None = None
    asked: float = 0.0

    @property
    def handle(self) -> Handle | None:
        return None if self.element is None else self.element.handle

    def allowed_at(self, point: Point) -> frozenset[int] | None:
        """Return the windows allowed at this point, or None where no hit test was made for it."""
        return self.allowed if point == self.point else None

    def fingerprint_for(self, event: InputEvent) -> Fingerprint | None:
        """Return how the place of this event looked, or None where that is not known."""
        known = self.fingerprint
        is_for_pointer = isinstance(event, Click | Drag | Hover | Scroll)
        return known if known is not None and is_for_pointer and known.window_id == self.window_id else None


Reconfirm = Callable[[], Awaitable[Target]]
"""Asks for a control again. Raises StaleElement or NotActionable where another one would get the input."""


def window_of(to: Target | str | None) -> str | None:
    return to.window_id if isinstance(to, Target) else to
