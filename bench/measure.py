"""Takes times, and prints the table that all benchmarks share."""

from __future__ import annotations

import statistics
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement. `baseline`: the figure of the usual way, in the same unit. `goal`: the figure that ours has to reach."""

    what: str
    ours: float
    unit: str
    goal: float | None = None
    baseline: float | None = None
    against: str = ""
    lower_is_better: bool = True

    @property
    def ratio(self) -> str:
        return "" if not self.baseline or not self.ours else f"{self.baseline / self.ours:.1f} x"

    @property
    def verdict(self) -> str:
        if self.goal is None:
            return ""
        return "reached" if (self.ours <= self.goal) is self.lower_is_better else "missed"


def timed(work: Callable[[], object], repeat: int) -> list[float]:
    """Return the milliseconds of each of `repeat` calls."""
    times = []
    for _ in range(repeat):
        began = time.perf_counter()
        work()
        times.append((time.perf_counter() - began) * 1000)
    return times


async def timed_async(work: Callable[[], Awaitable[object]], repeat: int) -> list[float]:
    """Return the milliseconds of each of `repeat` calls."""
    times = []
    for _ in range(repeat):
        began = time.perf_counter()
        await work()
        times.append((time.perf_counter() - began) * 1000)
    return times


def median(times: Sequence[float]) -> float:
    return statistics.median(times)


def percentile(times: Sequence[float], part: int) -> float:
    """Return the smallest value that at least `part` per cent of the times do not exceed."""
    ordered = sorted(times)
    return ordered[max(0, -(-len(ordered) * part // 100) - 1)]


def print_rows(title: str, rows: Sequence[Row]) -> None:
    table = Table(title=title, box=None, pad_edge=False, title_justify="left")
    for heading in ("what", "ours", "goal", "", "usual way", "ratio", "against"):
        table.add_column(heading)
    for row in rows:
        goal = "" if row.goal is None else f"{row.goal:g} {row.unit}"
        usual = "" if row.baseline is None else f"{row.baseline:.0f} {row.unit}"
        table.add_row(row.what, f"{row.ours:.1f} {row.unit}", goal, row.verdict, usual, row.ratio, row.against)
    Console(width=160).print(table)
