"""Sets how this process allocates memory and collects garbage: a run creates tens of thousands of values at each look, and
pictures of several megabytes.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import sys

_M_ARENA_MAX = -8
_ARENAS = 2
_THRESHOLDS = (50_000, 20, 20)


def prepare_memory() -> None:
    """Apply both settings. Called once, when everything is imported."""
    share_arenas()
    spare_the_collector()


def share_arenas() -> bool:
    """Let threads that encode pictures share freed memory (mallopt(3), glibc). By default each has an arena of its own, which
    stays as large as its largest picture. Return False where the allocator has no such option.
    """
    if not sys.platform.startswith("linux"):
        return False
    with contextlib.suppress(OSError, AttributeError):
        return bool(ctypes.CDLL(None).mallopt(_M_ARENA_MAX, _ARENAS))
    return False


def spare_the_collector() -> None:
    """Exempt everything that is loaded from garbage collection. Otherwise a look at a sheet starts a search through all of it,
    which takes 100 ms.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)
