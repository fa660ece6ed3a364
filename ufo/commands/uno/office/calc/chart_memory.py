"""Remembers charts before they are changed: LibreOffice records no undo for what is changed in a chart through its interface."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..api import struct
from ..connection import Shown
from ..in_office import remember_chart
from .ranges import parse_area

_OFF = 60
"""Hundredths of a millimetre."""


def state_of(sheet: Any, name: str) -> tuple[Any, ...]:
    """Return copies of the diagram with its axes, series and legend and of the title, and the place: x, y, width, height."""
    model = sheet.Charts.getByName(name).EmbeddedObject
    title = model.getTitleObject()
    shape = shape_of(sheet, name)
    place = shape.Position.X, shape.Position.Y, shape.Size.Width, shape.Size.Height
    return model.getFirstDiagram().createClone(), title.createClone() if title is not None else None, *place


def remembered(shown: Shown, sheet: Any, name: str, before: tuple[Any, ...]) -> bool:
    """Make the change of a chart, which was as `before`, a step that undo takes back. Return whether it is one."""
    place = (sheet, name, int(shape_of(sheet, name).ZOrder))
    return remember_chart(shown, "Change chart", place, before, state_of(sheet, name))


def shape_of(sheet: Any, name: str) -> Any:
    page = sheet.DrawPage
    shapes = [page.getByIndex(at) for at in range(page.getCount())]
    return next(one for one in shapes if getattr(one, "PersistName", "") == name)


def move(sheet: Any, name: str, wanted: Mapping[str, Any]) -> None:
    """Put a chart at the cell that `place` names, and give it a `width` and `height` in millimetres."""
    shape = shape_of(sheet, name)
    x, y, width, height = wanted_place(sheet, shape, wanted)
    shape.setSize(struct("awt.Size", Width=width, Height=height))
    shape.setPosition(struct("awt.Point", X=x, Y=y))


def is_at(sheet: Any, name: str, wanted: Mapping[str, Any]) -> bool:
    shape = shape_of(sheet, name)
    place = shape.Position.X, shape.Position.Y, shape.Size.Width, shape.Size.Height
    return all(abs(one - other) <= _OFF for one, other in zip(place, wanted_place(sheet, shape, wanted), strict=True))


def wanted_place(sheet: Any, shape: Any, wanted: Mapping[str, Any]) -> tuple[int, int, int, int]:
    at = parse_area(str(wanted["place"])).of(sheet).Position if wanted.get("place") else shape.Position
    sizes = {name: round(float(wanted[name]) * 100) for name in ("width", "height") if wanted.get(name)}
    return at.X, at.Y, sizes.get("width", shape.Size.Width), sizes.get("height", shape.Size.Height)
