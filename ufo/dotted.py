"""Loads objects by dotted path when they are first needed: a module that is not used is not imported, and need not be
installed.
"""

from __future__ import annotations

import importlib
from operator import attrgetter
from typing import Any


def load(path: str) -> Any:
    """Return the object that "package.module:name" names. Raises ImportError, also where the module has no such name."""
    module, _, name = path.partition(":")
    found = importlib.import_module(module)
    try:
        return attrgetter(name)(found)
    except AttributeError as error:
        raise ImportError(f"{module} has no {name!r}") from error
