"""Types into fields and documents."""

from __future__ import annotations

from ufo.conditions.kinds.element import ElementPredicate
from ufo.schema.command import ResultStatus
from ufo.schema.predicate import Predicate
from ufo.schema.roles import DOCUMENT_PARTS, DOCUMENT_TEXTS, EDITS_AND_SPINNERS, SLIDERS_AND_SPINNERS
from ufo.schema.target import TargetInfo
from ufo_planner.intents import SelectItem, SetChecked, TypeInto
from ufo_planner.scene.match import Found, Missing, find
from ufo_planner.scene.pick import pick
from ufo_planner.scene.press import disabled, to_focus
from ufo_planner.scene.results import resolved
from ufo_planner.scene.scene import Move, Scene, action, failed, first_way_left
from ufo_planner.text.keys import literal
from ufo_planner.text.labels import without_shortcut
from ufo_planner.text.roles import Use, is_disabled, serves
from ufo_planner.ui.choose import select_item, set_checked

_SELECT_ALL = "{VK_CONTROL}a"
_TO_THE_END = "{VK_CONTROL}{END}"
_PLACING = frozenset({"keyboard_input", "click_input", "select_text", "select_paragraph", "select_table"})
_WRITING = ("set_edit_text", "keyboard_input")
_WHOLE_TEXT_CHARS = 3000
_LEAST_SHARE = 4
_STATES = {"on": True, "checked": True, "ticked": True, "yes": True, "off": False, "unchecked": False, "no": False}


def type_into(intent: TypeInto, scene: Scene) -> Move:
    content = resolved(intent.content, scene.inputs)
    if content is None:
        return failed("there is no earlier result to write")
    if other := _set_otherwise(intent, content, scene):
        return other
    target = pick(intent.control, scene, Use.EDIT) if intent.control else main_text(scene)
    if isinstance(target, Move):
        return target
    if target is None:
        return _blind(content, scene)
    if is_disabled(target):
        return disabled(target, scene)
    if scene.has("write_cell") and target.type in DOCUMENT_PARTS and (target.type != "Cell" or target.value):
        # Select-all would select every cell, and text added to a filled cell would change its content.
        return failed('say which cell of the spreadsheet is meant, as in "B3"')
    if intent.replace and target.type == "Paragraph":
        return failed(f"the text of {scene.inputs.window.name!r} is no field to be filled in")
    if not _writes_first(scene):
        content = _on_a_line_of_its_own(content, target)
    if intent.control is None and _is_placed(scene) and scene.has("keyboard_input"):
        return _at_the_caret(content, target, scene)
    # A digit added to the existing number would make it a different one, which is never meant.
    return fill(target, content, intent.replace or target.type in SLIDERS_AND_SPINNERS, scene)


def _set_otherwise(intent: TypeInto, content: str, scene: Scene) -> Move | None:
    """Choose or switch what is no field: "set Country to Belgium", "set Gift wrap to on". None for a field."""
    phrase = intent.control
    if phrase is None or not intent.replace or not isinstance(find(phrase, scene.controls, Use.EDIT), Missing):
        return None
    if isinstance(find(phrase, scene.controls, Use.CHECK), Found) and without_shortcut(content) in _STATES:
        return set_checked(SetChecked(intent.text, intent.app, phrase, _STATES[without_shortcut(content)]), scene)
    # A list that was opened may cover the box that it belongs to.
    has_opened = bool(phrase.name) and scene.clicks_on(phrase.name) > 0
    if isinstance(find(phrase, scene.controls, Use.HOLD), Found) or has_opened:
        return select_item(SelectItem(intent.text, intent.app, content, phrase), scene)
    return None


def main_text(scene: Scene) -> TargetInfo | None:
    """Return the text that a person writes in: the one with the focus, else the document, else the only field."""
    fields = [c for c in scene.controls if serves(Use.EDIT, c) and not is_disabled(c)]
    focused = [c for c in fields if "focused" in c.states]
    if focused:
        return focused[-1]
    documents = [c for c in fields if c.type in DOCUMENT_TEXTS or "multiline" in c.states]
    chosen = max(documents or fields, key=lambda c: c.bounds.area if c.bounds else 0, default=None)
    if len(fields) == 1:
        return chosen
    return chosen if documents and chosen is not None and _is_the_main_thing(chosen, scene) else None


def _is_the_main_thing(control: TargetInfo, scene: Scene) -> bool:
    """Tell whether a text is the window's main one, unlike a box for remarks among the fields of a form."""
    window = scene.inputs.window.bounds
    if control.type in DOCUMENT_TEXTS or control.bounds is None or window is None:
        return True
    return control.bounds.area * _LEAST_SHARE >= window.area


