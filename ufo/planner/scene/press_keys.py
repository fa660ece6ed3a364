"""Presses keys."""

from __future__ import annotations

from ufo.planner.intents import PressKeys
from ufo.planner.scene.scene import Move, Scene, action, failed, first_way_left
from ufo.planner.text.key_notation import runs
from ufo.schema.action import ActionCommandInfo
from ufo.schema.target import TargetInfo


def press_keys(intent: PressKeys, scene: Scene) -> Move:
    """Press keys in whatever has the focus."""
    if not scene.has("keyboard_input"):
        return failed("no tool to press keys is offered here")
    strokes = runs(intent.chords)
    pressing = Move(f"Press {', '.join('+'.join(chord) for chord in intent.chords)}.", tuple(map(to_focus, strokes)))
    return first_way_left(scene, f"pressing {', '.join(strokes)}", (lambda: pressing,))


def to_focus(keys: str, control: TargetInfo | None = None) -> ActionCommandInfo:
    if control is None:
        return action("keyboard_input", id="", name="", keys=keys, control_focus=False)
    return action("keyboard_input", control, keys=keys, control_focus=True)
