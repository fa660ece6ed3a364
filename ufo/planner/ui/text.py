"""Types into fields and documents."""

from __future__ import annotations

from ufo.planner.files.replace import replace_text, written_in
from ufo.planner.intents import ControlPhrase, Intent, ReplaceText, SelectItem, SetChecked, TypeInto
from ufo.planner.scene.match import Found, find
from ufo.planner.scene.match import Missing as NotFound
from ufo.planner.scene.pick import named, pick
from ufo.planner.scene.press import wait_until_enabled
from ufo.planner.scene.press_keys import to_focus
from ufo.planner.scene.results import resolved
from ufo.planner.scene.scene import Move, Scene, action, failed, first_way_left
from ufo.planner.sheets.rows import write_where_they_cross
from ufo.planner.text.key_notation import literal, unescaped
from ufo.planner.text.roles import Use, is_disabled, serves
from ufo.planner.text.similarity import plain
from ufo.planner.text.spoken_arithmetic import number_of
from ufo.planner.ui.choose import select_item, set_checked
from ufo.planner.ui.dates import set_date
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import ResultStatus
from ufo.schema.predicate import ElementPredicate, Predicate
from ufo.schema.roles import DOCUMENT_PARTS, DOCUMENT_TEXTS, DRAWN, EDITS_AND_SPINNERS, SLIDERS_AND_SPINNERS
from ufo.schema.target import TargetInfo

_SELECT_ALL = "{VK_CONTROL}a"
_TO_THE_END = "{VK_CONTROL}{END}"
_PLACING = frozenset({"keyboard_input", "click_input", "select_text", "select_paragraph", "select_table"})
_WHOLE_TEXT_CHARS = 3000
_LEAST_SHARE = 4
_THE_WHOLE = frozenset(
    {"", "document", "text", "editor", "text area", "text editor", "page", "body", "file", "window", "note", "it"}
)
_ON = frozenset({"on", "checked", "ticked", "true", "yes", "enabled"})
_OFF = frozenset({"off", "unchecked", "unticked", "false", "no", "disabled"})


def type_into(intent: TypeInto, scene: Scene) -> Move:
    content = resolved(intent.content, scene.inputs)
    if content is None:
        return failed(f"there is no earlier result to write for {intent.content!r}")
    other = write_where_they_cross(intent.control, content, scene) or set_date(intent.control, content, scene)
    other = other or _set_otherwise(intent, content, scene)
    if other is not None:
        return other
    words = _words_to_replace(intent, content, scene)
    if words is not None:
        return replace_text(words, scene)
    target = _field(intent, scene)
    if isinstance(target, Move):
        return target
    if target is None:
        return _blind(content, intent.replace, scene)
    if is_disabled(target):
        return wait_until_enabled(target, scene)
    if refusal := _reaching_too_far(intent, target, scene):
        return failed(refusal)
    content = content if _writes_first(scene) else _on_a_line_of_its_own(content, target)
    if target.type in SLIDERS_AND_SPINNERS:
        content = number_of(content) or content
    placed = _is_placed(scene) and not (target.type == "Edit" and not _is_rich(target) and _is_at_the_end(scene))
    if intent.control is None and not intent.replace and placed and scene.has("keyboard_input"):
        # Write where an earlier step has put the caret or a selection, not at the end of the field.
        return _at_the_caret(content, target, scene)
    # A digit added to the existing number would make it a different one, which is never meant.
    return fill(target, content, intent.replace or target.type in SLIDERS_AND_SPINNERS, scene)


def _reaching_too_far(intent: TypeInto, target: TargetInfo, scene: Scene) -> str:
    """Return why writing there would change more than is meant, or "" where it would not."""
    phrase = intent.control or ControlPhrase("")
    if scene.has("write_cell") and target.type in DOCUMENT_PARTS:
        # Select-all would select every cell, and text added to a filled cell would change its content.
        is_free = not intent.replace and target.type == "Cell" and not target.value
        return "" if is_free else 'say which cell of the spreadsheet is meant, as in "B3" or "the price of the lamp"'
    if intent.replace and target.type == "Paragraph" and not _means_the_document(phrase, scene):
        # The keys would change the whole document.
        return f"{named(phrase)} is no field of {scene.inputs.window.name!r}"
    return ""


def _at_the_caret(content: str, target: TargetInfo, scene: Scene) -> Move:
    if scene.attempts >= 2:
        return failed(f"writing in {target.name or target.type!r} did not work: {scene.last_error}")
    return Move(f"Write {_short(content)!r} where the caret is.", (to_focus(literal(content)),))


def _writes_first(scene: Scene) -> bool:
    """Tell whether an earlier step, decided on this same look, writes what the look does not show yet."""
    pending = [one.arguments for one in scene.before if one.result.status is ResultStatus.NONE]
    return any(one.get("text") or unescaped(str(one.get("keys", ""))) for one in pending)


