"""Takes the sub-tasks of an answer into the request's graph, and finds the one that the answer hands over (docs/subtasks.md)."""

from __future__ import annotations

from dataclasses import dataclass

from ufo.agents.states.host_agent_states import HostAgentStatus
from ufo.schema.response import HostAgentResponse
from ufo.schema.subtasks import NodeState, Subtask, SubtaskGraph, SubtaskNode
from ufo.schema.target import TargetInfo, TargetRegistry


@dataclass(frozen=True, slots=True)
class Planned:
    """The graph with an answer's sub-tasks in it, and the node that the answer hands over or opens an application for."""

    graph: SubtaskGraph
    node: SubtaskNode | None = None


@dataclass(frozen=True, slots=True)
class Planning:
    """What an answer's sub-tasks are read against: the graph so far, the targets of this look, the tools that open
    applications, and how many sub-tasks have ended.
    """

    graph: SubtaskGraph
    registry: TargetRegistry
    launchers: frozenset[str]
    ended: int

    def planned(self, response: HostAgentResponse) -> Planned:
        """Return the graph after the answer, which `objection` accepts."""
        nodes = [SubtaskNode.stated(subtask, self._target(subtask), self.ended) for subtask in response.subtasks]
        graph = self.graph.replace(nodes) if nodes else self.graph
        if not self._hands_over(response):
            return Planned(graph)
        again = self._tried_anew(graph, response.current_subtask)
        graph = graph.replace(again) if again else graph
        return Planned(graph, _chosen(graph, response))

    def objection(self, response: HostAgentResponse) -> str | None:
        """Return what is wrong with the answer's sub-tasks, or with the one that it hands over; None where nothing is."""
        wrong = self.graph.objection(response.subtasks) or self._unknown_target(response)
        if wrong:
            return wrong
        planned = self.planned(response)
        ready = ", ".join(repr(node.id) for node in planned.graph.ready())
        if response.subtasks and response.status == HostAgentStatus.FINISH and ready:
            return f"status FINISH although the sub-tasks {ready} are still to be done; choose CONTINUE"
        named = planned.graph.get(response.current_subtask)
        if not self._hands_over(response) or planned.node is not None or not (ready or named):
            return None
        said = _not_ready(planned.graph, response.current_subtask)
        return f"{said}; these can begin now: {ready or 'none'}; give the id of one, or other sub-tasks"

    def _tried_anew(self, graph: SubtaskGraph, words: str) -> list[SubtaskNode]:
        """Return the failed node that the words name, planned now."""
        failed = [node for node in graph.nodes if node.state is NodeState.FAILED and not node.is_outlined]
        named = [node.now(NodeState.WAITING, reason="") for node in failed if words and node.is_meant_by(words)]
        return [node.model_copy(update={"planned_after": self.ended}) for node in named[:1]]

    def _hands_over(self, response: HostAgentResponse) -> bool:
        opens = response.function in self.launchers and bool(response.current_subtask)
        return response.status == HostAgentStatus.ASSIGN or opens

    def _target(self, subtask: Subtask) -> TargetInfo | None:
        """Return the target whose id the application is. Ids hold for one look only, so that it is kept now."""
        return self.registry.get(subtask.application) if subtask.application else None

    def _unknown_target(self, response: HostAgentResponse) -> str:
        for subtask in response.subtasks:
            if subtask.application.isdecimal() and self._target(subtask) is None:
                ids = ", ".join(str(target.id) for target in self.registry.all_targets()) or "none"
                said = f"application {subtask.application!r} of sub-task {subtask.id!r} is no target"
                return f"{said}; the ids are {ids}; or name it"
        return ""


def _chosen(graph: SubtaskGraph, response: HostAgentResponse) -> SubtaskNode | None:
    ready, words = graph.ready(), response.current_subtask
    if words:
        return next((node for node in ready if node.is_meant_by(words)), None)
    chosen = str(response.arguments.get("id"))
    fitting = [node for node in ready if node.target is not None and node.target.id == chosen]
    fitting += [node for node in ready if not node.application or len(ready) == 1]
    return fitting[0] if fitting else None


def _not_ready(graph: SubtaskGraph, words: str) -> str:
    named = next((node for node in graph.nodes if words and not node.is_outlined and node.is_meant_by(words)), None)
    if named is None:
        return f"current_subtask {words!r} is no sub-task" if words else "current_subtask is empty"
    if named.state is NodeState.DONE:
        return f"sub-task {named.id!r} is done"
    if named.cause:
        return f"sub-task {named.id!r} needs {named.cause!r}, which failed"
    return f"sub-task {named.id!r} waits for {', '.join(map(repr, named.depends_on))}"
