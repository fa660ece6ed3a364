from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.extensions.planner.stage import Stage, control, play
from ufo.schema.arithmetic import value_of
from ufo.schema.target import TargetInfo
from ufo_planner.intents import ClickControl, Compute, ControlPhrase

KEYS = "789÷456×123−0.=+()"
_AS_TYPED = str.maketrans("÷×−", "/*-")


class CalculatorStage(Stage):
    """Keys and, where it has one, an entry that takes typing; `lies` is added to every answer."""

    def __init__(self, has_entry: bool = True, lies: float = 0.0, left_over: str = "") -> None:
        self.entered, self.lies = left_over, lies
        keys = [
            control(f"{sign}", at=(50 * (n % 4), 200 + 30 * (n // 4)), size=(40, 20)) for n, sign in enumerate(KEYS)
        ]
        clear = control("", description="Clear Display [Escape]", at=(200, 400), size=(40, 20))
        states = ("editable", "focused") if has_entry else ("readonly",)
        role = "Edit" if has_entry else "Text"
        self.display = control("", role, value=left_over, states=states, at=(0, 100), size=(300, 30))
        super().__init__(title="Calculator", application="gnome-calculator", controls=[self.display, *keys, clear])

    def click_input(self, target: TargetInfo | None, _: Mapping[str, Any]) -> None:
        assert target is not None
        if target.description:
            self.entered = ""
        elif target.name == "=":
            self._answer()
        else:
            self.entered += target.name.translate(_AS_TYPED)
        self._show()

    def keyboard_input(self, target: TargetInfo | None, arguments: Mapping[str, Any]) -> None:
        keys = arguments["keys"]
        if keys == "{ENTER}":
            self._answer()
        else:
            self.entered += keys.replace("{", "").replace("}", "")
        self._show()

    def _answer(self) -> None:
        value = value_of(self.entered)
        self.entered = "Error" if value is None else f"{value + self.lies:g}"

    def _show(self) -> None:
        shown = self.entered.replace("*", "×")
        self.controls = [
            target.model_copy(update={"value": shown}) if target.rect == self.display.rect else target
            for target in self.controls
        ]


@pytest.mark.parametrize("has_entry", [True, False])
@pytest.mark.parametrize(
    ("expression", "answer"), [("12*(3+4)", "84"), ("7 × 8", "56"), ("10÷4", "2.5"), ("5−9", "-4"), ("1.5+2", "3.5")]
)
def test_the_answer_is_what_the_calculator_shows(has_entry: bool, expression: str, answer: str) -> None:
    stage = CalculatorStage(has_entry, left_over="99")

    run = play(stage, Compute("compute", "", expression))

    assert (run.status, run.result, run.turns) == ("FINISH", answer, 2)


def test_an_answer_that_is_wrong_is_never_told() -> None:
    run = play(CalculatorStage(lies=1.0), Compute("compute", "", "2+2"))

    assert run.status == "FAIL"
    assert "5" in run.result


def test_a_value_computed_on_the_way_is_told_at_the_end() -> None:
    stage = CalculatorStage()

    run = play(stage, Compute("compute", "", "6*7"), ClickControl("press 1", "", ControlPhrase("1", "Button")))

    assert (run.status, run.result) == ("FINISH", "42")


def test_an_editor_is_no_calculator() -> None:
    page = control("", "Edit", value="", states=("multiline", "editable"), size=(900, 700))
    stage = Stage(controls=[page])

    run = play(stage, Compute("compute", "", "1+1"))

    assert run.status == "FAIL"
    assert not stage.log


class FoldedStage(CalculatorStage):
    """The result is painted where nobody can read it, and listed in a part that is folded up."""

    def __init__(self) -> None:
        super().__init__()
        self.application = "qalculate-gtk"
        self.answers: list[str] = []
        self.controls.append(control("History", "ToggleButton", states=("collapsed",), at=(0, 500)))

    def click_input(self, target: TargetInfo | None, arguments: Mapping[str, Any]) -> None:
        assert target is not None
        if target.name != "History":
            super().click_input(target, arguments)
            return
        self.change("History", states=("expanded",))
        rows = [control(f"= {text}", "Cell", value=f"= {text}", at=(0, 520)) for text in self.answers]
        self.controls += rows

    def _answer(self) -> None:
        self.answers.append(f"{float(value_of(self.entered) or 0):g}")


def test_a_result_that_is_only_painted_is_found_in_the_history() -> None:
    stage = FoldedStage()
    answer = play(stage, Compute("compute", "", "12*12+0.5"))
    assert (answer.status, answer.result) == ("FINISH", "144.5")
    assert sum(arguments.get("name") == "History" for _, arguments in stage.log) == 1
