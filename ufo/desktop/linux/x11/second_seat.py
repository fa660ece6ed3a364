"""A pointer and a keyboard of our own beside the person's: a second pair of master devices (X Input 2).

Fake input goes to the "client pointer" of the connection that sends it and to that pointer's keyboard; so do questions about the
pointer and the keyboard focus. While the second pair is this connection's client pointer, it clicks and types there, and the
person's pointer and focus stay where they are. Keyboard maps are read and changed by the person's keyboard, because applications
read keys by its map. Sources: XI2proto.txt, "XIChangeHierarchy", "XISetClientPointer"; ProcXTestFakeInput in Xext/xtest.c of the
X server.

The second keyboard's focus stays "PointerRoot": its keys go where its pointer is. Were it set to a window, the window manager
would take that for the person's focus, because core events do not say whose it is.

A pair outlives its connection. Its name holds the process that made it and when that began, so that those of processes that are
gone are found and removed.
"""

from __future__ import annotations

import os
import re
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from Xlib import X
from Xlib.error import XError
from Xlib.ext import xinput
from Xlib.protocol import rq

from ufo.desktop.linux.proc import has_loaded
from ufo.desktop.linux.x11.server_connection import XConnection
from ufo.desktop.linux.x11.windows import Windows
from ufo.platform.proc import process_facts

_NAME = re.compile(r"ufo-(\d+)-(\d+) pointer")
_ADD, _REMOVE, _FLOAT = 1, 2, 2
_MASTER_POINTER = 1
_EVERY_DEVICE = 0
_QT = ("libQt5Gui.so", "libQt6Gui.so")
NO_SECOND = "this X server has no second pointer and keyboard (X Input 2)"


class _ChangeHierarchy(rq.Request):
    _request = rq.Struct(
        rq.Card8("opcode"), rq.Opcode(43), rq.RequestLength(), rq.Card8("count"), rq.Pad(3), rq.Binary("changes")
    )


class _SetClientPointer(rq.Request):
    _request = rq.Struct(
        rq.Card8("opcode"), rq.Opcode(44), rq.RequestLength(), rq.Window("window"), rq.Card16("deviceid"), rq.Pad(2)
    )


@dataclass(frozen=True, slots=True)
class _Pair:
    """The master pointer of a pair, and the process that made it."""

    pointer: int
    pid: int
    begun: int

    @property
    def is_orphan(self) -> bool:
        facts = process_facts(self.pid)
        return facts is None or round(facts.begun) != self.begun


class SecondSeat:
    """Implements `Hands` of a screen; for the X thread. The pair is made when it is first wanted."""

    def __init__(self, connection: XConnection, windows: Windows) -> None:
        """Remove the pairs of processes that were killed."""
        self._x = connection
        self._windows = windows
        self._own: int | None = None
        self._persons = 0
        self.is_used = False
        for pair in self._pairs():
            if pair.is_orphan:
                self._remove(pair.pointer)

    def use(self, window_id: str | None) -> str:
        """Have input for that window sent by the second pair from now on, or with None by the person's. Return why it cannot be,
        "" where it is.
        """
        self.is_used = False
        if window_id is None:
            return ""
        surface = self._windows.find(window_id).surface
        if any(has_loaded(surface.window.pid, library) for library in _QT):
            return "Qt brings its window to the front when it is clicked, whoever's pointer that is"
        if self._own is None and not self._add():
            return NO_SECOND
        self.is_used = True
        return ""

    @contextmanager
    def used(self) -> Iterator[None]:
        """Make what is sent and asked meanwhile about pointer and focus go to the second pair, where that is used."""
        if not self.is_used or self._own is None:
            yield
            return
        self._point_to(self._own)
        try:
            yield
        finally:
            self._point_to(self._persons)

    def close(self) -> None:
        self.is_used = False
        if self._own is not None:
            self._remove(self._own)
            self._own = None

    def _add(self) -> bool:
        if not self._has_masters():
            return False
        facts = process_facts(os.getpid())
        begun = round(facts.begun) if facts is not None else 0
        name = f"ufo-{os.getpid()}-{begun}".encode()
        self._persons = int(self._x.display.xinput_query_device(_EVERY_DEVICE).devices[0].deviceid)
        self._change(struct.pack("=HHHBB", _ADD, (8 + len(name) + 3) // 4, len(name), 1, 1) + name)
        self._own = next(
            (pair.pointer for pair in self._pairs() if (pair.pid, pair.begun) == (os.getpid(), begun)), None
        )
        return self._own is not None

    def _remove(self, pointer: int) -> None:
        with suppress(XError):
            self._change(struct.pack("=HHHBBHH", _REMOVE, 3, pointer, _FLOAT, 0, 0, 0))

    def _pairs(self) -> Iterator[_Pair]:
        if not self._has_masters():
            return
        for device in self._x.display.xinput_query_device(_EVERY_DEVICE).devices:
            named = _NAME.fullmatch(device.name)
            if named is not None and device.use == _MASTER_POINTER:
                yield _Pair(int(device.deviceid), int(named[1]), int(named[2]))

    def _has_masters(self) -> bool:
        display = self._x.display
        return bool(display.has_extension(xinput.extname)) and display.xinput_query_version().major_version >= 2

    def _change(self, change: bytes) -> None:
        padded = change + bytes(-len(change) % 4)
        _ChangeHierarchy(display=self._x.display.display, opcode=self._opcode, count=1, changes=padded)
        self._x.display.sync()

    def _point_to(self, pointer: int) -> None:
        display = self._x.display.display
        _SetClientPointer(display=display, opcode=self._opcode, window=X.NONE, deviceid=pointer)

    @property
    def _opcode(self) -> int:
        return int(self._x.display.display.get_extension_major(xinput.extname))
