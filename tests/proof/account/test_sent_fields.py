"""Fields that were filled in and sent are proved by what they held right before: the right texts in the right fields."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.known_tools import acted
from tests.proof.account.test_named_acts import ticked
from tests.proof.account.test_sent_form import boxes, outcome, sends
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Effect, Result, ResultStatus
from ufo.schema.form import FormPart
from ufo.schema.outcome import RunOutcome
from ufo.schema.target import TargetInfo, TargetKind

_TWO = 'Enter "Ada" as Name and "Graz" as City and press Submit.'
_CHOICE = "Enter Ada as Name, choose Graz as City and press Submit."
_LOGIN = 'Enter the username "ada" and the password "x1" into the text fields and press submit.'
_UPPER = 'Type "myron" in all upper case letters in the text input and press Submit.'
_LOWER = 'Type "MYRON" in lower case letters in the text input and press Submit.'
_SLIDER = "Select 5 with the slider and hit Submit."
_OFF = 'Untick "News" and press Submit.'


def gave(tool: str, role: str, name: str, **arguments: object) -> ActionCommandInfo:
    target = TargetInfo(kind=TargetKind.CONTROL, name=name, id="7", type=role)
    result = Result(status=ResultStatus.SUCCESS, effect=Effect.CONFIRMED, evidence=(f"{role} {name!r} shows it now",))
    return acted(tool, arguments={"id": "7", **arguments}, target=target, result=result)


def wrote(name: str, text: str) -> ActionCommandInfo:
    return gave("set_edit_text", "Edit", name, text=text)


def chose(item: str) -> ActionCommandInfo:
    return gave("select", "ComboBox", "City", items=[item])


def fields(**texts: str) -> list[FormPart]:
    return [FormPart(role="Edit", name=name, value=text, number="" if name else "7") for name, text in texts.items()]


def alone(text: str, role: str = "Edit") -> list[FormPart]:
    return [FormPart(role=role, name="", value=text, number="7")]


@pytest.mark.parametrize(
    ("request_", "acts", "held"),
    [
        (_TWO, [wrote("Name", "Ada"), wrote("City", "Graz")], fields(Name="Ada", City="Graz")),
        (_CHOICE, [wrote("Name", "Ada"), chose("Graz")], fields(Name="Ada", City="Graz")),
        (_LOGIN, [wrote("Username", "ada"), wrote("Password", "x1")], fields(Username="ada", Password="••")),
        (_UPPER, [wrote("", "MYRON")], alone("MYRON")),
        (_LOWER, [wrote("", "myron")], alone("myron")),
        (_SLIDER, [gave("set_value", "Slider", "", value=5)], alone("5", "Slider")),
        (_OFF, [ticked("News", checked=False)], boxes("", "News Ads")),
    ],
)
def test_what_was_written_and_sent_as_asked_is_verified(
    request_: str, acts: list[ActionCommandInfo], held: Sequence[FormPart]
) -> None:
    assert outcome(request_, [*acts, sends(held)]) is RunOutcome.VERIFIED
    refused = sends(held, "Text 'This is not valid' appeared")
    assert outcome(request_, [*acts, refused]) is not RunOutcome.VERIFIED
    assert outcome(request_, acts) is not RunOutcome.VERIFIED


@pytest.mark.parametrize(
    ("request_", "acts", "held"),
    [
        (_TWO, [wrote("Name", "Graz"), wrote("City", "Ada")], fields(Name="Graz", City="Ada")),
        (_TWO, [wrote("Name", "Ada")], fields(Name="Ada", City="")),
        (_TWO, [wrote("Name", "Ada"), wrote("City", "Graz")], fields(Name="Ada", City="Wien")),
        (
            _TWO,
            [wrote("Name", "Ada"), wrote("City", "Graz"), wrote("Age", "9")],
            fields(Name="Ada", City="Graz", Age="9"),
        ),
        (_CHOICE, [wrote("Name", "Ada"), chose("Wien")], fields(Name="Ada", City="Wien")),
        (_LOGIN, [wrote("Username", "x1"), wrote("Password", "ada")], fields(Username="x1", Password="•••")),
        (_UPPER, [wrote("", "myron")], alone("myron")),
        (_UPPER, [wrote("", "MYRON")], alone("myron")),
        (_LOWER, [wrote("", "MYRON")], alone("MYRON")),
        (_SLIDER, [gave("set_value", "Slider", "", value=4)], alone("4", "Slider")),
        (_OFF, [ticked("News")], boxes("News", "Ads")),
        (_OFF, [ticked("News", checked=False), ticked("Ads", checked=False)], boxes("", "News Ads")),
    ],
)
def test_another_text_field_or_case_or_one_more_is_not_verified(
    request_: str, acts: list[ActionCommandInfo], held: Sequence[FormPart]
) -> None:
    assert outcome(request_, [*acts, sends(held)]) is not RunOutcome.VERIFIED


@pytest.mark.parametrize(
    ("items", "is_right"), [(["Oslo", "Rome"], True), (["Oslo", "Rome", "Bern"], False), (["Oslo"], False)]
)
def test_just_the_named_entries_of_a_list_are_chosen(items: list[str], is_right: bool) -> None:
    held = [FormPart(role="ListItem", name=one, state="selected") for one in items]
    acts = [gave("select", "List", "", items=items), sends(held)]
    asked = "Select Oslo, Rome from the scroll list and click Submit."
    assert (outcome(asked, acts) is RunOutcome.VERIFIED) is is_right
    part = [acts[0], sends(held[:1], is_whole=False)]
    assert (outcome(asked, part) is RunOutcome.VERIFIED) is is_right
    more = [*held, FormPart(role="ListItem", name="Kyiv", state="selected")]
    for is_whole in (True, False):
        assert outcome(asked, [acts[0], sends(more, is_whole=is_whole)]) is not RunOutcome.VERIFIED
