"""Tells what a look need not ask: what its picture shows, and what an earlier look read that still holds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.reuse.earlier import Unchanged
from ufo.desktop.linux.reuse.paint_state import PaintState
from ufo.desktop.linux.reuse.tile_diff import between
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame

Recall = Callable[[Frame], Unchanged | None]
"""Returns the part of an earlier look that still holds, by the window's current picture."""


def nothing(frame: Frame) -> Unchanged | None:
    return None


@dataclass(frozen=True, slots=True)
class Seen:
    """The knowledge of a look before it asks. `frame`, not taken before the loop time `began`, is trusted to show what the
    application has reported; `judged` are the places where something was read from it.
    """

    frame: Frame | None
    unchanged: Unchanged | None
    began: float
    judged: list[Rect] = field(default_factory=list)

    @classmethod
    def of(cls, frame: Frame | None, recall: Recall, began: float) -> Seen:
        return cls(frame, recall(frame) if frame is not None else None, began)

    def fill(self, node: Node) -> bool:
        """Fill `node` with what is known of the object and everything below it; return whether that was known."""
        part = self.unchanged.take(node.ref) if self.unchanged is not None else None
        if part is None or self.unchanged is None:
            return False
        node.become(part, self.unchanged.began)
        return True

    def asked_again(self, before: Node | None) -> Iterator[Node]:
        """Yield the objects of an earlier tree that must be asked: all but those that hold and everything below them."""
        holds = self.unchanged.parts if self.unchanged is not None else {}
        todo = [] if before is None else [before]
        while todo:
            node = todo.pop()
            if node.ref not in holds and node.cell is None:
                yield node
                todo.extend(reversed(node.children))

    async def belied_by(self, painted: PaintState, rest_s: float) -> PaintState | None:
        """Return the current picture if it differs from the trusted one in a place that was relied on, else None."""
        relied = [*self.judged, *(self.unchanged.taken if self.unchanged is not None else ())]
        if self.frame is None or not relied:
            return None
        began = asyncio.get_running_loop().time()
        late = await painted.again(rest_s)
        if late is painted.frame:
            return None
        dirty = between(self.frame, late) if late is not None else None
        holds = dirty is not None and not any(dirty.touches(rect) for rect in relied)
        return None if holds else replace(painted, frame=late, began=began)
