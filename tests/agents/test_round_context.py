"""The round's record: reached by outcomes only, counted per round."""

from __future__ import annotations

from tests.requirement import requirement
from ufo.agents.round_context import Context, ContextNames, Outcome
from ufo.schema.outcome import SubtaskRecord
from ufo.schema.subtasks import NodeState, SubtaskGraph, SubtaskNode
from ufo.schema.target import TargetInfo, TargetKind
from ufo.schema.usage import Usage

WINDOW = TargetInfo(kind=TargetKind.WINDOW, name="a.ods", id="0", process="soffice.bin", app_root="libreoffice-calc")


def test_an_outcome_changes_only_what_it_names() -> None:
    context = Context(request="r", subtask="first")
    context.apply(Outcome(status="ASSIGN", window=WINDOW, host_message=("hello",)))
    assert context.subtask == "first"
    assert context.application_root_name == "libreoffice-calc"
    assert context.get(ContextNames.APPLICATION_PROCESS_NAME) == "soffice.bin"
    assert context.host_message == ["hello"]


def test_steps_and_cost_are_counted_by_session_and_by_round() -> None:
    context = Context()
    context.begin_round(0, "one")
    assert [context.begin_step(), context.begin_step()] == [1, 2]
    context.apply(Outcome(status="CONTINUE", usage=Usage(model_calls=1, cost=0.5)))
    context.begin_round(1, "two")
    assert context.begin_step() == 3
    context.apply(Outcome(status="CONTINUE", usage=Usage(model_calls=1, cost=0.25)))
    assert context.current_round_step == 1
    assert (context.current_round_cost, context.usage.cost) == (0.25, 0.75)


def test_an_unknown_price_makes_the_sum_unknown_and_not_free() -> None:
    context = Context()
    context.apply(Outcome(status="CONTINUE", usage=Usage(model_calls=1, cost=None)))
    assert context.usage.cost is None
    assert context.usage.model_calls == 1


@requirement("host-memory:log", "defect:9")
def test_structural_logs_are_kept_and_found_by_round_and_step() -> None:
    context = Context()
    for number in range(3):
        context.add_to_structural_logs({"round_num": 0, "round_step": number, "thought": str(number)})
    assert context.filter_structural_logs(round_num=0, round_step=2, keys=("thought",)) == [{"thought": "2"}]
    assert len(context.filter_structural_logs()) == 3
    assert context.filter_structural_logs(round_num=1) == []


@requirement("host:decomposition.results")
def test_a_sub_task_builds_on_what_it_needs_of_all_that_was_done_and_on_no_failure() -> None:
    nodes = [SubtaskNode(id=name, text=f"do {name}", state=NodeState.DONE) for name in ("read", "lost", "other")]
    needs = SubtaskNode(id="note", text="do note", state=NodeState.RUNNING, depends_on=("read", "lost"))
    read, lost, other = (
        SubtaskRecord(subtask=f"do {name}", status=status, result=name, node=name)
        for name, status in (("read", "FINISH"), ("lost", "FAIL"), ("other", "FINISH"))
    )
    context = Context(subtasks=SubtaskGraph(nodes=(*nodes, needs)), previous_subtasks=[read, lost, other])
    assert context.builds_on == (read,)


@requirement("app-state:archive")
def test_an_archived_sub_task_has_its_status_and_result_and_is_counted() -> None:
    context = Context()
    context.begin_round(0, "r")
    context.archive_subtask(SubtaskRecord(subtask="take the table", status="FINISH", result="[[1]]"))
    assert {"subtask", "status", "result"} <= set(context.previous_subtasks[0].model_dump())
    assert context.current_round_subtask_amount == 1


def test_a_new_round_forgets_the_last_ones_sub_tasks_and_window() -> None:
    context = Context()
    context.begin_round(0, "one")
    context.apply(Outcome(status="ASSIGN", window=WINDOW, result="done"))
    context.archive_subtask(SubtaskRecord(subtask="s", status="FINISH"))
    context.begin_round(1, "two")
    assert (context.previous_subtasks, context.round_result, context.application_window_info) == ([], "", None)
