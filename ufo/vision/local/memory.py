"""Makes the C library return the memory of pictures to the system.

It keeps what was freed for itself, and after the first large piece even pieces of 32 MB: looking at one screen would leave
forty megabytes behind, half of them holes. With a threshold that stays, each large piece is mapped by itself and is gone when
it is freed.
"""

from __future__ import annotations

import ctypes
import sys

_MMAP_THRESHOLD, _TRIM_THRESHOLD = -3, -1
_LARGE = 256 * 1024


def give_back_large_pieces() -> None:
    """Of this process, from now on. Does nothing where the C library is not glibc, which alone has the option."""
    if sys.platform != "linux":
        return
    option = getattr(ctypes.CDLL(None), "mallopt", None)
    if option is not None:
        option(_MMAP_THRESHOLD, _LARGE)
        option(_TRIM_THRESHOLD, _LARGE)
