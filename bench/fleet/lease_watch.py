"""Watches the leases of a fleet's workers from outside: when each worker was killed, taken over, and its work put back."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Self

from ufo.errors import ConfigError
from ufo.fleet.engine.address import Database
from ufo.fleet.engine.fleet import Fleet

_EVERY_S = 0.25


class LeaseWatch:
    """Times are of the monotonic clock. Workers are named by their process: a worker's name holds its number."""

    def __init__(self, database: Database) -> None:
        self._fleet = Fleet(database)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="lease-watch")
        self._away: list[tuple[float, float]] = []
        self._there: set[int] = set()
        self.killed: dict[int, float] = {}
        self.taken: dict[int, float] = {}
        self.put_back: dict[int, float] = {}

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()
        self._fleet.close()

    def kills(self, pid: int) -> None:
        """Say that a worker is killed now, or frozen for good."""
        self.killed[pid] = time.monotonic()

    @contextmanager
    def away(self) -> Iterator[None]:
        """As long as the context lasts, nobody can judge."""
        begun = time.monotonic()
        yield
        self._away.append((begun, time.monotonic()))

    @property
    def took_s(self) -> list[float]:
        """How long it took until each killed worker was taken over, counted from when somebody could judge it again."""
        return [self._since(self.killed[pid], at) for pid, at in self.taken.items() if pid in self.killed]

    @property
    def until_back_s(self) -> list[float]:
        """How long it took from then until all its work was back in the queues."""
        return [at - self.taken[pid] for pid, at in self.put_back.items() if pid in self.killed]

    @property
    def taken_falsely(self) -> list[int]:
        return sorted(self.taken.keys() - self.killed.keys())

    def until_put_back(self, pid: int, within_s: float) -> None:
        until = time.monotonic() + within_s
        while pid not in self.put_back:
            assert time.monotonic() < until, f"the work of {pid} is not put back"
            time.sleep(_EVERY_S)

    def until_all_put_back(self, within_s: float) -> None:
        """Wait for those that had a lease when they were killed."""
        for pid in list(self.killed.keys() & self._there):
            self.until_put_back(pid, within_s)

    def _since(self, killed: float, taken: float) -> float:
        return taken - max([killed, *(end for begun, end in self._away if begun < taken and end > killed)])

    def _watch(self) -> None:
        while not self._over.wait(_EVERY_S):
            # It is away for a while now and then.
            with suppress(ConfigError):
                self._look()

    def _look(self) -> None:
        # What was left behind without a lease has a row without a process.
        rows = {row.pid: row.taken_by for row in self._fleet.workers() if row.pid}
        now = time.monotonic()
        for pid, taken_by in rows.items():
            self._there.add(pid)
            if taken_by:
                self.taken.setdefault(pid, now)
        for pid in self.taken.keys() - rows.keys():
            self.put_back.setdefault(pid, now)
