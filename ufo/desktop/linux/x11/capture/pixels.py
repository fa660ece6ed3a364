"""Reads the pixels of the screen and of pixmaps, by shared memory where the server supports it (X11: MIT-SHM 1.2, ZPixmap)."""

from __future__ import annotations

import ctypes
import errno
import os

from Xlib import X
from Xlib.error import CatchError
from Xlib.protocol import rq
from Xlib.xobject.drawable import Drawable

from ufo.desktop.linux.x11.server_connection import XConnection
from ufo.schema.geometry import Rect

_ALL_PLANES = 0xFFFFFFFF
_DEPTHS = (24, 32)
PIXEL_BYTES = 4
# A small picture fits into one answer; asking for shared memory costs the same then.
_SMALL_BYTES = 32 * 1024

_IPC_PRIVATE, _IPC_CREAT, _IPC_RMID = 0, 0o1000, 0
_OWNER_ONLY = 0o600
_FAILED = ctypes.c_void_p(-1).value


class PixelReader:
    """Reads pixels over one connection; for the X thread. The shared memory grows with what is asked for and is kept. Without
    it (a server on another machine, no shared memory left) pixels come through the connection, which is far slower.
    """

    def __init__(self, connection: XConnection) -> None:
        self._x = connection
        self._shared: _Segment | None = None
        self._opcode = _opcode(connection)

    def close(self) -> None:
        """Give the shared memory back. The server detaches by itself when the connection ends."""
        if self._shared is not None:
            self._shared.release()
            self._shared = None

    def read(self, drawable: Drawable, area: Rect) -> bytes:
        """Return the pixels of a part of a drawable as BGRX rows. Raises ValueError for a drawable of fewer than 24 bits a
        pixel, and BadMatch or BadDrawable where there is no such part.
        """
        size = area.width * area.height * PIXEL_BYTES
        shared = self._memory(size) if size > _SMALL_BYTES else None
        if shared is None:
            answer = drawable.get_image(area.x, area.y, area.width, area.height, X.ZPixmap, _ALL_PLANES)
            return _checked(answer.depth, bytes(answer.data), size)
        told = _GetImage(
            display=self._x.display.display,
            opcode=self._opcode,
            drawable=drawable.id,
            x=area.x,
            y=area.y,
            width=area.width,
            height=area.height,
            plane_mask=_ALL_PLANES,
            format=X.ZPixmap,
            segment=shared.xid,
            offset=0,
        )
        return _checked(told.depth, shared.content(told.size), size)

    def _memory(self, size: int) -> _Segment | None:
        if self._shared is not None and self._shared.size >= size:
            return self._shared
        if not self._opcode:
            return None
        self._detach()
        self._shared = self._attached(size)
        if self._shared is None:
            self._opcode = 0
        return self._shared

    def _attached(self, size: int) -> _Segment | None:
        """Share memory with the server; None where this machine or the server refuses it."""
        try:
            segment = _Segment(self._x.display.display.allocate_resource_id(), size)
        except OSError:
            return None
        refused = CatchError()
        _Attach(
            display=self._x.display.display,
            onerror=refused,
            opcode=self._opcode,
            segment=segment.xid,
            memory=segment.number,
            read_only=False,
        )
        self._x.display.sync()
        segment.forget()
        if refused.get_error() is None:
            return segment
        segment.release()
        return None

    def _detach(self) -> None:
        if self._shared is not None:
            _Detach(display=self._x.display.display, opcode=self._opcode, segment=self._shared.xid)
            self.close()


def _opcode(connection: XConnection) -> int:
    """Return the number of the extension on this server, or 0."""
    found = connection.display.query_extension("MIT-SHM")
    return int(found.major_opcode) if found is not None and found.present else 0


def _checked(depth: int, pixels: bytes, size: int) -> bytes:
    if depth not in _DEPTHS or len(pixels) != size:
        raise ValueError(f"{len(pixels)} bytes of {depth} bits a pixel are no picture of {size} bytes")
    return pixels


class _Segment:
    """Shared memory of System V (shmget(2)). Raises OSError where the system gives none."""

    def __init__(self, xid: int, size: int) -> None:
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._libc.shmat.restype = ctypes.c_void_p
        self._libc.shmat.argtypes = (ctypes.c_int, ctypes.c_void_p, ctypes.c_int)
        self._libc.shmdt.argtypes = (ctypes.c_void_p,)
        self._libc.shmget.argtypes = (ctypes.c_int, ctypes.c_size_t, ctypes.c_int)
        self.xid, self.size = xid, size
        self.number = self._libc.shmget(_IPC_PRIVATE, size, _IPC_CREAT | _OWNER_ONLY)
        if self.number < 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
        self._address = self._libc.shmat(self.number, None, 0)
        if self._address == _FAILED:
            self.forget()
            raise OSError(errno.ENOMEM, os.strerror(errno.ENOMEM))

    def content(self, size: int) -> bytes:
        return ctypes.string_at(self._address, min(size, self.size))

    def forget(self) -> None:
        """Make the system free the memory once nobody has it attached, however this process ends."""
        self._libc.shmctl(self.number, _IPC_RMID, None)

    def release(self) -> None:
        self._libc.shmdt(self._address)


class _Attach(rq.Request):
    _request = rq.Struct(
        rq.Card8("opcode"),
        rq.Opcode(1),
        rq.RequestLength(),
        rq.Card32("segment"),
        rq.Card32("memory"),
        rq.Bool("read_only"),
        rq.Pad(3),
    )


class _Detach(rq.Request):
    _request = rq.Struct(rq.Card8("opcode"), rq.Opcode(2), rq.RequestLength(), rq.Card32("segment"))


class _GetImage(rq.ReplyRequest):
    _request = rq.Struct(
        rq.Card8("opcode"),
        rq.Opcode(4),
        rq.RequestLength(),
        rq.Card32("drawable"),
        rq.Int16("x"),
        rq.Int16("y"),
        rq.Card16("width"),
        rq.Card16("height"),
        rq.Card32("plane_mask"),
        rq.Card8("format"),
        rq.Pad(3),
        rq.Card32("segment"),
        rq.Card32("offset"),
    )
    _reply = rq.Struct(
        rq.ReplyCode(),
        rq.Card8("depth"),
        rq.Card16("sequence_number"),
        rq.ReplyLength(),
        rq.Card32("visual"),
        rq.Card32("size"),
        rq.Pad(16),
    )
