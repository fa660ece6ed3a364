"""The result file of a batch, and the table that is printed at its end."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from ufo.errors import ConfigError
from ufo.runs.plans.plan import Plan
from ufo.runs.plans.read_batch import Broken
from ufo.schema.exit_codes import EXIT_FAILED
from ufo.schema.outcome import RunOutcome
from ufo.secrets import files

NOT_DONE = "NOT_DONE"
"""In place of an outcome: the task did not come to an end, and the next call does it again."""
_KIND = "ufo batch"
_MOST_ROWS = 100
_DONE = (RunOutcome.VERIFIED, RunOutcome.COMPLETED_UNVERIFIED)


@dataclass(frozen=True, slots=True)
class Task:
    """A task of a batch. `key` identifies it by what it says, `place` tells where it stands."""

    key: str
    place: str
    plan: Plan


@dataclass
class Results:
    """What is known of a batch: the summaries of tasks that have ended, by key, and why others have not."""

    source: str
    tasks: Sequence[Task]
    broken: Sequence[Broken]
    ended: dict[str, dict[str, Any]] = field(default_factory=dict)
    failed_to_end: dict[str, str] = field(default_factory=dict)

    def outcome(self, task: Task) -> str:
        summary = self.ended.get(task.key)
        return NOT_DONE if summary is None else str(summary.get("outcome", NOT_DONE))

    @property
    def counts(self) -> dict[str, int]:
        """How many tasks have which outcome, and how many lines are broken."""
        counted = Counter(self.outcome(task) for task in self.tasks)
        known = [*(run_outcome.value for run_outcome in RunOutcome), NOT_DONE]
        return {**{name: counted[name] for name in known if counted[name]}, "broken": len(self.broken)}

    @property
    def exit_code(self) -> int:
        """0 where all is verified, 10 where all is done and some is not verified, else 11."""
        outcomes = {self.outcome(task) for task in self.tasks}
        if self.broken or not outcomes <= set(_DONE):
            return EXIT_FAILED
        return RunOutcome.COMPLETED_UNVERIFIED.exit_code if RunOutcome.COMPLETED_UNVERIFIED in outcomes else 0

    def as_object(self) -> dict[str, Any]:
        return {
            "kind": _KIND,
            "version": 1,
            "source": self.source,
            "exit_code": self.exit_code,
            "counts": self.counts,
            "tasks": [self._told(task) for task in self.tasks],
            "broken": [{"place": broken.place, "why": broken.why} for broken in self.broken],
        }

    def _told(self, task: Task) -> dict[str, Any]:
        said = {"place": task.place, "key": task.key, "plan": task.plan.model_dump(mode="json")}
        summary = self.ended.get(task.key)
        if summary is None:
            return {**said, "outcome": NOT_DONE, "reason": self.failed_to_end.get(task.key, "not begun")}
        return {**said, **summary}

    def write(self, path: Path) -> None:
        """Write the result file, whole or not at all. Raises ConfigError."""
        data = json.dumps(self.as_object(), indent=1, ensure_ascii=False, default=str) + "\n"
        try:
            files.write(path, data.encode("utf-8", "backslashreplace"), lasting=True)
        except OSError as error:
            raise ConfigError(
                f"cannot write {str(path)!r}: {error.strerror}; choose another place with --out"
            ) from None

    def table(self) -> Table:
        """Return the table of the tasks; of many, those that are not verified come first, and the rest is left out."""
        rows = sorted(self.tasks, key=lambda task: self.outcome(task) == RunOutcome.VERIFIED)
        rows = list(self.tasks) if len(rows) <= _MOST_ROWS else rows[:_MOST_ROWS]
        table = Table(box=None, pad_edge=False, header_style="bold")
        for name, side in (("task", "left"), ("outcome", "left"), ("steps", "right"), ("s", "right"), ("USD", "right")):
            table.add_column(name, justify="right" if side == "right" else "left", no_wrap=True)
        table.add_column("request", overflow="ellipsis", no_wrap=True)
        for task in rows:
            summary: Mapping[str, Any] = self.ended.get(task.key, {})
            table.add_row(
                Text(task.place),
                self.outcome(task),
                str(summary.get("steps", "")),
                _number(summary.get("seconds"), 1),
                _number(summary.get("cost"), 2),
                Text(" ".join(task.plan.task.split())),
            )
        return table

    @property
    def left_out(self) -> int:
        """How many tasks the table does not show."""
        return max(0, len(self.tasks) - _MOST_ROWS)


def read_ended(path: Path) -> dict[str, dict[str, Any]]:
    """Return the summaries in an earlier result file by key; none where there is no file. Raises ConfigError for another file."""
    try:
        said = json.loads(path.read_bytes())
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise ConfigError(f"cannot read {str(path)!r}: {error.strerror}") from None
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, dict) or said.get("kind") != _KIND or not isinstance(said.get("tasks"), list):
        raise ConfigError(f"{str(path)!r} is no result file of ufo batch; choose another file with --out")
    return {
        str(item["key"]): {name: value for name, value in item.items() if name not in ("place", "key", "plan")}
        for item in said["tasks"]
        if isinstance(item, dict) and item.get("key") and item.get("outcome") != NOT_DONE
    }


def _number(value: object, digits: int) -> str:
    return f"{value:.{digits}f}" if isinstance(value, int | float) else ""
