"""Judges the declarative verbs by every word that they press, like a click on a control of that name.

A control that a verb presses on its way is judged when it is seen: consent to a path of words is no consent to what nobody
has looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Window
from ufo.errors import NotActionable
from ufo.schema.action_class import ActionClass
from ufo.schema.roles import WRITTEN
from ufo.schema.tool_facts import ActionKind
from ufo.tools.observe.control_names import called
from ufo.tools.observe.selection import ToolScope
from ufo.tools.policy.files.judge_files import attaching
from ufo.tools.policy.input.controls import control, pressing
from ufo.tools.policy.input.keys import by_text
from ufo.tools.policy.scene.scene import Judged, Scene, gravest
from ufo.tools.policy.words.action_words import class_of_label


def weighed(element: Element | None, name: str, values: Iterable[object]) -> tuple[str, ...]:
    """Return the words of a command that count. What is written into a field presses nothing."""
    if element is not None and element.role in WRITTEN:
        return (name,)
    return (name, *(str(value) for value in values))


def visiting(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    path = _words(arguments.get("path"))
    pressed = path if arguments.get("press", True) else path[:-1]
    chosen = _of_words(scene, pressed, f"Choose {' > '.join(path)!r} in {scene.title!r}")
    return gravest(
        [chosen, *(pressing(scene, element) for word in pressed for element in called(scene.elements, word))]
    )


def checking(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    path = _words(arguments.get("path"))
    if path:
        return visiting(scene, {"path": path})
    return control(scene, arguments)


def opening(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    return control(scene, arguments)


def choosing(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge putting `items` or a `value` into the control with that `id`."""
    items = arguments.get("items", arguments.get("value"))
    return _putting(scene, arguments, items if isinstance(items, list) else [items])


def filling(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    fields = arguments.get("fields")
    rows = [field for field in fields if isinstance(field, Mapping)] if isinstance(fields, list) else []
    return gravest([Judged(ActionClass.EDIT), *(_field(scene, row) for row in rows)])


def _field(scene: Scene, record: Mapping[str, Any]) -> Judged:
    value = record.get("value")
    values = value if isinstance(value, list) else [value]
    if record.get("id"):
        return _putting(scene, record, values)
    named = [
        key for key, element in scene.selection.controls.items() if called([element], str(record.get("name") or ""))
    ]
    # A file field may carry the name of its file, so a name that matches no control may still mean one.
    judged = [_putting(scene, {**record, "id": key}, values) for key in named] or [attaching(scene, values)]
    return gravest([Judged(ActionClass.EDIT), *judged])


def _putting(scene: Scene, arguments: Mapping[str, Any], values: Sequence[object]) -> Judged:
    element = scene.element(arguments)
    if element is not None and element.role in WRITTEN:
        texts = "\n".join(str(value) for value in values if value is not None)
        return by_text(scene, {"id": arguments.get("id"), "text": texts})
    name = str(arguments.get("name") or (element.name if element else ""))
    chosen = weighed(element, "", [value for value in values if isinstance(value, str)])
    said = f"Choose {', '.join(repr(word) for word in chosen if word)} in {name!r}"
    given = [attaching(scene, values)] if element is not None and element.role == "Button" else []
    return gravest([control(scene, arguments), _of_words(scene, chosen, said), *given])


def _of_words(scene: Scene, words: Sequence[str], what: str) -> Judged:
    classes = [ActionClass.EDIT, *(class_of_label(word) for word in words)]
    return Judged(max(classes, key=lambda class_: class_.severity), what)


def _words(value: object) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list | tuple) else []


BY_VERB = MappingProxyType(
    {
        ActionKind.PATH: visiting,
        ActionKind.CHECK: checking,
        ActionKind.EXPAND: opening,
        ActionKind.SELECT: choosing,
        ActionKind.VALUE: choosing,
        ActionKind.FORM: filling,
    }
)


_PLAIN = frozenset({ActionClass.OBSERVE, ActionClass.NAVIGATE, ActionClass.EDIT, ActionClass.CREATE})


def classes_of(words: Iterable[str]) -> frozenset[ActionClass]:
    """Return the classes that the policy has judged already, because the words were part of the command."""
    return _PLAIN | {class_of_label(word) for word in words}


def require_judged(
    scope: ToolScope, windows: Sequence[Window], snapshot: Snapshot, element: Element, judged: frozenset[ActionClass]
) -> None:
    """Raise NotActionable where pressing `element` would do more than the command said when it was judged."""
    selection = replace(scope.selection, snapshot=snapshot)
    found = pressing(Scene(selection, tuple(windows), (), scope.working_folder), element)
    if found.action_class not in judged:
        raise NotActionable(
            f"{found.question} is more than was asked for here; look, and click it by itself if it is wanted"
        )
