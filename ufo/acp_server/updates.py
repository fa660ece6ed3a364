"""What an editor is told of a run: its events in the forms of the protocol, as values. Source: agentclientprotocol.com, "Agent
Plan", "Tool Calls", "Content".
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from acp import (
    plan_entry,
    start_tool_call,
    text_block,
    tool_content,
    update_agent_message_text,
    update_agent_thought_text,
    update_plan,
    update_user_message_text,
)
from acp.schema import (
    AgentMessageChunk,
    AgentPlanUpdate,
    AgentThoughtChunk,
    PlanEntryStatus,
    ToolCallLocation,
    ToolCallProgress,
    ToolCallStart,
    ToolKind,
    UserMessageChunk,
)

from ufo.schema.action import ActionCommandInfo
from ufo.schema.action_class import ActionClass
from ufo.schema.outcome import RunSummary
from ufo.schema.subtasks import NodeState, SubtaskGraph
from ufo.trace.console import clean, thought_of
from ufo.trace.events import Event, Noticed, RoundStarted, RunEnded, StepEnded, SubtaskEnded, SubtasksChanged

Update = AgentMessageChunk | AgentPlanUpdate | AgentThoughtChunk | ToolCallProgress | ToolCallStart | UserMessageChunk

_LONGEST = 4_000
_LONGEST_PATH = 1_024
_KINDS: dict[str, ToolKind] = {
    ActionClass.OBSERVE: "read",
    ActionClass.NAVIGATE: "other",
    ActionClass.EDIT: "edit",
    ActionClass.CREATE: "edit",
    ActionClass.OVERWRITE: "edit",
    ActionClass.DELETE: "delete",
    ActionClass.LAUNCH: "execute",
    ActionClass.RUN_PROGRAM: "execute",
    ActionClass.SYSTEM: "execute",
}
_STATUSES: dict[NodeState, PlanEntryStatus] = {
    NodeState.WAITING: "pending",
    NodeState.RUNNING: "in_progress",
    NodeState.DONE: "completed",
    NodeState.FAILED: "completed",
}
"""The protocol has no status for what failed; its words say so."""


class Updates:
    """The events of one session, in order. `folder`: where relative paths start. `last_call`: the id of the last call that was
    told.

    Where a request has one sub-task there is no graph, and the plan is that sub-task.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._calls = 0
        self._has_graph = False
        self._alone: dict[str, PlanEntryStatus] = {}
        self.last_call = ""

    def of(self, event: Event, *, requests: bool = False) -> Iterator[Update]:
        """Yield what the event is told as. With `requests`, what the person asked for is told too, as for a session that is
        loaded again.
        """
        match event:
            case RoundStarted():
                self._has_graph, self._alone = False, {}
                if requests:
                    yield update_user_message_text(clean(event.request, _LONGEST))
            case SubtasksChanged():
                self._has_graph = True
                yield _plan(event.graph)
            case StepEnded():
                yield from self._step(event)
            case SubtaskEnded() if not self._has_graph:
                self._alone[event.record.subtask] = "completed"
                yield self._plan_alone()
            case Noticed(level="warning" | "error"):
                yield update_agent_thought_text(f"{event.level}: {clean(event.text, _LONGEST)}\n")
            case RunEnded():
                yield update_agent_message_text(ending(event.summary))

    def next_call(self) -> str:
        self._calls += 1
        self.last_call = f"call-{self._calls}"
        return self.last_call

    def _step(self, step: StepEnded) -> Iterator[Update]:
        if step.subtask and not self._has_graph and step.subtask not in self._alone:
            self._alone[step.subtask] = "in_progress"
            yield self._plan_alone()
        if thought := thought_of(step.response):
            yield update_agent_thought_text(f"{clean(thought, _LONGEST)}\n")
        for action in step.actions:
            if action.function:
                yield self._call(action)

    def _call(self, action: ActionCommandInfo) -> ToolCallStart:
        result = action.result
        effect = f"{result.status}, {result.effect}" if result.effect else str(result.status)
        lines = [effect, *result.evidence, result.change, result.error or ""]
        return start_tool_call(
            self.next_call(),
            clean(result.deed or action.action_string),
            kind=_KINDS.get(result.action_class, "other"),
            status="completed" if result.ok else "failed",
            content=[tool_content(text_block("\n".join(clean(line, _LONGEST) for line in lines if line)))],
            locations=[ToolCallLocation(path=str(path)) for path in self._paths(action)],
        )

    def _paths(self, action: ActionCommandInfo) -> Iterator[Path]:
        """Yield the files that exist and that the call names."""
        for value in action.arguments.values():
            if isinstance(value, str) and 0 < len(value) < _LONGEST_PATH and "\0" not in value and value.strip(". /"):
                path = self._folder / value
                if _is_file(path):
                    yield path

    def _plan_alone(self) -> AgentPlanUpdate:
        return update_plan(plan_entry(clean(text), status=status) for text, status in self._alone.items())


def _plan(graph: SubtaskGraph) -> AgentPlanUpdate:
    def words(text: str, state: NodeState) -> str:
        return f"failed: {clean(text)}" if state is NodeState.FAILED else clean(text)

    return update_plan(plan_entry(words(node.text, node.state), status=_STATUSES[node.state]) for node in graph.nodes)


def ending(summary: RunSummary) -> str:
    """Return the outcome in words. An answer that no fact shows is marked as such."""
    lines = [f"**{summary.outcome.value}** {clean(summary.reason, _LONGEST)}"]
    if summary.answer:
        said = "" if summary.answer_is_shown else " (said, not shown)"
        lines.append(f"Answer{said}: {clean(summary.answer, _LONGEST)}")
    if summary.files:
        lines.append(f"Files: {', '.join(clean(file) for file in summary.files)}")
    lines.append(f"What shows each part: `ufo why {Path(summary.log_path).name}`")
    return "\n\n".join(lines)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False
