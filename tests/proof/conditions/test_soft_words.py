"""What a model may take back of the conditions that follow from a request's words."""

from __future__ import annotations

import pytest

from ufo.proof.conditions.contract import Contract
from ufo.proof.request.literals import literals_of
from ufo.proof.request.model import Role, Seen
from ufo.schema.predicate import ElementPredicate, Predicate

_SEEN = (Seen("", "City"), Seen("Result format"))


def _contract(request: str) -> Contract:
    return Contract(request=request, literals=literals_of(request))


def _taken_back(request: str, condition: Predicate) -> Contract:
    contract = _contract(request)
    gone = contract.read_anew([(condition, "there is no such field")], _SEEN)
    return contract.without(gone, gone)


_DEGREES = ElementPredicate(name="angle unit", value="degrees")


def test_a_label_that_was_seen_nowhere_may_be_taken_back_and_its_value_is_then_only_mentioned() -> None:
    contract = _taken_back("Switch the angle unit to degrees", _DEGREES)
    assert [(one.role, one.text, one.place) for one in contract.literals] == [(Role.MENTION, "degrees", "")]
    assert contract.withdrawn == {_DEGREES: "there is no such field"}
    assert contract.by_words == {_DEGREES}
    assert _DEGREES not in [one.predicate for one in contract.conditions(())]


@pytest.mark.parametrize(
    ("request_", "condition"),
    [
        ("Switch the angle unit to 'degrees'", _DEGREES),
        ("Switch the angle unit to 90", ElementPredicate(name="angle unit", value="90")),
        ("Set City to Graz", ElementPredicate(name="City", value="Graz")),
        ("Enter Ada as nickname and Bob as alias", ElementPredicate(name="nickname", value="Ada")),
        ("Set the password to heron", ElementPredicate(name="password", value="heron")),
        ("Put Ada in B2", ElementPredicate(name="B2", value="Ada")),
        ("Switch the angle unit to degrees", ElementPredicate(name="City", value="degrees")),
    ],
)
def test_what_is_plain_in_a_request_stands_whatever_a_model_takes_back(request_: str, condition: Predicate) -> None:
    contract = _taken_back(request_, condition)
    assert contract.literals == _contract(request_).literals
    assert not contract.withdrawn
