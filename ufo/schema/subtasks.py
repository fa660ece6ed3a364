"""The graph of a request's sub-tasks: what waits for what, what runs, and what became of the rest (docs/subtasks.md).

A graph is a value: each function returns another one. A node that fails takes with it only what depends on it; new nodes
may take the place of those that failed or wait (spec: host_agent_overview.md, task decomposition, task scheduling).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from graphlib import CycleError, TopologicalSorter
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator, model_validator

from ufo.schema.predicate import Predicate
from ufo.schema.subtask_spellings import as_ids, as_node
from ufo.schema.target import TargetInfo
from ufo.text.fold import caseless

MOST_NODES = 50
"""The sub-tasks that one request may have: a thousand are no plan, and nobody could follow them."""
_MOST_COMPLAINTS = 5

_Filled = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


class Subtask(BaseModel):
    """A sub-task as a model states it. `application`: the id or the name of a window or agent, the name of an application, or
    "" for any. `expect`: what must hold when it is done.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: _Filled
    text: _Filled
    application: str = ""
    depends_on: tuple[str, ...] = ()
    expect: tuple[Predicate, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _accept_spellings(cls, data: Any) -> Any:
        return as_node(data)

    _ids = field_validator("depends_on", mode="before")(as_ids)

    @field_validator("application", mode="before")
    @classmethod
    def _no_application(cls, value: Any) -> Any:
        return "" if value is None else str(value).strip() if isinstance(value, str | int) else value

    @field_validator("expect", mode="before")
    @classmethod
    def _no_conditions(cls, value: Any) -> Any:
        return () if value in (None, "") else (value,) if isinstance(value, dict) else value


class NodeState(StrEnum):
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class SubtaskNode(BaseModel):
    """A sub-task in the graph. `target`: the window or agent that its application named when it was stated.

    `is_outlined`: it comes from a plain plan, so that the HostAgent still words it. `cause`: the id of the node whose failure
    it shares, without having begun. `planned_after`: how many sub-tasks had ended when it was stated.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    text: str
    application: str = ""
    depends_on: tuple[str, ...] = ()
    expect: tuple[Predicate, ...] = ()
    target: TargetInfo | None = None
    is_outlined: bool = False
    planned_after: int = 0
    state: NodeState = NodeState.WAITING
    result: str = ""
    reason: str = ""
    cause: str = ""

    @classmethod
    def stated(cls, subtask: Subtask, target: TargetInfo | None = None, planned_after: int = 0) -> SubtaskNode:
        return cls(**dict(subtask), target=target, planned_after=planned_after)

    @property
    def is_open(self) -> bool:
        """Whether another one may take its place."""
        return self.state in (NodeState.WAITING, NodeState.FAILED)

    @property
    def never_began(self) -> bool:
        return self.state is NodeState.WAITING or bool(self.cause)

    def now(self, state: NodeState, **more: str) -> SubtaskNode:
        return self.model_copy(update={"state": state, "cause": "", **more})

    def is_meant_by(self, words: str) -> bool:
        """Tell whether the words are its id or its text."""
        said = caseless(words)
        return said in (caseless(self.id), caseless(self.text))


class SubtaskGraph(BaseModel):
    """The sub-tasks of one request, in the order in which they were stated."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    nodes: tuple[SubtaskNode, ...] = Field(default=())

    def get(self, node_id: str) -> SubtaskNode | None:
        return next((node for node in self.nodes if node.id == node_id), None)

    def ready(self) -> tuple[SubtaskNode, ...]:
        """Return the stated nodes that can begin now, in order."""
        done = {node.id for node in self._in(NodeState.DONE)}
        return tuple(
            node for node in self._in(NodeState.WAITING) if not node.is_outlined and done.issuperset(node.depends_on)
        )

    def running(self) -> SubtaskNode | None:
        return next(self._in(NodeState.RUNNING), None)

    @property
    def is_stated(self) -> bool:
        """Whether a model stated any of it, beyond a plain plan."""
        return any(not node.is_outlined for node in self.nodes)

    @property
    def is_done(self) -> bool:
        """Whether all that was stated is done."""
        return all(node.state is NodeState.DONE for node in self.nodes if not node.is_outlined)

    def start(self, node_id: str) -> SubtaskGraph:
        return self._with(node_id, NodeState.RUNNING)

    def finish(self, node_id: str, result: str = "") -> SubtaskGraph:
        return self._with(node_id, NodeState.DONE, result=result)

    def fail(self, node_id: str, reason: str) -> SubtaskGraph:
        """Let a node fail, and all that wait for it, at any distance."""
        return self._with(node_id, NodeState.FAILED, reason=reason)._spread()

    def replace(self, nodes: Sequence[SubtaskNode]) -> SubtaskGraph:
        """Add nodes. One with the id of a node that waits or failed takes its place, and what failed with that one waits again;
        what is done stays as it is.
        """
        new = {node.id: node for node in nodes}
        kept: list[SubtaskNode] = []
        for subtask_node in self.nodes:
            other = new.pop(subtask_node.id, None)
            if other is not None and subtask_node.is_open:
                kept.append(other)
            elif not (subtask_node.is_outlined and subtask_node.never_began):
                kept.append(subtask_node.now(NodeState.WAITING, reason="") if subtask_node.cause else subtask_node)
        return SubtaskGraph(nodes=(*kept, *new.values()))._spread()

    def follow(self, text: str, plan: Sequence[str], planned_after: int = 0) -> SubtaskGraph:
        """Start a sub-task that no node states, with what a plain plan says comes after it, as a chain. It takes the place of an
        earlier plan.
        """
        kept = [node for node in self.nodes if not (node.is_outlined and node.never_began)]
        number = sum(subtask_node.is_outlined for subtask_node in kept)
        chain: list[SubtaskNode] = []
        for place, words in enumerate([text, *(word for word in plan if word.strip())][:MOST_NODES]):
            chain.append(
                SubtaskNode(
                    id=f"plan-{number + place + 1}",
                    text=words,
                    depends_on=tuple(subtask_node.id for subtask_node in chain[-1:]),
                    is_outlined=True,
                    planned_after=planned_after,
                    state=NodeState.WAITING if place else NodeState.RUNNING,
                )
            )
        return SubtaskGraph(nodes=(*kept, *chain))

    def objection(self, subtasks: Sequence[Subtask]) -> str:
        """Return what is wrong with sub-tasks that are to be added, in words for the model; "" where they fit."""
        if len({node.id for node in self.nodes} | {subtask.id for subtask in subtasks}) > MOST_NODES:
            return (
                f"{len(subtasks)} sub-tasks are too many: at most {MOST_NODES} fit; make one of what belongs together"
            )
        complaints = [*_doubled(subtasks), *self._unchangeable(subtasks), *self._dangling(subtasks)]
        wrong = "; ".join(complaints[:_MOST_COMPLAINTS]) or self._circle(subtasks)
        return wrong or self._in_vain(subtasks)

    def _unchangeable(self, subtasks: Sequence[Subtask]) -> Iterator[str]:
        for subtask in subtasks:
            there = self.get(subtask.id)
            if there is not None and not there.is_open and not there.is_meant_by(subtask.text):
                yield f"sub-task {subtask.id!r} is {there.state}: give the new one another id"

    def _dangling(self, subtasks: Sequence[Subtask]) -> Iterator[str]:
        known = {node.id for node in self.nodes if not node.is_outlined} | {item.id for item in subtasks}
        for subtask in subtasks:
            for needed in subtask.depends_on:
                if needed not in known:
                    yield f"sub-task {subtask.id!r} depends on {needed!r}, which is no sub-task"

    def _in_vain(self, subtasks: Sequence[Subtask]) -> str:
        """Return which of the sub-tasks could never begin, because of an older one that failed."""
        then = self.replace([SubtaskNode.stated(subtask) for subtask in subtasks])
        nodes = [
            node for node in map(then.get, (subtask.id for subtask in subtasks)) if node is not None and node.cause
        ]
        said = (
            f"sub-task {node.id!r} needs {node.cause!r}, which failed: give that anew, or do without" for node in nodes
        )
        return "; ".join(list(said)[:_MOST_COMPLAINTS])

    def _circle(self, subtasks: Sequence[Subtask]) -> str:
        needs = {node.id: node.depends_on for node in self.nodes} | {
            subtask.id: subtask.depends_on for subtask in subtasks
        }
        try:
            TopologicalSorter(needs).prepare()
        except CycleError as error:
            return f"sub-tasks wait for one another in a circle: {' → '.join(reversed(error.args[1]))}"
        return ""

    def _in(self, state: NodeState) -> Iterator[SubtaskNode]:
        return (node for node in self.nodes if node.state is state)

    def _with(self, node_id: str, state: NodeState, **more: str) -> SubtaskGraph:
        return SubtaskGraph(nodes=tuple(node.now(state, **more) if node.id == node_id else node for node in self.nodes))

    def _spread(self) -> SubtaskGraph:
        """Let fail whatever waits for a failed node."""
        states = {node.id: node for node in self.nodes}
        spreads = True
        while spreads:
            spreads = False
            for node in states.values():
                needed = [states[depend] for depend in node.depends_on if depend in states]
                failed = next((subtask_node for subtask_node in needed if subtask_node.state is NodeState.FAILED), None)
                if node.state is NodeState.WAITING and failed is not None:
                    cause = failed.cause or failed.id
                    said = f"not begun: it needs {cause!r}, which failed"
                    states[node.id] = node.now(NodeState.FAILED, reason=said, cause=cause)
                    spreads = True
        return SubtaskGraph(nodes=tuple(states.values()))


def _doubled(subtasks: Sequence[Subtask]) -> Iterator[str]:
    counts = Counter(subtask.id for subtask in subtasks)
    yield from (
        f"{count} sub-tasks have the id {name!r}: give each its own" for name, count in counts.items() if count > 1
    )
