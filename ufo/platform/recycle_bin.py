"""Windows' own bin, as Windows lays it out since Vista. In a folder of the person's lies each thing that was removed, as `$R`
and some letters, and a note of it, as `$I` and the same letters. Source: "Windows Recycle Bin file formats" of libyal.

The shell's functions for it are not used: they ask the person, and none keeps a copy of what is to be written over.
"""

from __future__ import annotations

import ctypes
import struct
from ctypes import byref, c_uint32, c_void_p, c_wchar_p
from functools import cache
from pathlib import Path

KEPT, NOTE = "$R", "$I"
_HEAD = struct.Struct("<qqq")
"""The version, the size in bytes, and when it was removed, in tenths of a microsecond since 1601."""
_EPOCH_S = 11_644_473_600
_QUERY, _USER = 0x8, 1


def folder() -> Path | None:
    """Return the person's folder of the bin, on the drive of their home; None on a system that has no such bin."""
    person = _person()
    return Path(Path.home().anchor, "$Recycle.Bin", person) if person else None


@cache
def _person() -> str:
    """Return the security identifier of whoever runs this, "S-1-5-21-…"; "" where there are none."""
    try:
        advapi32, kernel32 = ctypes.CDLL("advapi32"), ctypes.CDLL("kernel32")
    except OSError:
        return ""
    process, token, told = c_void_p(-1), c_void_p(), c_wchar_p()
    size, buffer = c_uint32(), (c_void_p * 32)()
    if not advapi32.OpenProcessToken(process, _QUERY, byref(token)):
        return ""
    # The first of what is told is the address of the identifier, which lies behind it.
    given = advapi32.GetTokenInformation(token, _USER, buffer, ctypes.sizeof(buffer), byref(size))
    if given and advapi32.ConvertSidToStringSidW(c_void_p(buffer[0]), byref(told)):
        person = told.value or ""
        kernel32.LocalFree(told)
    else:
        person = ""
    kernel32.CloseHandle(token)
    return person


def note_of(origin: str, size: int, moved_s: float) -> bytes:
    """Return the note of something that was at a path and has that many bytes. `moved_s`: when it was removed, since 1970."""
    ticks = int((moved_s + _EPOCH_S) * 1e7)
    return _HEAD.pack(2, size, ticks) + struct.pack("<i", len(origin) + 1) + f"{origin}\0".encode("utf-16-le")


def read_note(note: bytes) -> tuple[str, float] | None:
    """Return where something was, and when it was removed, in seconds since 1970; None of what is no note."""
    try:
        version, _, ticks = _HEAD.unpack_from(note)
    except struct.error:
        return None
    begins = {1: _HEAD.size, 2: _HEAD.size + 4}.get(version)
    if begins is None:
        return None
    # A path ends with its first character of zeros: that of version 1 has a place of 260.
    origin = note[begins:].decode("utf-16-le", errors="replace").partition("\0")[0]
    return (origin, ticks / 1e7 - _EPOCH_S) if origin else None
