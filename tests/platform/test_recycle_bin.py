"""Notes of Windows' bin: as it writes them, and broken."""

from __future__ import annotations

import struct

import pytest

from ufo.platform.recycle_bin import note_of, read_note

_WHERE = r"C:\Users\Zoë\note 1.txt"
_TICKS = 132_514_848_000_000_000
_SINCE_1970 = 1_607_011_200.0
"""The same moment: 3 December 2020 at 16:00 by the clock of Greenwich."""


@pytest.mark.parametrize(
    "note",
    [
        struct.pack("<qqq", 1, 5, _TICKS) + _WHERE.encode("utf-16-le").ljust(520, b"\0"),
        struct.pack("<qqqi", 2, 5, _TICKS, len(_WHERE) + 1) + _WHERE.encode("utf-16-le") + b"\0\0",
        note_of(_WHERE, 5, _SINCE_1970),
    ],
    ids=["Vista", "Windows 10", "ours"],
)
def test_a_note_tells_where_something_was_and_when_it_was_removed(note: bytes) -> None:
    assert read_note(note) == (_WHERE, _SINCE_1970)


@pytest.mark.parametrize("note", [b"", b"\x02" * 20, struct.pack("<qqq", 3, 5, 0), struct.pack("<qqqi", 2, 5, 0, 1)])
def test_what_is_no_note_tells_nothing(note: bytes) -> None:
    assert read_note(note) is None
