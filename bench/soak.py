"""Looks at real applications again and again, and prints whether they are alive, still answer, and how much they grew.

    python -m bench.soak [--count 2000] [--together 2] [--results FILE] [NAME …]     those whose names contain one of these
    python -m bench.soak --page FILE …                                               the page of what such files hold

Of twenty looks one follows a key that changes what is shown, and one asks again without a reason; all others read everything
anew. Needs the applications (`make setup-apps`); what is not installed is left out and named. Ends with 1 where one did not
survive.
"""

from __future__ import annotations

import argparse
import asyncio
import concurrent.futures
import json
import multiprocessing
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.measure import median
from bench.soak_report import HEADINGS, Sample, Soaked, cells, page, sample
from bench.soak_subjects import SUBJECTS, Soaking, opened
from ufo.errors import UfoError

_TOLD_EVERY = 250
_WARM = 25
_CHANGED_EVERY, _UNCHANGED_EVERY = 20, 20


async def soak(name: str, count: int) -> Soaked:
    subject = SUBJECTS[name]
    if subject.missing:
        return Soaked(name, failure=f"not installed: {subject.missing}")
    with tempfile.TemporaryDirectory() as folder:
        try:
            async with opened(subject, Path(folder)) as soaking:
                return await _soaked(name, soaking, count)
        except UfoError as error:
            return Soaked(name, failure=f"could not be opened: {error}"[:200])


async def _soaked(name: str, soaking: Soaking, count: int) -> Soaked:
    for _ in range(_WARM):
        await soaking.look()
    first, samples = len((await soaking.look()).elements), [sample(soaking.pid)]
    sizes, times, poor, calls, failure = [first], [0.0], 0, 0, ""
    began = time.monotonic()
    for number in range(1, count + 1):
        try:
            if number % _CHANGED_EVERY == 0:
                await soaking.change(number // _CHANGED_EVERY)
            started = time.perf_counter()
            snapshot = await soaking.look(anew=number % _UNCHANGED_EVERY != 1)
        except UfoError as error:
            failure = f"look {number}: {error}"
            break
        times.append((time.perf_counter() - started) * 1000)
        sizes.append(len(snapshot.elements))
        poor += bool(soaking.is_poor(snapshot))
        calls += snapshot.calls
        if number == count // 2:
            samples.append(sample(soaking.pid))
        if number % _TOLD_EVERY == 0:
            print(f"{name}: {number} of {count} looks, {_told(sample(soaking.pid))}", flush=True)
    took = time.monotonic() - began
    samples.append(sample(soaking.pid))
    alive = not failure and await soaking.is_there()
    answers = alive and await soaking.answers()
    return Soaked(
        name,
        version=soaking.version,
        looks=len(times) - 1,
        alive=alive,
        answers=answers,
        elements=(min(sizes), max(sizes)),
        poor=poor,
        calls=calls,
        look_ms=median(times[1:] or times),
        took_s=took,
        its_mb=tuple(item.its_mb for item in samples),
        our_mb=tuple(item.our_mb for item in samples),
        failure=failure,
        day=time.strftime("%Y-%m-%d", time.gmtime()),
    )


def _told(now: Sample) -> str:
    return f"its memory {now.its_mb:.0f} MB, ours {now.our_mb:.0f} MB"


def _in_a_process(name: str, count: int) -> Soaked:
    return asyncio.run(soak(name, count))


def soak_all(names: Sequence[str], count: int, together: int, results: Path | None) -> list[Soaked]:
    """Soak each application in a process of its own, so that what one leaves behind is not counted for another."""
    found = []
    spawn = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(together, mp_context=spawn, max_tasks_per_child=1) as pool:
        running = [pool.submit(_in_a_process, name, count) for name in names]
        for future in concurrent.futures.as_completed(running):
            found.append(future.result())
            if results is not None:
                with results.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(found[-1])) + "\n")
    return sorted(found, key=lambda soaked: list(SUBJECTS).index(soaked.name))


def print_soaked(found: Sequence[Soaked]) -> None:
    table = Table(title="Looks without end", box=None, pad_edge=False, title_justify="left")
    for heading in HEADINGS:
        table.add_column(heading, overflow="fold")
    for soaked in found:
        table.add_row(*cells(soaked))
    Console(width=200).print(table)


def _of_files(files: Sequence[str]) -> list[Soaked]:
    """Return the last result of each application."""
    lines = [line for name in files for line in Path(name).read_text(encoding="utf-8").splitlines() if line]
    found = {soaked.name: soaked for soaked in (Soaked.of(json.loads(line)) for line in lines)}
    return [found[name] for name in SUBJECTS if name in found]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--together", type=int, default=1, help="how many applications at a time")
    parser.add_argument("--results", type=Path, help="a file that each result is added to when it is there")
    parser.add_argument("--page", action="store_true", help="print the page of the result files that are named")
    parser.add_argument("names", nargs="*", metavar="NAME", help="all applications where none is given")
    asked = parser.parse_args()
    if asked.page:
        print(page(_of_files(asked.names)))
        return 0
    words = [word.casefold() for word in asked.names]
    names = [name for name in SUBJECTS if not words or any(word in name.casefold() for word in words)]
    if not names:
        parser.error(f"none of {', '.join(SUBJECTS)} is called so")
    found = soak_all(names, asked.count, asked.together, asked.results)
    print_soaked(found)
    return 0 if all(soaked.alive and soaked.answers for soaked in found if soaked.looks) else 1


if __name__ == "__main__":
    raise SystemExit(main())
