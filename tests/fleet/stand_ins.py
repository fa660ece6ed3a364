"""A player and a store that stand in for real ones, and a worker with them as a program of its own, which can be killed.

A task's words tell the player what to do: `seconds=0.2 outcome=FAILED ask=colour cost=0.5 fault`. It acts every few milliseconds
and writes each act to a file that all workers share, so that a test counts what was really done.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import os
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ufo.errors import ConfigError
from ufo.fleet.engine.address import Database
from ufo.fleet.engine.worker import Worker, WorkerEnd
from ufo.fleet.jobs.ends import AttemptEnd, AttemptOutcome
from ufo.fleet.jobs.manner import WorkerManner
from ufo.fleet.jobs.names import AttemptId, JobId, TaskKey
from ufo.fleet.jobs.order import TaskOrder
from ufo.fleet.jobs.seams import OldOwner, Outward, Progress

_TICK_S = 0.02


@dataclass
class StandInPlayer:
    """`effects`: the file that tells what was done, a line each: word, attempt, process."""

    effects: Path
    full: str = ""
    _paused: bool = False
    _within: float = field(default_factory=lambda: time.monotonic() + 60.0)

    async def play(self, order: TaskOrder, attempt: AttemptId, folder: Path, outward: Outward) -> AttemptEnd:
        told = dict(word.partition("=")[::2] for word in order.plan.task.split())
        self.did("begin", attempt)
        try:
            await self._act(float(told.get("seconds", 0)), attempt, outward)
        finally:
            self.did("over", attempt)
        if "fault" in told:
            raise RuntimeError("the player broke")
        answers = [answer for _, answer in order.answers]
        if "ask" in told and not answers:
            if (answer := await outward.ask(told["ask"])) is None:
                return AttemptEnd(outcome=AttemptOutcome.NEEDS_HELP, question=told["ask"], why="nobody answered")
            answers = [answer]
        for _ in range(int(told.get("calls", 0))):
            await outward.may_call()
            self.did(f"call {time.monotonic():.3f}", attempt)
        given = {each.name: (folder / each.name).read_text(encoding="utf-8") for each in order.inputs}
        (folder / "made.txt").write_text(json.dumps({"answers": answers, "inputs": given}), encoding="utf-8")
        await outward.log(b'{"said": "done"}\n')
        summary = {
            "seconds": float(told.get("seconds", 0)),
            "cost": float(told.get("cost", 0)),
            "answer": " ".join(answers),
        }
        return AttemptEnd(
            outcome=AttemptOutcome(told.get("outcome", "VERIFIED")), summary=summary, why=told.get("why", "")
        )

    async def _act(self, seconds: float, attempt: AttemptId, outward: Outward) -> None:
        await outward.tell(Progress("acts", steps=1))
        acted, before = 0.0, time.monotonic()
        while acted < seconds:
            await asyncio.sleep(_TICK_S)
            now = time.monotonic()
            if not self._paused and now < self._within:
                self.did(f"act {now:.3f}", attempt)
                acted += now - before
            before = now

    def did(self, word: str, attempt: AttemptId) -> None:
        line = f"{word.split()[0]} {attempt} {os.getpid()} {word.partition(' ')[2]}\n".encode()
        with self.effects.open("ab", buffering=0) as file:
            file.write(line)

    async def pause(self) -> None:
        self._paused = True

    async def resume(self) -> None:
        self._paused = False

    async def confirm(self, within_s: float) -> None:
        self._within = time.monotonic() + within_s

    def room(self) -> str:
        return self.full


@dataclass(frozen=True)
class StandInStore:
    """Keeps all in one folder, as the `Store` of the seam does."""

    root: Path

    def _at(self, attempt: AttemptId) -> Path:
        return self.root / "attempts" / str(attempt)

    def put_input(self, path: Path) -> str:
        name = hashlib.sha256(path.read_bytes()).hexdigest()
        (self.root / "inputs").mkdir(parents=True, exist_ok=True)
        shutil.copy(path, self.root / "inputs" / name)
        return name

    def has_input(self, sha256: str) -> bool:
        return (self.root / "inputs" / sha256).exists()

    def fetch_input(self, sha256: str, to: Path) -> None:
        if not self.has_input(sha256):
            raise ConfigError(f"the store has no file {sha256}")
        shutil.copy(self.root / "inputs" / sha256, to)

    def begin(self, attempt: AttemptId, owner: str) -> None:
        self._at(attempt).mkdir(parents=True, exist_ok=True)
        (self._at(attempt) / "owner").write_text(owner, encoding="utf-8")

    def append_events(self, attempt: AttemptId, owner: str, data: bytes) -> None:
        self._owned(attempt, owner)
        with (self._at(attempt) / "events").open("ab") as file:
            file.write(data)

    def finish(self, attempt: AttemptId, owner: str, folder: Path | None, end: AttemptEnd) -> None:
        self._owned(attempt, owner)
        if (self.root / "full").exists():
            raise ConfigError("the store is full: no space left on device")
        if self.ended(attempt) is None:
            if folder is not None:
                shutil.copytree(folder, self._at(attempt) / "run", dirs_exist_ok=True)
            whole = self._at(attempt) / "end.part"
            whole.write_text(end.model_dump_json(), encoding="utf-8")
            whole.rename(self._at(attempt) / "end")

    def ended(self, attempt: AttemptId) -> AttemptEnd | None:
        try:
            return AttemptEnd.parse((self._at(attempt) / "end").read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None

    def read_events(self, attempt: AttemptId, start: int = 0) -> bytes:
        try:
            return (self._at(attempt) / "events").read_bytes()[start:]
        except FileNotFoundError:
            return b""

    def fetch(self, attempt: AttemptId, into: Path) -> Path:
        return Path(shutil.copytree(self._at(attempt) / "run", into / "run"))

    def attempts(self, job: JobId) -> Iterator[AttemptId]:
        for found in (self.root / "attempts" / job).glob("*/*/*"):
            key, seed, number = found.parts[-3:]
            yield AttemptId(TaskKey(job, key, int(seed)), int(number))

    def remove(self, attempt: AttemptId) -> None:
        shutil.rmtree(self._at(attempt), ignore_errors=True)

    def remove_inputs_except(self, kept: frozenset[str]) -> int:
        gone = [path for path in (self.root / "inputs").glob("*") if path.name not in kept]
        for path in gone:
            path.unlink()
        return len(gone)

    def _owned(self, attempt: AttemptId, owner: str) -> None:
        if (self._at(attempt) / "owner").read_text(encoding="utf-8") != owner:
            raise OldOwner(f"attempt {attempt} has another owner")


QUICK = {"beat_s": 0.1, "fence_s": 0.6, "dead_s": 1.2, "poll_s": 0.05, "backoff_s": 0.1, "schedules_s": 0.2}


def manner_in(folder: Path, **more: object) -> WorkerManner:
    return WorkerManner(folder / "playing", **{**QUICK, **more})  # type: ignore[arg-type]


def main(told: str) -> int:
    """Run a worker until it is drained by SIGTERM. `stop_at`: the place at which the process stops itself by `signal`, once over
    all workers.
    """
    logging.basicConfig(level=logging.WARNING)
    order = json.loads(told)
    folder = Path(order["folder"])
    once = folder / "stopped"

    def hook(place: str, _attempt: AttemptId) -> None:
        if place == order.get("stop_at") and not once.exists():
            once.touch()
            os.kill(os.getpid(), getattr(signal, order.get("signal", "SIGKILL")))

    async def run() -> WorkerEnd:
        worker = Worker(
            Database.parse(order["database"]),
            manner_in(folder, **order.get("manner", {})),
            StandInPlayer(folder / "effects"),
            StandInStore(folder / "store"),
            hook,
        )
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, worker.drain)
        sys.stdout.write(f"{worker.name}\n")
        sys.stdout.flush()
        return await worker.run()

    sys.stdout.write(f"{asyncio.run(run()).value}\n")
    sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.stdin.readline()))
