"""Finds unsaved work at the end of a request, and what of it differs from the files."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ufo.commands.dispatch.collect import collect
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


async def unsaved_now(host: HostAgent, acts: Sequence[ActionCommandInfo]) -> UnsavedWork:
    """Return what is not saved now, and whether it is lost with the desktop of the run. Nothing is where nothing was done."""
    if host.world is None or not any(map(changes_something, acts)):
        return UnsavedWork()
    titles = await collect(host.tools.dispatcher, "get_unsaved_windows")
    if not titles:
        return UnsavedWork()
    windows = Unsaved(tuple(map(str, titles)), is_lost=host.services.ends_with_run)
    with tempfile.TemporaryDirectory(prefix="ufo-unsaved-", ignore_cleanup_errors=True) as folder:
        copies = await collect(host.tools.dispatcher, "copy_unsaved_documents", folder=folder)
        return UnsavedWork(windows, await asyncio.to_thread(_differences, host.world, copies or []))


def changes_something(act: ActionCommandInfo) -> bool:
    """Tell whether an act may have changed anything: one that was carried out and does not only look."""
    return act.result.ok and bool(act.function) and not act.facts.reads


def _differences(world: WorldBefore, copies: Sequence[dict[str, Any]]) -> Facts:
    told = [world.unsaved(Path(one["path"] or one["title"]), Path(one["copy"]), one["title"]) for one in copies]
    return Facts(
        facts=tuple(fact for one in told for fact in one.facts),
        left_out=tuple(reason for one in told for reason in one.left_out),
    )
