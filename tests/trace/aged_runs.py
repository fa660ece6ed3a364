"""Folders of runs as they lie there after months."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

NOW = datetime.now(UTC)
"""Commands that run in a process of their own ask the real clock for the age of a run."""


def aged_run(folder: Path, days: float, size: int = 1000, mark: str = "abc123") -> Path:
    """A run that began so many days before `NOW`, with one picture of that many bytes."""
    run = folder / f"{NOW - timedelta(days=days):%Y%m%d-%H%M%S}-{mark}"
    run.mkdir(parents=True)
    started = {
        "kind": "run_started",
        "run_id": run.name,
        "request": "do it",
        "model": "m",
        "desktop": "d",
        "started": "",
    }
    (run / "events.jsonl").write_text(json.dumps(started) + "\n", encoding="utf-8")
    (run / "picture.png").write_bytes(b"x" * size)
    return run
