"""Objects by dotted path, imported when they are asked for: what is not used is not loaded, and needs not be installed."""

from __future__ import annotations

import importlib
from typing import Any


def load(path: str) -> Any:
    """The object that "package.module:name" names. Raises ImportError, also where the module has no such name."""
    module, _, name = path.partition(":")
    try:
        return getattr(importlib.import_module(module), name)
    except AttributeError as error:
        raise ImportError(f"{module} has no {name!r}") from error
