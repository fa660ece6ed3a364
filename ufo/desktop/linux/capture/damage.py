"""Whether anything was painted on a window since then, by what the X server says of itself (its DAMAGE extension).

Compositing window managers draw by it, so that nothing is painted without it; comparing pictures of eight megabytes is spared.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

from Xlib import X
from Xlib.ext import damage

from ufo.desktop.linux.x11.server_connection import XConnection

# More rounds than this take windows that are painted on without pause, and nothing can be said about them.
_ROUNDS = 4

Stamp = tuple[tuple[int, int], ...]
"""Equal for the same windows when nothing was painted on them in between."""


class Damage:
    """For the X thread. Windows are the root's children, by their numbers: what is below them counts as theirs."""

    def __init__(self, connection: XConnection) -> None:
        self._x = connection
        self._watched: dict[int, int] = {}
        self._times: dict[int, int] = {}
        self._noticed: dict[int, float] = {}
        self._seen = 0
        self._code = -1
        if connection.display.has_extension("DAMAGE"):
            connection.display.damage_query_version()
            self._code = connection.display.extension_event.DamageNotify
            connection.listen(self._on_event)

    def stamp(self, tops: Iterable[int]) -> Stamp | None:
        """None where nothing can be said: the server has no such extension, or one is painted on without pause."""
        wanted = frozenset(tops)
        if self._code < 0:
            return None
        for top in self._watched.keys() - wanted:
            self._x.display.damage_destroy(self._watched.pop(top))
        for top in wanted - self._watched.keys():
            self._watched[top] = damage.damage_create(self._x.window(top), damage.DamageReportNonEmpty)
            self._note(top)
        for _ in range(_ROUNDS):
            before = self._seen
            self._x.catch_up()
            if self._seen == before:
                return tuple((top, self._times.get(top, 0)) for top in sorted(wanted))
        return None

    def painted_at(self, stamp: Stamp | None) -> float:
        """The monotonic time, in seconds, by which everything was painted that a stamp taken just now tells of."""
        return (
            time.monotonic() if stamp is None else max((self._noticed.get(top, 0.0) for top, _ in stamp), default=0.0)
        )

    def _note(self, top: int) -> None:
        self._seen += 1
        self._times[top] = self._seen
        self._noticed[top] = time.monotonic()

    def _on_event(self, event: object) -> None:
        kind = getattr(event, "type", None)
        if kind == X.DestroyNotify:
            # The server ends what watched it, and may give the number to another window.
            self._watched.pop(int(event.window.id), None)  # type: ignore[attr-defined]  # a field of this kind of event
        elif kind == self._code:
            self._note(int(event.drawable.id))  # type: ignore[attr-defined]  # likewise
            # It tells again only of what comes after this; the next round trip makes sure that it was heard.
            self._x.display.damage_subtract(event.damage)  # type: ignore[attr-defined]  # likewise
