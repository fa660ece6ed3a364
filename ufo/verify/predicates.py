"""Checks predicates without a model. `unknown` never counts as `satisfied` (design.md §4)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from ufo.schema.predicate import (
    DocumentPredicate,
    ElementPredicate,
    FilePredicate,
    Finding,
    PagePredicate,
    Predicate,
    ProcessPredicate,
    Truth,
)
from ufo.verify.files import check_document, check_file
from ufo.verify.open_documents import check_open_document
from ufo.verify.page_predicates import check_page, check_process
from ufo.verify.screen import check_element, check_window
from ufo.verify.world import World

_FIRST_PAUSE_S = 0.05
_LONGEST_PAUSE_S = 0.5


async def check(predicate: Predicate, world: World) -> Finding:
    """Check a predicate once, now. Files and documents are read from the disk, windows and controls through `world`."""
    if isinstance(predicate, ElementPredicate):
        return await check_element(predicate, world)
    if isinstance(predicate, FilePredicate):
        return await asyncio.to_thread(check_file, predicate, world.begun)
    if isinstance(predicate, DocumentPredicate) and predicate.open:
        return await check_open_document(predicate, world)
    if isinstance(predicate, DocumentPredicate):
        return await asyncio.to_thread(check_document, predicate)
    if isinstance(predicate, ProcessPredicate):
        return await check_process(predicate, world)
    if isinstance(predicate, PagePredicate):
        return await check_page(predicate, world)
    return await check_window(predicate, world)


async def check_all(predicates: Sequence[Predicate], world: World, timeout_s: float = 3.0) -> tuple[Finding, ...]:
    """Return one finding per predicate, in order. Check those that do not hold yet again until they do or the time is over.

    Once all hold, check every one again, so that a state which came and went does not count.
    """
    loop = asyncio.get_running_loop()
    deadline = loop.time() + timeout_s
    pause = _FIRST_PAUSE_S
    findings = [await check(predicate, world) for predicate in predicates]
    while any(finding.truth is not Truth.SATISFIED for finding in findings) and loop.time() + pause < deadline:
        await asyncio.sleep(pause)
        pause = min(pause * 2, _LONGEST_PAUSE_S)
        findings = [
            finding if finding.truth is Truth.SATISFIED else await check(finding.predicate, world)
            for finding in findings
        ]
        if all(finding.truth is Truth.SATISFIED for finding in findings):
            findings = [await check(predicate, world) for predicate in predicates]
    return tuple(findings)
