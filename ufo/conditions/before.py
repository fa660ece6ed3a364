"""What was there before anything was done: a condition that held already then proves nothing about what was done since."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ufo.conditions.text_match import contains_text
from ufo.conditions.world import World
from ufo.desktop.snapshot import Snapshot
from ufo.desktop.values import Window


class EarlierFiles(Protocol):
    """The files as they were before the run."""

    def is_unknown(self, path: Path) -> bool:
        """Tell whether the file was there, and no copy could be kept of it."""
        ...

    def was_missing(self, path: Path) -> bool:
        """Tell whether it is known that nothing lay there."""
        ...

    def copy_of(self, path: Path) -> Path | None:
        """Return the copy from before the run, or None where there was no file or none was kept."""
        ...

    def named(self, words: Iterable[str]) -> list[Path]:
        """Return the copies of the files whose names occur in any of the words, such as a window's title."""
        ...


@dataclass(frozen=True, slots=True)
class Before:
    """What was there before. `at`: seconds since 1970. `titles`: of the windows that were open; `look`: at the window that was
    worked in; `files`: documents as they were before the run.
    """

    at: float
    titles: tuple[str, ...] = ()
    look: Snapshot | None = None
    files: EarlierFiles | None = None

    def had_window(self, title: str) -> bool:
        return any(title.casefold() in text.casefold() for text in self.titles)

    def showed(self, text: str) -> bool:
        return any(contains_text(f"{element.name}\n{element.value or ''}", text) for element in self.look or ())


class WorldBefore(World):
    """The controls of the window that was worked in, as they were."""

    def __init__(self, before: Before) -> None:
        self._before = before

    async def windows(self) -> tuple[Window, ...]:
        return ()

    async def elements(self) -> Snapshot | None:
        return self._before.look
