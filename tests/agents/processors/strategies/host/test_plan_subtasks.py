"""How an answer's sub-tasks are read against the graph, the targets, and the turn that each has."""

from __future__ import annotations

from typing import Any

import pytest

from tests.requirement import requirement
from ufo.agents.processors.strategies.host.plan_subtasks import Planning
from ufo.schema.response import HostAgentResponse
from ufo.schema.subtasks import SubtaskGraph, SubtaskNode
from ufo.schema.target import TargetInfo, TargetKind, TargetRegistry

FORM = TargetInfo(kind=TargetKind.WINDOW, name="Registration", id="0", app_root="form", process="form")
NOTES = TargetInfo(kind=TargetKind.WINDOW, name="Notes", id="1", app_root="notes", process="notes")
GRAPH = SubtaskGraph(
    nodes=(
        SubtaskNode(id="a", text="Read the form", application="0", target=FORM),
        SubtaskNode(id="b", text="Write a note", depends_on=("a",)),
        SubtaskNode(id="old", text="Look around"),
        SubtaskNode(id="lost", text="Find the file"),
    )
)
HELD = GRAPH.finish("old", "all is well").fail("lost", "no such file")


def planning(graph: SubtaskGraph = HELD) -> Planning:
    return Planning(graph, TargetRegistry([FORM, NOTES]), frozenset({"launch"}), ended=2)


def says(status: str, words: str = "", function: str = "", **more: Any) -> HostAgentResponse:
    said = {"observation": "o", "thought": "t", "status": status, "current_subtask": words, "function": function}
    return HostAgentResponse.model_validate(said | more)


def chosen(answer: HostAgentResponse, graph: SubtaskGraph = HELD) -> str | None:
    assert planning(graph).objection(answer) is None
    node = planning(graph).planned(answer).node
    return node.id if node is not None else None


@pytest.mark.parametrize("words", ["a", "A ", "read  the form", ""])
def test_a_sub_task_is_handed_over_by_its_id_by_its_words_and_where_it_is_the_only_one_without_any(words: str) -> None:
    assert chosen(says("ASSIGN", words)) == "a"
    assert words == "" or chosen(says("CONTINUE", words, "launch")) == "a"


def test_a_turn_that_hands_nothing_over_may_do_anything_else() -> None:
    assert chosen(says("CONTINUE", "", "launch")) is None
    assert chosen(says("CONTINUE", "something", "run")) is None


def test_among_several_the_window_tells_which_one_is_meant() -> None:
    two = HELD.replace([SubtaskNode(id="c", text="Tidy up", target=NOTES)])
    assert chosen(says("ASSIGN", "", "select", arguments={"id": "1"}), two) == "c"


def test_a_failed_sub_task_that_is_named_is_tried_anew() -> None:
    planned = planning().planned(says("ASSIGN", "lost"))
    assert planned.node is not None and (planned.node.id, planned.node.planned_after) == ("lost", 2)
    assert [subtask_node.id for subtask_node in planned.graph.ready()] == ["a", "lost"]


def test_what_no_node_states_may_be_handed_over_where_nothing_can_begin() -> None:
    assert chosen(says("ASSIGN", "look elsewhere"), SubtaskGraph(nodes=HELD.nodes[3:])) is None


def test_a_window_named_by_its_id_is_kept_with_the_sub_task_and_a_name_is_not() -> None:
    plan = [{"id": "x", "text": "one", "application": "1"}, {"id": "y", "text": "two", "application": "Notes"}]
    graph = planning(SubtaskGraph()).planned(says("CONTINUE", subtasks=plan)).graph
    assert [node.target for node in graph.nodes] == [NOTES, None]
    assert [node.planned_after for node in graph.nodes] == [2, 2]


@requirement("host-state:finish.subtasks")
@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (says("ASSIGN", "b"), "sub-task 'b' waits for 'a'; these can begin now: 'a'"),
        (says("ASSIGN", "old"), "sub-task 'old' is done"),
        (says("ASSIGN", "buy milk"), "current_subtask 'buy milk' is no sub-task"),
        (says("CONTINUE", "buy milk", "launch"), "current_subtask 'buy milk' is no sub-task"),
        (says("ASSIGN", subtasks=[{"id": "c", "text": "x", "application": "1"}]), "current_subtask is empty"),
        (
            says("CONTINUE", subtasks=[{"id": "c", "text": "x", "application": "77"}]),
            "'77' of sub-task 'c' is no target",
        ),
        (says("FINISH", subtasks=[{"id": "c", "text": "x"}]), "the sub-tasks 'a', 'c' are still to be done"),
        (says("CONTINUE", subtasks=[{"id": "c", "text": "x", "depends_on": "c"}]), "in a circle"),
    ],
)
def test_what_cannot_be_is_told_with_the_way_out(answer: HostAgentResponse, said: str) -> None:
    assert said in str(planning().objection(answer))


def test_what_failed_with_another_one_cannot_be_tried_by_itself() -> None:
    failed = GRAPH.finish("old").fail("lost", "no").fail("a", "the form is empty")
    said = planning(failed).objection(says("ASSIGN", "b"))
    assert said is not None and said.startswith("sub-task 'b' needs 'a', which failed; these can begin now: none")


@requirement("host-state:finish.subtasks")
def test_a_request_may_end_although_something_waits() -> None:
    assert planning().objection(says("FINISH")) is None
