"""A place that keeps bytes by name; the store is built on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Kept:
    """What lies on a shelf. `age_s`: seconds since it was put there, by the place's own clock."""

    name: str
    size: int
    age_s: float


class Shelf(Protocol):
    """Names are paths of plain words with `/` between. Every method blocks, and raises OSError where the place cannot be reached
    or is full; what was there is then there still.
    """

    @property
    def place(self) -> str:
        """Where it is, as the person wrote it and without credentials."""

    def put(self, name: str, source: bytes | Path, *, anew: bool = False) -> bool:
        """Keep bytes, or those of a file, whole or not at all, in place of earlier ones. With `anew` they are kept only where
        there is nothing of that name; return whether they were.
        """

    def read(self, name: str) -> bytes | None:
        """Return what is kept; None where there is nothing of that name."""

    def copy(self, name: str, to: Path) -> bool:
        """Write what is kept into a new file, and return whether there is anything of that name."""

    def listed(self, prefix: str) -> Iterator[Kept]:
        """Return what has a name that begins so, ordered by name. `prefix` ends with `/`."""

    def remove(self, names: Iterable[str]) -> None:
        """Remove what is there of these."""
