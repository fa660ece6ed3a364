"""Tells what a request changed in files, settings and mail, what is not saved, and what of its literals is as it was."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ufo.agents.agent.host_agent import HostAgent
from ufo.agents.named_files import files_named, named_in
from ufo.errors import ToolError
from ufo.platform.scratch import scratch
from ufo.proof.beginning import paths_in
from ufo.proof.difference.own_writes import OwnWrites
from ufo.proof.whole_world import facts_of_world
from ufo.proof.window_facts import Unsaved
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Effect
from ufo.schema.fact import Facts
from ufo.tools.dispatch.collect import collect

_AFTER_S = 8.0
"""Programs go on writing for a while after an act: downloads, exports, large files."""


@dataclass(frozen=True, slots=True)
class UnsavedWork:
    """`windows`: those that hold unsaved changes; `changes`: what differs in their documents, as far as these can be read."""

    windows: Unsaved = field(default_factory=Unsaved)
    changes: Facts = field(default_factory=Facts)


async def changed_world(host: HostAgent, acts: Sequence[ActionCommandInfo]) -> Facts:
    """Return the difference of the world since the request began; nothing where nobody looked at it then."""
    world = host.world
    if world is None:
        return Facts()
    named = [text for act in acts for text in _written(act)]
    spans = tuple((span[0], span[1] + _AFTER_S) for act in acts if (span := act.result.span) is not None)
    request, places = host.request, host.places

    def told() -> Facts:
        own = OwnWrites(frozenset(paths_in(named, places)), spans, (places.working_folder, places.home))
        return facts_of_world(world, request, own)

    return await asyncio.to_thread(told)


def _written(act: ActionCommandInfo) -> Iterator[str]:
    """Iterate over the texts that may name what an act wrote that was carried out."""
    if not act.facts.reads and act.result.effect is not Effect.REFUSED:
        yield from files_named(act)
        yield from named_in(act.result.result)


async def note_unsaved(host: HostAgent) -> None:
    """Note what documents hold unsaved as a request begins. What cannot be noted is compared with its file at the end."""
    world = host.world
    with contextlib.suppress(ToolError):
        if world is None or not await collect(host.tools.dispatcher, "get_unsaved_windows"):
            return
        with scratch() as folder:
            for place, copy, _ in await _copies(host, folder):
                await asyncio.to_thread(world.note_unsaved, place, copy)


async def unsaved_now(host: HostAgent, acts: Sequence[ActionCommandInfo]) -> UnsavedWork:
    """Return what is not saved now, and whether it is lost with the desktop of the run. Nothing is where nothing was done."""
    world = host.world
    if world is None or not any(act.may_change for act in acts):
        return UnsavedWork()
    titles = await collect(host.tools.dispatcher, "get_unsaved_windows")
    if not titles:
        return UnsavedWork()
    windows = Unsaved(tuple(map(str, titles)), is_lost=host.services.ends_with_run)
    with scratch() as folder:
        copies = await _copies(host, folder)
        told = await asyncio.to_thread(lambda: [world.unsaved(*copy) for copy in copies])
    facts = tuple(fact for document in told for fact in document.facts)
    left_out = tuple(reason for document in told for reason in document.left_out)
    return UnsavedWork(windows, Facts(facts=facts, left_out=left_out))


async def _copies(host: HostAgent, folder: Path) -> list[tuple[Path, Path, str]]:
    """Return each document with unsaved changes as its file, or title where it has none, its copy and its title."""
    rows = await collect(host.tools.dispatcher, "copy_unsaved_documents", folder=str(folder))
    return [(Path(row["path"] or row["title"]), Path(row["copy"]), row["title"]) for row in rows or []]
