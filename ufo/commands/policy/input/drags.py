"""Judges drags, from point to point and from control to control, by what lies at both ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ufo.commands.observe.in_view import at_fraction, innermost
from ufo.commands.policy.input.controls import at_point, control, pressing
from ufo.commands.policy.scene.scene import Judged, Scene
from ufo.desktop.snapshot import Element
from ufo.schema.geometry import Point


def dragging(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    if not _by_control(arguments):
        return at_point(scene, arguments)
    _, end = ends_of(scene, arguments)
    judged = [control(scene, arguments), *([pressing(scene, end)] if end is not None else [])]
    return max(judged, key=lambda one: one.action_class.severity)


def ends_of(scene: Scene, arguments: Mapping[str, Any]) -> tuple[Element | None, Element | None]:
    """Return what lies where a drag starts and where it ends, as the last look showed it."""
    if not _by_control(arguments):
        return _at(scene, arguments, "start"), _at(scene, arguments, "end")
    start = scene.element(arguments)
    to = arguments.get("to")
    to = to if isinstance(to, Mapping) else {}
    end = scene.element(to) if to.get("id") else start
    try:
        across, down = int(to.get("right") or 0), int(to.get("down") or 0)
    except (TypeError, ValueError, OverflowError):
        return start, None
    if end is not None and (across or down):
        center = end.rect.center
        end = innermost(scene.selection.snapshot, Point(center.x + across, center.y + down))
    return start, end


def _by_control(arguments: Mapping[str, Any]) -> bool:
    return "start_x" not in arguments


def _at(scene: Scene, arguments: Mapping[str, Any], which: str) -> Element | None:
    if scene.window is None:
        return None
    try:
        point = at_fraction(scene.frame, float(arguments[f"{which}_x"]), float(arguments[f"{which}_y"]))
    except (KeyError, TypeError, ValueError, OverflowError):
        return None
    return innermost(scene.selection.snapshot, point)
