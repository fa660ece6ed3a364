"""Clicks a control, in sight or in a menu."""

from __future__ import annotations

from ufo.planner.intents import ChooseMenu, ClickControl, ControlPhrase
from ufo.planner.scene.match import Missing, find
from ufo.planner.scene.menus import choose_menu, open_main_menu, search_menus
from ufo.planner.scene.pick import pick
from ufo.planner.scene.press import press, wait_until_enabled
from ufo.planner.scene.scene import Move, Scene
from ufo.planner.text.roles import Use, is_disabled


def click(intent: ClickControl, scene: Scene) -> Move:
    if intent.button == "left" and intent.control == ControlPhrase("", "Menu"):
        return open_main_menu(scene)
    use = Use.PRESS if intent.button == "left" else Use.ANY
    if intent.button == "left" and isinstance(find(intent.control, scene.controls, use), Missing):
        searching = search_menus(intent.control, scene)
        if searching is None and intent.control.role == "MenuItem":
            # The item may be behind a menu button where there is no menu bar.
            searching = choose_menu(ChooseMenu(intent.text, intent.app, (intent.control.name,)), scene)
        if searching is not None:
            return searching
    chosen = pick(intent.control, scene, use)
    if isinstance(chosen, Move):
        return chosen
    if is_disabled(chosen):
        return wait_until_enabled(chosen, scene)
    return press(chosen, scene, intent.button, intent.double)
