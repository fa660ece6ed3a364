"""A form that was sent is proved by what it held right before: just what the request names, and a page that took it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.known_tools import acted
from tests.proof.account.looked_at import REACTED, shown
from tests.proof.account.test_named_acts import pressed, ticked
from ufo.proof.account.verdict import Case, judge
from ufo.proof.acts.deeds import deeds_of, listed_in
from ufo.proof.conditions.contract import Contract
from ufo.proof.request.literals import literals_of
from ufo.proof.request.model import Look
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Effect, Result, ResultStatus
from ufo.schema.form import Form, FormPart
from ufo.schema.outcome import RunOutcome
from ufo.schema.selector import Selector
from ufo.schema.target import TargetInfo

_SELECT = "Select d7Qt, OX and click Submit."
_COPY = "Copy the text from the 2nd text area below and paste it into the text input, then press Submit."
_AREAS = shown("Area:  = One", "Area:  = Two, and more", "Edit: ", "Button: Submit")
_FAILURE = "Text 'Please tick at most one.' appeared"


def outcome(request: str, acts: Sequence[ActionCommandInfo], page: Sequence[TargetInfo] = ()) -> RunOutcome:
    whole = f"On the page that is open in Chromium: {request}"
    contract = Contract(request=whole, literals=literals_of(whole))
    look = Look(listed_in(page), 0, len(acts))
    untold = [str(act.function) for act in acts if act.facts.writes]
    case = Case(contract, (), deeds_of(acts), (), (), untold=untold, by_model=True, looks=(look,))
    return judge(case)[0]


def boxes(on: str, off: str = "") -> list[FormPart]:
    told = [(one, "checked") for one in on.split()] + [(one, "unchecked") for one in off.split()]
    return [FormPart(role="CheckBox", name=name, state=state) for name, state in told]


def sends(parts: Sequence[FormPart], *evidence: str, is_whole: bool = True) -> ActionCommandInfo:
    told = pressed("Submit", *(evidence or (REACTED,)))
    form = Form(parts=tuple(parts), is_whole=is_whole)
    return told.model_copy(update={"result": told.result.model_copy(update={"form": form})})


def filled(*fields: tuple[str, object]) -> ActionCommandInfo:
    given = [{"id": str(number), "value": value} for number, (_, value) in enumerate(fields, 5)]
    known = {str(number): Selector(role="CheckBox", name=name) for number, (name, _) in enumerate(fields, 5)}
    result = Result(status=ResultStatus.SUCCESS, effect=Effect.CONFIRMED, evidence=("all are so now",))
    return acted("fill", arguments={"fields": given}, selectors=known, result=result)


_TICKS = [ticked("d7Qt"), ticked("OX")]


@pytest.mark.parametrize(
    "acts",
    [
        [*_TICKS, sends(boxes("d7Qt OX", "ZH"))],
        [filled(("d7Qt", True), ("OX", True)), sends(boxes("d7Qt OX", "ZH"))],
    ],
)
def test_just_these_boxes_were_ticked_when_the_form_was_sent(acts: list[ActionCommandInfo]) -> None:
    assert outcome(_SELECT, acts) is RunOutcome.VERIFIED


@pytest.mark.parametrize(
    "acts",
    [
        [*_TICKS, sends(boxes("d7Qt OX ZH"))],
        [*_TICKS, sends(boxes("d7Qt", "OX"))],
        [*_TICKS, sends(boxes("d7Qt OX"), is_whole=False)],
        [*_TICKS, sends(boxes("d7Qt OX"), _FAILURE)],
        [*_TICKS, sends(boxes("d7Qt OX"), "Button 'Submit' got the keyboard focus; nothing else changed")],
        [*_TICKS, sends(boxes("d7Qt OX OX"))],
        [*_TICKS, pressed("Submit")],
        [ticked("d7Qt"), sends(boxes("d7Qt OX"))],
        [filled(("d7Qt", True), ("OX", True), ("ZH", True)), sends(boxes("d7Qt OX ZH"))],
        [filled(("d7Qt", True), ("OX", False)), sends(boxes("d7Qt", "OX"))],
        [sends(boxes("d7Qt OX"))],
        [sends(boxes("", "d7Qt OX")), *_TICKS],
    ],
)
def test_another_box_a_missing_one_or_a_form_that_was_not_taken_is_not_verified(acts: list[ActionCommandInfo]) -> None:
    if acts[-1].result.evidence[-1].endswith("nothing else changed"):
        silent = acts[-1].result.model_copy(update={"effect": Effect.UNVERIFIABLE})
        acts = [*acts[:-1], acts[-1].model_copy(update={"result": silent})]
    assert outcome(_SELECT, acts) is RunOutcome.COMPLETED_UNVERIFIED


def _carried(text: str, held: str, *evidence: str) -> list[ActionCommandInfo]:
    field = _AREAS[3]
    result = Result(status=ResultStatus.SUCCESS, effect=Effect.CONFIRMED, evidence=("the Edit shows it",))
    write = acted("set_edit_text", arguments={"id": field.id, "text": text}, target=field, result=result)
    parts = [FormPart(role="Edit", name="", value=held, number=field.id or "")]
    return [write, sends(parts, *evidence)]


def test_a_text_that_was_carried_over_and_sent_is_proved_by_the_field_right_before() -> None:
    right = "Two, and more"
    assert outcome(_COPY, _carried(right, right), _AREAS) is RunOutcome.VERIFIED
    for text, held, *evidence in (("One", "One"), (right, "Two"), (right, ""), (right, right, _FAILURE)):
        assert outcome(_COPY, _carried(text, held, *evidence), _AREAS) is RunOutcome.COMPLETED_UNVERIFIED
