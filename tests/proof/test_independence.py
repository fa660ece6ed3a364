"""What was written over the accessibility interface is no word of its own."""

from __future__ import annotations

import pytest

from ufo.conditions.kinds.element import ElementPredicate
from ufo.proof.independence import speaks_for_itself
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
