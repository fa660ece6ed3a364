from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.planner.stage import Stage, control, play
from ufo.planner.intents import ChooseMenu, ClickControl, ControlPhrase, SetChecked
from ufo.schema.target import TargetInfo

Menus = dict[str, dict[str, tuple[str, ...]]]

MENUS: Menus = {
    "File": {"New": (), "Save": (), "Quit": ()},
    "Format": {"Text": ("Bold", "Italic"), "Bullets": ()},
    "View": {"Line Numbers": (), "Zoom": ("In", "Out")},
}


class MenuStage(Stage):
    """A menu bar whose menus open when clicked, as menus do: their items stand in the list while they are open."""

    def __init__(self, menus: Menus = MENUS, disabled: tuple[str, ...] = ()) -> None:
        self.menus, self.disabled, self.chosen = menus, disabled, list[str]()
        self.leaf = "MenuItem"
        self.leaf_states: tuple[str, ...] = ("new",)
        bar = [control("", "MenuBar", at=(0, 0), size=(1000, 20))]
        self.closed = bar + [control(name, "Menu", at=(n * 110, 0)) for n, name in enumerate(menus)]
        super().__init__(controls=list(self.closed))

    def click_input(self, target: TargetInfo | None, _: Mapping[str, Any]) -> None:
        assert target is not None
        if target.name in self.menus:
            self.controls = self.closed + self._items(target.name, self.menus[target.name], (target.name,), 30)
            return
        for top, items in self.menus.items():
            if items.get(target.name):
                below = {name: () for name in items[target.name]}
                self.controls += self._items(target.name, below, (top, target.name), 300)
                return
        self.chosen.append(target.name)
        self.controls = list(self.closed)

    def keyboard_input(self, target: TargetInfo | None, arguments: Mapping[str, Any]) -> None:
        assert arguments["keys"] == "{ESC}"
        self.controls = list(self.closed)

    def _items(
        self, menu: str, items: Mapping[str, tuple[str, ...]], path: tuple[str, ...], top: int
    ) -> list[TargetInfo]:
        states = {
            name: (*self.leaf_states, "disabled") if name in self.disabled else self.leaf_states for name in items
        }
        return [
            control(name, "Menu" if below else self.leaf, at=(10, top + n * 25), path=path, states=states[name])
            for n, (name, below) in enumerate(items.items())
        ]


def test_a_menu_path_is_followed_one_level_a_turn() -> None:
    stage = MenuStage()

    run = play(stage, ChooseMenu("choose", "", ("Format", "Text", "Bold")))

    assert (run.status, stage.chosen, run.turns) == ("FINISH", ["Bold"], 3)


def test_a_missing_item_fails_with_what_the_menu_has_and_leaves_the_menu_closed() -> None:
    stage = MenuStage()

    run = play(stage, ChooseMenu("choose", "", ("File", "Print")))

    assert run.status == "FAIL"
    assert "'Save'" in run.result
    assert stage.controls == stage.closed or [c.name for c in stage.controls] == [c.name for c in stage.closed]


def test_a_missing_menu_fails_with_the_menus_that_are_there() -> None:
    run = play(MenuStage(), ChooseMenu("choose", "", ("Tools", "Options")))

    assert run.status == "FAIL"
    assert "'Format'" in run.result


def test_a_disabled_item_is_said_to_be_disabled() -> None:
    stage = MenuStage(disabled=("Save",))

    run = play(stage, ChooseMenu("choose", "", ("File", "Save")))

    assert run.status == "FAIL"
    assert "disabled" in run.result
    assert stage.chosen == []


def test_a_control_that_is_not_in_sight_is_looked_for_in_the_menus() -> None:
    stage = MenuStage()

    run = play(stage, ClickControl("click Bullets", "", ControlPhrase("Bullets")))

    assert (run.status, stage.chosen) == ("FINISH", ["Bullets"])


def test_an_item_is_looked_for_in_the_menu_that_was_named_first() -> None:
    stage = MenuStage()

    run = play(stage, ClickControl("click", "", ControlPhrase("Line Numbers", "MenuItem", inside="View")))

    assert (run.status, stage.chosen, run.turns) == ("FINISH", ["Line Numbers"], 2)


def test_the_search_ends_when_no_menu_has_it() -> None:
    stage = MenuStage()

    run = play(stage, ClickControl("click Teleport", "", ControlPhrase("Teleport")))

    assert run.status == "FAIL"
    assert stage.chosen == []


def test_a_menu_behind_a_button_is_opened_by_the_button() -> None:
    stage = Stage(controls=[control("Main Menu", "ToggleButton")])
    chosen: list[str] = []

    def on_click(target: TargetInfo | None, _: Mapping[str, Any]) -> None:
        assert target is not None
        chosen.append(target.name)
        if target.name == "Main Menu":
            stage.controls.append(control("Preferences", "MenuItem", at=(300, 60), states=("new",)))

    stage.on["click_input"] = on_click
    run = play(stage, ChooseMenu("choose", "", ("Preferences",)))

    assert (run.status, chosen) == ("FINISH", ["Main Menu", "Preferences"])


def test_a_check_item_is_found_in_its_menu() -> None:
    stage = MenuStage({"View": {"Word Wrap": ()}})
    stage.leaf, stage.leaf_states = "CheckMenuItem", ("new", "unchecked")

    play(stage, SetChecked("check Word Wrap", "", ControlPhrase("Word Wrap", inside="View menu"), True))

    assert stage.chosen == ["Word Wrap"]
