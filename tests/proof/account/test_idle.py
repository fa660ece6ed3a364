"""What no condition could show is told at the end, and is no reason to ask a model for it."""

from __future__ import annotations

import pytest

from tests.known_tools import acted
from tests.proof.account.test_named_acts import dragged, pressed, ticked
from ufo.proof.account.verdict import Case, Weighed, judge, weigh
from ufo.proof.acts.deeds import deeds_of
from ufo.proof.conditions.contract import Contract
from ufo.proof.request.literals import literals_of
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Effect, Result, ResultStatus
from ufo.schema.outcome import RunOutcome
from ufo.schema.predicate import Finding, PagePredicate, Truth
from ufo.schema.target import TargetInfo, TargetKind

_COUNTER = Finding(
    predicate=PagePredicate(page="Task", contains="Episodes done: 1"),
    truth=Truth.SATISFIED,
    evidence="it holds",
    channel="page",
)


def case(request: str, *acts: ActionCommandInfo) -> Case:
    whole = f"On the page that is open in Chromium: {request}"
    contract = Contract(request=whole, literals=literals_of(whole))
    return Case(contract, [_COUNTER], deeds_of(acts), (), (), by_model=True)


def _open_words(told: Weighed) -> list[str]:
    return [one for one in told.gaps if one not in told.idle]


def _press_without_effect(name: str) -> ActionCommandInfo:
    evidence = (f"Button '{name}' got the keyboard focus; nothing else changed",)
    result = Result(status=ResultStatus.SUCCESS, effect=Effect.SUSPECTED_NOOP, evidence=evidence)
    target = TargetInfo(kind=TargetKind.CONTROL, name=name, id="1", type="Button")
    return acted("click_input", arguments={"id": "1", "name": name}, target=target, result=result)


def _set(role: str, *evidence: str) -> ActionCommandInfo:
    target = TargetInfo(kind=TargetKind.CONTROL, name="Vdpn2", id="1", type=role)
    result = Result(status=ResultStatus.SUCCESS, effect=Effect.CONFIRMED, evidence=evidence)
    return acted("set_checked", arguments={"id": "1", "checked": True}, target=target, result=result)


@pytest.mark.parametrize(
    ("request_", "acts"),
    [
        ("Drag all circles into the black box.", [dragged(), pressed("Submit")]),
        ("Click button ONE, then click button TWO.", [_press_without_effect("ONE"), pressed("TWO")]),
    ],
)
def test_what_only_eyes_can_tell_stays_unverified_and_is_asked_of_nobody(
    request_: str, acts: list[ActionCommandInfo]
) -> None:
    told = case(request_, *acts)
    assert weigh(told).gaps
    assert _open_words(weigh(told)) == []
    outcome, reason = judge(told)
    assert outcome is RunOutcome.COMPLETED_UNVERIFIED
    assert "only a look" in reason or "nothing shows what came of it" in reason


@pytest.mark.parametrize(
    ("request_", "acts"),
    [
        ("Click button ONE, then click button TWO.", [pressed("TWO")]),
        ("Make all prices bold in costs.ods.", [pressed("Bold")]),
        ("Move all pictures away.", [acted("make_folder", result=Result(status=ResultStatus.SUCCESS))]),
    ],
)
def test_what_can_still_be_done_or_shown_is_asked_for(request_: str, acts: list[ActionCommandInfo]) -> None:
    assert _open_words(weigh(case(request_, *acts)))


@pytest.mark.parametrize(("word", "role"), [("radio", "RadioButton"), ("checkbox", "CheckBox")])
def test_a_control_that_is_named_by_its_kind_was_worked_by_ticking_it(word: str, role: str) -> None:
    told = case(f'Click on a "{word}" widget.', _set(role, f"{role} 'Vdpn2' is checked now"))
    assert weigh(told).gaps == ()


@pytest.mark.parametrize(
    "act",
    [
        _set("CheckBox", "CheckBox 'Vdpn2' is checked now"),
        _set("RadioButton", "RadioButton 'Vdpn2' is checked already; nothing was done"),
        ticked("Vdpn2", checked=False),
    ],
)
def test_another_kind_or_nothing_done_is_not_what_was_named(act: ActionCommandInfo) -> None:
    assert judge(case('Click on a "radio" widget.', act))[0] is not RunOutcome.VERIFIED


def test_a_date_that_a_field_shows_since_its_picker_was_used_has_to_do_with_the_request() -> None:
    evidence = ("the Edit now shows '11/16/2016'", "Hyperlink 'Prev' disappeared")
    result = Result(status=ResultStatus.SUCCESS, effect=Effect.PARTIAL, evidence=evidence)
    picked = acted("visit", arguments={"path": ["Prev", "16"]}, result=result)
    assert weigh(case("Book a flight on 11/16/2016.", picked)).gaps == ()
    assert weigh(case("Book a flight on 11/17/2016.", picked)).gaps
