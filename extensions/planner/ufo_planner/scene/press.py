"""Presses controls that were found, and keys."""

from __future__ import annotations

from ufo.schema.action import ActionCommandInfo
from ufo.schema.target import TargetInfo
from ufo_planner.intents import PressKeys
from ufo_planner.scene.scene import Move, Scene, action, failed, first_way_left
from ufo_planner.text.keys import runs


def press(control: TargetInfo, scene: Scene, button: str = "left", double: bool = False) -> Move:
    """Click a control, and once more where that failed."""
    name = control.name or control.label or control.type
    refused = [
        action_command
        for action_command in scene.own
        if action_command.function == "click_input" and action_command.result.error
    ]
    if not scene.has("click_input") or len(refused) > 1 or scene.unmet:
        return failed(f"clicking {name!r} did not work: {scene.last_error or 'no tool to click is offered'}")
    call = action("click_input", control, button=button, double=double)
    return Move(f"{'Double-click' if double else 'Click'} {name}.", (call,))


def disabled(control: TargetInfo, scene: Scene) -> Move:
    return failed(
        f"{control.name or control.label!r} is disabled in {scene.inputs.window.name!r} and cannot be used now"
    )


def press_keys(intent: PressKeys, scene: Scene) -> Move:
    """Press keys in the control that the step before wrote in, or else in whatever has the focus."""
    if not scene.has("keyboard_input"):
        return failed("no tool to press keys is offered here")
    strokes = runs(intent.chords)
    subject = _written_last(scene)
    pressing = tuple(to_focus(keys, subject) for keys in strokes)
    thought = f"Press {', '.join('+'.join(chord) for chord in intent.chords)}."
    return first_way_left(scene, f"pressing {', '.join(strokes)}", (lambda: Move(thought, pressing),))


def _written_last(scene: Scene) -> TargetInfo | None:
    """Return the field that the action before this step wrote in, as it is now; None where it wrote in none."""
    last = scene.before[-1] if scene.before else None
    if last is None or last.target is None or last.function != "set_edit_text":
        return None
    same = [c for c in scene.controls if (c.name, c.type) == (last.target.name, last.target.type)]
    return same[0] if len(same) == 1 else None


def to_focus(keys: str, control: TargetInfo | None = None) -> ActionCommandInfo:
    if control is None:
        return action("keyboard_input", id="", name="", keys=keys, control_focus=False)
    return action("keyboard_input", control, keys=keys, control_focus=True)
