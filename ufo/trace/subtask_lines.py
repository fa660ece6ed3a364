"""Tells the graph of a request's sub-tasks in lines: what is done, what runs, what waits for what, and what failed and why."""

from __future__ import annotations

from collections.abc import Iterator

from ufo.schema.subtasks import NodeState, SubtaskGraph, SubtaskNode

STYLES = {
    NodeState.DONE: "green",
    NodeState.RUNNING: "bold cyan",
    NodeState.WAITING: "dim",
    NodeState.FAILED: "red",
}


def is_news(graph: SubtaskGraph) -> bool:
    """Tell whether a person is to see the graph now: when a sub-task begins, and when none waits any more."""
    return graph.running() is not None or all(node.state is not NodeState.WAITING for node in graph.nodes)


def lines_of(graph: SubtaskGraph) -> Iterator[tuple[NodeState, str]]:
    """Yield the state and the words of each sub-task, in their order."""
    numbers = {node.id: number for number, node in enumerate(graph.nodes, 1)}
    for number, node in enumerate(graph.nodes, 1):
        where = f" ({node.application})" if node.application else ""
        yield node.state, f"{number}. {node.text}{where}{remark_on(node, numbers)}"


def remark_on(node: SubtaskNode, numbers: dict[str, int]) -> str:
    """Return why a sub-task failed, or which ones it waits for; "" where there is nothing to say."""
    if node.cause:
        return f": not begun, it needs {numbers.get(node.cause, node.cause)}"
    if node.state is NodeState.FAILED:
        return f": {node.reason}"
    if node.state is NodeState.WAITING and node.depends_on:
        return f", after {', '.join(str(numbers.get(one, one)) for one in node.depends_on)}"
    return ""