def _is_placed(scene: Scene) -> bool:
    """Tell whether an earlier step has put the caret or a selection somewhere."""
    return any(one.function in _PLACING and (one.result.ok or one.result.status == "none") for one in scene.before)


def _is_at_the_end(scene: Scene) -> bool:
    """Tell whether the caret was put at the end. Added text goes there in a plain text anyway, which is then all known."""
    placing = [one for one in scene.before if one.function in _PLACING]
    return bool(placing) and placing[-1].arguments.get("keys") == _TO_THE_END


def _on_a_line_of_its_own(content: str, target: TargetInfo) -> str:
    """Drop the line break before an added line where the text is empty or ends with an empty line."""
    shown = target.value or ""
    is_plain = target.type == "Edit" and len(shown) <= _WHOLE_TEXT_CHARS
    return content.removeprefix("\n") if is_plain and (not shown or shown.endswith("\n")) else content


def _set_otherwise(intent: TypeInto, content: str, scene: Scene) -> Move | None:
    """Choose or switch what is no field: "set Country to Belgium", "set Gift wrap to on". None for a field."""
    phrase = intent.control
    if phrase is None or not intent.replace or not isinstance(find(phrase, scene.controls, Use.EDIT), NotFound):
        return None
    if isinstance(find(phrase, scene.controls, Use.CHECK), Found) and plain(content) in _ON | _OFF:
        return set_checked(SetChecked(intent.text, intent.app, phrase, plain(content) in _ON), scene)
    if isinstance(find(phrase, scene.controls, Use.HOLD), Found) or _has_opened(phrase.name, scene):
        return select_item(SelectItem(intent.text, intent.app, content, phrase), scene)
    return None


def _words_to_replace(intent: TypeInto, content: str, scene: Scene) -> ReplaceText | None:
    """Read "replace foo with bar" as words of the text, where nothing editable has the name foo."""
    phrase = intent.control
    if not intent.replace or phrase is None or not phrase.name:
        return None
    if not _is_name_alone(phrase) or _means_the_document(phrase, scene):
        return None
    if not isinstance(find(phrase, scene.controls, Use.EDIT), NotFound) or _opens_a_field(phrase, scene):
        return None
    has_text = scene.has("replace_text") or written_in(scene) is not None
    return ReplaceText(intent.text, intent.app, phrase.name, content) if has_text else None


def _has_opened(name: str, scene: Scene) -> bool:
    """Tell whether the list was opened. It may cover the box that it belongs to."""
    return bool(name) and scene.clicks_on(name) > 0


def fill(target: TargetInfo, content: str, replace: bool, scene: Scene) -> Move:
    if target.type == "Terminal":
        return _at_the_prompt(content, scene)
    if _is_rich(target):
        return _in_document(target, content, replace, scene)
    where = target.name or target.label or target.type
    if replace and target.type == "Slider" and scene.has("set_value") and not scene.attempts:
        return Move(f"Set {where!r} to {content}.", (action("set_value", target, value=content),), steady=True)
    thought = f"Write {_short(content)!r} in {where!r}."
    expect = _expected(target, content, replace, scene)
    return first_way_left(
        scene,
        f"writing in {where!r}",
        (
            lambda: (
                Move(thought, (_set(target, content, replace),), steady=True, expect=expect)
                if scene.has("set_edit_text")
                else None
            ),
            lambda: (
                Move(thought, _by_keys(target, content, replace, scene), expect=expect)
                if scene.has("keyboard_input")
                else None
            ),
        ),
    )


def _at_the_prompt(content: str, scene: Scene) -> Move:
    """Type into a terminal, which takes keys wherever it is clicked and writes them at its prompt."""
    if not scene.has("keyboard_input"):
        return failed("no tool to press keys is offered here")
    if scene.attempts >= 2:
        return failed(f"writing in the terminal did not work: {scene.last_error}")
    return Move(f"Type {_short(content)!r} in the terminal.", (to_focus(literal(content)),))


def _in_document(target: TargetInfo, content: str, replace: bool, scene: Scene) -> Move:
    """Type by keys, as a person does, because setting the text of one paragraph does not reach the whole document.

    This writes at the end, unless an earlier step has put the caret or a selection somewhere.
    """
    if not scene.has("keyboard_input"):
        return failed("no tool to press keys is offered here")
    if scene.attempts >= 2:
        return failed(f"writing in {target.name or target.type!r} did not work: {scene.last_error}")
    has_focus = any("focused" in c.states and serves(Use.EDIT, c) for c in scene.controls)
    click = () if has_focus or not scene.has("click_input") else (action("click_input", target),)
    where = (to_focus(_SELECT_ALL),) if replace else () if _is_placed(scene) else (to_focus(_TO_THE_END),)
    return Move(f"Write {_short(content)!r} in the document.", (*click, *where, to_focus(literal(content))))


