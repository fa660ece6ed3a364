"""Makes the C library return the memory of pictures to the system.

It keeps freed memory for itself, and after the first large piece even pieces of 32 MB: one look at a screen would leave
forty megabytes behind, half of them holes. With a fixed threshold each large piece is mapped by itself and is returned when
it is freed.
"""

from __future__ import annotations

import ctypes
import sys

_MMAP_THRESHOLD, _TRIM_THRESHOLD = -3, -1
_LARGE = 256 * 1024


def give_back_large_pieces() -> None:
    """Return large freed pieces of this process's memory from now on. Does nothing where the C library is not glibc, which
    alone has the option.
    """
    if sys.platform != "linux":
        return
    option = getattr(ctypes.CDLL(None), "mallopt", None)
    if option is not None:
        option(_MMAP_THRESHOLD, _LARGE)
        option(_TRIM_THRESHOLD, _LARGE)
