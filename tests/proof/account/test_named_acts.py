"""Pressing what a request names is the proof of it: just that, in its order, and with an effect."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.known_tools import acted
from ufo.proof.account.verdict import Case, judge
from ufo.proof.acts.deeds import deeds_of
from ufo.proof.conditions.contract import Contract
from ufo.proof.request.literals import literals_of
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Effect, Result, ResultStatus
from ufo.schema.outcome import RunOutcome
from ufo.schema.predicate import Finding, PagePredicate, Predicate, Truth
from ufo.schema.target import TargetInfo, TargetKind

_COUNTER = PagePredicate(page="Task", contains="Episodes done: 1")
_SHOWN = "Text 'START' appeared"
_CLOCK = ("Text '86373 / 86400sec' appeared", "Text '86374 / 86400sec' disappeared")


def pressed(name: str, *evidence: str, role: str = "Button", tool: str = "click_input") -> ActionCommandInfo:
    target = TargetInfo(kind=TargetKind.CONTROL, name=name, id="1", type=role)
    seen = evidence or (_SHOWN,)
    result = Result(status=ResultStatus.SUCCESS, effect=Effect.PARTIAL, evidence=seen)
    return acted(tool, arguments={"id": "1", "name": name}, target=target, result=result)


def silent(name: str) -> ActionCommandInfo:
    """A press of which nothing was seen but that its button took it."""
    told = pressed(name, f"Button '{name}' got the keyboard focus; nothing else changed")
    return told.model_copy(update={"result": told.result.model_copy(update={"effect": Effect.UNVERIFIABLE})})


def waited(seconds: float) -> ActionCommandInfo:
    return acted("wait", arguments={"seconds": seconds}, result=Result(status=ResultStatus.SUCCESS))


def dragged() -> ActionCommandInfo:
    where = {"start_x": 0.1, "start_y": 0.2, "end_x": 0.3, "end_y": 0.4}
    result = Result(status=ResultStatus.SUCCESS, effect=Effect.PARTIAL, evidence=(_SHOWN,))
    return acted("drag_on_coordinates", arguments=where, result=result)


def ticked(name: str, checked: bool = True) -> ActionCommandInfo:
    target = TargetInfo(kind=TargetKind.CONTROL, name=name, id="1", type="CheckBox")
    result = Result(status=ResultStatus.SUCCESS, effect=Effect.CONFIRMED, evidence=(f"CheckBox '{name}' changed",))
    arguments = {"id": "1", "name": name, "checked": checked}
    return acted("set_checked", arguments=arguments, target=target, result=result)


def outcome(request: str, acts: Sequence[ActionCommandInfo], *held: Predicate) -> RunOutcome:
    found = [Finding(predicate=one, truth=Truth.SATISFIED, evidence="it holds", channel="page") for one in held]
    whole = f"On the page that is open in Chromium: {request}"
    contract = Contract(request=whole, literals=literals_of(whole))
    return judge(Case(contract, found, deeds_of(acts), (), ()))[0]


_SECTION = pressed("Section #3", "Pane 'Section #3' appeared", role="TabItem")


@pytest.mark.parametrize(
    ("request_", "acts"),
    [
        ('Click on the link "ac".', [pressed("ac", role="Text")]),
        ('Switch between the tabs to find and click on the link "ac".', [_SECTION, pressed("ac", role="Text")]),
        ("Click button ONE.", [pressed("ONE")]),
        ("Click button ONE, then click button TWO.", [pressed("ONE", "'ONE' has the focus"), pressed("TWO")]),
        ("Click button ONE, then click button TWO.", [silent("ONE"), pressed("TWO")]),
        ("Click button ONE, wait 3 seconds, then click button TWO.", [silent("ONE"), waited(3), pressed("TWO")]),
        ("Press submit.", [pressed("Submit")]),
        ("Press the submit button.", [pressed("Submit")]),
        ("Expand the section below and click submit.", [_SECTION, pressed("Submit")]),
        ('Close the dialog box by clicking the "x".', [pressed("Close")]),
        ('Click on a "radio" widget.', [pressed("Vdpn2", role="RadioButton")]),
    ],
)
def test_what_the_request_names_was_pressed(request_: str, acts: list[ActionCommandInfo]) -> None:
    assert outcome(request_, acts, _COUNTER) is RunOutcome.VERIFIED
    assert outcome(request_, acts) is RunOutcome.VERIFIED


@pytest.mark.parametrize(
    ("request_", "acts"),
    [
        ('Click on the link "ac".', [pressed("urna", role="Text")]),
        ('Click on the link "ac".', [pressed("urna", role="Text"), pressed("ac", role="Text")]),
        ("Click button ONE.", [pressed("ONE", *_CLOCK)]),
        ("Click button ONE.", [pressed("ONE and all")]),
        ("Click button ONE, then click button TWO.", [pressed("TWO"), pressed("ONE")]),
        ("Click button ONE, then click button TWO.", [pressed("TWO")]),
        ("Click button ONE.", [silent("ONE")]),
        ("Click button ONE, then click button TWO.", [silent("ONE"), silent("TWO")]),
        ("Click button ONE, then click button TWO.", [pressed("TWO"), silent("ONE")]),
        ("Click button ONE, wait 3 seconds, then click button TWO.", [pressed("ONE"), pressed("TWO")]),
        ("Click button ONE, wait 3 seconds, then click button TWO.", [silent("ONE"), waited(2), pressed("TWO")]),
        ("Click button ONE, wait 3 seconds, then click button TWO.", [waited(3), silent("ONE"), pressed("TWO")]),
        ("Click button ONE twice.", [pressed("ONE")]),
        ("Press submit.", [pressed("Cancel")]),
        ("Expand the section below and click submit.", [pressed("Submit")]),
        ("Drag the circle Down then press Submit", [dragged(), pressed("Submit")]),
        ("Draw a line through the dot, then press submit.", [dragged(), pressed("Submit")]),
        ("Select words similar to red and click Submit.", [ticked("scarlet"), pressed("Submit")]),
        ("Select d7Qt, OX and click Submit.", [ticked("d7Qt"), pressed("Submit")]),
        ("Select d7Qt, OX and click Submit.", [ticked("d7Qt"), ticked("OX"), ticked("ZH"), pressed("Submit")]),
        ("Select d7Qt, OX and click Submit.", [ticked("d7Qt"), ticked("OX", checked=False), pressed("Submit")]),
        ("Copy the text in the 2nd text area, paste it and press Submit.", [pressed("Submit")]),
    ],
)
def test_a_careless_mind_whose_counter_rose_is_not_verified(request_: str, acts: list[ActionCommandInfo]) -> None:
    assert outcome(request_, acts, _COUNTER) is not RunOutcome.VERIFIED
