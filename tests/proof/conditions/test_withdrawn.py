"""What was stated can be stated anew or taken back, and a condition that did not hold must then be made good."""

from __future__ import annotations

import pytest

from ufo.proof.conditions.withdrawn import not_made_good, restates, taken_back
from ufo.schema.predicate import DocumentPredicate, ElementPredicate, FilePredicate, Finding, Predicate, Truth

_LEVEL = DocumentPredicate(path="/w/a.odt", paragraph="Plan", property="heading level", value="1")
_TWO = DocumentPredicate(path="a.odt", paragraph="Plan", property="heading level", value="2")
_OTHER = DocumentPredicate(path="a.odt", paragraph="End", property="heading level", value="1")
_MILK = FilePredicate(path="/w/a.txt", contains="Milk")
_BREAD = FilePredicate(path="/w/a.txt", contains="Bread")
_TOTAL = DocumentPredicate(path="/w/a.ods", cells=(("Total",),))
_AT_F1 = DocumentPredicate(path="/w/a.ods", sheet="Orders", start="F1", cells=(("Total",),))
_KEY = DocumentPredicate(path="/home/settings", key="a.b", value="true")


@pytest.mark.parametrize(
    ("new", "old", "does"),
    [
        (_TWO, _LEVEL, True),
        (_OTHER, _LEVEL, False),
        (_BREAD, _MILK, False),
        (_MILK.model_copy(update={"path": "/else/a.txt"}), _MILK, True),
        (_KEY.model_copy(update={"path": "/profile/settings"}), _KEY, True),
        (_MILK, _MILK, False),
        (_MILK.model_copy(update={"path": "a.txt"}), _MILK, False),
        (ElementPredicate(name="Total", value="3"), ElementPredicate(name="Total", value="2"), True),
    ],
)
def test_another_value_for_the_same_thing_restates_it_and_another_text_does_not(
    new: Predicate, old: Predicate, does: bool
) -> None:
    assert restates(new, old) is does


def test_what_is_taken_back_is_kept_with_its_reason() -> None:
    said = [(_MILK.model_copy(update={"path": "a.txt"}), "it is bread")]
    assert taken_back([_MILK, _BREAD, _LEVEL], [_TWO], said) == {_MILK: "it is bread", _LEVEL: "stated anew"}


def _found(predicate: Predicate, truth: Truth, withdrawn: str = "", *, stale: bool = False) -> Finding:
    return Finding(
        predicate=predicate, truth=truth, evidence=str(truth), channel="file", withdrawn=withdrawn, stale=stale
    )


@pytest.mark.parametrize(
    ("gone", "held", "is_good"),
    [
        (_LEVEL, _TWO, True),
        (_LEVEL, _OTHER, False),
        (_MILK, _BREAD, False),
        (_TOTAL, _AT_F1, True),
        (_TOTAL, _AT_F1.model_copy(update={"cells": (("Sum",),)}), False),
        (_KEY, _KEY.model_copy(update={"path": "/profile/settings"}), True),
    ],
)
def test_only_another_condition_about_the_same_makes_good_what_did_not_hold(
    gone: Predicate, held: Predicate, is_good: bool
) -> None:
    broken = _found(gone, Truth.UNSATISFIED, "stated wrongly")
    assert (not_made_good([broken, _found(held, Truth.SATISFIED)]) == "") is is_good
    assert "stated wrongly" in not_made_good([broken, _found(held, Truth.SATISFIED, stale=True)])


@pytest.mark.parametrize("truth", [Truth.SATISFIED, Truth.UNKNOWN])
def test_what_held_or_could_not_be_checked_needs_nothing(truth: Truth) -> None:
    assert not not_made_good([_found(_MILK, truth, "not needed")])
