"""Steps of undo: several changes as one, and those of ours, which outlive this process inside LibreOffice
(`loaded_by_office.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from .api import UnoError, file_url
from .connection import Shown

_CODE = Path(__file__).with_name("loaded_by_office.py")


def made_in_office(shown: Shown, name: str, *arguments: Any) -> Any | None:
    """Return an object of the class with that name; None where this LibreOffice loads no Python, or not this file."""
    try:
        loader = shown.create("loader.Python")
        if loader is None:
            return None
        factory = loader.activate(f"ufo.{name}", "", file_url(str(_CODE)), None)
        return factory.createInstanceWithArgumentsAndContext(arguments, shown.context)
    except UnoError:
        return None


def remember_properties(
    shown: Shown, title: str, target: Any, before: Sequence[tuple[str, Any]], after: Sequence[tuple[str, Any]]
) -> bool:
    """Add an undo step of ours that sets the properties in this order. Return whether there is one now."""
    return _added(shown, title, "properties", target, tuple(before), tuple(after))


def remember_chart(shown: Shown, title: str, place: tuple[Any, str, int], before: tuple[Any, ...], after: Any) -> bool:
    """Add an undo step of ours for a chart. `place`: its sheet, name and order; the others: what `state_of` returned."""
    return _added(shown, title, "chart", *place, before, after)


def _added(shown: Shown, title: str, kind: str, *what: Any) -> bool:
    step = made_in_office(shown, "UndoStep", title, kind, *what)
    if step is None:
        return False
    shown.document.getUndoManager().addUndoAction(step)
    return True


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
