"""A night of a fleet on PostgreSQL: workers are killed at random, some freeze, the server goes away, and nothing is lost.

    python -m bench.fleet.night [--tasks 369] [--seeds 3] [--workers 20] [--desktops 1] [--seconds 8] [--between 8]

Workers are real processes with the leases of real use; their runs stand in. Needs PostgreSQL (apt install postgresql). Ends with
1 where something was lost, done twice, or taken over without need.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from bench.fleet.accounts import Found, found_in
from bench.fleet.lease_watch import LeaseWatch
from tests.fleet.postgres import Postgres, postgres
from tests.fleet.working import JOB, Scene, scene_in
from ufo.errors import ConfigError
from ufo.fleet.engine.worker import WorkerEnd
from ufo.fleet.jobs.manner import WorkerManner
from ufo.fleet.jobs.names import TaskKey
from ufo.fleet.jobs.order import TaskOrder
from ufo.fleet.jobs.rows import Figures
from ufo.runs.plans.plan import Plan

_LOOK_S = 0.5
_STILL_S = 400.0
_BEGIN_AT_ONCE = 4
_ENDS_S = 120.0
_USUAL = WorkerManner(Path())


@dataclass(frozen=True)
class Size:
    """`seconds`: how long a task is played. `between_s`: the middle time between two kills. `away_s`: how long the server is
    stopped. `lease`: the times of the workers' leases, where they are not the usual ones.
    """

    tasks: int = 369
    seeds: int = 3
    workers: int = 20
    desktops: int = 1
    seconds: float = 8.0
    between_s: float = 8.0
    away_s: float = 30.0
    lease: Mapping[str, float] = field(default_factory=dict)

    def orders(self) -> Iterator[tuple[TaskKey, TaskOrder]]:
        """Every other task may be repeated."""
        plan = Plan(task=f"seconds={self.seconds} cost=1 tick={min(0.5, self.seconds / 4)}")
        for number in range(self.tasks):
            for seed in range(self.seeds):
                order = TaskOrder(plan=plan, seed=seed, repeatable=bool((number + seed) % 2))
                yield TaskKey(JOB, f"k{number}", seed), order

    @property
    def manner(self) -> dict[str, float]:
        usual = {"beat_s": _USUAL.beat_s, "fence_s": _USUAL.fence_s, "dead_s": _USUAL.dead_s, "poll_s": _USUAL.poll_s}
        return {**usual, **self.lease, "desktops": self.desktops, "trusts_pids": False, "most_cuts": 50}


class Night:
    def __init__(self, size: Size, scene: Scene, server: Postgres, leases: LeaseWatch) -> None:
        self._size, self._scene, self._server, self._leases = size, scene, server, leases
        self._manner = size.manner
        self._chance = random.Random(7)
        self._workers: list[subprocess.Popen[str]] = []
        self._counts: dict[str, int] = {}

    def play(self) -> None:
        """Play it to its end. Raises AssertionError where it does not come to one."""
        self._scene.fleet.submit(list(self._size.orders()))
        with ThreadPoolExecutor(_BEGIN_AT_ONCE) as together:
            list(together.map(lambda _: self._start(), range(self._size.workers)))
        # When so much of all is over. One after another, while the kills go on.
        story = [(0.05, self._nap), (0.1, self._freeze), (0.35, self._stop), (0.5, self._lock), (0.7, self._freeze)]
        kill_at, before, since = 0.0, -1.0, time.monotonic()
        events: list[Future[None]] = []
        with ThreadPoolExecutor(1) as one:
            while (over := self._over()) < 1 or not all(event.done() for event in events):
                if over > before:
                    before, since = over, time.monotonic()
                assert time.monotonic() < since + _STILL_S, f"nothing ends any more: {self._counts}"
                while story and over >= story[0][0]:
                    events.append(one.submit(story.pop(0)[1]))
                if over < 0.9 and time.monotonic() > kill_at:
                    kill_at = time.monotonic() + self._size.between_s * self._chance.uniform(0.5, 1.5)
                    self._kill()
                self._start_those_that_ended()
                time.sleep(_LOOK_S)
        for event in events:
            event.result()
        self._drain()

    def _over(self) -> float:
        """Return which part of all tasks is over, or waits for a person."""
        try:
            figures: Figures = self._scene.fleet.figures(self._scene.fleet.tasks(JOB))
        except ConfigError:
            return 0.0
        self._counts = {state.value: number for state, number in figures.counts.items()}
        return 1 - (self._counts.get("queued", 0) + self._counts.get("running", 0)) / figures.total

    def _start(self) -> None:
        self._workers.append(self._scene.start(manner=self._manner))

    def _some_worker(self) -> subprocess.Popen[str]:
        return self._workers.pop(self._chance.randrange(len(self._workers)))

    def _kill(self) -> None:
        killed = self._some_worker()
        self._leases.kills(killed.pid)
        killed.kill()
        killed.wait()
        self._say(f"killed {killed.pid}")
        self._start()

    def _start_those_that_ended(self) -> None:
        """As a service manager does: a worker that begins while the server is away ends."""
        for worker in [each for each in self._workers if each.poll() is not None]:
            self._workers.remove(worker)
            end = _said(worker) or f"code {worker.returncode}"
            if end != WorkerEnd.LOST:
                self._leases.kills(worker.pid)
            self._say(f"{worker.pid} has ended by itself: {end}")
            self._start()

    def _nap(self) -> None:
        """One is frozen for less long than it takes to be called dead: it goes on."""
        napping = self._some_worker()
        napping.send_signal(signal.SIGSTOP)
        time.sleep(self._manner["fence_s"] + self._manner["beat_s"])
        napping.send_signal(signal.SIGCONT)
        self._workers.append(napping)
        self._say(f"{napping.pid} was frozen for a short while")

    def _freeze(self) -> None:
        """One is frozen, taken over, and woken while there is work to take: it takes none, and ends."""
        frozen = self._some_worker()
        self._leases.kills(frozen.pid)
        frozen.send_signal(signal.SIGSTOP)
        self._start()
        self._leases.until_put_back(frozen.pid, self._manner["dead_s"] + 2 * self._size.away_s + _ENDS_S)
        frozen.send_signal(signal.SIGCONT)
        frozen.wait(_ENDS_S)
        assert _said(frozen) == WorkerEnd.LOST
        self._say(f"{frozen.pid} was frozen until it was taken over, and woke")

    def _stop(self) -> None:
        with self._leases.away():
            self._server.stop()
            time.sleep(self._size.away_s)
            self._server.start()
        self._say(f"the server was stopped for {self._size.away_s:g} s")

    def _lock(self) -> None:
        """No beat goes through for longer than it takes to be called dead, while the server is there: nobody is."""
        seconds = self._manner["dead_s"] + 2 * self._manner["beat_s"]
        with self._leases.away():
            statement = f"BEGIN; LOCK TABLE ufo_worker; SELECT pg_sleep({seconds}); COMMIT"
            self._server.order(statement, self._scene.database.url.database or "", seconds + _ENDS_S)
        self._say(f"no beat went through for {seconds:g} s")

    def _drain(self) -> None:
        for worker in self._workers:
            worker.terminate()
        for worker in self._workers:
            worker.wait(_ENDS_S)
            assert _said(worker) == WorkerEnd.DRAINED

    def _say(self, what: str) -> None:
        counts = ", ".join(f"{number} {state}" for state, number in self._counts.items())
        print(f"{time.strftime('%H:%M:%S')} {what}; {counts}; load {os.getloadavg()[0]:.0f}", flush=True)


def _said(worker: subprocess.Popen[str]) -> str:
    """Return the last word of a worker that has ended."""
    assert worker.stdout is not None
    return worker.stdout.readline().strip()


def play(size: Size, folder: Path) -> Found:
    """Play a night in a folder, and return what was found after it."""
    with postgres() as server, scene_in(folder, server.made("night")) as scene:
        began = time.monotonic()
        with LeaseWatch(scene.database) as leases:
            Night(size, scene, server, leases).play()
            leases.until_all_put_back(_ENDS_S)
        repeatable = {str(task): order.repeatable for task, order in size.orders()}
        return found_in(scene, leases, repeatable, time.monotonic() - began)


def main() -> int:
    usual = Size()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("tasks", "seeds", "workers", "desktops"):
        parser.add_argument(f"--{name}", type=int, default=getattr(usual, name))
    parser.add_argument("--seconds", type=float, default=usual.seconds, help="how long a task takes")
    parser.add_argument("--between", type=float, default=usual.between_s, help="seconds between two kills")
    asked = parser.parse_args()
    size = Size(asked.tasks, asked.seeds, asked.workers, asked.desktops, asked.seconds, asked.between)
    with tempfile.TemporaryDirectory(prefix="ufo-night-") as folder:
        found = play(size, Path(folder))
    print(found.table())
    return 1 if found.faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
