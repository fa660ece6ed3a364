"""How this process asks for memory and looks for garbage: a run makes tens of thousands of values at each look, and
pictures of several megabytes."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import sys

_M_ARENA_MAX = -8
_ARENAS = 2
_THRESHOLDS = (50_000, 20, 20)


def prepare_memory() -> None:
    """To be called once, when everything is imported."""
    share_arenas()
    spare_the_collector()


def share_arenas() -> bool:
    """Threads that encode pictures share what others freed (mallopt(3), glibc). By itself each has an arena of its own, and
    keeps room there for the largest picture it ever had. False where the allocator has no such knob."""
    if not sys.platform.startswith("linux"):
        return False
    with contextlib.suppress(OSError, AttributeError):
        return bool(ctypes.CDLL(None).mallopt(_M_ARENA_MAX, _ARENAS))
    return False


def spare_the_collector() -> None:
    """What is loaded is never garbage: without this a look at a sheet sets off a search through all of it, for 100 ms."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)
