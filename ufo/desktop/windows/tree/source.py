"""What the desktop asks of a place where controls are known from. Two implement it: UI Automation, and window handles."""

from __future__ import annotations

from typing import Protocol

from ufo.desktop.snapshot import Element
from ufo.desktop.values import Delivery, ElementVerb
from ufo.schema.geometry import Point


class TreeSource(Protocol):
    """Each call blocks for a bounded time, and may raise ElementGone and ApplicationHung. Elements are of an earlier look."""

    def again(self, known: Element, look: int) -> Element:
        """Return the element as it is now. Raises StaleElement where it became another one."""
        ...

    def act(self, element: Element, verb: ElementVerb, text: str | None) -> Delivery:
        """Do an action of an element that was just read again. Raises NotActionable."""
        ...

    def text(self, element: Element) -> str | None: ...

    def entries(self, element: Element, at_most: int) -> tuple[Element, ...] | None: ...

    def limits(self, element: Element) -> tuple[float, float] | None: ...

    def identifier(self, element: Element) -> str:
        """Return what programmers call it; "" for nothing."""
        ...

    def over(self, element: Element, point: Point, hit: int, /) -> str | None:
        """Return what gets a click at the point in place of the element, inside its window; None for nothing. `hit`: the handle
        of the window or control there.
        """
        ...
