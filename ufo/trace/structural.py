"""Reads the structural logs of a run: what each agent remembers of its steps, one JSON object a step
(spec: host_agent_strategy.md, phase 4, "Structural Logs").
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ufo.trace.writer import STEPS


def read_steps(
    folder: Path, round_num: int | None = None, round_step: int | None = None, keys: Sequence[str] = ()
) -> tuple[dict[str, Any], ...]:
    """Return the records of a run, of that round and step where given, with only `keys` where given. A line that was cut is
    left out; a run without structural logs has none.
    """
    try:
        lines = (folder / STEPS).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ()
    rows = [row for line in lines if (row := _row(line)) is not None]
    chosen = [
        row
        for row in rows
        if (round_num is None or row.get("round_num") == round_num)
        and (round_step is None or row.get("round_step") == round_step)
    ]
    return tuple({key: row[key] for key in keys if key in row} if keys else row for row in chosen)


def _row(line: str) -> dict[str, Any] | None:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return row if isinstance(row, dict) else None
