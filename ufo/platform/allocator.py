"""How the C library keeps memory that was freed, where it is glibc (mallopt(3)). Another one has no such options."""

from __future__ import annotations

import ctypes

TRIM_THRESHOLD, MMAP_THRESHOLD, ARENA_MAX = -1, -3, -8
"""Bytes at the end of the heap that are given back; bytes from which on a piece is a mapping of its own; arenas of threads."""


def set_option(option: int, value: int) -> bool:
    """Return False where the allocator has no such option."""
    try:
        return bool(ctypes.CDLL(None).mallopt(option, value))
    except (AttributeError, OSError, TypeError):
        # Windows finds no library without a name, and other C libraries have no such function.
        return False
