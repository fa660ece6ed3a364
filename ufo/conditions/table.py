"""The table of the kinds of conditions: a new kind is one row here. Reads conditions as models, skills and logs write them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, reduce
from operator import or_
from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from ufo.conditions.condition import Condition, Topic
from ufo.conditions.kinds.document import DocumentPredicate
from ufo.conditions.kinds.element import ElementPredicate
from ufo.conditions.kinds.file import FilePredicate
from ufo.conditions.kinds.page import PagePredicate
from ufo.conditions.kinds.process import ProcessPredicate
from ufo.conditions.kinds.window import WindowPredicate

Kinds = tuple[type[Condition], ...]

KINDS: Kinds = (
    ElementPredicate,
    WindowPredicate,
    ProcessPredicate,
    FilePredicate,
    PagePredicate,
    DocumentPredicate,
)
"""In the order in which a model is told of them."""


def read_condition(data: object, kinds: Kinds = KINDS) -> Condition:
    """Return the condition that is written there. Raises pydantic's ValidationError where it is none."""
    if isinstance(data, Condition):
        return data
    if isinstance(data, Mapping) and (kind := _kind_of(data, kinds)) is not None:
        data = kind.as_meant(data)
    return union_of(kinds).validate_python(data)


def looks_at_window(data: Mapping[str, Any]) -> bool:
    """Tell whether a condition as it is written, whose values may be left open, speaks of the window that is worked in."""
    kind = _kind_of(data, KINDS)
    return kind is not None and kind.LOOKS_AT_WINDOW


def names_a_file(data: Mapping[str, Any]) -> bool:
    """Tell whether a condition as it is written, whose values may be left open, is about a file."""
    kind = _kind_of(data, KINDS)
    return kind is not None and kind.NAMES_A_FILE


def _kind_of(data: Mapping[str, Any], kinds: Kinds) -> type[Condition] | None:
    return next((kind for kind in kinds if kind.model_fields["on"].default == data.get("on")), None)


@cache
def union_of(kinds: Kinds = KINDS) -> TypeAdapter[Condition]:
    """Return the reader of the kinds, which is also their schema."""
    union: Any = reduce(or_, kinds)
    return TypeAdapter(Annotated[union, Field(discriminator="on")])


def forms(topic: Topic, kinds: Kinds = KINDS) -> list[str]:
    """Return how a model states each kind that is to be told of."""
    return [form for kind in kinds if (form := kind.form(topic))]
