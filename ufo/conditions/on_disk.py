"""What conditions on files have in common: a path, a blocking judge, and what the file was before the run."""

from __future__ import annotations

import asyncio
import math
from abc import abstractmethod
from pathlib import Path
from typing import ClassVar

from ufo.conditions.before import Before
from ufo.conditions.condition import Condition
from ufo.conditions.document_match import Judgement
from ufo.conditions.world import World
from ufo.errors import UnreadableDocument
from ufo.schema.fact import Channel
from ufo.schema.file_names import on_disk, readable
from ufo.schema.predicate import Finding, Truth

_CHANNEL = "file"


class OnDisk(Condition):
    """A condition on the file `path`. A kind of these states its fields and implements `judge` and `in_words`."""

    NAMES_A_FILE: ClassVar[bool] = True

    path: str

    @abstractmethod
    def judge(self, path: Path) -> Judgement:
        """Judge the file, which is there. Blocking. Raises UnreadableDocument, OSError and ValueError for what cannot be told."""

    def judge_since(self, path: Path, begun: float) -> Judgement:
        """Judge the file, which may not be there. `begun`: when the run began, in seconds since 1970, for a kind that takes older
        files as they are. Blocking, and raises as `judge` does.
        """
        if not path.exists():
            return Judgement(Truth.UNSATISFIED, f"{path.name} is not there")
        return self.judge(path)

    def check_now(self, begun: float = 0.0) -> Finding:
        """Check it on the disk. `begun`: see `judge_since`. Blocking."""
        path = on_disk(Path(self.path))
        judged = self._told(path, begun)
        return self.finding(judged.truth, readable(judged.evidence), _CHANNEL)

    async def check(self, world: World) -> Finding:
        return await asyncio.to_thread(self.check_now, world.begun)

    def channel(self) -> Channel:
        return Channel.FILE

    def path_on_disk(self) -> str | None:
        return self.path

    async def held(self, before: Before) -> bool:
        return await asyncio.to_thread(self._stood, before)

    def held_of(self, copy: Path) -> bool:
        """Tell whether it held of a copy from before the run. Blocking."""
        return self._told(copy, math.inf).truth is Truth.SATISFIED

    def _stood(self, before: Before) -> bool:
        path = Path(self.path)
        if before.files is None:
            return False
        if before.files.is_unknown(path):
            # It may have held then. What is not known to be news proves nothing.
            return True
        copy = before.files.copy_of(path)
        if copy is not None:
            return self.held_of(copy)
        return self.wants_it_gone() and before.files.was_missing(path)

    def _told(self, path: Path, begun: float) -> Judgement:
        try:
            return self.judge_since(path, begun)
        except UnreadableDocument as error:
            return Judgement(Truth.UNKNOWN, str(error))
        except (OSError, ValueError) as error:
            return Judgement(Truth.UNKNOWN, f"{path.name} could not be read: {error}")


def at_home(path: str) -> str:
    """Return a path as people write it: what it says of the home folder is no use to others."""
    home = Path.home()
    return f"~/{Path(path).relative_to(home)}" if Path(path).is_relative_to(home) else path
