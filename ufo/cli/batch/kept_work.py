"""What a batch keeps beside its result file until that is written: the fleet's database, and the ends of its tasks. A batch that
is killed goes on from it.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ufo.errors import ConfigError
from ufo.fleet.jobs.ends import END_FILE, AttemptEnd, AttemptOutcome
from ufo.fleet.jobs.names import AttemptId, JobId
from ufo.fleet.store.places import open_store
from ufo.platform.locks import lock_file
from ufo.secrets import files

_WORK, _JOURNAL = ".work", ".journal"
_WAIT_S, _TICK_S = 30.0, 0.1


class KeptWork:
    """The folder of one result file, held by one batch. Raises ConfigError where another batch still holds it after `wait_s`
    seconds.
    """

    def __init__(self, results: Path, wait_s: float = _WAIT_S) -> None:
        self._results = results
        self._folder = results.with_name(results.name + _WORK)
        self._old = results.with_name(results.name + _JOURNAL)
        self._locks = [_held(results, lambda: _folder_of(self._folder), wait_s)]
        try:
            if self._old.exists():
                self._locks.append(_held(results, lambda: (os.open(self._old, os.O_RDWR), self._old), wait_s))
        except ConfigError:
            self.close(done_with=False)
            raise

    @property
    def database(self) -> Path:
        return self._folder / "fleet.sqlite"

    @property
    def store(self) -> Path:
        return self._folder / "store"

    @property
    def attempts(self) -> Path:
        """Where attempts have their folders while they are played."""
        return self._folder / "attempts"

    def ended(self) -> dict[str, dict[str, Any]]:
        """Return the summaries of the tasks that have ended, by key: in this batch before it was killed, or in one of an earlier
        release, which kept a journal.
        """
        found = dict(_lines_of(self._old))
        for attempt, end in self._ends():
            if end.summary and end.outcome is not AttemptOutcome.CANCELLED:
                found[attempt.task.key] = dict(end.summary)
        return found

    def _ends(self) -> Iterator[tuple[AttemptId, AttemptEnd]]:
        store = open_store(str(self.store))
        for job in sorted((self.store / "attempts").glob("*")):
            for attempt in store.attempts(JobId(job.name)):
                if (end := store.ended(attempt)) is not None:
                    yield attempt, end
        # What had ended and was not in the store yet when the batch was killed.
        for path in self.attempts.glob(f"*/{END_FILE}"):
            # A file that was cut in the middle does not count.
            with contextlib.suppress(ConfigError, OSError):
                yield AttemptId.parse(path.parent.name.replace("+", "/")), AttemptEnd.parse(path.read_bytes())

    def close(self, *, done_with: bool) -> None:
        """Release the folder. `done_with`: all of it is in the result file, so it is removed."""
        if done_with:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._old.unlink(missing_ok=True)
        for lock in self._locks:
            os.close(lock)


def _lines_of(journal: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Read a journal: a line for each task that has ended. One that was cut in the middle does not count."""
    with contextlib.suppress(FileNotFoundError):
        for line in journal.read_bytes().splitlines():
            with contextlib.suppress(ValueError, KeyError, TypeError, RecursionError):
                said = json.loads(line)
                yield str(said["key"]), dict(said["summary"])


def _folder_of(folder: Path) -> tuple[int, Path]:
    files.make_folder(folder)
    return os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0)), folder


def _held(results: Path, opened: Callable[[], tuple[int, Path]], wait_s: float) -> int:
    """Return a descriptor that holds the lock of what is opened."""
    until = time.monotonic() + wait_s
    while True:
        try:
            handle, path = opened()
        except OSError as error:
            raise ConfigError(
                f"cannot write beside {str(results)!r}: {error.strerror}; choose another place with --out"
            ) from None
        with contextlib.suppress(OSError):
            lock_file(handle)
            # The batch before may have removed it in the meantime.
            if path.stat().st_ino == os.fstat(handle).st_ino:
                return handle
        os.close(handle)
        if time.monotonic() > until:
            raise ConfigError(f"another ufo batch writes {str(results)!r}; wait until it ends, or choose another --out")
        # Of other processes there is nothing to await.
        time.sleep(_TICK_S)
