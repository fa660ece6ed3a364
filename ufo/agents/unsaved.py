"""Finds unsaved work at the end of a request, and what of it differs from the files and from what was unsaved as it began."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ufo.commands.dispatch.collect import collect
from ufo.errors import ToolError
from ufo.platform.scratch import scratch
from ufo.proof.difference.world import WorldBefore
from ufo.proof.window_facts import Unsaved
from ufo.schema.action import ActionCommandInfo
from ufo.schema.fact import Facts

if TYPE_CHECKING:
    from ufo.agents.agent.host_agent import HostAgent


@dataclass(frozen=True, slots=True)
class UnsavedWork:
    """`windows`: those that hold unsaved changes; `changes`: what differs in their documents, as far as these can be read."""

    windows: Unsaved = field(default_factory=Unsaved)
    changes: Facts = field(default_factory=Facts)


async def note_unsaved(host: HostAgent) -> None:
    """Note what documents hold that is not saved as a request begins: that is not its doing. What cannot be noted is compared
    with its file at the end.
    """
    world = host.world
    with contextlib.suppress(ToolError):
        if world is None or not await collect(host.tools.dispatcher, "get_unsaved_windows"):
            return
        with scratch() as folder:
            for place, copy, _ in await _copies(host, folder):
                await asyncio.to_thread(world.note_unsaved, place, copy)


async def unsaved_now(host: HostAgent, acts: Sequence[ActionCommandInfo]) -> UnsavedWork:
    """Return what is not saved now, and whether it is lost with the desktop of the run. Nothing is where nothing was done."""
    if host.world is None or not any(map(changes_something, acts)):
        return UnsavedWork()
    titles = await collect(host.tools.dispatcher, "get_unsaved_windows")
    if not titles:
        return UnsavedWork()
    windows = Unsaved(tuple(map(str, titles)), is_lost=host.services.ends_with_run)
    with scratch() as folder:
        copies = await _copies(host, folder)
        return UnsavedWork(windows, await asyncio.to_thread(_differences, host.world, copies))


def changes_something(act: ActionCommandInfo) -> bool:
    """Tell whether an act may have changed anything: one that was carried out and does not only look."""
    return act.result.ok and bool(act.function) and not act.facts.reads


async def _copies(host: HostAgent, folder: Path) -> list[tuple[Path, Path, str]]:
    """Return each document with unsaved changes as its file, or title where it has none, its copy and its title."""
    rows = await collect(host.tools.dispatcher, "copy_unsaved_documents", folder=str(folder))
    return [(Path(row["path"] or row["title"]), Path(row["copy"]), row["title"]) for row in rows or []]


def _differences(world: WorldBefore, copies: Sequence[tuple[Path, Path, str]]) -> Facts:
    told = [world.unsaved(*copy) for copy in copies]
    return Facts(
        facts=tuple(fact for one in told for fact in one.facts),
        left_out=tuple(reason for one in told for reason in one.left_out),
    )
