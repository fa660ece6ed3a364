"""Finds the circumstances of a run that ended badly: what died or was degraded meanwhile, where the reason does not say it."""

from __future__ import annotations

from collections.abc import Iterator

from ufo.agents.agent.app_agent import AppAgent
from ufo.agents.agent.host_agent import HostAgent
from ufo.agents.round_context import Context
from ufo.schema.subtasks import NodeState


def circumstances(host: HostAgent, context: Context, reason: str) -> Iterator[str]:
    """Yield the circumstances in words that follow `reason`."""
    records = context.previous_subtasks
    last = records[-1] if records else None
    if last is not None and last.status != "FINISH" and last.reason and not _says(reason, last.reason):
        yield f"the last sub-task failed: {last.reason}"
    for node in context.subtasks.nodes:
        own = node.state is NodeState.FAILED and not node.cause and (last is None or node.id != last.node)
        if own and not node.is_outlined and not _says(reason, node.reason):
            yield f"the sub-task {node.id!r} failed: {node.reason}"
    for agent in host.appagent_dict.values():
        if isinstance(agent, AppAgent) and agent.degraded and not _says(reason, agent.degraded):
            yield f"the last look at {agent.process_name!r} was degraded: {agent.degraded}"


def _says(reason: str, what: str) -> bool:
    return what.partition(";")[0] in reason