def _writes_first(scene: Scene) -> bool:
    """Tell whether an earlier step, decided on this same look, writes what the look does not show yet."""
    return any(
        action_command.function in _WRITING and action_command.result.status is ResultStatus.NONE
        for action_command in scene.before
    )


def _is_placed(scene: Scene) -> bool:
    """Tell whether an earlier step has put the caret or a selection somewhere."""
    return any(
        action_command.function in _PLACING and (action_command.result.ok or action_command.result.status == "none")
        for action_command in scene.before
    )


def _on_a_line_of_its_own(content: str, target: TargetInfo) -> str:
    """Drop the line break before an added line where the text is empty or ends with an empty line."""
    shown = target.value or ""
    is_plain = target.type == "Edit" and len(shown) <= _WHOLE_TEXT_CHARS
    return content.removeprefix("\n") if is_plain and (not shown or shown.endswith("\n")) else content


def fill(target: TargetInfo, content: str, replace: bool, scene: Scene) -> Move:
    if target.type in DOCUMENT_TEXTS or len(target.value or "") > _WHOLE_TEXT_CHARS:
        return _in_document(target, content, replace, scene)
    where = target.name or target.label or target.type
    thought = f"Write {_short(content)!r} in {where!r}."
    expect = _expected(target, content, replace, scene)
    setting = action("set_edit_text", target, text=content, clear_current_text=replace)
    clear = (to_focus(_SELECT_ALL),) if replace or scene.unmet else ()
    by_keys = (action("click_input", target), *clear, to_focus(literal(content)))
    return first_way_left(
        scene,
        f"writing in {where!r}",
        (
            lambda: Move(thought, (setting,), steady=True, expect=expect) if scene.has("set_edit_text") else None,
            lambda: Move(thought, by_keys, expect=expect) if scene.has("keyboard_input") else None,
        ),
    )


def _at_the_caret(content: str, target: TargetInfo, scene: Scene) -> Move:
    """Write where an earlier step has put the caret or a selection, or at a terminal's prompt."""
    if not scene.has("keyboard_input") or scene.attempts >= 2:
        return failed(
            f"writing in {target.name or target.type!r} did not work: {scene.last_error or 'no tool for keys'}"
        )
    return Move(f"Write {_short(content)!r} where the caret is.", (to_focus(literal(content)),))


def _in_document(target: TargetInfo, content: str, replace: bool, scene: Scene) -> Move:
    """Type by keys at the end, as a person does: setting the text of one paragraph does not reach the whole document."""
    move = _at_the_caret(content, target, scene)
    if move.failure:
        return move
    has_focus = any("focused" in c.states and serves(Use.EDIT, c) for c in scene.controls)
    click = () if has_focus or not scene.has("click_input") else (action("click_input", target),)
    where = () if _is_placed(scene) else (to_focus(_SELECT_ALL if replace else _TO_THE_END),)
    return Move(f"Write {_short(content)!r} in the document.", (*click, *where, *move.actions))


def _blind(content: str, scene: Scene) -> Move:
    """Type without a field: nothing in the list takes text, but an application without a tree still takes keys."""
    if not scene.has("keyboard_input"):
        return failed(f"{scene.inputs.window.name!r} shows nothing to write in")
    names = [c.name or c.label for c in scene.controls if serves(Use.EDIT, c) and (c.name or c.label)]
    if names:
        return failed(f"say in which field {_short(content)!r} is to be written: {', '.join(map(repr, names))}")
    if scene.attempts:
        return failed(f"writing did not work: {scene.last_error}")
    return Move(f"Type {_short(content)!r} where the focus is.", (to_focus(literal(content)),))


def _expected(target: TargetInfo, content: str, replace: bool, scene: Scene) -> tuple[Predicate, ...]:
    """Return the proof of a field's new content, where its name is unique, the text is one line and nothing is hidden."""
    known = (replace or target.value in (None, "")) and "\n" not in content
    plain_field = target.type in EDITS_AND_SPINNERS and not {"password", "multiline"} & set(target.states)
    name = target.name or target.label or ""
    alone = sum(name in (c.name, c.label) and c.type == target.type for c in scene.controls) == 1
    if known and plain_field and alone and name:
        return (ElementPredicate(name=name, role=target.type, value=content),)
    return ()


def _short(content: str) -> str:
    return content if len(content) <= 60 else content[:57] + "..."
