""" "Both fields" is accounted for where two of them got the text, and a way through menus where its last choice was made."""

from __future__ import annotations

import pytest

from tests.known_tools import acted
from ufo.proof.account.verdict import Case, judge
from ufo.proof.acts.deeds import deeds_of
from ufo.proof.conditions.contract import Contract
from ufo.proof.request.literals import literals_of
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Effect, Result, ResultStatus
from ufo.schema.outcome import RunOutcome
from ufo.schema.predicate import FilePredicate, Finding, PagePredicate, Predicate, Truth

_DONE = Result(status=ResultStatus.SUCCESS, effect=Effect.PARTIAL, evidence=("Text 'Sent.' appeared",))


def _outcome(request: str, acts: list[ActionCommandInfo], held: Predicate) -> RunOutcome:
    found = [Finding(predicate=held, truth=Truth.SATISFIED, evidence="it holds", channel="page")]
    contract = Contract(request=request, literals=literals_of(request))
    return judge(Case(contract, found, deeds_of(acts), (), (), by_model=True))[0]


@pytest.mark.parametrize(("texts", "verified"), [(["D91", "D91"], True), (["D91"], False), (["D91", "D19"], False)])
def test_both_fields_must_have_got_the_text(texts: list[str], verified: bool) -> None:
    fields = [{"id": str(number), "name": "", "value": text} for number, text in enumerate(texts)]
    request = 'On the page that is open: Enter the password "D91" into both text fields and press submit.'
    outcome = _outcome(
        request, [acted("fill", arguments={"fields": fields}, result=_DONE)], PagePredicate(contains="Sent")
    )
    assert (outcome is RunOutcome.VERIFIED) is verified


@pytest.mark.parametrize(
    ("path", "verified"),
    [
        (["Settings", "Angle Unit", "Degree"], True),
        (["Settings", "Angle Unit", "Radian"], False),
        (["Degree", "Settings", "Angle Unit"], False),
    ],
)
def test_a_choice_must_be_the_last_of_its_way(path: list[str], verified: bool) -> None:
    request = "Switch the angle unit to degrees, and write 'sin(40)'."
    saved = FilePredicate(path="/w/trig.json", contains="sin(40)")
    outcome = _outcome(request, [acted("visit", arguments={"path": path}, result=_DONE)], saved)
    assert (outcome is RunOutcome.VERIFIED) is verified
