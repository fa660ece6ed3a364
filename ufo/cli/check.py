"""One thing that `ufo doctor` tried."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Check:
    """`ok` None: not needed here. `mend`: the command or step that mends it."""

    name: str
    ok: bool | None
    detail: str
    mend: str = ""
