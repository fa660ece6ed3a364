"""What is taken back of what was stated for the end of a request."""

from __future__ import annotations

from ufo.conditions.kinds.file import FilePredicate
from ufo.proof.stated import taken_back

OLD, NEW, BARE = (FilePredicate(path=path) for path in ("/old/a.txt", "/new/a.txt", "a.txt"))


def test_a_condition_that_is_taken_back_takes_none_of_another_folder_with_it() -> None:
    assert taken_back([OLD, NEW], [(OLD, "moved")]) == {OLD: "moved"}


def test_a_condition_is_taken_back_by_its_path_as_it_was_completed_or_shortened_meanwhile() -> None:
    assert taken_back([BARE], [(OLD, "")]) == {BARE: "no reason was given"}
    assert taken_back([OLD], [(BARE, "wrong")]) == taken_back([OLD], [(NEW, "wrong")]) == {OLD: "wrong"}


def test_a_condition_that_may_be_one_of_several_takes_back_none() -> None:
    other = FilePredicate(path="/third/a.txt")
    assert taken_back([OLD, NEW], [(other, "which?")]) == {}
