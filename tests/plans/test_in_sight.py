from __future__ import annotations

import pytest

from ufo.plans.in_sight import not_in_sight
from ufo.schema.action import ActionCommandInfo
from ufo.schema.target import TargetInfo, TargetKind

CONTROLS = [
    TargetInfo(kind=TargetKind.CONTROL, name="Save _As…", id="1", type="Button"),
    TargetInfo(kind=TargetKind.CONTROL, name="", label="Name", id="2", type="Edit"),
]
CLICK = ActionCommandInfo(function="click_input", arguments={"id": "1"})


@pytest.mark.parametrize(
    "step",
    [
        "click 'save as'",
        "Press the “Save As” button",
        "type 'anything' into the field 'Name'",
        "click the button on the right",
        "don't press it, it's a label",
    ],
)
def test_an_action_for_what_is_in_sight_or_not_pointed_at_is_done(step: str) -> None:
    assert not_in_sight(step, [CLICK], CONTROLS, ()) is None


@pytest.mark.parametrize("step", ["click 'Frobnicate'", 'select "Frobnicate" in the list', "tick the box «Frobnicate»"])
def test_nothing_is_touched_for_a_name_that_is_not_in_sight(step: str) -> None:
    assert "'Frobnicate', which is not in sight" in str(not_in_sight(step, [CLICK], CONTROLS, ()))


def test_giving_up_is_always_allowed() -> None:
    assert not_in_sight("click 'Frobnicate'", [], CONTROLS, ()) is None


def test_what_an_action_is_called_with_or_was_done_before_counts_as_in_sight() -> None:
    visit = ActionCommandInfo(function="visit", arguments={"path": ["Tools", "Frobnicate…"]})
    assert not_in_sight("choose 'Frobnicate'", [visit], CONTROLS, ()) is None
    assert not_in_sight("choose 'Frobnicate'", [CLICK], CONTROLS, [visit]) is None
