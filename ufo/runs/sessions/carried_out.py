"""Tells what was carried out for a request, as code counts it, and what died or was degraded where it ended badly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ufo.agents.agent.app_agent import AppAgent
from ufo.agents.agent.files_agent import FilesAgent
from ufo.agents.agent.host_agent import HostAgent
from ufo.agents.round_context import Context
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import PROFILE
from ufo.schema.outcome import CarriedOut
from ufo.schema.subtasks import NodeState
from ufo.schema.tool_facts import ActionKind

_OF_WINDOWS = (ActionKind.LAUNCH, ActionKind.SELECT_WINDOW, ActionKind.PROGRAM)


def carried_out(host: HostAgent, context: Context) -> CarriedOut:
    """Return the acts of the round, without looks and choices of a window."""
    done = (*host.history, *context.acts)
    acts = [act for act in done if act.may_change and act.facts.kind is not ActionKind.SELECT_WINDOW]
    ended = [record for record in context.previous_subtasks if record.status == "FINISH"]
    only_said = (
        all(record.only_said for record in ended) if ended else not any(act.function and act.result.ok for act in done)
    )
    ours = {agent.name for agent in host.appagent_dict.values() if isinstance(agent, AppAgent | FilesAgent)}
    return CarriedOut(
        acts=tuple(act.function for act in acts),
        changed=any(not act.facts.navigates for act in acts),
        only_said=only_said,
        unseen=any(record.agent not in ours for record in ended),
        profiles=tuple(dict.fromkeys(_profiles(done))),
    )


def failed_alone(host: HostAgent, context: Context) -> str:
    """Return which sub-task failed and why, where all did and the HostAgent changed nothing itself; "" otherwise."""
    records = context.previous_subtasks
    if not records or any(record.status == "FINISH" for record in records):
        return ""
    if any(act.result.ok and act.may_change and act.facts.kind not in _OF_WINDOWS[:2] for act in host.history):
        return ""
    return f"the sub-task {records[-1].subtask!r} failed: {records[-1].reason or records[-1].status}"


def _profiles(done: Iterable[ActionCommandInfo]) -> Iterator[str]:
    for act in done:
        value = act.result.result if act.facts.kind in _OF_WINDOWS else None
        if isinstance(value, dict) and PROFILE in value:
            yield str(value[PROFILE])


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
