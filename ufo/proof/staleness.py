"""Tells whether a condition held already before anything was done: then it proves nothing about what was done since."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path

from ufo.conditions.before import Before
from ufo.schema.predicate import Finding, Truth


async def dated(findings: Iterable[Finding], before: Before) -> tuple[Finding, ...]:
    """Return the findings, and mark those that held already as stale: news is a difference in what the condition speaks of."""
    return tuple([await _dated(one, before) if one.truth is Truth.SATISFIED else one for one in findings])


async def _dated(finding: Finding, before: Before) -> Finding:
    path = finding.predicate.path_on_disk()
    untouched = path is not None and await asyncio.to_thread(_untouched, Path(path), before.at)
    return finding.model_copy(update={"stale": True}) if untouched or await finding.predicate.held(before) else finding


def _untouched(path: Path, since: float) -> bool:
    """Tell whether the path was neither written nor created since. If it is missing, tell whether it was not deleted since."""
    try:
        there = next(one for one in (path, *path.parents) if one.exists())
        status = there.stat()
        # A link is new although what it leads to is old.
        made = there.lstat().st_ctime
    except (OSError, ValueError, StopIteration):
        return False
    return max(status.st_mtime, status.st_ctime, made) < since
