from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest

from tests.extensions.planner.stage import GUI, Stage, control, play
from ufo.errors import ToolError
from ufo.schema.target import TargetInfo
from ufo_planner.intents import ControlPhrase, SelectItem, SetChecked


class ComboStage(Stage):
    """A combo box, and the tool that chooses in it."""

    def __init__(self, items: tuple[str, ...] = ("Small", "Medium", "Large")) -> None:
        self.items = items
        box = control("Size", "ComboBox", value=items[0], at=(10, 10))
        super().__init__(tools=(*GUI, "select"), controls=[box, control("Medium term", "Text", at=(300, 10))])

    def select(self, _: TargetInfo | None, arguments: Mapping[str, Any]) -> None:
        (item,) = arguments["items"]
        if item not in self.items:
            raise ToolError(f"Size has no {item}; it has {', '.join(self.items)}")
        self.change("Size", value=item)


@pytest.mark.parametrize("role", ["ComboBox", "List", None])
def test_an_item_of_a_combo_box_is_chosen(role: str | None) -> None:
    stage = ComboStage()

    run = play(stage, SelectItem("select", "", "Medium", ControlPhrase("size", role)))

    assert (run.status, stage.controls[0].value) == ("FINISH", "Medium")


def test_what_is_chosen_already_is_left_alone() -> None:
    stage = ComboStage()

    run = play(stage, SelectItem("select", "", "Small", ControlPhrase("Size")))

    assert (run.status, stage.log) == ("FINISH", [])


def test_an_item_that_is_not_offered_is_a_failure() -> None:
    stage = ComboStage()

    run = play(stage, SelectItem("select", "", "Gigantic", ControlPhrase("Size")))

    assert run.status == "FAIL"
    assert stage.controls[0].value == "Small"


def _marked(stage: Stage, target: TargetInfo | None, _: Mapping[str, Any]) -> None:
    stage.change("Advanced", states=("selected", "checked"))


def test_a_tab_a_list_item_and_a_radio_button_are_selected_by_a_click() -> None:
    for role in ("TabItem", "ListItem", "RadioButton", "TreeItem"):
        stage = Stage(controls=[control("Advanced", role), control("Advanced settings", "Text", at=(10, 60))])
        stage.on["click_input"] = partial(_marked, stage)

        assert play(stage, SelectItem("select", "", "Advanced")).status == "FINISH"
        assert stage.clicked() == ["Advanced"], role


@pytest.mark.parametrize(
    ("before", "wanted", "clicks"), [("unchecked", True, 1), ("checked", True, 0), ("checked", False, 1)]
)
def test_a_check_box_is_clicked_only_where_it_must_change(before: str, wanted: bool, clicks: int) -> None:
    stage = Stage(controls=[control("Gift wrap", "CheckBox", states=(before,))])
    after = "checked" if wanted else "unchecked"
    stage.on["click_input"] = lambda target, _: stage.change("Gift wrap", states=(after,))

    run = play(stage, SetChecked("set", "", ControlPhrase("gift wrap", "CheckBox"), wanted))

    assert (run.status, len(stage.log)) == ("FINISH", clicks)


def test_a_pressed_toggle_button_counts_as_on() -> None:
    stage = Stage(controls=[control("Bold", "ToggleButton", states=("pressed",))])

    assert play(stage, SetChecked("turn on", "", ControlPhrase("Bold"), True)).status == "FINISH"
    assert not stage.log


def test_a_radio_button_is_not_switched_off_by_itself() -> None:
    run = play(
        Stage(controls=[control("Card", "RadioButton", states=("checked",))]),
        SetChecked("off", "", ControlPhrase("Card"), False),
    )

    assert run.status == "FAIL"


class BoxStage(Stage):
    """Check boxes that a click turns over."""

    def __init__(self, *names: str) -> None:
        super().__init__(
            controls=[control(name, "CheckBox", at=(0, 30 * n), states=("unchecked",)) for n, name in enumerate(names)]
        )

    def click_input(self, target: TargetInfo | None, _: Mapping[str, Any]) -> None:
        assert target is not None
        self.change(target.name, states=("checked",))


def test_two_boxes_named_in_one_breath_are_both_ticked() -> None:
    stage = BoxStage("Breakfast", "Parking", "Late check-out")

    run = play(stage, SetChecked("tick", "", ControlPhrase("Breakfast and Parking"), True))

    assert (run.status, stage.clicked()) == ("FINISH", ["Breakfast", "Parking"])


def test_a_box_that_is_called_by_two_words_is_one() -> None:
    stage = BoxStage("Find and Replace", "Find", "Replace")

    run = play(stage, SetChecked("tick", "", ControlPhrase("Find and Replace"), True))

    assert (run.status, stage.clicked()) == ("FINISH", ["Find and Replace"])


def test_a_box_that_never_takes_the_tick_is_given_up() -> None:
    stage = Stage(controls=[control("Breakfast", "CheckBox", states=("unchecked",))])

    run = play(stage, SetChecked("tick", "", ControlPhrase("Breakfast"), True))

    assert run.status == "FAIL"
    assert len(stage.log) <= 3
