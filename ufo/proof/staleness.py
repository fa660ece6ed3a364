"""Tells whether a condition held already before anything was done: then it proves nothing about what was done since."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ufo.desktop.snapshot import Snapshot
from ufo.desktop.values import Window
from ufo.proof.difference.kept_files import KeptFiles
from ufo.schema.predicate import (
    DocumentPredicate,
    ElementPredicate,
    FilePredicate,
    Finding,
    PagePredicate,
    Predicate,
    ProcessPredicate,
    Truth,
    WindowPredicate,
    path_on_disk,
)
from ufo.verify.document_match import contains_text
from ufo.verify.files import check_document, check_file
from ufo.verify.screen import check_element
from ufo.verify.world import World


@dataclass(frozen=True, slots=True)
class Before:
    """What was there before. `at`: seconds since 1970. `titles`: of the windows that were open; `look`: at the window that was
    worked in; `files`: documents as they were before the run.
    """

    at: float
    titles: tuple[str, ...] = ()
    look: Snapshot | None = None
    files: KeptFiles | None = None


async def dated(findings: Iterable[Finding], before: Before) -> tuple[Finding, ...]:
    """Return the findings, and mark those that held already as stale: news is a difference in what the condition speaks of."""
    return tuple([await _dated(one, before) if one.truth is Truth.SATISFIED else one for one in findings])


async def _dated(finding: Finding, before: Before) -> Finding:
    path = path_on_disk(finding.predicate)
    if path is None:
        held = await _held(finding.predicate, before)
        return finding.model_copy(update={"stale": True}) if held else finding
    if await asyncio.to_thread(_untouched, Path(path), before.at):
        return finding.model_copy(update={"stale": True})
    held = await asyncio.to_thread(_stood, finding.predicate, Path(path), before)
    return finding.model_copy(update={"stale": True}) if held else finding


def _stood(predicate: Predicate, path: Path, before: Before) -> bool:
    """Tell whether a condition held of the file as it was before the run. Blocking."""
    if (
        before.files is None
        or not isinstance(predicate, FilePredicate | DocumentPredicate)
        or _speaks_of_writing(predicate)
    ):
        return False
    if before.files.is_unknown(path):
        # It may have held then. What is not known to be news proves nothing.
        return True
    copy = before.files.copy_of(path)
    return copy is not None and _holds_of(predicate, copy)


def _speaks_of_writing(predicate: Predicate) -> bool:
    return isinstance(predicate, FilePredicate) and predicate.changed_after is not None and predicate.contains is None


def _holds_of(predicate: FilePredicate | DocumentPredicate, copy: Path) -> bool:
    if isinstance(predicate, FilePredicate):
        then = predicate.model_copy(update={"path": str(copy), "changed_after": None})
        return check_file(then, math.inf).truth is Truth.SATISFIED
    return check_document(predicate.model_copy(update={"path": str(copy), "open": False})).truth is Truth.SATISFIED


def _stood_in_open(predicate: DocumentPredicate, before: Before) -> bool:
    """Tell whether a condition on an open document held of its file before the run. Blocking."""
    if before.files is None:
        return False
    names = [predicate.path] if predicate.path else [*before.titles]
    return any(_holds_of(predicate, copy) for copy in before.files.named(names))


async def _held(predicate: Predicate, before: Before) -> bool:
    """Tell whether it held before; False where that is not known."""
    if isinstance(predicate, DocumentPredicate):
        return await asyncio.to_thread(_stood_in_open, predicate, before)
    if isinstance(predicate, ElementPredicate):
        return (await check_element(predicate, _Then(before))).truth is Truth.SATISFIED
    if isinstance(predicate, WindowPredicate):
        return _is_titled(predicate.title, before.titles) is predicate.exists
    if isinstance(predicate, PagePredicate):
        if predicate.contains is not None and predicate.field is None:
            return predicate.exists and _was_shown(predicate.contains, before.look)
        return predicate.exists and predicate.field is None and _is_titled(predicate.page, before.titles)
    # It is no news that a program runs in which something was done.
    return isinstance(predicate, ProcessPredicate) and predicate.exists


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


def _is_titled(title: str, titles: Sequence[str]) -> bool:
    return any(title.casefold() in one.casefold() for one in titles)


def _was_shown(text: str, look: Snapshot | None) -> bool:
    return any(contains_text(f"{one.name}\n{one.value or ''}", text) for one in look or ())


class _Then(World):
    def __init__(self, before: Before) -> None:
        self._before = before

    async def windows(self) -> tuple[Window, ...]:
        return ()

    async def elements(self) -> Snapshot | None:
        return self._before.look
