"""The results of a soak test, and the table that prints them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

HEADINGS = (
    "application", "looks", "alive", "answers", "elements", "poor looks", "calls", "a look", "in all",
    "its memory", "a look, second half", "ours",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Soaked:
    """The result of one application. Memory in MB: before, in the middle, at the end. `poor`: looks that saw less than they
    should. `answers`: a last look that read everything anew saw as much as before. `failure`: why there are no looks.
    """

    name: str
    version: str = ""
    looks: int = 0
    alive: bool = False
    answers: bool = False
    elements: tuple[int, int] = (0, 0)
    poor: int = 0
    calls: int = 0
    look_ms: float = 0.0
    took_s: float = 0.0
    its_mb: tuple[float, ...] = ()
    our_mb: tuple[float, ...] = ()
    failure: str = ""
    day: str = ""

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> Self:
        return cls(**told)

    @property
    def growth_kb(self) -> float:
        """The growth of the application per look in KB, in the second half, when everything that is set up once is set up."""
        return (self.its_mb[-1] - self.its_mb[1]) * 1024 / (self.looks / 2) if len(self.its_mb) > 2 else 0.0


@dataclass(frozen=True, slots=True)
class Sample:
    its_mb: float
    our_mb: float


def sample(pid: int) -> Sample:
    """Sample the memory of the application with all its processes, and of this process. Shared memory counts once."""
    return Sample(sum(_proportional_mb(child) for child in _with_children(pid)), _resident_mb())


def cells(soaked: Soaked) -> tuple[str, ...]:
    if not soaked.looks:
        return (soaked.name, "", "", "", "", "", "", "", "", "", "", soaked.failure)
    its, ours = (" → ".join(f"{mb:.0f}" for mb in three) + " MB" for three in (soaked.its_mb, soaked.our_mb))
    return (
        f"{soaked.name} {soaked.version}".strip(),
        f"{soaked.looks:,}",
        "yes" if soaked.alive else f"NO: {soaked.failure}",
        "yes" if soaked.answers else "NO",
        f"{soaked.elements[0]} to {soaked.elements[1]}",
        str(soaked.poor),
        f"{soaked.calls:,}",
        f"{soaked.look_ms:.0f} ms",
        f"{soaked.took_s:.0f} s",
        its,
        f"{soaked.growth_kb:+.1f} kB",
        ours,
    )


def page(found: Sequence[Soaked]) -> str:
    lines = [f"| {' | '.join(HEADINGS)} |", f"|{'---|' * len(HEADINGS)}"]
    return "\n".join(
        lines + [f"| {' | '.join(' '.join(cell.split()) for cell in cells(soaked))} |" for soaked in found]
    )


def _resident_mb() -> float:
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4096 / 1024 / 1024


def _proportional_mb(pid: int) -> float:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:")), 0.0)


def _with_children(pid: int) -> list[int]:
    found = [pid]
    for parent in found:
        for task in Path(f"/proc/{parent}/task").glob("*/children"):
            try:
                found += [int(child) for child in task.read_text(encoding="ascii").split()]
            except OSError:
                continue
    return found
