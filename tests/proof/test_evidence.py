"""What sub-tasks found counts at the end of the request, also what did not hold in one that failed."""

from __future__ import annotations

from ufo.conditions.kinds.element import ElementPredicate
from ufo.conditions.kinds.file import FilePredicate
from ufo.proof.condition_facts import facts_of_conditions
from ufo.proof.evidence import evidence_of
from ufo.schema.outcome import SubtaskRecord
from ufo.schema.predicate import Finding, Truth

_NAME = ElementPredicate(name="Name", role="Edit", value="Ada")
_FILE = FilePredicate(path="/a/list.txt", contains="milk")


def _found(predicate: object, truth: Truth, evidence: str = "Edit 'Name' shows ''", **more: object) -> Finding:
    return Finding.model_validate(
        {"predicate": predicate, "truth": truth, "evidence": evidence, "channel": "accessibility", **more}
    )


def _record(status: str, *findings: Finding) -> SubtaskRecord:
    return SubtaskRecord(subtask="fill in the form", status=status, findings=findings)


def test_what_did_not_hold_in_a_failed_subtask_is_told_as_not_holding() -> None:
    held = _found(ElementPredicate(name="News", role="CheckBox", state="checked"), Truth.SATISFIED)
    failed = _record("FAIL", _found(_NAME, Truth.UNSATISFIED), held)
    (fact,) = facts_of_conditions(evidence_of([], [failed]))
    assert not fact.satisfied
    assert fact.line.startswith("Edit 'Name' shows '', when a sub-task failed; stated was: ")


def test_a_later_subtask_that_shows_the_condition_replaces_that_it_did_not_hold() -> None:
    failed = _record("FAIL", _found(_NAME, Truth.UNSATISFIED))
    later = _record("FINISH", _found(_NAME, Truth.SATISFIED, "Edit 'Name' shows 'Ada'"))
    assert [finding.truth for finding in evidence_of([], [failed, later])] == [Truth.SATISFIED]
    assert [finding.truth for finding in evidence_of([], [later, failed])] == [Truth.UNSATISFIED]


def test_the_last_look_and_what_was_taken_back_stand_above_a_failed_subtask() -> None:
    last = _found(_NAME, Truth.SATISFIED, "Edit 'Name' shows 'Ada'")
    assert evidence_of([last], [_record("FAIL", _found(_NAME, Truth.UNSATISFIED))]) == (last,)
    assert evidence_of([], [_record("FAIL", _found(_NAME, Truth.UNSATISFIED, withdrawn="not meant"))]) == ()


def test_files_of_subtasks_are_those_of_the_last_look_where_there_was_one() -> None:
    failed, later = _record("FAIL", _found(_FILE, Truth.UNSATISFIED)), _record("FINISH", _found(_FILE, Truth.SATISFIED))
    assert [finding.truth for finding in evidence_of([], [failed, later])] == [Truth.SATISFIED]
    last = _found(_NAME, Truth.SATISFIED)
    assert evidence_of([last], [failed, later]) == (last,)


def test_a_result_that_a_later_subtask_found_done_already_still_counts_as_new() -> None:
    first = _record("FINISH", _found(_NAME, Truth.SATISFIED))
    second = _record("FINISH", _found(_NAME, Truth.SATISFIED, stale=True))
    assert [finding.stale for finding in evidence_of([], [first, second])] == [False]
