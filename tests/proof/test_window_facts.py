"""Facts of windows: what is open that was not, what is gone, and what is not saved."""

from __future__ import annotations

from ufo.proof.window_facts import OpenWindow, Unsaved, facts_of_closed, facts_of_unsaved, facts_of_windows
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Result, ResultStatus
from ufo.schema.target import TargetInfo, TargetKind
from ufo.schema.tool_facts import ActionKind, ToolFacts

_MAIL, _NOTES = OpenWindow("1", "Inbox", "mail"), OpenWindow("2", "Notes", "notes")


def test_a_window_that_was_opened_to_work_in_is_a_by_product() -> None:
    (fact,) = facts_of_windows([_MAIL], [_MAIL, _NOTES])
    assert fact.line == "a window is open that was not: 'Notes' of notes"
    assert not fact.must_be_asked_for


def test_a_window_that_was_closed_must_be_asked_for() -> None:
    (fact,) = facts_of_windows([_MAIL, _NOTES], [_MAIL])
    assert fact.must_be_asked_for
    assert fact.gone == ("Notes", "notes")


def test_a_window_that_came_and_was_closed_again_is_told_as_gone() -> None:
    target = TargetInfo(kind=TargetKind.WINDOW, name="Notes", app_root="notes")
    closes = ActionCommandInfo(
        function="close_application",
        target=target,
        result=Result(status=ResultStatus.SUCCESS),
        facts=ToolFacts(kind=ActionKind.CLOSE),
    )
    (fact,) = facts_of_closed([closes, closes], [_MAIL], [_MAIL])
    assert (fact.line, fact.gone) == ("the window 'Notes' of notes was closed and is gone", ("Notes", "notes"))
    assert not fact.must_be_asked_for
    assert facts_of_closed([closes], [], [_NOTES]) == () == facts_of_closed([closes], [_NOTES], [])


def test_a_window_that_gave_way_to_another_one_of_its_application_is_a_by_product() -> None:
    facts = facts_of_windows([_NOTES], [OpenWindow("3", "a.txt", "notes")])
    assert not any(fact.must_be_asked_for for fact in facts)


def test_a_new_title_is_told_with_the_old_one() -> None:
    (fact,) = facts_of_windows([_NOTES], [OpenWindow("2", "a.txt", "notes")])
    assert fact.line == "the window 'Notes' of notes is titled 'a.txt' now"


def test_what_is_lost_with_the_desktop_must_be_asked_for() -> None:
    (kept,) = facts_of_unsaved(Unsaved(("*Notes",), is_lost=False))
    (lost,) = facts_of_unsaved(Unsaved(("*Notes",), is_lost=True))
    assert not kept.must_be_asked_for
    assert lost.must_be_asked_for
    assert lost.line == "'*Notes' holds changes that are not saved, and they are lost with the private desktop"
