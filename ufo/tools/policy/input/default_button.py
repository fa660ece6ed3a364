"""Enter in a field presses a button that a person may never have looked at: the default button of its form or dialog."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.desktop.snapshot import Element
from ufo.schema.action_class import ActionClass
from ufo.schema.roles import BUTTONS_AND_IMAGES, CHECK_AND_RADIO_BUTTONS, ONE_LINE_FIELDS
from ufo.tools.policy.input.controls import class_of_sent, pressing, sent_by
from ufo.tools.policy.scene.control_words import class_of_place
from ufo.tools.policy.scene.scene import Judged, Scene, gravest
from ufo.tools.policy.words.action_words import class_of_label, worst

_FIELDS = ONE_LINE_FIELDS | CHECK_AND_RADIO_BUTTONS
_NEAR, _ONE_ROW = 40, 12


def submitting(scene: Scene, target: Element | None) -> Judged:
    """Judge what Enter sends or consents to beside what it does in the field itself."""
    if target is None or target.role not in _FIELDS:
        return Judged(ActionClass.EDIT)
    scene.pressed.append(target)
    told = scene.told.get(target.handle.key)
    if told is not None and told.by_page:
        if not told.submits:
            return Judged(ActionClass.EDIT)
        sent = sent_by(scene, told.default, told, sends=True)
        classes = [class_of_label(told.default), class_of_place(told.action), class_of_sent(sent)]
        where = f", {sent}" if sent else f", which goes to {told.action[:200]!r}" if told.action else ""
        what = f"Press Enter in {target.name!r} in {scene.title!r}, which presses {told.default or 'a button without words'!r}"
        return Judged(worst(classes), what + where)
    judged = [pressing(scene, element) for element in _reached(scene, target)]
    return gravest(judged)


def _reached(scene: Scene, target: Element) -> Sequence[Element]:
    """Return the buttons that Enter may press where none is reported as default: all of a dialog, else the next row of buttons
    after the field.
    """
    if _is_long_text(target):
        return ()
    elements = scene.elements
    buttons = [
        element
        for element in elements
        if element.role in BUTTONS_AND_IMAGES and not element.states & {"disabled", "offscreen"}
    ]
    if any("default" in element.states for element in buttons):
        return [element for element in buttons if "default" in element.states]
    if scene.dialog_text(target):
        return buttons
    places = [number for number, element in enumerate(elements) if element.handle.key == target.handle.key]
    if not places or (scene.is_browser and not _in_page(elements, target)):
        return ()
    after = [element for element in elements[places[0] + 1 : places[0] + 1 + _NEAR] if element in buttons]
    return [element for element in after if abs(element.rect.center.y - after[0].rect.center.y) <= _ONE_ROW]


def _is_long_text(target: Element) -> bool:
    """Return whether Enter begins a new line there, because the text has several lines."""
    return "multiline" in target.states or "\n" in (target.value or "")


def _in_page(elements: Sequence[Element], target: Element) -> bool:
    return any(element.role == "Document" and element.rect.covers(target.rect) for element in elements)
