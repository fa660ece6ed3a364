"""Removes old runs, by age and by the size of all runs, and never anything else.

Only a real folder in the folder of runs is removed, with an id of ours for a name and events in it; no link is followed. A
run that is going on, a kept one and the newest one stay. A run is first renamed to a hidden name, whole, and then removed:
what a killed process leaves has such a name, and the next call removes it. One process tidies at a time.
"""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from ufo.errors import TraceError
from ufo.trace.run_folders import RUN_ID, RunFolder, held, runs_in

_MB = 1_000_000
_GONE = re.compile(rf"\.{RUN_ID.pattern}\.gone")


@dataclass(frozen=True, slots=True)
class Going:
    """A run to remove, with its size in bytes and the reason."""

    run: RunFolder
    size: int
    why: str


@dataclass(frozen=True, slots=True)
class Plan:
    """The runs to remove. `size` is that of all runs before, in bytes."""

    folder: Path
    size: int
    going: tuple[Going, ...]

    @property
    def freed(self) -> int:
        return sum(going.size for going in self.going)


def plan(folder: Path, keep_days: float, keep_mb: float, now: datetime | None = None) -> Plan:
    """Plan what to remove: runs older than `keep_days`, and the oldest ones while all runs take more than `keep_mb`. 0 means no
    such bound.
    """
    runs = [run for run in runs_in(folder) if run.began is not None]
    sizes = {run.path: run.size for run in runs}
    total = sum(sizes.values())
    left = total
    oldest = (now or datetime.now(UTC)) - timedelta(days=keep_days)
    going = []
    for run in runs[:-1]:
        if run.is_kept or run.is_going_on:
            continue
        too_old, too_much = (
            keep_days > 0 and run.began is not None and run.began < oldest,
            keep_mb > 0 and left > keep_mb * _MB,
        )
        if too_old or too_much:
            why = f"older than {keep_days:g} days" if too_old else f"all runs take more than {keep_mb:g} MB"
            going.append(Going(run, sizes[run.path], why))
            left -= sizes[run.path]
    return Plan(folder.expanduser(), total, tuple(going))


def tidy(what: Plan) -> tuple[Going, ...]:
    """Remove the planned runs, and what an earlier call left. Return the removed runs, () where another process tidies. Raises
    TraceError.
    """
    with held(what.folder) as alone:
        if not alone:
            return ()
        try:
            finish(what.folder)
            return tuple(going for going in what.going if _remove(going.run))
        except OSError as error:
            raise TraceError(f"a run cannot be removed: {error}; correct the rights of {str(what.folder)!r}") from error


def finish(folder: Path) -> None:
    """Remove what a killed process left. Raises OSError."""
    for entry in list(os.scandir(folder)):
        if _GONE.fullmatch(entry.name) and entry.is_dir(follow_symlinks=False):
            shutil.rmtree(entry.path)


def leftovers(folder: Path) -> bool:
    """Tell whether `finish` has something to do."""
    try:
        return any(_GONE.fullmatch(entry.name) for entry in os.scandir(folder.expanduser()))
    except OSError:
        return False


def _remove(run: RunFolder) -> bool:
    """Remove a run and return whether it was removed: it may have been kept, or be in use, since it was planned."""
    with held(run.path) as free:
        if not free or run.is_kept:
            return False
        gone = run.path.with_name(f".{run.name}.gone")
        run.path.rename(gone)
    shutil.rmtree(gone)
    return True
