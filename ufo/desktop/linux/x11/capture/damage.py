"""Tells whether anything was painted on a window since an earlier moment, by the X server's DAMAGE extension.

Compositing window managers draw by its events, so nothing is painted without one. It makes comparing pictures of eight
megabytes unnecessary.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

from Xlib import X
from Xlib.ext import damage

from ufo.desktop.linux.screen.screen import Stamp
from ufo.desktop.linux.x11.server_connection import XConnection

# Only windows that are painted on without pause take more rounds than this; no stamp can be given for them.
_ROUNDS = 4


class Damage:
    """Watches repaints; for the X thread. Windows are the root's children, by their numbers: what is painted below them counts
    as theirs.
    """

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
        """Return the stamp of these windows. None where none can be given: the server has no DAMAGE extension, or one of them
        is painted on without pause.
        """
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
        """Return the monotonic time, in seconds, of the last painting that a stamp taken just now covers; now for no stamp."""
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
            # The server destroys the damage object with its window, and may give the number to another window.
            self._watched.pop(int(event.window.id), None)  # type: ignore[attr-defined]  # a field of this kind of event
        elif kind == self._code:
            self._note(int(event.drawable.id))  # type: ignore[attr-defined]  # likewise
            # Without this the server sends no further event; the next round trip makes sure that it has processed it.
            self._x.display.damage_subtract(event.damage)  # type: ignore[attr-defined]  # likewise
