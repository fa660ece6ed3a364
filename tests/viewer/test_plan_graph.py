"""A plan as a picture: what waits stands below what it waits for."""

from __future__ import annotations

import pytest

from ufo.schema.subtasks import NodeState, SubtaskGraph, SubtaskNode
from ufo.viewer.plan_graph import drawing_of


def _graph(**needs: str) -> SubtaskGraph:
    return SubtaskGraph(
        nodes=tuple(SubtaskNode(id=name, text=name, depends_on=tuple(on)) for name, on in needs.items())
    )


def test_a_sub_task_stands_below_all_that_it_needs() -> None:
    drawing = drawing_of(_graph(a="", b="a", c="a", d="bc"))
    heights = [box.y for box in drawing.boxes]
    assert heights[0] < heights[1] == heights[2] < heights[3]
    assert len(drawing.lines) == 4 and all(y < to_y for _, y, _, to_y in drawing.lines)


@pytest.mark.parametrize("needs", [{"a": "b", "b": "a"}, {"a": "a"}, {"a": "x"}])
def test_a_graph_that_no_run_would_make_is_drawn_all_the_same(needs: dict[str, str]) -> None:
    assert len(drawing_of(_graph(**needs)).boxes) == len(needs)


def test_a_long_text_is_cut_to_fit_and_told_whole() -> None:
    node = SubtaskNode(id="a", text="word " * 100, state=NodeState.FAILED, reason="no such file")
    (box,) = drawing_of(SubtaskGraph(nodes=(node,))).boxes
    assert len(box.lines) == 2 and max(map(len, box.lines)) <= 31 and box.lines[1].endswith("…")
    assert box.whole.count("word") == 100 and box.whole.endswith("no such file")
