"""A player that stands in for the real one, and a worker with it as a program of its own, which can be killed.

A task's words tell the player what to do: `seconds=0.2 outcome=FAILED ask=colour cost=0.5 fault`. It acts every few milliseconds
and writes each act to a file that all workers share, so that a test counts what was really done.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from ufo.fleet.engine.address import Database
from ufo.fleet.engine.worker import Worker, WorkerEnd
from ufo.fleet.jobs.ends import END_FILE, AttemptEnd, AttemptOutcome
from ufo.fleet.jobs.manner import WorkerManner
from ufo.fleet.jobs.names import AttemptId
from ufo.fleet.jobs.order import TaskOrder
from ufo.fleet.jobs.seams import Outward, Progress
from ufo.fleet.store.folder_shelf import FolderShelf
from ufo.fleet.store.kept_attempts import KeptAttempts

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
            await self._act(float(told.get("seconds", 0)), float(told.get("tick", _TICK_S)), attempt, outward)
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
        outcome = AttemptOutcome(told.get("outcome", "VERIFIED"))
        end = AttemptEnd(outcome=outcome, summary=summary, why=told.get("why", ""))
        (folder / END_FILE).write_text(end.model_dump_json(), encoding="utf-8")
        return end

    async def _act(self, seconds: float, tick_s: float, attempt: AttemptId, outward: Outward) -> None:
        await outward.tell(Progress("acts", steps=1))
        acted, before = 0.0, time.monotonic()
        while acted < seconds:
            await asyncio.sleep(tick_s)
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


QUICK = {"beat_s": 0.1, "fence_s": 0.6, "dead_s": 1.2, "poll_s": 0.05, "backoff_s": 0.1, "schedules_s": 0.2}


def manner_in(folder: Path, **more: object) -> WorkerManner:
    return WorkerManner(Path(str(more.pop("playing", folder / "playing"))), **{**QUICK, **more})  # type: ignore[arg-type]


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
            KeptAttempts(FolderShelf(folder / "store")),
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
