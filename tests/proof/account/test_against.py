"""What speaks against a run: a condition that was stated fails it, what was read out of words fails it only without a model."""

from __future__ import annotations

import pytest

from ufo.proof.account.verdict import Case, Weighed, against, judge
from ufo.proof.conditions.contract import Contract
from ufo.schema.outcome import RunOutcome
from ufo.schema.predicate import DocumentPredicate, FilePredicate, Finding, Truth

_MILK = FilePredicate(path="/w/a.txt", contains="Milk")


def _broken(**more: object) -> Finding:
    said = {"predicate": _MILK, "truth": Truth.UNSATISFIED, "evidence": "no milk", "channel": "file", **more}
    return Finding.model_validate(said)


@pytest.mark.parametrize(
    ("by_model", "finding", "told"),
    [
        (True, _broken(), (("no milk",), ("words",))),
        (True, _broken(derived=True), ((), ("no milk", "words"))),
        (False, _broken(derived=True), (("no milk", "words"), ())),
        (True, _broken(withdrawn="it was bread"), ((), ("words",))),
    ],
)
def test_only_what_was_stated_fails_a_run_that_a_model_works(
    by_model: bool, finding: Finding, told: tuple[tuple[str, ...], tuple[str, ...]]
) -> None:
    case = Case(Contract("do it"), [finding], (), (), (), by_model=by_model)
    assert against(case, Weighed(wrong=("words",))) == told


@pytest.mark.parametrize(("request_", "is_told"), [("Export it with the password s3cret", False), ("Export it", True)])
def test_a_file_that_is_locked_as_the_request_asks_is_not_unproved_for_it(request_: str, is_told: bool) -> None:
    pages = DocumentPredicate(path="/w/a.pdf", pages=2)
    locked = Finding(
        predicate=pages,
        truth=Truth.UNKNOWN,
        evidence="a.pdf is protected by a password; save it without one",
        channel="file",
    )
    outcome, reason = judge(Case(Contract(request_), [locked], (), (), (), by_model=True))
    assert outcome is RunOutcome.COMPLETED_UNVERIFIED
    assert ("protected by a password" in reason) is is_told
