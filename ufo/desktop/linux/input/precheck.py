"""The last check before input is sent, as the sender of input sees it."""

from __future__ import annotations

from typing import Protocol

from ufo.schema.geometry import Point


class Precheck(Protocol):
    """For the X thread. Both raise Disturbed. `point` is None for keys."""

    def before(self, point: Point | None) -> None: ...

    def at_last(self, point: Point | None) -> None:
        """While the server is held still: nobody else's connection is answered, the one that takes pictures of windows
        included."""
        ...
