"""Who may use a file is shown by its mode alone, and a link that is to have a name by where it leads."""

from __future__ import annotations

import pytest

from ufo.proof.account.verdict import Case, judge
from ufo.proof.conditions.contract import Contract
from ufo.proof.request.literals import literals_of
from ufo.schema.outcome import RunOutcome
from ufo.schema.predicate import FilePredicate, Finding, Truth

_REQUEST = "Only I may read and run the scripts in tools (nobody else anything), and I want a link called latest here."
_MODE = FilePredicate(path="/w/tools/a.sh", mode="700")
_LINK = FilePredicate(path="/w/latest", target="b.txt")


@pytest.mark.parametrize(
    ("held", "verified"),
    [
        ((_MODE, _LINK), True),
        ((_LINK,), False),
        ((_MODE,), False),
        ((FilePredicate(path="/w/tools/a.sh"), _LINK), False),
        ((_MODE, FilePredicate(path="/w/newest", target="b.txt")), False),
    ],
)
def test_both_the_rights_and_the_link_must_be_shown(held: tuple[FilePredicate, ...], verified: bool) -> None:
    found = [Finding(predicate=one, truth=Truth.SATISFIED, evidence="it holds", channel="file") for one in held]
    contract = Contract(request=_REQUEST, literals=literals_of(_REQUEST))
    outcome, _ = judge(Case(contract, found, (), (), (), by_model=True))
    assert (outcome is RunOutcome.VERIFIED) is verified


def test_rights_that_were_so_already_prove_nothing() -> None:
    old = [
        Finding(predicate=one, truth=Truth.SATISFIED, evidence="it holds", channel="file", stale=True)
        for one in (_MODE, _LINK)
    ]
    contract = Contract(request=_REQUEST, literals=literals_of(_REQUEST))
    assert judge(Case(contract, old, (), (), (), by_model=True))[0] is RunOutcome.COMPLETED_UNVERIFIED
