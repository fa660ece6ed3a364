"""How this process asks for memory. A long run takes thousands of pictures of several megabytes each."""

from __future__ import annotations

import contextlib
import ctypes
import sys

_M_MMAP_THRESHOLD = -3
_LARGE = 1 << 20


def give_back_large_blocks() -> bool:
    """Blocks of a megabyte and more go back to the system when they are freed (mallopt(3), glibc). By itself the allocator
    learns to keep them, and a fifth of the agent's memory is holes where pictures were. False where it has no such knob."""
    if not sys.platform.startswith("linux"):
        return False
    with contextlib.suppress(OSError, AttributeError):
        return bool(ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, _LARGE))
    return False
