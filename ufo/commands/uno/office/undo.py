from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def one_step(document: Any, title: str) -> Iterator[None]:
    """Group all changes made inside into one undo step."""
    manager = document.getUndoManager()
    manager.enterUndoContext(title)
    try:
        yield
    finally:
        manager.leaveUndoContext()
