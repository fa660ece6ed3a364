"""Imports what a command works with, without searching it for garbage: that takes a sixth of the time."""

from __future__ import annotations

import gc
import importlib
from typing import Any


def imported(module: str) -> Any:
    """Return the module of this name. What comes with it stays for good, so that no later search looks at it. Raises
    ImportError.
    """
    gc.disable()
    try:
        return importlib.import_module(module)
    finally:
        gc.freeze()
        gc.enable()
