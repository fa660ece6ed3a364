"""Real tasks on two workers of one desktop each, of which five are killed in mid-act: is what was made right, and is all gone?

    python -m bench.fleet.real [--tasks 40] [--kills 5] [--minutes 60]

The built-in planner does them with Mousepad, the calculator, LibreOffice Calc and a page in Chromium (make setup-apps). Half of
them may be repeated; the others, where they were cut, are decided "again", as a person does who has seen that nothing was made.
Ends with 1 where a file is wrong or missing, or where something is left.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.minds.local_server import LocalServer, told
from bench.minds.opendocument import name, part
from tests.cli.command import UFO, Command, until
from ufo.fleet.engine.address import Database
from ufo.fleet.engine.fleet import Fleet
from ufo.fleet.jobs.decision import Decision
from ufo.fleet.jobs.ends import TaskState
from ufo.fleet.jobs.names import JobId
from ufo.fleet.jobs.rows import TaskRow

_JOBS = (JobId("once"), JobId("again"))
_GONE_S = 5.0
_STATE = Path("home/.local/state/ufo/fleet")
_PAGE = b"""<!doctype html><title>Orders</title><form onsubmit="event.preventDefault();
fetch('/told', {method: 'POST', body: JSON.stringify(document.querySelector('input').value)})
.then(() => { document.querySelector('p').textContent = 'Sent'; })">
<label>Name <input></label><button>Send</button></form><p></p>"""


@dataclass(frozen=True)
class Work:
    """One task. `is_right`: looks at the folder that its run left, and at what pages told the server, in the folder of that."""

    kind: str
    request: str
    is_right: Callable[[Path, Path], bool]


def works(count: int, port: int) -> list[Work]:
    kinds = (_written, _computed, _in_cells, lambda number: _sent(number, port))
    return [kinds[number % len(kinds)](number) for number in range(count)]


def _written(number: int) -> Work:
    request = f'open Mousepad, type "milk {number}" and save it as list{number}.txt'
    return Work("Mousepad", request, lambda left, _: _text(left, number) == f"milk {number}")


def _computed(number: int) -> Work:
    request = f"compute {number}*17 in the calculator and write the result in Mousepad and save it as list{number}.txt"
    return Work("calculator", request, lambda left, _: _text(left, number) == str(number * 17))


def _in_cells(number: int) -> Work:
    request = f"put {number} in A1 and {number + 500} in A2 in a new Calc spreadsheet and save it as cells{number}.ods"

    def is_right(left: Path, _server: Path) -> bool:
        (made,) = left.glob(f"**/cells{number}.ods")
        cells = [cell.get(name("office:value")) for cell in part(made).iter(name("table:table-cell"))]
        return [value for value in cells if value] == [str(number), str(number + 500)]

    return Work("Calc", request, is_right)


def _sent(number: int, port: int) -> Work:
    request = f"open localhost:{port}/orders.html in Chromium, type Ana{number} in the Name field and press Send"
    return Work("page", request, lambda _, server: f"Ana{number}" in map(str, told(server, "/told")))


def _text(left: Path, number: int) -> str:
    (made,) = left.glob(f"**/list{number}.txt")
    return made.read_text(encoding="utf-8").strip()


class Day:
    def __init__(self, folder: Path, works: Sequence[Work], kills: int) -> None:
        self._folder, self._works, self._kills_left = folder, works, kills
        self._places = [Command(folder), Command(folder)]
        self._workers: list[subprocess.Popen[bytes]] = []
        self._killed: set[str] = set()
        self.gone_s: list[float] = []
        self.decided = 0
        self.faults: list[str] = []

    def play(self, within_s: float) -> list[TaskRow]:
        """Play all to their ends, and return their rows."""
        for half, job in enumerate(_JOBS):
            requests = [work.request for work in self._works[half::2]]
            (self._folder / f"{job}.txt").write_text("\n".join(requests), encoding="utf-8")
            more = ("--repeatable",) if half else ()
            _ufo(self._places[0], "submit", f"{job}.txt", "--name", job, "--yes", "--tries", "2", *more)
        self._workers = [self._start(place) for place in self._places]
        with Fleet(Database.in_file(self._folder / _STATE / "fleet.sqlite")) as fleet:
            until_s, last = time.monotonic() + within_s, -1
            while not (rows := fleet.tasks()) or not all(row.state.is_over for row in rows):
                assert time.monotonic() < until_s, Counter(row.state for row in rows)
                self._decide(fleet, rows)
                over = sum(row.state.is_over for row in rows)
                # Spread over the first three quarters of all.
                if self._kills_left and over >= (len(self.gone_s) + 0.5) * len(rows) * 0.75 / self._kills:
                    self._kill_who_acts(rows)
                if over != last:
                    last = over
                    print(f"{time.strftime('%H:%M:%S')} {over} of {len(rows)} are over", flush=True)
                time.sleep(0.2)
            for worker in self._workers:
                worker.terminate()
            for worker in self._workers:
                worker.wait(120)
            return fleet.tasks()

    @property
    def _kills(self) -> int:
        return self._kills_left + len(self.gone_s)

    def _start(self, place: Command) -> subprocess.Popen[bytes]:
        command = [*UFO, "worker", "--desktops", "1", "--memory-floor", "300", "--json"]
        return subprocess.Popen(command, cwd=self._folder, env=place.environment, stdout=subprocess.DEVNULL)

    def _decide(self, fleet: Fleet, rows: Sequence[TaskRow]) -> None:
        for row in rows:
            if row.state is TaskState.INTERRUPTED:
                fleet.decide(row.attempt.task, Decision.AGAIN)
                self.decided += 1

    def _kill_who_acts(self, rows: Sequence[TaskRow]) -> None:
        """Kill a worker whose run has acted and not ended, of each attempt at most once."""
        for row in rows:
            if row.state is not TaskState.RUNNING or not row.steps or str(row.attempt) in self._killed:
                continue
            which = next((n for n, worker in enumerate(self._workers) if f".{worker.pid}." in row.worker), None)
            if which is None:
                continue
            self._killed.add(str(row.attempt))
            place, worker = self._places[which], self._workers[which]
            worker.kill()
            worker.wait()
            began = time.monotonic()
            if not until(lambda: not place.left(), _GONE_S):  # noqa: B023 called before the next one
                self.faults.append(f"{_GONE_S:g} s after the kill there are still {place.left()}")
            self.gone_s.append(time.monotonic() - began)
            self._kills_left -= 1
            print(
                f"{time.strftime('%H:%M:%S')} killed at {row.attempt}, gone after {self.gone_s[-1]:.1f} s", flush=True
            )
            self._workers[which] = self._start(place)
            return

    def left_over(self) -> list[str]:
        """Return what is left of all runs: processes, and files where they were played."""
        found = [process for place in self._places for process in place.left()]
        return found + [str(path) for path in (self._folder / _STATE / "attempts").iterdir()]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", type=int, default=40)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--minutes", type=float, default=60, help="it is given up after that")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ufo-real-") as name_of_folder:
        folder = Path(name_of_folder)
        server = LocalServer(folder, lambda path: ("text/html", _PAGE) if path == "/orders.html" else None)
        try:
            return _played(folder, works(asked.tasks, server.port), asked.kills, asked.minutes * 60)
        finally:
            server.close()


def _played(folder: Path, all_works: Sequence[Work], kills: int, within_s: float) -> int:
    day, began = Day(folder, all_works, kills), time.monotonic()
    rows = day.play(within_s)
    took, faults = time.monotonic() - began, [*day.faults, *(f"left: {left}" for left in day.left_over())]
    by_request = {work.request: work for work in all_works}
    wrong, kinds = [], Counter[str]()
    with Fleet(Database.in_file(folder / _STATE / "fleet.sqlite")) as fleet:
        requests = {row.attempt: fleet.order(row.attempt.task).plan.task for row in rows}
    for job in _JOBS:
        _ufo(Command(folder), "jobs", "fetch", job, "-o", f"out-{job}", "--json")
    for row in rows:
        work = by_request[requests[row.attempt]]
        task = row.attempt.task
        left = folder / f"out-{task.job}" / f"{task.key}-{task.seed}-{row.attempt.number}"
        kinds[work.kind] += 1
        try:
            is_right = row.state is TaskState.DONE and work.is_right(left, folder)
        except (ValueError, OSError, json.JSONDecodeError) as error:
            is_right = False
            faults.append(f"{row.attempt}: {error}")
        if not is_right:
            wrong.append(f"{row.attempt} ({work.kind}) is {row.state.value} ({row.outcome}): {row.why}")
    print(
        "\n".join(
            [
                "| | found |",
                "| --- | --- |",
                f"| tasks | {len(rows)}: {', '.join(f'{number} {kind}' for kind, number in kinds.items())} |",
                f"| right by their files, or by what the server was told | {len(rows) - len(wrong)} |",
                f"| killed in mid-act | {len(day.gone_s)} |",
                f"| nothing left after, in seconds | {_spread(day.gone_s)} |",
                f"| decided again by a person | {day.decided} |",
                f"| minutes | {took / 60:.1f} |",
                *(f"FAULT: {fault}" for fault in [*wrong, *faults]),
            ]
        )
    )
    return 1 if wrong or faults else 0


def _ufo(place: Command, *arguments: str) -> None:
    """Run a command to its end. Raises CalledProcessError."""
    subprocess.run([*UFO, *arguments], cwd=place.folder, env=place.environment, stdout=subprocess.DEVNULL, check=True)


def _spread(times: Sequence[float]) -> str:
    return f"middle {statistics.median(times):.1f}, most {max(times):.1f}" if times else "none"


if __name__ == "__main__":
    raise SystemExit(main())
