"""The runs in a folder: their names, how each ended, which are kept or going on, and the one that a person means.

The writer of a run that goes on holds a lock on its folder, which the system releases when the process ends.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pydantic import ValidationError

from ufo.errors import TraceError
from ufo.platform.locks import lock_folder
from ufo.schema.outcome import RunSummary
from ufo.secrets import files
from ufo.trace.events import RunEnded, RunStarted
from ufo.trace.redact import finish_unsaying

TAKEOVERS = "takeovers"
"""The folder of a run's log with what the person did while they had taken over, a folder for each time."""
EVENTS = "events.jsonl"
REQUESTS = "request.log"
RESPONSES = "response.log"
EVALUATIONS = "evaluation.log"
STEPS = "structural.jsonl"
RUN_ID = re.compile(r"(\d{8}-\d{6})-[0-9a-f]{6}")
"""The form of the ids that `new_run_id` makes."""
_KEPT = "kept"
_ENDS = (b'"run_started"', b'"round_started"', b'"run_resumed"', b'"run_ended"')


def has_takeovers(run: Path) -> bool:
    """Tell whether the person did something in that run that was recorded."""
    return any((run / TAKEOVERS).glob("*/recording.jsonl"))


def hold(folder: Path) -> int | None:
    """Lock a folder and return a descriptor that holds the lock until it is closed. Return None where the folder is locked
    already, or where it cannot be locked.
    """
    try:
        return lock_folder(folder)
    except OSError:
        return None


@contextlib.contextmanager
def held(folder: Path) -> Iterator[bool]:
    """Yield whether the folder could be locked. The lock is released at the end."""
    descriptor = hold(folder)
    try:
        yield descriptor is not None
    finally:
        if descriptor is not None:
            os.close(descriptor)


def is_going_on(folder: Path) -> bool:
    with held(folder) as free:
        return not free


@dataclass(frozen=True, slots=True)
class RunFolder:
    """A run's folder. `name` is the run's id."""

    path: Path

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def began(self) -> datetime | None:
        """The time at which the run began, from its id; None where the id has another form."""
        found = RUN_ID.fullmatch(self.name)
        with contextlib.suppress(ValueError):
            return None if found is None else datetime.strptime(found[1], "%Y%m%d-%H%M%S").replace(tzinfo=UTC)
        return None

    @property
    def is_kept(self) -> bool:
        return os.path.lexists(self.path / _KEPT)

    @property
    def is_going_on(self) -> bool:
        return is_going_on(self.path)

    @property
    def size(self) -> int:
        """The size in bytes. Links count as themselves."""
        total = 0
        for folder, _, names in os.walk(self.path):
            for name in names:
                with contextlib.suppress(OSError):
                    total += os.lstat(os.path.join(folder, name)).st_size  # noqa: PTH118 - thousands of them
        return total


@dataclass(frozen=True, slots=True)
class RunLine:
    """A run in a list. `summary` is None where the run or its last request did not end."""

    run: RunFolder
    started: RunStarted | None
    summary: RunSummary | None


def runs_in(folder: Path) -> list[RunFolder]:
    """Return the runs, oldest first. A symbolic link to a run does not count. Raises TraceError where the folder cannot be
    read.
    """
    try:
        entries = list(os.scandir(folder.expanduser()))
    except FileNotFoundError:
        return []
    except OSError as error:
        raise TraceError(
            f"the folder of runs {str(folder)!r} cannot be read: {error.strerror}; correct its rights"
        ) from error
    found = [
        Path(entry.path) for entry in entries if not entry.name.startswith(".") and entry.is_dir(follow_symlinks=False)
    ]
    return [RunFolder(path) for path in sorted(found) if _is_file(path / EVENTS)]


def find_run(run: str, folder: Path) -> Path:
    """Return the folder of the run that is named by its id, the beginning of an id, `last`, or a path. Raises TraceError."""
    named = Path(run).expanduser()
    if run and ((named / EVENTS).is_file() or (named.name == EVENTS and named.is_file())):
        return named
    runs = [run_folder.path for run_folder in runs_in(folder)]
    if not runs:
        raise TraceError(f"there is no run in {str(folder)!r}; name a run's folder, or another one with --log-dir")
    if run == "last":
        return runs[-1]
    found = [path for path in runs if path.name == run] or [path for path in runs if run and path.name.startswith(run)]
    if not found:
        raise TraceError(f"no run {run!r} in {str(folder)!r}; the last one is {runs[-1].name!r}")
    if len(found) > 1:
        names = ", ".join(path.name for path in found[:5])
        raise TraceError(f"{len(found)} runs begin with {run!r} ({names}); give more of the id")
    return found[0]


def keep(folder: Path, kept: bool) -> None:
    """Protect a run from being removed as an old one, or end the protection. Raises TraceError."""
    with held(folder.absolute().parent) as alone:
        if not alone:
            raise TraceError("old runs are being removed at this moment; try again")
        try:
            if kept:
                files.write(folder / _KEPT, b"")
            else:
                (folder / _KEPT).unlink(missing_ok=True)
        except OSError as error:
            raise TraceError(f"{str(folder)!r} cannot be written: {error.strerror}; correct its rights") from error


def line_of_run(run: RunFolder) -> RunLine:
    """Read a run for a list: only the events that begin or end something."""
    with contextlib.suppress(OSError):
        finish_unsaying(run.path)
    started: RunStarted | None = None
    summary: RunSummary | None = None
    for row in _ends(run.path / EVENTS):
        with contextlib.suppress(ValidationError):
            if row.get("kind") == "run_started":
                started = started or RunStarted.model_validate(row)
            elif row.get("kind") in ("round_started", "run_resumed"):
                summary = None
            elif row.get("kind") == "run_ended":
                summary = RunEnded.model_validate(row).summary
    return RunLine(run, started, summary)


def _ends(path: Path) -> Iterator[dict[str, object]]:
    """Iterate over the events that begin or end something."""
    with contextlib.suppress(OSError), path.open("rb") as file:
        for line in file:
            if not any(kind in line[:200] for kind in _ENDS):
                continue
            with contextlib.suppress(ValueError, RecursionError):
                row = json.loads(line)
                if isinstance(row, dict):
                    yield row


def _is_file(path: Path) -> bool:
    with contextlib.suppress(OSError):
        return stat.S_ISREG(path.lstat().st_mode)
    return False
