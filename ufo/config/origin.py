"""Where a setting may come from: a mark on every field of the settings, and a function that splits a file by these marks.

`ufo.yaml` in the working folder may have come with the folder, from a stranger. It may set what is `Harmless`: settings
that do not decide where anything is sent, what is asked, run, read, written or spent, how carefully is looked, or what
counts as proved. All others are `Guarded`: they count from the person's own configuration, the environment, an option, or a
folder that they trust.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel
from pydantic.fields import FieldInfo


class Origin(Enum):
    ANY_FOLDER = "any folder"
    THE_PERSON = "the person"


@dataclass(frozen=True, slots=True)
class Unit:
    """The unit of a number: a mark on the field, beside its origin."""

    name: str


T = TypeVar("T")
Harmless = Annotated[T, Origin.ANY_FOLDER]
Guarded = Annotated[T, Origin.THE_PERSON]


@dataclass(frozen=True, slots=True)
class Split:
    """A file split by origin. `kept`: what counts from any folder. `withheld`: the rest, by the setting's name (`policy.ask`),
    with its value.
    """

    kept: Mapping[str, Any]
    withheld: Mapping[str, Any]


def by_origin(model: type[BaseModel], data: Mapping[str, Any]) -> Split:
    """Split a file by origin. A setting without a mark is withheld. Unknown names and values of a wrong shape are kept, so
    that they are reported as errors.
    """
    kept: dict[str, Any] = {}
    withheld: dict[str, Any] = {}
    for name, value in data.items():
        field = model.model_fields.get(name)
        section = section_of(field) if field is not None else None
        if section is not None and isinstance(value, Mapping):
            inner = by_origin(section, value)
            kept[name] = inner.kept
            withheld.update({f"{name}.{key}": one for key, one in inner.withheld.items()})
        elif field is None or section is not None or Origin.ANY_FOLDER in field.metadata:
            kept[name] = value
        else:
            withheld[name] = value
    return Split(kept, withheld)


def section_of(field: FieldInfo) -> type[BaseModel] | None:
    kind = field.annotation
    return kind if isinstance(kind, type) and issubclass(kind, BaseModel) else None


def marks(model: type[BaseModel], prefix: str = "") -> Iterator[tuple[str, tuple[Origin, ...]]]:
    """Yield every setting's name with the marks that it carries."""
    for name, field in model.model_fields.items():
        section = section_of(field)
        if section is not None:
            yield from marks(section, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", tuple(one for one in field.metadata if isinstance(one, Origin))
