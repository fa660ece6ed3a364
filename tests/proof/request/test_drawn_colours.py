"""The colour of what is drawn is asked for, and only a condition on a shape shows it."""

from __future__ import annotations

import pytest

from ufo.proof.account.verdict import Case, judge
from ufo.proof.conditions.contract import Contract
from ufo.proof.request.literals import literals_of
from ufo.schema.outcome import RunOutcome
from ufo.schema.predicate import DocumentPredicate, Finding, Truth

_TEXT = DocumentPredicate(path="/w/poster.odg", paragraph="Open day")
_RED = DocumentPredicate(path="/w/poster.odg", property="shape fill", key="circle", value="red")


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        ("Make a drawing with a red circle and 'Open day' on it", ["red"]),
        ("Insert a dark green box and two blue arrows", ["dark green", "blue"]),
        ("Paint the kitchen in flat.odg yellow, then save the drawing", ["yellow"]),
        ("Click on the red square", []),
        ("Draw a circle around the red point", []),
        ("Fill the field with orange", []),
    ],
)
def test_a_colour_is_asked_for_where_something_is_drawn_or_painted_in_it(request_: str, expected: list[str]) -> None:
    assert [one.text for one in literals_of(request_) if one.role.value == "look"] == expected


@pytest.mark.parametrize(
    ("held", "verified"),
    [
        ((_TEXT, _RED), True),
        ((_TEXT,), False),
        ((_TEXT, _RED.model_copy(update={"value": "#0000ff"})), False),
        ((_TEXT, DocumentPredicate(path="/w/poster.odg", property="colour", paragraph="Open day", value="red")), False),
    ],
)
def test_a_drawing_is_verified_only_where_its_shape_has_the_colour(
    held: tuple[DocumentPredicate, ...], verified: bool
) -> None:
    request = "Draw a red circle with the words 'Open day'"
    found = [Finding(predicate=one, truth=Truth.SATISFIED, evidence="it holds", channel="file") for one in held]
    contract = Contract(request=request, literals=literals_of(request))
    outcome, _ = judge(Case(contract, found, (), (), (), by_model=True))
    assert (outcome is RunOutcome.VERIFIED) is verified
