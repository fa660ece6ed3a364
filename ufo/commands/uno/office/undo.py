from __future__ import annotations

from types import TracebackType
from typing import Any


class one_step:  # noqa: N801 read as a statement: with one_step(…)
    """Groups all changes made inside into one undo step."""

    # No generator: `contextlib` sets the traceback of what is raised inside, which UNO's exceptions do not let happen.
    def __init__(self, document: Any, title: str) -> None:
        self._manager = document.getUndoManager()
        self._title = title

    def __enter__(self) -> None:
        self._manager.enterUndoContext(self._title)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._manager.leaveUndoContext()
