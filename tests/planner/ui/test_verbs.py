"""Where a tool takes the end that is wanted, the planner states it: a path or a whole form in one turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.planner.scene.test_menus import MenuStage
from tests.planner.stage import GUI, Stage, control, play
from ufo.errors import ToolError
from ufo.planner.intents import ChooseMenu, ControlPhrase, SelectItem, SetChecked, TypeInto
from ufo.schema.target import TargetInfo

VERBS = (*GUI, "visit", "select", "set_checked", "set_value", "fill")


def _fails(_: TargetInfo | None, arguments: Mapping[str, Any]) -> None:
    raise ToolError(f"cannot: {dict(arguments)!r}")


def test_a_menu_path_takes_one_turn() -> None:
    stage = MenuStage()
    stage.tools = VERBS
    run = play(stage, ChooseMenu("choose Format > Text > Bold", "", path=("Format", "Text", "Bold")))
    assert (run.status, run.turns) == ("FINISH", 1)
    assert stage.log == [("visit", {"path": ["Format", "Text", "Bold"]})]


def test_a_path_that_cannot_be_gone_at_once_is_gone_level_by_level() -> None:
    stage = MenuStage()
    stage.tools = VERBS
    stage.on["visit"] = _fails
    run = play(stage, ChooseMenu("choose Format > Text > Bold", "", path=("Format", "Text", "Bold")))
    assert run.status == "FINISH"
    assert stage.chosen == ["Bold"]


class FormStage(Stage):
    """A field, a box and a choice that stands closed: its items are in no list."""

    def __init__(self) -> None:
        super().__init__(
            tools=VERBS,
            controls=[
                control("City", "Edit", value="", states=("editable",), at=(0, 0)),
                control("Gift wrap", "CheckBox", states=("unchecked",), at=(0, 40)),
                control("Country", "ComboBox", value="Austria", states=("collapsed",), at=(0, 80)),
                control("Volume", "Slider", value="3", at=(0, 120)),
            ],
        )

    def click_input(self, target: TargetInfo | None, arguments: Mapping[str, Any]) -> None:
        self.change("Gift wrap", states=("checked",))

    def select(self, target: TargetInfo | None, arguments: Mapping[str, Any]) -> None:
        self.change("Country", value=arguments["items"][0])

    def set_checked(self, target: TargetInfo | None, arguments: Mapping[str, Any]) -> None:
        self.change("Gift wrap", states=("checked",) if arguments["checked"] else ("unchecked",))

    def set_value(self, target: TargetInfo | None, arguments: Mapping[str, Any]) -> None:
        self.change("Volume", value=str(arguments["value"]))


_FORM = (
    TypeInto("write Ghent in City", "", content="Ghent", control=ControlPhrase("City"), replace=True),
    SetChecked("tick Gift wrap", "", control=ControlPhrase("Gift wrap"), checked=True),
    SelectItem("choose Belgium in Country", "", item="Belgium", control=ControlPhrase("Country")),
    TypeInto("set Volume to 7", "", content="7", control=ControlPhrase("Volume"), replace=True),
)


def test_a_form_with_a_choice_in_it_takes_one_turn() -> None:
    stage = FormStage()
    run = play(stage, *_FORM)
    assert (run.status, run.turns) == ("FINISH", 1)
    assert [name for name, _ in stage.log] == ["set_edit_text", "set_checked", "select", "set_value"]
    assert {one.name: one.value for one in stage.controls if one.value} == {
        "City": "Ghent",
        "Country": "Belgium",
        "Volume": "7",
    }


@pytest.mark.parametrize("tool", ["set_checked", "select"])
def test_after_a_failure_it_is_done_by_clicks(tool: str) -> None:
    stage = FormStage()
    stage.on[tool] = _fails
    play(stage, _FORM[1] if tool == "set_checked" else _FORM[2])
    assert stage.clicked()[:1] == ["Gift wrap" if tool == "set_checked" else "Country"]
