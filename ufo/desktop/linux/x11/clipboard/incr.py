"""Transfers large clipboard contents piece by piece (ICCCM's INCR). Contents that do not fit one request go in many; the
receiver asks for each piece by deleting the one before.
"""

from __future__ import annotations

import contextlib
import select
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from Xlib import X
from Xlib.display import Display
from Xlib.error import XError
from Xlib.protocol.event import PropertyNotify
from Xlib.xobject.drawable import Window as XWindow

PIECE_BYTES = 200_000
"""The number of bytes that fit one request to the server."""
MOST_BYTES = 64_000_000
_PIECE_S = 2.0


@dataclass(frozen=True, slots=True)
class Content:
    """Clipboard contents in one type. `kind` is the atom of the type, `format` the number of bits of an item: 8, 16 or 32."""

    kind: int
    format: int
    data: bytes


class IncrSender:
    """Sends one content to one window."""

    def __init__(self, window: XWindow, place: int, content: Content) -> None:
        self._window = window
        self._place = place
        self._kind, self._format = content.kind, content.format
        self._pieces = _pieces(content.data)

    def begin(self, incr: int, size: int) -> None:
        self._window.change_attributes(event_mask=X.PropertyChangeMask)
        self._window.change_property(self._place, incr, 32, [size])

    def concerns(self, event: PropertyNotify) -> bool:
        same = int(event.window.id) == int(self._window.id) and int(event.atom) == self._place
        return same and int(event.state) == X.PropertyDelete

    def go_on(self) -> bool:
        """Send the next piece. Return False after the last one, which is empty."""
        piece = next(self._pieces, None)
        if piece is None:
            return False
        self._window.change_property(self._place, self._kind, self._format, piece)
        return True


def received(display: Display, window: XWindow, place: int, on_other: Callable[[object], None]) -> Content | None:
    """Receive the content that follows a property of the type INCR, once that was read and deleted. Return None where the
    pieces stop or the content is too large to keep; that one is still read to its end, because its owner waits for it.
    """
    parts: list[bytes] = []
    kind = form = size = 0
    while True:
        if not _await_piece(display, window, place, on_other):
            return None
        found = window.get_full_property(place, X.AnyPropertyType)
        window.delete_property(place)
        display.flush()
        data = bytes_of(found) if found is not None else b""
        if found is None or not data:
            return Content(kind, form, b"".join(parts)) if size <= MOST_BYTES else None
        kind, form = int(found.property_type), int(found.format)
        size += len(data)
        if size <= MOST_BYTES:
            parts.append(data)
        else:
            parts.clear()


def bytes_of(found: Any) -> bytes:
    """Return the bytes of a property as python-xlib returns it."""
    data = found.value if found.format == 8 else found.value.tobytes()
    return data.encode("latin-1") if isinstance(data, str) else bytes(data)


def _pieces(data: bytes) -> Iterator[bytes]:
    for at in range(0, len(data), PIECE_BYTES):
        yield data[at : at + PIECE_BYTES]
    yield b""


def _await_piece(display: Display, window: XWindow, place: int, on_other: Callable[[object], None]) -> bool:
    deadline = time.monotonic() + _PIECE_S
    while (left := deadline - time.monotonic()) > 0:
        if not display.pending_events():
            select.select([display.fileno()], [], [], left)
        for _ in range(display.pending_events()):
            event = display.next_event()
            if (
                isinstance(event, PropertyNotify)
                and int(event.window.id) == int(window.id)
                and int(event.atom) == place
                and int(event.state) == X.PropertyNewValue
            ):
                return True
            with contextlib.suppress(XError):
                on_other(event)
    return False
