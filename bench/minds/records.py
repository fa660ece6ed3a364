"""What is kept of a played task: one JSON file each, written when the task is over, so that a later crash loses none."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ufo.secrets import files


@dataclass(frozen=True, slots=True)
class Record:
    """`count`: a `RunCount` as an object. `log`: the run's folder. `why`: what the judge found wrong, "" where nothing.
    `learned`: the only sources of knowledge that it was played with, "" where all were as for anybody.
    """

    task: str
    request: str
    model: str
    solved: bool
    why: str
    careful_calls: int
    log: str
    count: dict[str, Any]
    learned: str = ""

    @property
    def name(self) -> str:
        """What the record is kept as: the task, and the sources that it was played with."""
        return f"{self.task}+{self.learned}" if self.learned else self.task

    @property
    def outcome(self) -> str:
        return str(self.count["outcome"]) or "none"

    @property
    def falsely_verified(self) -> bool:
        return self.outcome == "VERIFIED" and not self.solved

    def save(self, folder: Path) -> Path:
        """Write the record into `folder`. Raises OSError."""
        files.make_folder(folder)
        path = folder / f"{self.name}.json"
        files.write(path, (json.dumps(asdict(self), indent=1, ensure_ascii=False) + "\n").encode(), lasting=True)
        return path


def load(folder: Path) -> list[Record]:
    """Return the records in `folder`, in the order of their names; what is no record is left out."""
    found = []
    for path in sorted(folder.glob("*.json")):
        try:
            found.append(Record(**json.loads(path.read_text(encoding="utf-8"))))
        except (OSError, ValueError, TypeError):
            continue
    return found
