"""The graph of sub-tasks as a value: what may begin, what a failure takes with it, what replaces what, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from tests.properties import examples
from ufo.schema.response import HostAgentResponse
from ufo.schema.subtasks import NodeState, Subtask, SubtaskGraph, SubtaskNode


def node(name: str, *needs: str) -> SubtaskNode:
    return SubtaskNode(id=name, text=f"do {name}", depends_on=needs)


def subtask(name: str, *needs: str, text: str = "") -> Subtask:
    return Subtask(id=name, text=text or f"do {name}", depends_on=needs)


def graph(*nodes: SubtaskNode) -> SubtaskGraph:
    return SubtaskGraph().replace(nodes)


def ids(of: SubtaskGraph) -> list[str]:
    return [subtask_node.id for subtask_node in of.ready()]


def states(of: SubtaskGraph) -> dict[str, str]:
    return {subtask_node.id: subtask_node.state.value for subtask_node in of.nodes}


def answer(subtasks: Any, key: str = "subtasks") -> list[Subtask]:
    said = {"observation": "o", "thought": "t", "status": "CONTINUE", key: subtasks}
    return HostAgentResponse.model_validate(said).subtasks


def test_what_is_ready_is_what_waits_for_nothing_in_the_order_in_which_it_was_stated() -> None:
    plan = graph(node("b", "a"), node("c"), node("a"))
    assert ids(plan) == ["c", "a"]
    assert ids(plan.start("c")) == ["a"]
    assert ids(plan.start("a").finish("a", "42")) == ["b", "c"]
    assert not plan.is_done and plan.finish("a").finish("b").finish("c").is_done


def test_a_failure_spreads_to_all_that_depends_on_it_at_any_distance_and_to_nothing_else() -> None:
    plan = graph(node("a"), node("b", "a"), node("c", "b"), node("d")).start("a").fail("a", "no such file")
    assert states(plan) == {"a": "failed", "b": "failed", "c": "failed", "d": "waiting"}
    assert (plan.nodes[2].cause, plan.nodes[2].reason) == ("a", "not begun: it needs 'a', which failed")
    assert ids(plan) == ["d"]


def test_a_node_that_takes_the_place_of_a_failed_one_lets_its_dependents_wait_again() -> None:
    failed = graph(node("a"), node("b", "a"), node("c")).fail("a", "no").finish("c", "done")
    again = failed.replace([node("a", "c")])
    assert states(again) == {"a": "waiting", "b": "waiting", "c": "done"}
    assert ids(again) == ["a"]


def test_what_depends_on_two_failures_waits_for_both_to_be_planned_anew() -> None:
    failed = graph(node("a"), node("b"), node("c", "a", "b")).fail("a", "no").fail("b", "no")
    half = failed.replace([node("a")])
    assert states(half) == {"a": "waiting", "b": "failed", "c": "failed"} and half.nodes[2].cause == "b"
    assert states(half.replace([node("b")]))["c"] == "waiting"


def test_what_is_done_or_runs_keeps_its_place() -> None:
    plan = graph(node("a"), node("b")).finish("a", "42").start("b").replace([node("a"), node("b"), node("c")])
    assert states(plan) == {"a": "done", "b": "running", "c": "waiting"}
    assert plan.nodes[0].result == "42"


def test_a_plain_plan_is_a_chain_of_which_a_new_answer_replaces_what_has_not_begun() -> None:
    plan = SubtaskGraph().follow("one", ["two", " ", "three"])
    assert [(subtask_node.text, subtask_node.state) for subtask_node in plan.nodes] == [
        ("one", NodeState.RUNNING),
        ("two", NodeState.WAITING),
        ("three", NodeState.WAITING),
    ]
    assert plan.nodes[2].depends_on == (plan.nodes[1].id,)
    assert ids(plan.finish(plan.nodes[0].id)) == [] and not plan.is_stated and plan.is_done
    other = plan.fail(plan.nodes[0].id, "no").follow("another way", ["last"])
    assert [(subtask_node.text, subtask_node.state.value) for subtask_node in other.nodes] == [
        ("one", "failed"),
        ("another way", "running"),
        ("last", "waiting"),
    ]


_NEEDS = st.lists(st.sets(st.integers(0, 11), max_size=3), max_size=12)


@examples(0.5)
@given(_NEEDS, st.sets(st.integers(0, 11)))
def test_every_plan_comes_to_an_end_and_only_what_depends_on_a_failure_is_left_out(
    needs: list[set[int]], breaks: set[int]
) -> None:
    plan = graph(*(node(str(at), *(str(number) for number in of if number < at)) for at, of in enumerate(needs)))
    while ready := ids(plan):
        running = plan.start(ready[0])
        plan = running.fail(ready[0], "no") if int(ready[0]) in breaks else running.finish(ready[0])
    ended = states(plan)
    assert set(ended.values()) <= {"done", "failed"}
    for subtask_node in plan.nodes:
        fails = int(subtask_node.id) in breaks or any(ended[needed] == "failed" for needed in subtask_node.depends_on)
        assert (ended[subtask_node.id] == "failed") is fails
        assert not subtask_node.cause or ended[subtask_node.cause] == "failed"


@pytest.mark.parametrize(
    ("subtasks", "said"),
    [
        ([subtask("x", "y"), subtask("y", "x")], "in a circle: x → y → x"),
        ([subtask("x", "x")], "in a circle: x → x"),
        ([subtask("x", "y", "z"), subtask("y"), subtask("z", "x")], "in a circle: "),
        ([subtask("x", "nowhere")], "'x' depends on 'nowhere', which is no sub-task"),
        ([subtask("x"), subtask("x")], "2 sub-tasks have the id 'x'"),
        ([subtask(str(number)) for number in range(1000)], "1000 sub-tasks are too many: at most 50 fit"),
        ([subtask("x", "lost")], "'x' needs 'lost', which failed: give that anew"),
        ([subtask("x", "after")], "'x' needs 'lost', which failed: give that anew"),
        ([subtask("x", "after"), subtask("lost", "old")], ""),
        ([subtask("old", text="something new")], "sub-task 'old' is done: give the new one another id"),
        ([subtask("x", "old"), subtask("lost"), subtask("old")], ""),
    ],
)
def test_a_plan_that_cannot_be_is_refused_with_what_is_wrong(subtasks: list[Subtask], said: str) -> None:
    held = graph(node("old"), node("lost"), node("after", "lost")).finish("old").fail("lost", "no")
    objection = held.objection(subtasks)
    assert (said in objection) if said else not objection


@pytest.mark.parametrize(
    "subtasks",
    [
        [{"id": 1, "text": "read"}, {"id": 2, "text": "write", "application": "Notes", "depends_on": 1}],
        [{"ID": "1", "Sub-Task": "read"}, {"Task ID": "2", "Task": "write", "App": "Notes", "Depends-On": ["1"]}],
        [{"text": "read"}, {"description": "write", "target": "Notes", "after": "1"}],
        {"1": {"text": "read"}, "2": {"text": "write", "window": "Notes", "dependencies": [1]}},
        {"nodes": [{"id": "1", "text": "read"}, {"id": "2", "text": "write", "app": "Notes", "requires": "1"}]},
    ],
)
def test_a_graph_is_taken_in_every_spelling_that_a_reader_would_try(subtasks: Any) -> None:
    read, write = answer(subtasks)
    assert (read.id, read.text, read.depends_on) == ("1", "read", ())
    assert (write.id, write.text, write.application, write.depends_on) == ("2", "write", "Notes", ("1",))


@pytest.mark.parametrize("key", ["subtasks", "Sub-Tasks", "sub_tasks", "SubTasks", "Subtask Graph", "task_graph"])
def test_the_field_has_any_usual_spelling_and_texts_alone_are_a_chain(key: str) -> None:
    item, two = answer(["read", "write"], key)
    assert (item.text, two.text, two.depends_on) == ("read", "write", (item.id,))


@pytest.mark.parametrize("nothing", [None, "", [], {}])
def test_no_sub_tasks_are_none(nothing: Any) -> None:
    assert answer(nothing) == []


@pytest.mark.parametrize(
    ("subtasks", "where"),
    [
        ([{"id": "a", "text": ""}], "subtasks.0.text"),
        ([{"id": "a", "text": " \n"}], "subtasks.0.text"),
        ([{"id": "a"}], "subtasks.0.text"),
        ([{"id": True, "text": "x"}], "subtasks.0.id"),
        ([{"id": 1.5, "text": "x"}], "subtasks.0.id"),
        ([{"id": "a", "text": "x", "depends_on": {"b": 1}}], "subtasks.0.depends_on"),
        ([None], "subtasks.0"),
        (7, "subtasks"),
        ({"a": 5, "b": []}, "subtasks"),
        ({"nodes": [{"id": "a", "text": "x"}], "edges": [["a", "b"]]}, "subtasks"),
    ],
)
def test_what_is_no_sub_task_is_refused_at_its_place(subtasks: Any, where: str) -> None:
    with pytest.raises(ValidationError) as refused:
        answer(subtasks)
    assert ".".join(map(str, refused.value.errors()[0]["loc"])).startswith(where)


def test_the_example_of_the_documentation_is_a_plan() -> None:
    page = (Path(__file__).parents[2] / "docs" / "subtasks.md").read_text(encoding="utf-8")
    response = HostAgentResponse.model_validate_json(page.partition("```json")[2].partition("```")[0])
    assert not SubtaskGraph().objection(response.subtasks)
    assert [item.id for item in response.subtasks if not item.depends_on] == ["table", "note"]
