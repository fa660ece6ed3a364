"""The journal of a batch: a line for each task that has ended, written by the process that did it, at the moment it ends.

A batch that is killed goes on from it. Its lock is shared by all processes of a batch, so that a second one waits until the
last task of a killed one is gone.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ufo.cli.outcome_text import as_object
from ufo.errors import ConfigError
from ufo.platform import open_flags
from ufo.platform.locks import lock_file
from ufo.runs.plans.plan import Plan
from ufo.schema.outcome import RunOutcome
from ufo.secrets import files
from ufo.trace.events import Event, RunEnded

ENDING = ".journal"
_WAIT_S, _TICK_S = 30.0, 0.1


def keys_of(plans: Iterable[Plan]) -> list[str]:
    """Return an identifier for each plan, from what it says: the file may be sorted or added to, and what is done stays done.
    The same plan twice has two identifiers.
    """
    counted: dict[str, int] = {}
    keys = []
    for plan in plans:
        digest = hashlib.sha256(plan.model_dump_json().encode()).hexdigest()[:16]
        counted[digest] = counted.get(digest, 0) + 1
        keys.append(f"{digest}-{counted[digest]}")
    return keys


@dataclass(frozen=True, slots=True)
class Line:
    """One task that has ended, and its summary as `ufo run --json` prints it."""

    key: str
    summary: dict[str, Any]


class Journal:
    """The journal of one result file, held by one batch. Raises ConfigError where another batch still holds it after `wait_s`
    seconds.
    """

    def __init__(self, results: Path, wait_s: float = _WAIT_S) -> None:
        self.path = results.with_name(results.name + ENDING)
        self.lock = _held(self.path, wait_s)
        self._read = 0

    def new_lines(self) -> list[Line]:
        """Return the lines since the last call. A line that was cut in the middle, by a kill or a full disk, does not count."""
        with self.path.open("rb") as file:
            file.seek(self._read)
            data = file.read()
        whole = data[: data.rfind(b"\n") + 1]
        self._read += len(whole)
        return [line for text in whole.splitlines() if (line := _parsed(text)) is not None]

    def close(self, *, done_with: bool) -> None:
        """Release the journal. `done_with`: all of it is in the result file, so it is removed."""
        if done_with:
            self.path.unlink(missing_ok=True)
        os.close(self.lock)


class JournalListener:
    """Writes the line of a task when its run ends. One that was stopped has not ended: it is done again."""

    def __init__(self, path: Path, key: str) -> None:
        self._path = path
        self._key = key

    def on_event(self, event: Event) -> None:
        if isinstance(event, RunEnded) and event.summary.outcome is not RunOutcome.CANCELLED:
            append(self._path, Line(self._key, as_object(event.summary)))


def append(path: Path, line: Line) -> None:
    """Write a line so that it lasts. It begins with a line break, which ends one that an earlier kill has cut."""
    text = json.dumps({"key": line.key, "summary": line.summary}, ensure_ascii=True)
    with files.append(path) as file:
        file.write(f"\n{text}\n")
        file.flush()
        os.fsync(file.fileno())


def _parsed(text: bytes) -> Line | None:
    try:
        said = json.loads(text)
        return Line(str(said["key"]), dict(said["summary"]))
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _held(path: Path, wait_s: float) -> int:
    """Return a descriptor of the file that holds its lock."""
    until = time.monotonic() + wait_s
    while True:
        try:
            handle = os.open(path, os.O_RDWR | os.O_CREAT | open_flags.CLOEXEC | open_flags.BINARY, files.FILE_MODE)
        except OSError as error:
            raise ConfigError(
                f"cannot write {str(path)!r}: {error.strerror}; choose another place with --out"
            ) from None
        with contextlib.suppress(OSError):
            lock_file(handle)
            # The batch before may have removed the file in the meantime.
            if path.stat().st_ino == os.fstat(handle).st_ino:
                return handle
        os.close(handle)
        if time.monotonic() > until:
            raise ConfigError(f"another ufo batch writes {str(path)!r}; wait until it ends, or choose another --out")
        # Of other processes there is nothing to await.
        time.sleep(_TICK_S)
