"""Presses keys."""

from __future__ import annotations

from ufo.planner.intents import PressKeys
from ufo.planner.scene.scene import Move, Scene, action, failed, first_way_left
from ufo.planner.text.key_notation import runs
from ufo.planner.text.similarity import plain
from ufo.schema.action import ActionCommandInfo
from ufo.schema.target import TargetInfo

_CARET = frozenset({("ctrl", "end"), ("ctrl", "home"), ("end",), ("home",)})
_WRITING = frozenset({"set_edit_text", "keyboard_input"})


def press_keys(intent: PressKeys, scene: Scene) -> Move:
    """Press keys in the control that the step before wrote in, or else in whatever has the focus."""
    if not scene.has("keyboard_input"):
        return failed("no tool to press keys is offered here")
    strokes = runs(intent.chords)
    subject = written_last(scene)
    stays = all(chord in _CARET for chord in intent.chords) and _is_in_a_text(scene)
    thought = f"Press {', '.join('+'.join(chord) for chord in intent.chords)}."
    return first_way_left(
        scene,
        f"pressing {', '.join(strokes)}",
        (
            lambda: (
                Move(thought, tuple(to_focus(keys, subject) for keys in strokes), steady=stays) if subject else None
            ),
            lambda: Move(thought, tuple(to_focus(keys) for keys in strokes), steady=stays),
        ),
    )


def _is_in_a_text(scene: Scene) -> bool:
    """Tell whether the focus is in a text, where such keys only move the caret. They would scroll a page."""
    fields = [one for one in scene.controls if "focused" in one.states]
    return any(one.type == "Paragraph" or {"multiline", "editable"} <= set(one.states) for one in fields)


def to_focus(keys: str, control: TargetInfo | None = None) -> ActionCommandInfo:
    if control is None:
        return action("keyboard_input", id="", name="", keys=keys, control_focus=False)
    return action("keyboard_input", control, keys=keys, control_focus=True)


def written_last(scene: Scene) -> TargetInfo | None:
    """Return the current control of the last action before this step, where that action wrote text; else None."""
    last = scene.before[-1] if scene.before else None
    if last is None or last.function not in _WRITING or not last.arguments.get("id"):
        return None
    if last.target is not None and last.target in scene.controls:
        return last.target
    name = plain(str(last.arguments.get("name", "")))
    same = [c for c in scene.controls if name and plain(c.name) == name]
    focused = [c for c in same if "focused" in c.states] or same
    return focused[0] if len(focused) == 1 else None
