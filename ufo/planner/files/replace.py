"""Replaces a text wherever the document has it."""

from __future__ import annotations

from ufo.planner.intents import ReplaceText
from ufo.planner.scene.scene import Move, Scene, action, failed, first_way_left
from ufo.planner.text.roles import Use, is_disabled, serves
from ufo.schema.action import ActionCommandInfo
from ufo.schema.predicate import DocumentPredicate, ElementPredicate, Predicate
from ufo.schema.target import TargetInfo

_NOT_TEXT = "\ufffc"
"""The character that represents a picture or a table in a text."""


def replace_text(intent: ReplaceText, scene: Scene) -> Move:
    """Replace with the document's own tool where it has one, else by reading a plain text whole and writing it whole."""
    if scene.has("replace_text"):
        return _by_tool(intent, scene)
    shown = whole_text(scene)
    if isinstance(shown, Move):
        return shown
    target, text = shown
    if intent.old not in text:
        return failed(f"the text does not contain {intent.old!r}")
    count = text.count(intent.old)
    places = "one place" if count == 1 else f"{count} places"
    thought = f"Write the text with {intent.new!r} in place of {intent.old!r} in {places}."
    return rewritten(target, text.replace(intent.old, intent.new), thought, scene)


def whole_text(scene: Scene) -> tuple[TargetInfo, str] | Move:
    """Return the window's main plain text and its control, or a move where it must be read first or cannot be changed."""
    target = written_in(scene)
    if target is None:
        return failed(f"{scene.inputs.window.name!r} shows no text that could be changed")
    done = scene.done("texts")
    if not done and scene.has("texts"):
        if scene.attempts:
            return failed(f"the text could not be read: {scene.last_error}")
        return Move("Read the whole text.", (action("texts", target),), ends=False)
    text = str(done[-1].result.result or "") if done else target.value or ""
    if _NOT_TEXT in text:
        return failed("the document holds more than text, which would be lost if it were rewritten")
    return target, text


def written_in(scene: Scene) -> TargetInfo | None:
    """Return the editable text of several lines that has the focus, else the largest one, or None."""
    fields = [
        one
        for one in scene.controls
        if serves(Use.EDIT, one)
        and not is_disabled(one)
        and (one.type == "Document" or "multiline" in one.states)
        and "readonly" not in one.states
    ]
    focused = [one for one in fields if "focused" in one.states]
    return max(focused or fields, key=lambda one: one.bounds.area if one.bounds else 0, default=None)


def _by_tool(intent: ReplaceText, scene: Scene) -> Move:
    if scene.attempts:
        return failed(f"replacing {intent.old!r} did not work: {scene.last_error}")
    call = action("replace_text", old=intent.old, new=intent.new)
    holds: dict[str, str] = {"lacks": intent.old} if intent.old not in intent.new else {}
    if intent.new.strip():
        holds["paragraph"] = intent.new
    expect = (DocumentPredicate(path="", open=True, **holds),) if holds else ()
    return Move(f"Replace {intent.old!r} with {intent.new!r} everywhere.", (call,), steady=True, expect=expect)


def rewritten(target: TargetInfo, wanted: str, thought: str, scene: Scene) -> Move:
    call: ActionCommandInfo = action("set_edit_text", target, text=wanted, clear_current_text=True)
    return first_way_left(
        scene,
        "changing the text",
        (lambda: Move(thought, (call,), steady=True, expect=shows(target, wanted, scene)),),
    )


def shows(target: TargetInfo, wanted: str, scene: Scene) -> tuple[Predicate, ...]:
    """Return the proof that `target` shows `wanted`; none where another control has the same name and role."""
    name = target.name or target.label or ""
    alike = [one for one in scene.controls if one.type == target.type and name in (one.name, one.label or "")]
    return (ElementPredicate(name=name, role=target.type, value=wanted),) if len(alike) == 1 else ()
