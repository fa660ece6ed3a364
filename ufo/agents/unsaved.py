"""Finds unsaved work at the end of a request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ufo.commands.dispatch.collect import collect
from ufo.proof.window_facts import Unsaved
from ufo.schema.action import ActionCommandInfo

if TYPE_CHECKING:
    from ufo.agents.agent.host_agent import HostAgent


async def unsaved_now(host: HostAgent, acts: Sequence[ActionCommandInfo]) -> Unsaved:
    """Return the windows that hold changes that are not saved, and whether they are lost with the desktop of the run. Nothing is
    unsaved where nothing was done.
    """
    if not any(act.result.ok and act.function and not act.facts.reads for act in acts):
        return Unsaved()
    titles = await collect(host.tools.dispatcher, "get_unsaved_windows")
    return Unsaved(tuple(map(str, titles or ())), is_lost=host.services.ends_with_run)
