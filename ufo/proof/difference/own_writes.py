"""What a run did itself, by which the changes of others are told apart."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ufo.proof.difference.line_words import one_line
from ufo.proof.difference.watched import real
from ufo.schema.fact import Fact
from ufo.schema.patterns import regex

_SLACK_S = 2.0
"""Programs write a little before their act is reported, and after it."""
_RUN = regex(r"\d{8}-\d{6}-[0-9a-f]{6}")
"""How the folder of a run is called."""
_RECORD = "events.jsonl"
_OF_DESKTOPS = ("ufo-", ".X", ".ICE-unix")
"""How the names begin of what desktops and runs keep among the temporary files."""


@dataclass(frozen=True)
class OwnWrites:
    """`paths`: files that the run's tools wrote, made, moved or removed. `spans`: when its acts ran, in seconds since 1970.
    `works_in`: its working folder and the home of its desktop, which may lie among the temporary files.
    """

    paths: frozenset[Path] = frozenset()
    spans: tuple[tuple[float, float], ...] = ()
    works_in: tuple[Path, ...] = ()

    def made(self, paths: Sequence[Path], times: Sequence[float]) -> bool:
        """Tell whether a change of these paths is the run's own, by their names or by when they were written."""
        if not self.paths and not self.spans:
            return True
        owned = [real(own) for own in self.paths]
        if any(path.is_relative_to(own) for path in paths for own in owned):
            return True
        if paths and all(map(self._is_of_another_run, paths)):
            return False
        return any(start - _SLACK_S <= moment <= end + _SLACK_S for moment in times for start, end in self.spans)

    def marked(self, fact: Fact, path: Path, moment_ns: int | None) -> Fact:
        """Return the fact, marked where somebody else made the change meanwhile. `moment_ns`: when it was written, None for
        unknown.
        """
        if self.made([path], [] if moment_ns is None else [moment_ns / 1e9]):
            return fact
        return fact.model_copy(update={"by_run": False, "line": one_line(f"not by this run: {fact.line}")})

    def _is_of_another_run(self, path: Path) -> bool:
        """Tell whether the path lies where another run keeps its record, or a desktop its locks. This run's own record is not
        looked at. Blocking.
        """
        temporary = real(Path(tempfile.gettempdir()))
        own = [place for place in map(real, self.works_in) if place != temporary and place.is_relative_to(temporary)]
        is_temporary = path != temporary and path.is_relative_to(temporary) and not any(map(path.is_relative_to, own))
        if is_temporary and path.relative_to(temporary).parts[0].startswith(_OF_DESKTOPS):
            return True
        runs = (folder for folder in (path, *path.parents) if _RUN.fullmatch(folder.name))
        return any((folder / _RECORD).is_file() for folder in runs)
