"""Events without any text of the person's, a model's or the screen's: what is shown before all secrets of a run are known."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any, Literal, TypeVar, get_origin

from pydantic import BaseModel

from ufo.trace.lines import json_line
from ufo.trace.reader import parsed

M = TypeVar("M", bound=BaseModel)

_KEPT = frozenset(
    {
        "agent",
        "application",
        "asked",
        "at",
        "attempts",
        "began",
        "confirmation",
        "function",
        "model",
        "run_id",
        "seconds",
    }
    | {"started", "state", "status", "step", "version"}
)
"""Names of fields that hold words and figures of ours, or the names of programs and models."""
_EMPTY: dict[type, Any] = {str: "", int: 0, float: 0.0, bool: False, dict: {}}


def textless(lines: Iterable[bytes]) -> Iterable[bytes]:
    """Return each line of a log with its event without texts; an empty one for what is no event."""
    for line in lines:
        events, _ = parsed([line])
        yield json_line(_bare(events[0]).model_dump(mode="json", warnings=False)).encode() if events else b""


def _bare(model: M) -> M:
    changed: dict[str, Any] = {}
    for name, field in type(model).model_fields.items():
        value = getattr(model, name)
        if name not in _KEPT and get_origin(field.annotation) is not Literal and not isinstance(value, Enum):
            changed[name] = _without(value)
    return model.model_copy(update=changed)


def _without(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return _bare(value)
    if isinstance(value, tuple | list):
        return tuple(_without(part) for part in value if not isinstance(part, str))
    return _EMPTY.get(type(value))
