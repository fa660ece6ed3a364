"""A check of `ufo doctor`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Check:
    """One check. `ok` is None where it is not needed here. `mend` is the command or step that repairs it."""

    name: str
    ok: bool | None
    detail: str
    mend: str = ""
