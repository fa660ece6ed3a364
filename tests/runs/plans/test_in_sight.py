from __future__ import annotations

import pytest

from ufo.agents.in_sight import not_in_sight
from ufo.schema.action import ActionCommandInfo
from ufo.schema.target import TargetInfo, TargetKind

CONTROLS = [
    TargetInfo(kind=TargetKind.CONTROL, name="Save _As…", id="1", type="Button"),
    TargetInfo(kind=TargetKind.CONTROL, name="", label="Name", id="2", type="Edit"),
    TargetInfo(kind=TargetKind.CONTROL, name="Export", label="書き出す", id="4", type="Button"),
    TargetInfo(kind=TargetKind.CONTROL, name="=", id="5", type="Button"),
    TargetInfo(kind=TargetKind.CONTROL, name="名前を付けて保存(A)", id="3", type="Button"),
]
CLICK = ActionCommandInfo(function="click_input", arguments={"id": "1"})


@pytest.mark.parametrize(
    "step",
    [
        "click 'save as'",
        "Press the “Save As” button",
        "„Save As“ drücken, danach erscheint „Gespeichert“",
        "「名前を付けて保存」を押す",
        "„Export“ drücken",
        "click '=' and read the sum",
        "click the button on the right",
        "don't press it, it's a label",
    ],
)
def test_an_action_for_what_is_in_sight_or_not_named_is_done(step: str) -> None:
    assert not_in_sight(step, [CLICK], CONTROLS, ()) is None


@pytest.mark.parametrize(
    "step",
    ["click 'Frobnicate'", 'wähle "Frobnicate" in der Liste', "coche la case «Frobnicate»", "「Frobnicate」をクリック"]
    + ["Naciśnij „Frobnicate”", "اضغط «Frobnicate»"],
)
def test_nothing_is_pressed_for_a_name_that_is_not_in_sight(step: str) -> None:
    assert "'Frobnicate', which is not in sight" in str(not_in_sight(step, [CLICK], CONTROLS, ()))


@pytest.mark.parametrize("step", ["type 'milk' at the end", "„Milch“ ans Ende schreiben", "在末尾输入「milk」"])
def test_what_is_to_be_typed_need_not_be_in_sight(step: str) -> None:
    word = next(item for item in ("milk", "Milch") if item in step)
    types = ActionCommandInfo(function="keyboard_input", arguments={"keys": f"^{{END}}{word}"})
    goes_in = ActionCommandInfo(function="click_input", arguments={"id": "2"})
    assert not_in_sight(step, [types], CONTROLS, ()) is None
    assert not_in_sight(step, [goes_in], CONTROLS, ()) is None
    assert not_in_sight(step, [CLICK], CONTROLS, ()) is not None


def test_giving_up_is_always_allowed() -> None:
    assert not_in_sight("click 'Frobnicate'", [], CONTROLS, ()) is None


def test_what_an_action_is_called_with_or_was_done_before_counts_as_in_sight() -> None:
    visit = ActionCommandInfo(function="visit", arguments={"path": ["Tools", "Frobnicate…"]})
    assert not_in_sight("choose 'Frobnicate'", [visit], CONTROLS, ()) is None
    assert not_in_sight("choose 'Frobnicate'", [CLICK], CONTROLS, [visit]) is None
