"""What a dialog or a page shows after it was closed and opened again is another witness than the control that was worked."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.known_tools import acted
from ufo.conditions.kinds.element import ElementPredicate
from ufo.proof.independence import PICTURE
from ufo.proof.shown_again import SEEN_AGAIN, SHOWN_AGAIN, with_those_shown_again
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Effect, Result, ResultStatus, Route
from ufo.schema.predicate import Finding, Truth
from ufo.schema.target import TargetInfo, TargetKind

_REQUEST = "In Mousepad show the line numbers and make a tab 4 wide. Do not change the note."
_CLOSED = "Dialog 'Preferences' disappeared"
_OPENED = "dialog 'Preferences' opened"


def _result(*evidence: str) -> Result:
    return Result(status=ResultStatus.SUCCESS, effect=Effect.CONFIRMED, route=Route.ACCESSIBILITY, evidence=evidence)


def _ticks(name: str = "Show line numbers") -> ActionCommandInfo:
    box = TargetInfo(kind=TargetKind.CONTROL, id="1", name=name, type="CheckBox", path=("Preferences", "View"))
    return acted("set_checked", arguments={"id": "1", "checked": True}, target=box, result=_result("it is checked now"))


def _keys(*evidence: str) -> ActionCommandInfo:
    return acted("keyboard_input", arguments={"keys": "{ESC}"}, result=_result(*evidence))


def _weak(name: str, **shows: str) -> Finding:
    stated = ElementPredicate.model_validate({"name": name, **shows})
    return Finding(
        predicate=stated, truth=Truth.SATISFIED, evidence="it is so", channel="accessibility", independent=False
    )


@pytest.mark.parametrize(
    ("later", "is_proved"),
    [
        ([_keys(_CLOSED), _keys(_OPENED)], True),
        ([_keys(_CLOSED)], False),
        ([_keys(_OPENED)], False),
        ([_keys(_CLOSED, _OPENED)], False),
        ([_keys("Dialog 'Export' disappeared"), _keys("dialog 'Export' opened")], False),
        ([_keys(_CLOSED), _keys(_OPENED), _ticks()], False),
        ([], False),
    ],
)
def test_only_a_dialog_that_closed_and_opened_after_the_act_is_another_witness(
    later: Sequence[ActionCommandInfo], is_proved: bool
) -> None:
    (finding,) = with_those_shown_again([_weak("Show line numbers", state="checked")], [_ticks(), *later])
    assert finding.proves is is_proved
    assert (finding.channel == SHOWN_AGAIN) is is_proved
    in_picture = finding.model_copy(update={"independent": True, "channel": PICTURE})
    (seen,) = with_those_shown_again([in_picture], [_ticks(), *later])
    assert seen.proves and (seen.channel == SEEN_AGAIN) is is_proved
