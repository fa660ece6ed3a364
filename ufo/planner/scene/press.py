"""Presses a control that was found: by its id, by a key, by its position."""

from __future__ import annotations

from dataclasses import replace

from ufo.planner.scene.scene import Move, Scene, action, failed, first_way_left
from ufo.schema.target import TargetInfo

_STATED_ENDS = frozenset({"visit", "select", "set_checked"})


def press(control: TargetInfo, scene: Scene, button: str = "left", double: bool = False) -> Move:
    """Click by the control's id, and after a failure at its position."""
    thought = f"{'Double-click' if double else 'Click'} {control.name or control.label or control.type!r}."
    extra = {"button": button, "double": double}
    # Actions on other controls, such as opening a menu, and those of other tools are no attempts at this one.
    scene = replace(
        scene,
        own=tuple(
            one
            for one in scene.own
            if one.arguments.get("name") in (control.name, None) and one.function not in _STATED_ENDS
        ),
    )
    return first_way_left(
        scene,
        f"clicking {control.name!r}",
        (
            lambda: Move(thought, (action("click_input", control, **extra),)) if scene.has("click_input") else None,
            lambda: by_place(control, scene, thought, **extra),
        ),
    )


def wait_until_enabled(control: TargetInfo, scene: Scene) -> Move:
    """Wait one turn where the window is busy, or else fail because the control is disabled."""
    busy = any("busy" in other.states or other.type == "ProgressBar" for other in scene.controls)
    if busy and scene.has("wait") and not scene.done("wait"):
        return Move(f"{control.name!r} cannot be used yet.", (action("wait", seconds=2),), ends=False)
    return failed(
        f"{control.name or control.label!r} is disabled in {scene.inputs.window.name!r} and cannot be used now"
    )


def by_place(control: TargetInfo, scene: Scene, thought: str, **extra: object) -> Move | None:
    """Click the middle of a control by its position in the window, or return None where that is not possible."""
    spot, window = control.bounds, scene.inputs.frame or scene.inputs.window.bounds
    if not scene.has("click_on_coordinates") or spot is None or window is None or window.is_empty:
        return None
    x, y = (spot.center.x - window.x) / window.width, (spot.center.y - window.y) / window.height
    if not (0 <= x <= 1 and 0 <= y <= 1):
        return None
    return Move(thought, (action("click_on_coordinates", x=round(x, 4), y=round(y, 4), **extra),))
