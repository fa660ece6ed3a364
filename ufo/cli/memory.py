"""How this process asks for memory and looks for garbage: a run makes tens of thousands of values at each look, and
pictures of several megabytes."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import sys

_M_MMAP_THRESHOLD = -3
_LARGE = 1 << 20
_THRESHOLDS = (50_000, 20, 20)


def prepare_memory() -> None:
    """To be called once, when everything is imported."""
    give_back_large_blocks()
    spare_the_collector()


def give_back_large_blocks() -> bool:
    """Blocks of a megabyte and more go back to the system when they are freed (mallopt(3), glibc). By itself the allocator
    learns to keep them, and a fifth of the agent's memory is holes where pictures were. False where it has no such knob."""
    if not sys.platform.startswith("linux"):
        return False
    with contextlib.suppress(OSError, AttributeError):
        return bool(ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, _LARGE))
    return False


def spare_the_collector() -> None:
    """What is loaded is never garbage: without this a look at a sheet sets off a search through all of it, for 100 ms."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)
