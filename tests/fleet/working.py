"""Workers in tests: one in the test's own process, and several as programs that a test stops, freezes and kills."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.fleet.stand_ins import StandInPlayer, manner_in
from ufo.desktop.private.environment_filter import sessionless_environment
from ufo.errors import ConfigError
from ufo.fleet.engine.address import Database
from ufo.fleet.engine.fleet import Fleet
from ufo.fleet.engine.worker import Worker, WorkerEnd
from ufo.fleet.jobs.names import JobId, TaskKey
from ufo.fleet.jobs.order import TaskOrder
from ufo.fleet.jobs.rows import TaskRow
from ufo.fleet.jobs.seams import Store
from ufo.fleet.store.folder_shelf import FolderShelf
from ufo.fleet.store.kept_attempts import KeptAttempts
from ufo.runs.plans.plan import Plan

TREE = Path(__file__).parents[2]
JOB = JobId("job")
WITHIN_S = 40.0


def task(words: str, key: str = "task", job: str = JOB, **more: object) -> tuple[TaskKey, TaskOrder]:
    """Return a task whose words the stand-in player reads."""
    return TaskKey(JobId(job), key), TaskOrder.model_validate({"plan": Plan(task=words or "nothing"), **more})


@dataclass
class Scene:
    """A database, the folder that its workers share, and what was done in it."""

    database: Database
    folder: Path
    fleet: Fleet
    programs: list[subprocess.Popen[str]] = field(default_factory=list)

    @property
    def store(self) -> KeptAttempts:
        return KeptAttempts(FolderShelf(self.folder / "store"))

    def effects(self, word: str) -> list[str]:
        """Return the attempts of which this was done, in order."""
        return [done[1] for done in self.done() if done[0] == word]

    def words(self, *words: str) -> list[str]:
        """Return which of these were done, in order."""
        return [done[0] for done in self.done() if done[0] in words]

    def done(self) -> list[list[str]]:
        """Return what was done: a word, the attempt, the process, and perhaps when."""
        try:
            return [line.split() for line in (self.folder / "effects").read_text(encoding="utf-8").splitlines()]
        except FileNotFoundError:
            return []

    def states(self) -> dict[str, str]:
        """Return the state of each task by its key, with the number of its last attempt."""
        return {row.attempt.task.key: f"{row.state.value} {row.attempt.number}" for row in self.fleet.tasks()}

    def row(self, key: str = "task") -> TaskRow:
        return next(row for row in self.fleet.tasks() if row.attempt.task.key == key)

    def start(self, *, within: Sequence[str] = (), **order: object) -> subprocess.Popen[str]:
        """Start a worker as a program. `within`: the command that starts it elsewhere, as in another network."""
        told = {"database": self.database.secret_url, "folder": str(self.folder), **order}
        program = subprocess.Popen(
            [*within, sys.executable, "-m", "tests.fleet.stand_ins"],
            cwd=TREE,
            env=sessionless_environment(os.environ),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.programs.append(program)
        assert program.stdin is not None and program.stdout is not None
        program.stdin.write(json.dumps(told) + "\n")
        program.stdin.close()
        assert program.stdout.readline(), "the worker did not begin"
        return program

    def until(self, holds: Callable[[], object], within_s: float = WITHIN_S) -> None:
        """Wait until this holds: of other processes there is nothing to await."""
        end = time.monotonic() + within_s
        while not holds():
            assert time.monotonic() < end, f"not within {within_s} s: {self.states()}, {self.fleet.workers()}"
            time.sleep(0.03)

    def is_reached(self) -> bool:
        try:
            self.fleet.now()
        except ConfigError:
            return False
        return True

    def until_still(self) -> None:
        """Wait until no act has come for ten times as long as one takes."""
        before = -1
        while (now := len(self.effects("act"))) != before:
            before = now
            time.sleep(0.25)

    def until_over(self) -> None:
        self.until(lambda: self.fleet.figures(self.fleet.tasks()).is_over)


@contextmanager
def scene_in(folder: Path, database: Database) -> Iterator[Scene]:
    with Fleet(database) as fleet:
        scene = Scene(database, folder, fleet)
        try:
            yield scene
        finally:
            for program in scene.programs:
                program.send_signal(signal.SIGKILL)
                program.wait()
                assert program.stdout is not None
                program.stdout.close()


@dataclass
class Working:
    """A worker in this process, and the fleet that it works for, whose calls are made in a thread."""

    scene: Scene
    worker: Worker
    player: StandInPlayer
    run: asyncio.Task[WorkerEnd]

    async def submit(self, *tasks: tuple[TaskKey, TaskOrder], delay_s: float = 0.0) -> int:
        return await asyncio.to_thread(self.scene.fleet.submit, list(tasks), delay_s)

    async def until(self, holds: Callable[[], object], within_s: float = WITHIN_S) -> None:
        await asyncio.to_thread(self.scene.until, holds, within_s)

    async def until_over(self) -> None:
        await asyncio.to_thread(self.scene.until_over)

    async def until_state(self, state: str, key: str = "task") -> None:
        await self.until(lambda: self.scene.states().get(key) == state)


@asynccontextmanager
async def working(scene: Scene, *, store: Store | None = None, **more: object) -> AsyncIterator[Working]:
    """Have a worker in this process; it is drained at the end. `store`: another one than the scene's."""
    player = StandInPlayer(scene.folder / "effects")
    worker = Worker(scene.database, manner_in(scene.folder, **more), player, store or scene.store)
    run = asyncio.ensure_future(worker.run())
    ready = asyncio.ensure_future(worker.ready.wait())
    await asyncio.wait({run, ready}, return_when=asyncio.FIRST_COMPLETED)
    if run.done():
        run.result()
    try:
        yield Working(scene, worker, player, run)
        if not run.done():
            worker.drain()
            assert await run is WorkerEnd.DRAINED
    finally:
        run.cancel()
        await asyncio.gather(run, return_exceptions=True)
