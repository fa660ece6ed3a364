"""Tells what a request changed in files, settings and mail, and what of its literals is as it was."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ufo.proof.around_changes import ChangedDocument, around_changes
from ufo.proof.beginning import paths_in
from ufo.proof.difference.own_writes import OwnWrites
from ufo.proof.difference.places import Places
from ufo.proof.difference.world import WorldBefore
from ufo.proof.named import named_literals
from ufo.schema.action import ActionCommandInfo
from ufo.schema.fact import Facts

if TYPE_CHECKING:
    from ufo.agents.agent.host_agent import HostAgent

_AFTER_S = 8.0
"""Programs go on writing for a while after an act: downloads, exports, large files."""


async def changed_world(host: HostAgent, acts: Sequence[ActionCommandInfo]) -> Facts:
    """Return the difference of the world since the request began; nothing where nobody looked at it then."""
    world = host.world
    if world is None:
        return Facts()
    named = [text for act in acts for text in texts_in((act.arguments, act.result.result))]
    spans = tuple((span[0], span[1] + _AFTER_S) for act in acts if (span := act.result.span) is not None)
    request, places = host.request, host.places

    def told() -> Facts:
        return difference_of(world, OwnWrites(frozenset(paths_in(named, places)), spans), request)

    return await asyncio.to_thread(told)


def difference_of(world: WorldBefore, own: OwnWrites, request: str) -> Facts:
    """Return what is different, what the request names that is as it was, and what stands around the changes. Blocking."""
    changes = world.difference(own)
    named = named_literals(request, world.kept.paths)
    kept = [fact.model_copy(update={"news": False}) for fact in world.as_it_was(named)]
    documents = (ChangedDocument(path, before, after) for path, before, after in world.changed_documents())
    around = around_changes(request, documents, Places(world.watched.working_folder, world.watched.home))
    return changes.model_copy(update={"facts": (*changes.facts, *kept, *around)})


def texts_in(value: Any) -> Iterator[str]:
    """Iterate over the texts among the arguments or the result of a command, each of which may name a file."""
    if isinstance(value, str | Path):
        yield str(value)
    elif isinstance(value, dict):
        yield from _each(value.values())
    elif isinstance(value, list | tuple):
        yield from _each(value)


def _each(values: Iterable[Any]) -> Iterator[str]:
    for one in values:
        yield from texts_in(one)
