"""Decides which settings of the files count: all of the person's own, and of the working folder's those that its trust allows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from ufo.config.files import SettingsFile, read_in, read_own
from ufo.config.origin import by_origin
from ufo.config.trust import TrustStore


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


def counting(model: type[BaseModel], folder: Path | None = None, trust: TrustStore | None = None) -> Counting:
    """Read the files and decide which settings count. The marks of `model` say what is harmless. Raises ConfigError for a file
    that cannot be used.
    """
    own = read_own()
    mine = own.data if own is not None else {}
    file = read_in(folder or Path())
    if file is None:
        return Counting(mine, own=own)
    split = by_origin(model, file.data)
    store = trust or TrustStore()
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
