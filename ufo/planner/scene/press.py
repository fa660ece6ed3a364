"""Clicks a control that was found."""

from __future__ import annotations

from ufo.planner.scene.scene import Move, Scene, action, failed
from ufo.schema.target import TargetInfo


def press(control: TargetInfo, scene: Scene, button: str = "left", double: bool = False) -> Move:
    """Click a control, and once more where that failed."""
    name = control.name or control.label or control.type
    refused = [one for one in scene.own if one.function == "click_input" and one.result.error]
    if not scene.has("click_input") or len(refused) > 1 or scene.unmet:
        return failed(f"clicking {name!r} did not work: {scene.last_error or 'no tool to click is offered'}")
    call = action("click_input", control, button=button, double=double)
    return Move(f"{'Double-click' if double else 'Click'} {name}.", (call,))


def disabled(control: TargetInfo, scene: Scene) -> Move:
    return failed(
        f"{control.name or control.label!r} is disabled in {scene.inputs.window.name!r} and cannot be used now"
    )
