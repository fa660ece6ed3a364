"""What counts as new at the end of a run."""

from __future__ import annotations

import pytest

from ufo.proof.account.evidence import is_old, untold
from ufo.schema.outcome import SubtaskRecord, Untold
from ufo.schema.predicate import ElementPredicate, FilePredicate, Finding, Predicate, Truth


def _found(predicate: Predicate, *, stale: bool) -> Finding:
    return Finding(predicate=predicate, truth=Truth.SATISFIED, evidence="", channel="file", stale=stale)


def test_a_file_that_a_failed_sub_task_wrote_is_new_though_the_next_one_found_it_written() -> None:
    written = FilePredicate(path="/x/a.txt", contains="milk")
    records = [
        SubtaskRecord(subtask="write it", status="FAIL"),
        SubtaskRecord(subtask="again", status="FINISH", findings=(_found(written, stale=True),)),
    ]
    for held_before_the_run in (False, True):
        at_the_end = _found(written, stale=held_before_the_run)
        assert is_old(at_the_end, [at_the_end], records) is held_before_the_run


def test_a_control_that_held_before_its_sub_task_acted_is_old() -> None:
    shown = ElementPredicate(name="Total", value="5")
    records = [SubtaskRecord(subtask="look", status="FINISH", findings=(_found(shown, stale=True),))]
    at_the_end = _found(shown, stale=False)
    assert is_old(at_the_end, [at_the_end], records)


@pytest.mark.parametrize("kind", [None, "entries"])
def test_a_value_that_was_set_is_told_by_a_file_that_another_sub_task_speaks_of_too(kind: str | None) -> None:
    path = "/x/registry.xcu"
    name = _found(FilePredicate(path=path, contains="<value>Ida</value>"), stale=False)
    records = [
        SubtaskRecord(subtask="the name", status="FINISH", findings=(name,)),
        SubtaskRecord(
            subtask="the minutes",
            status="FINISH",
            untold=(Untold(what="set_value(7)", alone=True, kind=kind, texts=("7",)),),
        ),
    ]
    for value, left in (("7", ()), ("17", ("set_value(7)",))):
        set_to = _found(FilePredicate(path=path, contains=f"<value>{value}</value>"), stale=False)
        assert untold([name, set_to], records) == left
    assert untold([name], records) == ("set_value(7)",)
