"""Clicks controls and chooses in menus."""

from __future__ import annotations

from ufo.planner.intents import ChooseMenu, ClickControl
from ufo.planner.scene.pick import pick
from ufo.planner.scene.press import disabled, press
from ufo.planner.scene.scene import Move, Scene, action, first_way_left
from ufo.planner.text.roles import Use, is_disabled


def click(intent: ClickControl, scene: Scene) -> Move:
    chosen = pick(intent.control, scene, Use.PRESS if intent.button == "left" else Use.ANY)
    if isinstance(chosen, Move):
        return chosen
    if is_disabled(chosen):
        return disabled(chosen, scene)
    return press(chosen, scene, intent.button, intent.double)


def choose_menu(intent: ChooseMenu, scene: Scene) -> Move:
    """Follow the whole path with the tool for it, which opens what is on the way."""
    said = " > ".join(intent.path)
    visit = Move(f"Choose {said}.", (action("visit", path=list(intent.path)),))
    return first_way_left(scene, f"choosing {said}", (lambda: visit if scene.has("visit") else None,))
