"""What is left of a sub-task after what its actions came to."""

from __future__ import annotations

import pytest

from ufo.planner.parse.parse import parse
from ufo.planner.plan_text import Progress, read_progress
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Effect, Result, ResultStatus
from ufo.schema.inputs import AppInputs
from ufo.schema.target import TargetInfo, TargetKind

_STEPS = ('replace "Quantity" with "4"', 'tick "Newsletter"')


def _left(*effects: Effect) -> Progress:
    """After the first step was carried out once for each of `effects`."""
    actions = tuple(
        ActionCommandInfo(
            function="set_edit_text",
            arguments={"name": "Quantity", "text": "4", "clear_current_text": True},
            result=Result(status=ResultStatus.SUCCESS, effect=effect, evidence=("it shows '1', not '4'",)),
        )
        for effect in effects
    )
    inputs = AppInputs(
        request="", subtask="; ".join(_STEPS), application="browser",
        window=TargetInfo(kind=TargetKind.WINDOW, name="Order", id="0", rect=(0, 0, 9, 9)), controls=(), statuses=(),
        actions=actions, plan=(f"{_STEPS[0]} [from action 1, last {len(actions)}]", _STEPS[1]),
    )  # fmt: skip
    return read_progress(inputs, parse)


@pytest.mark.parametrize(
    ("effects", "left", "unmet"),
    [
        ((Effect.CONFIRMED,), _STEPS[1:], ""),
        ((Effect.SUSPECTED_NOOP,), _STEPS, ""),
        ((Effect.SUSPECTED_NOOP, Effect.SUSPECTED_NOOP), _STEPS, "it shows '1', not '4'"),
        ((Effect.SUSPECTED_NOOP, Effect.CONFIRMED), _STEPS[1:], ""),
    ],
)
def test_what_seems_to_have_done_nothing_is_done_again_and_then_in_another_way(
    effects: tuple[Effect, ...], left: tuple[str, ...], unmet: str
) -> None:
    progress = _left(*effects)
    assert (tuple(step.sentence for step in progress.left), progress.unmet) == (left, unmet)
