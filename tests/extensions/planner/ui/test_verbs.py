"""Where a tool takes the end that is wanted, the planner states it: a path or a whole form in one turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.extensions.planner.stage import GUI, Stage, control, play
from ufo.errors import ToolError
from ufo.schema.target import TargetInfo
from ufo_planner.intents import ChooseMenu, ControlPhrase, SelectItem, SetChecked, TypeInto

VERBS = (*GUI, "visit", "select", "set_checked", "set_value", "fill")


def _fails(_: TargetInfo | None, arguments: Mapping[str, Any]) -> None:
    raise ToolError(f"cannot: {dict(arguments)!r}")


@pytest.mark.parametrize("is_there", [True, False])
def test_a_menu_path_takes_one_turn_and_its_refusal_is_the_failure(is_there: bool) -> None:
    stage = Stage(tools=VERBS)
    if not is_there:
        stage.on["visit"] = _fails
    run = play(stage, ChooseMenu("choose Format > Text > Bold", "", path=("Format", "Text", "Bold")))
    assert run.status == ("FINISH" if is_there else "FAIL")
    assert stage.log == [("visit", {"path": ["Format", "Text", "Bold"]})]


class FormStage(Stage):
    """A field, a box and a choice that stands closed: its items are in no list."""

    def __init__(self) -> None:
        super().__init__(
            tools=VERBS,
            controls=[
                control("City", "Edit", value="", states=("editable",), at=(0, 0)),
                control("Gift wrap", "CheckBox", states=("unchecked",), at=(0, 40)),
                control("Country", "ComboBox", value="Austria", states=("collapsed",), at=(0, 80)),
            ],
        )

    def click_input(self, target: TargetInfo | None, arguments: Mapping[str, Any]) -> None:
        self.change("Gift wrap", states=("checked",))

    def select(self, target: TargetInfo | None, arguments: Mapping[str, Any]) -> None:
        self.change("Country", value=arguments["items"][0])

    def set_checked(self, target: TargetInfo | None, arguments: Mapping[str, Any]) -> None:
        self.change("Gift wrap", states=("checked",) if arguments["checked"] else ("unchecked",))


_FORM = (
    TypeInto("write Ghent in City", "", content="Ghent", control=ControlPhrase("City"), replace=True),
    SetChecked("tick Gift wrap", "", control=ControlPhrase("Gift wrap"), checked=True),
    SelectItem("choose Belgium in Country", "", item="Belgium", control=ControlPhrase("Country")),
)


def test_a_form_with_a_choice_in_it_takes_one_turn() -> None:
    stage = FormStage()
    run = play(stage, *_FORM)
    assert (run.status, run.turns) == ("FINISH", 1)
    assert [name for name, _ in stage.log] == ["set_edit_text", "set_checked", "select"]
    assert {target.name: target.value for target in stage.controls if target.value} == {
        "City": "Ghent",
        "Country": "Belgium",
    }


def test_a_box_that_the_tool_cannot_tick_is_clicked() -> None:
    stage = FormStage()
    stage.on["set_checked"] = _fails
    assert play(stage, _FORM[1]).status == "FINISH"
    assert stage.clicked() == ["Gift wrap"]
