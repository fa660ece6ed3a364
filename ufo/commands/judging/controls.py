"""Pressing a control: judged by its name and role, and by the dialog that it consents to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ufo.commands.aiming import at_fraction, innermost
from ufo.commands.classes import class_of_context, class_of_label, is_consent, is_risk_alone, worst
from ufo.commands.judging.destinations import destination, fields, is_saving
from ufo.commands.judging.running import opening_file, pasting
from ufo.commands.judging.scene import Judged, Scene
from ufo.desktop.snapshot import Element
from ufo.schema.action_class import ActionClass

_PRESSED = frozenset(
    {"Button", "ToggleButton", "MenuItem", "CheckMenuItem", "RadioMenuItem", "Hyperlink", "Image", "Custom", "TabItem"}
)
_WRITTEN = frozenset(
    {"Edit", "Document", "Cell", "Terminal", "Paragraph", "Spinner", "Slider", "ScrollBar", "CheckBox"}
)


def control(scene: Scene, tool_name: str, arguments: Mapping[str, Any]) -> Judged:
    """A tool on the control with that id."""
    named = str(arguments.get("name") or "")
    element = scene.element(arguments)
    if element is not None:
        judged = [pressing(scene, element, named), pasting(scene, element, arguments)]
        judged.append(opening_file(scene, element, twice=bool(arguments.get("double"))))
        return max(judged, key=_severity)
    return Judged(class_of_label(named), f"Click {named!r} in {scene.title!r}")


def pressing(scene: Scene, element: Element, named: str = "") -> Judged:
    """`named` is what the model calls it: it can make the verdict graver, never lighter."""
    action_class = worst(_of_text(element, text) for text in (element.name, element.value or "", named))
    if element.role in _PRESSED:
        action_class = worst([action_class, class_of_label(element.description or "")])
    what = f"Press {element.name or named!r} in {scene.title!r}"
    if is_consent(element.name) or action_class is not ActionClass.EDIT:
        said = scene.dialog_text(element)
        if said:
            consented = class_of_context(said) if is_consent(element.name) else ActionClass.EDIT
            action_class = worst([action_class, consented])
            what += f", which says {_short(said)!r}"
    if element.role == "Button" and (is_saving(element.name) or is_consent(element.name)):
        return max(Judged(action_class, what), destination(scene, fields(scene), commits=True), key=_severity)
    return Judged(action_class, what)


def at_point(scene: Scene, tool_name: str, arguments: Mapping[str, Any]) -> Judged:
    """Points are judged by what the last look showed there."""
    window = scene.window
    if window is None:
        return Judged(ActionClass.EDIT)
    found = ActionClass.EDIT
    what = f"Click a point in {scene.title!r}"
    for x, y in (("x", "y"), ("start_x", "start_y"), ("end_x", "end_y")):
        try:
            point = at_fraction(window.rect, float(arguments[x]), float(arguments[y]))
        except (KeyError, TypeError, ValueError, OverflowError):
            continue
        element = innermost(scene.selection.snapshot, point)
        around = [one for one in scene.selection.snapshot or () if _is_pressed(one) and one.rect.contains(point)]
        judged = [pressing(scene, one) for one in (element, *around) if one is not None]
        judged.append(pasting(scene, element, arguments))
        if element is not None:
            judged.append(opening_file(scene, element, twice=bool(arguments.get("double"))))
        for one in judged:
            if one.action_class.severity > found.severity:
                found, what = one.action_class, one.what
    return Judged(found, what)


def _of_text(element: Element, text: str) -> ActionClass:
    """What is pressed does what it says; an item, a heading or a picture of text may only be called so."""
    if element.role in _WRITTEN:
        return ActionClass.EDIT
    if _is_pressed(element) or is_risk_alone(text):
        return class_of_label(text)
    return ActionClass.EDIT


def _is_pressed(element: Element) -> bool:
    """Of what is known by sight alone nobody knows whether it is a mere text."""
    return element.role in _PRESSED or (element.by_sight and element.role not in _WRITTEN)


def _severity(judged: Judged) -> int:
    return judged.action_class.severity


def _short(text: str, limit: int = 200) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= limit else f"{plain[: limit - 1]}…"
