"""Looks at real applications again and again, each time in full, and tells whether they are alive and how much they grew.

    python -m bench.soak [--count 2000] [calc] [mousepad] [calculator] [chromium]

Needs the Debian packages of the applications. Ends with 1 where one did not live through it.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.measure import median
from bench.subjects import Subject, book, calculator, editor, page
from ufo.config.settings import DesktopSettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private import PrivateDesktop
from ufo.errors import UfoError

SUBJECTS: dict[str, Subject] = {"calc": book, "mousepad": editor, "calculator": calculator, "chromium": page}
_TOLD_EVERY = 250


@dataclass(frozen=True, slots=True)
class Soaked:
    """What came of it. Memory is resident, in MB, before and after; `poor` looks saw less than they should."""

    name: str
    looks: int
    alive: bool
    elements: tuple[int, int]
    poor: int
    calls: int
    look_ms: float
    its_mb: tuple[float, float]
    our_mb: tuple[float, float]
    failure: str = ""


def _resident_mb(pid: int | str) -> float:
    try:
        pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    except OSError:
        return 0.0
    return int(pages) * 4096 / 1024 / 1024


async def soak(name: str, count: int) -> Soaked:
    with tempfile.TemporaryDirectory() as folder:
        async with await PrivateDesktop.start(1920, 1080) as private:
            desktop = await LinuxDesktop.connect(private.environment, DesktopSettings())
            try:
                return await _looked_at(desktop, name, count, Path(folder))
            finally:
                await desktop.shutdown()


async def _looked_at(desktop: LinuxDesktop, name: str, count: int, folder: Path) -> Soaked:
    window = await SUBJECTS[name](desktop, folder)
    first = await desktop.snapshot(window.id)
    before = _resident_mb(window.pid), _resident_mb("self")
    sizes, times, poor, failure, calls = [len(first.elements)], [0.0], 0, "", 0
    for number in range(1, count + 1):
        began = time.perf_counter()
        try:
            desktop.expect_change()
            snapshot = await desktop.snapshot(window.id)
        except UfoError as error:
            failure = f"look {number}: {error}"
            break
        times.append((time.perf_counter() - began) * 1000)
        sizes.append(len(snapshot.elements))
        poor += bool(snapshot.degraded or snapshot.cut)
        calls += snapshot.calls
        if number % _TOLD_EVERY == 0:
            print(f"{name}: {number} of {count} looks", flush=True)
    alive = not failure and any(one.id == window.id for one in await desktop.windows())
    after = _resident_mb(window.pid), _resident_mb("self")
    return Soaked(
        name,
        len(times) - 1,
        alive,
        (min(sizes), max(sizes)),
        poor,
        calls,
        median(times[1:] or times),
        (before[0], after[0]),
        (before[1], after[1]),
        failure,
    )


def print_soaked(found: Sequence[Soaked]) -> None:
    table = Table(title="Looks without end", box=None, pad_edge=False, title_justify="left")
    for heading in ("application", "looks", "alive", "elements", "poor looks", "calls", "a look", "its memory", "ours"):
        table.add_column(heading)
    for one in found:
        table.add_row(
            one.name,
            str(one.looks),
            "yes" if one.alive else f"NO {one.failure}",
            f"{one.elements[0]} to {one.elements[1]}",
            str(one.poor),
            str(one.calls),
            f"{one.look_ms:.0f} ms",
            f"{one.its_mb[0]:.0f} -> {one.its_mb[1]:.0f} MB",
            f"{one.our_mb[0]:.0f} -> {one.our_mb[1]:.0f} MB",
        )
    Console(width=160).print(table)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(SUBJECTS)}; all where none is given")
    arguments = parser.parse_args()
    if unknown := [name for name in arguments.names if name not in SUBJECTS]:
        parser.error(f"unknown: {', '.join(unknown)}; there are {', '.join(SUBJECTS)}")
    found = [asyncio.run(soak(name, arguments.count)) for name in arguments.names or SUBJECTS]
    print_soaked(found)
    return 0 if all(one.alive for one in found) else 1


if __name__ == "__main__":
    raise SystemExit(main())
