from __future__ import annotations

from types import TracebackType
from typing import Any


class one_step:  # noqa: N801 read as a statement: with one_step(…)
    """Groups all changes made inside into one undo step. Where one of them fails, those before it are taken back."""

    # No generator: `contextlib` sets the traceback of what is raised inside, which UNO's exceptions do not let happen.
    def __init__(self, document: Any, title: str) -> None:
        self._manager = document.getUndoManager()
        self._title = title
        self._steps = 0

    def __enter__(self) -> None:
        self._steps = len(self._manager.getAllUndoActionTitles())
        self._manager.enterUndoContext(self._title)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._manager.leaveUndoContext()
        # Inside another step, or where nothing was changed, there is none of its own.
        if kind is not None and len(self._manager.getAllUndoActionTitles()) > self._steps:
            self._manager.undo()
            self._manager.clearRedo()
