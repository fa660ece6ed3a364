"""Tells what a request changed in files, settings and mail, and what of its literals is as it was."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ufo.agents.named_files import files_named, named_in
from ufo.proof.beginning import paths_in
from ufo.proof.difference.own_writes import OwnWrites
from ufo.proof.whole_world import facts_of_world
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Effect
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
