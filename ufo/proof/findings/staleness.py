"""Tells whether a condition held already before anything was done: then it proves nothing about what was done since."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ufo.desktop.snapshot import Snapshot
from ufo.desktop.values import Window
from ufo.schema.predicate import (
    ElementPredicate,
    Finding,
    PagePredicate,
    Predicate,
    ProcessPredicate,
    Truth,
    WindowPredicate,
    path_on_disk,
)
from ufo.verify.screen import check_element
from ufo.verify.world import World


@dataclass(frozen=True, slots=True)
class Before:
    """What was there before. `at`: seconds since 1970. `titles`: of the windows that were open; `look`: at the window that was
    worked in.
    """

    at: float
    titles: tuple[str, ...] = ()
    look: Snapshot | None = None


async def dated(findings: Iterable[Finding], before: Before) -> tuple[Finding, ...]:
    """Return the findings, and mark those that held already as stale."""
    return tuple([
        one.model_copy(update={"stale": True})
        if one.truth is Truth.SATISFIED and await _held(one.predicate, before)
        else one
        for one in findings
    ])  # fmt: skip


async def _held(predicate: Predicate, before: Before) -> bool:
    """Tell whether it held before; False where that is not known."""
    path = path_on_disk(predicate)
    if path is not None:
        return _untouched(Path(path), before.at)
    if isinstance(predicate, ElementPredicate):
        return (await check_element(predicate, _Then(before))).truth is Truth.SATISFIED
    if isinstance(predicate, WindowPredicate):
        return _is_titled(predicate.title, before.titles) is predicate.exists
    if isinstance(predicate, PagePredicate):
        says_more = predicate.contains is not None or predicate.field is not None
        return predicate.exists and not says_more and _is_titled(predicate.page, before.titles)
    # It is no news that a program runs in which something was done.
    return isinstance(predicate, ProcessPredicate) and predicate.exists


def _untouched(path: Path, since: float) -> bool:
    """Tell whether the path was neither written nor created since. If it is missing, tell whether it was not deleted since."""
    try:
        there = next(one for one in (path, *path.parents) if one.exists())
        status = there.stat()
    except (OSError, ValueError, StopIteration):
        return False
    return max(status.st_mtime, status.st_ctime) < since


def _is_titled(title: str, titles: Sequence[str]) -> bool:
    return any(title.casefold() in one.casefold() for one in titles)


class _Then(World):
    def __init__(self, before: Before) -> None:
        self._before = before

    async def windows(self) -> tuple[Window, ...]:
        return ()

    async def elements(self) -> Snapshot | None:
        return self._before.look
