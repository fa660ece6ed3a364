"""Has objects of ours made inside LibreOffice, where they outlive this process (`loaded_by_office.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
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
