"""What is left of a sub-task after what its actions came to."""

from __future__ import annotations

import pytest

from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Result, ResultStatus
from ufo.schema.inputs import AppInputs
from ufo.schema.target import TargetInfo, TargetKind
from ufo_planner.grammar.parse import parse
from ufo_planner.plan_text import Progress, read_progress

_STEPS = ('fill in Quantity with "4"', 'tick "Newsletter"')


def _left(status: ResultStatus, feedback: str = "") -> Progress:
    """After the first step was carried out once."""
    action = ActionCommandInfo(
        function="set_edit_text",
        arguments={"name": "Quantity", "text": "4", "clear_current_text": True},
        result=Result(status=status, error="covered" if status is ResultStatus.FAILURE else None),
    )
    inputs = AppInputs(
        request="", subtask="; ".join(_STEPS), application="browser",
        window=TargetInfo(kind=TargetKind.WINDOW, name="Order", id="0", rect=(0, 0, 9, 9)), controls=(), statuses=(),
        actions=(action,), plan=(f"{_STEPS[0]} [from action 1, last 1]", _STEPS[1]), feedback=feedback,
    )  # fmt: skip
    return read_progress(inputs, parse(inputs.subtask))


@pytest.mark.parametrize(
    ("status", "feedback", "left", "unmet"),
    [
        (ResultStatus.SUCCESS, "", _STEPS[1:], ""),
        (ResultStatus.FAILURE, "covered", _STEPS, ""),
        (ResultStatus.SUCCESS, "it shows '1'", _STEPS, "it shows '1'"),
        (ResultStatus.SKIPPED, "", _STEPS, ""),
    ],
)
def test_a_step_is_done_where_its_actions_succeeded_and_had_the_expected_effect(
    status: ResultStatus, feedback: str, left: tuple[str, ...], unmet: str
) -> None:
    progress = _left(status, feedback)
    assert (tuple(step.sentence for step in progress.left), progress.unmet) == (left, unmet)