def _is_rich(target: TargetInfo) -> bool:
    """Tell whether the text cannot be set as a whole: a document's paragraph, or a text that is reported only in part."""
    return target.type in DOCUMENT_TEXTS or len(target.value or "") > _WHOLE_TEXT_CHARS


def main_text(scene: Scene) -> TargetInfo | None:
    """Return the text that a person writes in: the one with the focus, else the document, else the only or largest field."""
    fields = [c for c in scene.controls if serves(Use.EDIT, c) and not is_disabled(c)]
    focused = [c for c in fields if "focused" in c.states]
    if focused:
        return focused[-1]
    documents = [c for c in fields if c.type == "Document" or "multiline" in c.states or c.type == "Paragraph"]
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


def _field(intent: TypeInto, scene: Scene) -> TargetInfo | Move | None:
    if intent.control is None:
        return main_text(scene)
    if isinstance(find(intent.control, scene.controls, Use.EDIT), NotFound):
        if _means_the_document(intent.control, scene):
            return main_text(scene)
        clickable = _opens_a_field(intent.control, scene)
        if clickable is not None:
            return Move(f"Go into {clickable.name!r} to write there.", (action("click_input", clickable),), ends=False)
    return pick(intent.control, scene, Use.EDIT)


def as_words(step: Intent) -> Intent:
    """Read "replace Monday with Tuesday" in a text as words, because no field of a text has the name Monday."""
    phrase = step.control if isinstance(step, TypeInto) and step.replace else None
    if (
        phrase is None
        or not isinstance(step, TypeInto)
        or not _is_name_alone(phrase)
        or plain(phrase.name) in _THE_WHOLE
    ):
        return step
    return ReplaceText(step.text, step.app, phrase.name, step.content)


def _is_name_alone(phrase: ControlPhrase) -> bool:
    return bool(phrase.name) and not (phrase.role or phrase.ordinal or phrase.near or phrase.inside)


def _means_the_document(phrase: ControlPhrase, scene: Scene) -> bool:
    """Tell whether the words mean the document or the application itself, which are no names of a field."""
    said = plain(phrase.name)
    whole = said in _THE_WHOLE or said == plain(scene.inputs.application)
    return not phrase.near and not phrase.ordinal and whole


def _opens_a_field(phrase: ControlPhrase, scene: Scene) -> TargetInfo | None:
    """Return a cell or a label that becomes a field when it is clicked, or None."""
    finding = find(phrase, [c for c in scene.controls if c.type in DRAWN - {"Image"} | {"Cell"}])
    control = getattr(finding, "control", None)
    return control if isinstance(control, TargetInfo) and not scene.clicks_on(control.name) else None


def _blind(content: str, replace: bool, scene: Scene) -> Move:
    """Type without a field: nothing in the list takes text, but an application without a tree still takes keys."""
    if not scene.has("keyboard_input"):
        return failed(f"{scene.inputs.window.name!r} shows nothing to write in")
    fields = [c.name or c.label or "" for c in scene.controls if serves(Use.EDIT, c)]
    if fields:
        names = ", ".join(repr(name) for name in fields if name)
        return Move("There are several fields.", question=f"Which field is meant? {names}")
    if scene.attempts:
        return failed(f"writing did not work: {scene.last_error}")
    clear = (to_focus(_SELECT_ALL),) if replace else ()
    return Move(f"Type {_short(content)!r} where the focus is.", (*clear, to_focus(literal(content))))


def _set(target: TargetInfo, content: str, replace: bool) -> ActionCommandInfo:
    return action("set_edit_text", target, text=content, clear_current_text=replace)


def _by_keys(target: TargetInfo, content: str, replace: bool, scene: Scene) -> tuple[ActionCommandInfo, ...]:
    click = (action("click_input", target),) if scene.has("click_input") else ()
    # Anything wrong that the first way wrote must be overwritten.
    clear = (to_focus(_SELECT_ALL),) if replace or scene.unmet else ()
    return (*click, *clear, to_focus(literal(content)))


def _expected(target: TargetInfo, content: str, replace: bool, scene: Scene) -> tuple[Predicate, ...]:
    """Return the proof of a field's new content, where its name is unique, the text is one line and nothing is hidden."""
    known = replace or target.value in (None, "")
    plain_field = (
        target.type in EDITS_AND_SPINNERS and not {"password", "multiline"} & set(target.states) and "\n" not in content
    )
    name = target.name or target.label or ""
    alone = sum(name in (c.name, c.label) and c.type == target.type for c in scene.controls) == 1
    if known and plain_field and alone and name:
        return (ElementPredicate(name=name, role=target.type, value=content),)
    return ()


def _short(content: str) -> str:
    return content if len(content) <= 60 else content[:57] + "..."
