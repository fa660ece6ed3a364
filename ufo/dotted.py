"""Loads objects by dotted path when they are first needed: a module that is not used is not imported, and need not be
installed.
"""

from __future__ import annotations

import importlib
from typing import Any


def load(path: str) -> Any:
    """Return the object that "package.module:name" names. Raises ImportError, also where the module has no such name."""
    module, _, name = path.partition(":")
    try:
        return getattr(importlib.import_module(module), name)
    except AttributeError as error:
        raise ImportError(f"{module} has no {name!r}") from error
