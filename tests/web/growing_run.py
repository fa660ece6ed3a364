"""A run that goes on, as its log tells it: the test writes the log, and holds its lock as the writer of a run does."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from tests.trace.sample_run import write_run
from ufo.trace.run_folders import EVENTS, hold


class GrowingRun:
    """Begins with what the sample run tells before its first step."""

    def __init__(self, runs: Path) -> None:
        self.folder = write_run(runs).folder
        self._path = self.folder / EVENTS
        lines = [json.loads(line) for line in self._path.read_text(encoding="utf-8").splitlines()]
        ends = next(place for place, line in enumerate(lines) if line["kind"] == "step_ended")
        self._step, self._end = lines[ends], lines[-1]
        first = next(place for place, line in enumerate(lines) if line["step"] > 0)
        self._path.write_text("".join(json.dumps(line) + "\n" for line in lines[:first]), encoding="utf-8")
        self._lock = hold(self.folder)
        assert self._lock is not None

    @property
    def id(self) -> str:
        return self.folder.name

    def add(self, *events: dict[str, Any]) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write("".join(json.dumps(event) + "\n" for event in events))

    def steps(self, first: int, last: int, thought: str = "") -> None:
        """Add steps, each as the sample run's first one."""
        response = {**self._step["response"], **({"thought": thought} if thought else {})}
        self.add(
            *(
                {**self._step, "step": number, "at": float(number), "response": response}
                for number in range(first, last + 1)
            )
        )

    def plan(self, *states: str) -> None:
        """Tell a chain of sub-tasks in these states."""
        nodes = [
            {
                "id": f"n{place}",
                "text": f"part {place}",
                "state": state,
                "depends_on": [f"n{place - 1}"] if place else [],
            }
            for place, state in enumerate(states)
        ]
        self.add({"kind": "subtasks_changed", "graph": {"nodes": nodes}})

    def end(self) -> None:
        self.add(self._end)
        self.let_go()

    def let_go(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
