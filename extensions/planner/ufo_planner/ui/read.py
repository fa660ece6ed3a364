"""Reads what a control or the window shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ufo.conditions.kinds.element import ElementPredicate
from ufo.schema.roles import DOCUMENTS_AND_TERMINALS, MARKED_MENU_ITEMS, SHOWN_WORDS
from ufo.schema.target import TargetInfo
from ufo_planner.intents import ReadValue
from ufo_planner.scene.pick import pick
from ufo_planner.scene.results import still_shown
from ufo_planner.scene.scene import Move, Scene, action, failed, kept
from ufo_planner.text.roles import MENU_ROLES, Use, is_on, serves
from ufo_planner.ui.cells import cell_reference, read_cell

_PROVED_AT_MOST = 8
_EMPTY = "(empty)"
"""The answer for an empty text, because an empty answer would be none."""
_DOING_ROLES = MENU_ROLES - MARKED_MENU_ITEMS | {"Button"}


def read_value(intent: ReadValue, scene: Scene) -> Move:
    told = next(
        (str(done[-1].result.result) for name in ("texts", "read_text", "summary") if (done := scene.done(name))), None
    )
    if told is not None:
        return Move("Tell what was read.", result=told if told.strip() else _EMPTY, steady=True)
    if intent.control is None:
        return _whole_window(scene)
    cell = cell_reference(intent.control.name) if intent.control.role in (None, "Cell") else ""
    if cell and scene.has("get_range_values"):
        return read_cell(cell, scene)
    control = pick(intent.control, _of_what_tells(scene, intent.control.role), Use.READ)
    if isinstance(control, Move):
        return control
    return _one(_captioned_by(control, scene) or control, scene)


def _captioned_by(control: TargetInfo, scene: Scene) -> TargetInfo | None:
    """Return the text that a caption with a colon announces: inside it, or next on its line."""
    if not shown_by(control).rstrip().endswith(":") or control.rect is None:
        return None
    _, top, right, bottom = control.rect
    after = scene.controls[scene.controls.index(control) + 1 :]
    line = [c for c in after if c.rect and top <= (c.rect[1] + c.rect[3]) / 2 <= bottom and c.type in SHOWN_WORDS]
    inside = [c for c in line if c.rect and c.rect[2] <= right]
    return next((c for c in inside or line if shown_by(c).strip()), None)


def _of_what_tells(scene: Scene, role: str | None) -> Scene:
    """Drop buttons and menus, whose words name an action and no content, unless the words ask for a role."""
    if role is not None:
        return scene
    telling = tuple(c for c in scene.controls if c.value or c.type not in _DOING_ROLES)
    return replace(scene, inputs=replace(scene.inputs, controls=telling))


def shown_by(control: TargetInfo) -> str:
    """Return a check box's state, a field's content or a text's words."""
    if serves(Use.CHECK, control) and control.value in (None, ""):
        return "checked" if is_on(control) else "unchecked"
    if control.value not in (None, ""):
        return control.value or ""
    # An empty cell has its address as its name, which is not its content.
    is_place = control.type == "Cell" and bool(cell_reference(control.name))
    return "" if is_place or serves(Use.EDIT, control) else control.name


def _one(control: TargetInfo, scene: Scene) -> Move:
    cut = control.type in DOCUMENTS_AND_TERMINALS or "multiline" in control.states
    if scene.has("texts") and not scene.attempts and (cut or control.value is None and serves(Use.EDIT, control)):
        return Move(f"Read {control.name or control.type!r}.", (action("texts", control),), ends=False)
    move = kept(shown_by(control) or _EMPTY, scene)
    return move if scene.unmet else replace(move, expect=_proof_of(control))


def _proof_of(control: TargetInfo) -> tuple[ElementPredicate, ...]:
    if serves(Use.CHECK, control) and control.value in (None, "") and control.name:
        state = next((item for item in ("checked", "unchecked", "pressed") if item in control.states), None)
        return (ElementPredicate(name=control.name, role=control.type, state=state),) if state else ()
    return still_shown(control)


def _whole_window(scene: Scene) -> Move:
    if scene.has("read_text") and not scene.attempts:
        return Move("Read the document's text.", (action("read_text"),), ends=False)
    texts = [c for c in scene.controls if c.type == "Document" or (c.type == "Edit" and "multiline" in c.states)]
    told = {
        text: c
        for c in _content(scene.controls)
        if c.type in SHOWN_WORDS - {"Document"} and (text := shown_by(c).strip())
    }
    if len(texts) == 1 and not (texts[0].type == "Document" and told):
        return _one(texts[0], scene)
    if not told:
        return failed(f"{scene.inputs.window.name!r} shows no text that can be read")
    lines = [f"{c.label}: {text}" if c.label and c.label != text else text for text, c in told.items()]
    expect = [
        element_predicate
        for control in list(told.values())[:_PROVED_AT_MOST]
        for element_predicate in still_shown(control)
    ]
    move = kept("\n".join(lines), scene)
    return move if scene.unmet else replace(move, expect=tuple(dict.fromkeys(expect)))


def _content(controls: Sequence[TargetInfo]) -> list[TargetInfo]:
    """Return a page's content where the window shows one page: the rest is the application's own controls."""
    pages = [c for c in controls if c.type == "Document" and c.name]
    held = [c for c in controls if len(pages) == 1 and pages[0].name in c.path]
    return held or list(controls)
