"""Finds the files that a sub-task names and that were written while it was worked on: in whatever way it was saved, a file that
appeared is the proof.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ufo.proof.conditions.file_places import Baseline
from ufo.proof.request.literals import literals_of
from ufo.proof.request.model import Kind, Role
from ufo.schema.predicate import FilePredicate, Predicate, path_on_disk

_NOT_WRITTEN = (Role.GONE, Role.NEGATION)


def saved_files(
    subtask: str, baseline: Baseline, begun: float, stated: Iterable[Predicate]
) -> tuple[FilePredicate, ...]:
    """Return a condition for each named file that was written since `begun`, seconds since 1970, and of which nothing is stated.
    Blocking: looks at the files.
    """
    known = {path_on_disk(one) for one in stated}
    named = [one.text for one in literals_of(subtask) if one.kind is Kind.FILE and one.role not in _NOT_WRITTEN]
    paths = [path for name in named for path in baseline.candidates(name)]
    new = (str(path) for path in dict.fromkeys(paths) if str(path) not in known and _is_written(path, begun))
    return tuple(FilePredicate(path=path, changed_after=begun) for path in new)


def _is_written(path: Path, begun: float) -> bool:
    try:
        return path.is_file() and path.stat().st_size > 0 and path.stat().st_mtime >= begun
    except (OSError, ValueError):
        return False
