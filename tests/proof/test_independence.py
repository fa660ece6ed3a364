"""What was written over the accessibility interface is no word of its own."""

from __future__ import annotations

import pytest

from tests.requirement import requirement
from ufo.conditions.kinds.element import ElementPredicate
from ufo.proof.independence import is_accessible_act, speaks_for_itself
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Result, ResultStatus, Route
from ufo.schema.predicate import Truth
from ufo.schema.target import TargetInfo


@pytest.mark.parametrize(
    ("named", "role", "speaks"),
    [("Name", "Edit", True), ("City", "Edit", False), ("", "Edit", True), ("", "CheckBox", False), ("", None, True)],
)
def test_a_control_without_a_name_may_be_the_one_that_was_written(named: str, role: str | None, speaks: bool) -> None:
    act = ActionCommandInfo(
        function="set_edit_text",
        target=TargetInfo(name="Name", type="Edit"),
        arguments={"text": "Ada"},
        result=Result(status=ResultStatus.SUCCESS, route=Route.ACCESSIBILITY),
    )
    finding = ElementPredicate(name=named, role=role, value="Ada").finding(
        Truth.SATISFIED, "it is there", "accessibility"
    )
    assert speaks_for_itself(finding, [act]) is speaks


@requirement("expect:independent")
@pytest.mark.parametrize(
    ("status", "route", "is_own"),
    [
        (ResultStatus.SUCCESS, Route.ACCESSIBILITY, True),
        (ResultStatus.FAILURE, Route.ACCESSIBILITY, False),
        (ResultStatus.SUCCESS, Route.POINTER, False),
    ],
)
def test_only_what_worked_over_the_accessible_interface_speaks_for_itself(
    status: ResultStatus, route: Route, is_own: bool
) -> None:
    act = ActionCommandInfo(function="click_input", result=Result(status=status, route=route))
    assert is_accessible_act(act) is is_own
