"""Where a setting may come from: a mark on every field of the settings, and which settings of the files count by these marks.

`ufo.yaml` in the working folder may have come with the folder, from a stranger. It may set what is `Harmless`: settings
that do not decide where anything is sent, what is asked, run, read, written or spent, how carefully is looked, or what
counts as proved. All others are `Guarded`: they count from the person's own configuration, the environment, an option, or a
folder that they trust.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from ufo.config.files import SettingsFile, read_in, read_own
from ufo.config.trust import TrustStore


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
        about = model.model_fields.get(name)
        section = section_of(about) if about is not None else None
        if section is not None and isinstance(value, Mapping):
            inner = by_origin(section, value)
            kept[name] = inner.kept
            withheld.update({f"{name}.{key}": item for key, item in inner.withheld.items()})
        elif about is None or section is not None or Origin.ANY_FOLDER in about.metadata:
            kept[name] = value
        else:
            withheld[name] = value
    return Split(kept, withheld)


def section_of(field: FieldInfo) -> type[BaseModel] | None:
    kind = field.annotation
    return kind if isinstance(kind, type) and issubclass(kind, BaseModel) else None


def marks(model: type[BaseModel], prefix: str = "") -> Iterator[tuple[str, tuple[Origin, ...]]]:
    """Yield every setting's name with the marks that it carries."""
    for name, about in model.model_fields.items():
        section = section_of(about)
        if section is not None:
            yield from marks(section, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", tuple(mark for mark in about.metadata if isinstance(mark, Origin))


@dataclass(frozen=True, slots=True)
class Counting:
    """The settings that count. `data` is the person's `own` file with `of_folder` over it: what counts of the working folder's
    `file`.

    `withheld`: names of settings in `file` that do not count. `changed`: the folder was trusted with another content.
    """

    data: Mapping[str, Any] = field(repr=False)
    file: SettingsFile | None = None
    withheld: tuple[str, ...] = ()
    changed: bool = False
    own: SettingsFile | None = None
    of_folder: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @property
    def remark(self) -> str:
        """The line that tells a person what does not count and the next move; "" where everything counts."""
        if self.file is None or not self.withheld:
            return ""
        since = ", which has changed since you trusted it," if self.changed else ""
        return (
            f"./{self.file.path.name}{since} sets {', '.join(self.withheld)}: ignored, since a file that came with a folder "
            "may not decide that; to see what it changes and trust it: ufo trust"
        )


def counting(model: type[BaseModel]) -> Counting:
    """Read the files and decide which settings count. The marks of `model` say what is harmless. Raises ConfigError for a file
    that cannot be used.
    """
    own = read_own()
    mine = own.data if own is not None else {}
    file = read_in(Path())
    if file is None:
        return Counting(mine, own=own)
    split = by_origin(model, file.data)
    store = TrustStore()
    if not split.withheld or store.trusts(file):
        return Counting(_over(mine, file.data), file, own=own, of_folder=file.data)
    withheld, changed = tuple(split.withheld), store.knows(file)
    return Counting(_over(mine, split.kept), file, withheld, changed, own, split.kept)


def _over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(below)
    for name, value in above.items():
        under = merged.get(name)
        merged[name] = _over(under, value) if isinstance(under, Mapping) and isinstance(value, Mapping) else value
    return merged
