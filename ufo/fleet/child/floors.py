"""Whether a machine has room for one more run: below a floor of free memory or disk a worker takes nothing on."""

from __future__ import annotations

import shutil
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_MB = 1_000_000
_GROUP = Path("/sys/fs/cgroup")


@dataclass(frozen=True, slots=True)
class Floors:
    """Megabytes that have to be free before a run begins: a desktop with an office takes up to 1,200 MB. 0: there is no floor."""

    memory_mb: float = 1500.0
    disk_mb: float = 2000.0

    def lacking(self, folder: Path) -> str:
        """Return what is short, in words for a person; "" where there is room. `folder`: where runs leave their files."""
        memory = free_memory_mb()
        if memory is not None and memory < self.memory_mb:
            return f"{memory:.0f} MB of memory are free and {self.memory_mb:.0f} MB are the floor"
        # It is made for the first run.
        while not folder.exists():
            folder = folder.parent
        try:
            disk = shutil.disk_usage(folder).free / _MB
        except OSError as error:
            return f"{str(folder)!r} cannot be looked at: {error.strerror}"
        if disk < self.disk_mb:
            return f"{disk:.0f} MB of the disk of {str(folder)!r} are free and {self.disk_mb:.0f} MB are the floor"
        return ""


def free_memory_mb(meminfo: Path = Path("/proc/meminfo"), group: Path = _GROUP) -> float | None:
    """Return how much memory programs may still take: what the machine has, or a container's own limit leaves. None where a
    system does not tell.
    """
    found = []
    with suppress(OSError, ValueError, StopIteration):
        line = next(line for line in meminfo.read_text().splitlines() if line.startswith("MemAvailable:"))
        found.append(int(line.split()[1]) * 1024 / _MB)
    with suppress(OSError, ValueError):
        # "max" where nothing limits it.
        most, used = int((group / "memory.max").read_text()), int((group / "memory.current").read_text())
        found.append((most - used) / _MB)
    return min(found, default=None)
