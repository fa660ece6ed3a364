"""What a run did itself, by which the changes of others are told apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ufo.proof.difference.line_words import one_line
from ufo.proof.difference.watched import real
from ufo.schema.fact import Fact

_SLACK_S = 2.0
"""Programs write a little before their act is reported, and after it."""


@dataclass(frozen=True)
class OwnWrites:
    """`paths`: files that the run's tools wrote, made, moved or removed. `spans`: when its acts ran, in seconds since 1970."""

    paths: frozenset[Path] = frozenset()
    spans: tuple[tuple[float, float], ...] = ()

    def made(self, paths: Sequence[Path], times: Sequence[float]) -> bool:
        """Tell whether a change of these paths is the run's own, by their names or by when they were written."""
        if not self.paths and not self.spans:
            return True
        owned = [real(own) for own in self.paths]
        if any(path.is_relative_to(own) for path in paths for own in owned):
            return True
        return any(start - _SLACK_S <= moment <= end + _SLACK_S for moment in times for start, end in self.spans)

    def marked(self, fact: Fact, path: Path, moment_ns: int | None) -> Fact:
        """Return the fact, marked where somebody else made the change meanwhile. `moment_ns`: when it was written, None for
        unknown.
        """
        if self.made([path], [] if moment_ns is None else [moment_ns / 1e9]):
            return fact
        return fact.model_copy(update={"by_run": False, "line": one_line(f"not by this run: {fact.line}")})
