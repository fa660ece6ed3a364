"""How many tasks a minute desktops do, what an idle worker takes, and what ten thousand rows cost.

    python -m bench.fleet.pace [--most 16] [--rows 10000] [--only desktops|idle|rows]

Workers are real processes on PostgreSQL and SQLite; their runs stand in and wait, so that the machine's own cores are free for
what is measured. Needs PostgreSQL (apt install postgresql).
"""

from __future__ import annotations

import argparse
import functools
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.fleet.postgres import Postgres, postgres
from tests.fleet.working import JOB, Scene, scene_in, task
from ufo.desktop.linux.proc import cpu_s
from ufo.fleet.engine.address import Database
from ufo.fleet.engine.fleet import Fleet
from ufo.platform.proc import pids, process_facts

_PLAY_S = 4.0
_EACH = 5
_REAL = {"beat_s": 5.0, "fence_s": 20.0, "dead_s": 45.0, "poll_s": 1.0, "schedules_s": 30.0}
_IDLE_S = 60.0
_SETTLED_BEATS = 6
_WITHIN_S = 600.0


def paces(server: Postgres, most: int) -> Iterator[str]:
    yield "| workers | desktops each | tasks a minute | of what all desktops could do | processor a task, workers and server |"
    yield "| --- | --- | --- | --- | --- |"
    for workers in (1, 2):
        desktops = 1
        while desktops <= most:
            with tempfile.TemporaryDirectory() as folder:
                database = server.made(f"pace{workers}x{desktops}")
                with scene_in(Path(folder), database) as scene:
                    yield _pace(scene, server, workers, desktops)
            desktops *= 2


def _pace(scene: Scene, server: Postgres, workers: int, desktops: int) -> str:
    for _ in range(workers):
        scene.start(manner={**_REAL, "desktops": desktops})
    scene.until(lambda: sum(bool(row.counter) for row in scene.fleet.workers()) == workers, _WITHIN_S)
    programs = [program.pid for program in scene.programs]
    count = workers * desktops * _EACH
    before = sum(map(cpu_s, programs)) + _server_s(server)
    scene.fleet.submit([task(f"seconds={_PLAY_S} tick=0.5", f"k{number}") for number in range(count)])
    scene.until(lambda: scene.fleet.figures(scene.fleet.tasks()).is_over, _WITHIN_S)
    used = sum(map(cpu_s, programs)) + _server_s(server) - before
    rows = scene.fleet.tasks()
    minutes = (max(row.ended for row in rows) - min(row.begun for row in rows)) / 60
    pace = count / minutes
    part = pace / (workers * desktops * 60 / _PLAY_S)
    return f"| {workers} | {desktops} | {pace:.0f} | {part:.0%} | {used / count:.2f} s |"


def idle(places: dict[str, Database], server: Postgres, rows: int) -> Iterator[str]:
    yield "| database | rows of tasks that are over | worker's part of a core | server's | worker's memory |"
    yield "| --- | --- | --- | --- | --- |"
    for kind, database in places.items():
        for full in (False, True):
            with tempfile.TemporaryDirectory() as folder, scene_in(Path(folder), database) as scene:
                if full:
                    scene.fleet.submit([task("", f"k{number}") for number in range(rows)])
                    scene.fleet.cancel(JOB)
                program = scene.start(manner={**_REAL, "desktops": 4})
                # Past its start, in which it makes what is missing.
                scene.until(lambda: [row.counter for row in scene.fleet.workers()] > [_SETTLED_BEATS], _WITHIN_S)
                own, its, began = cpu_s(program.pid), _server_s(server), time.monotonic()
                time.sleep(_IDLE_S)
                took = time.monotonic() - began
                part = (cpu_s(program.pid) - own) / took
                part_of_server = f"{(_server_s(server) - its) / took:.1%}" if kind == "PostgreSQL" else "none"
                memory = _memory_mb(program.pid)
                yield f"| {kind} | {rows if full else 0:,} | {part:.1%} | {part_of_server} | {memory:.0f} MB |"


def costs_of_rows(places: dict[str, Database], rows: int) -> Iterator[str]:
    yield f"| {rows:,} tasks | submitted | listed | cancelled | forgotten with their files |"
    yield "| --- | --- | --- | --- | --- |"
    for kind, database in places.items():
        with tempfile.TemporaryDirectory() as folder, scene_in(Path(folder), database) as scene:
            tasks = [task("", f"k{number}", place="tasks.txt:1") for number in range(rows)]
            steps: list[Callable[[Fleet], object]] = [
                functools.partial(Fleet.submit, tasks=tasks),
                lambda fleet: fleet.figures(fleet.tasks(JOB)),
                lambda fleet: fleet.cancel(JOB),
                lambda fleet: fleet.forget(0, scene.store),
            ]
            times = []
            for step in steps:
                # SQLite's engine counts whole seconds, and forgets what ended before now.
                time.sleep(1.1)
                began = time.monotonic(), time.process_time()
                step(scene.fleet)
                times.append(
                    f"{time.monotonic() - began[0]:.1f} s, own processor {time.process_time() - began[1]:.1f} s"
                )
            assert not scene.fleet.tasks()
            yield f"| {kind} | {' | '.join(times)} |"


def _server_s(server: Postgres) -> float:
    """Return the processor time of a server: its own, that of the processes it has, and of those it has had."""
    fields = Path(f"/proc/{server.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    living = filter(None, map(process_facts, pids()))
    ended = sum(map(int, fields[13:15])) / os.sysconf("SC_CLK_TCK")
    return cpu_s(server.pid) + ended + sum(each.processor for each in living if each.parent == server.pid)


def _memory_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace")
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) / 1024


@contextmanager
def _places(server: Postgres, name: str) -> Iterator[dict[str, Database]]:
    with tempfile.TemporaryDirectory() as folder:
        yield {"SQLite": Database.in_file(Path(folder) / "fleet.sqlite"), "PostgreSQL": server.made(name)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most", type=int, default=16, help="desktops of one worker")
    parser.add_argument("--rows", type=int, default=10_000)
    parser.add_argument("--only", choices=("desktops", "idle", "rows"))
    asked = parser.parse_args()
    with ExitStack() as stack:
        server = stack.enter_context(postgres())
        tables = {
            "desktops": paces(server, asked.most),
            "idle": idle(stack.enter_context(_places(server, "idle")), server, asked.rows),
            "rows": costs_of_rows(stack.enter_context(_places(server, "rows")), asked.rows),
        }
        for name, lines in tables.items():
            if asked.only in (None, name):
                print()
                for line in lines:
                    print(line, flush=True)


if __name__ == "__main__":
    main()
