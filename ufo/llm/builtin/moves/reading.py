"""Telling what a control or the window shows."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.llm.builtin.intents import ReadValue
from ufo.llm.builtin.moves.cells import cell_reference, read_cell
from ufo.llm.builtin.moves.picking import pick
from ufo.llm.builtin.moves.scene import Move, Scene, action, failed, kept
from ufo.llm.builtin.roles import Use, is_on, serves
from ufo.schema.target import TargetInfo

_SHOWN_ROLES = frozenset(
    {
        "Text",
        "Heading",
        "Paragraph",
        "Edit",
        "ListItem",
        "Cell",
        "HeaderItem",
        "StatusBar",
        "Hyperlink",
        "Document",
        "Spinner",
    }
)


def read_value(intent: ReadValue, scene: Scene) -> Move:
    told = _told(scene)
    if told is not None:
        return Move("Tell what was read.", result=told, steady=True)
    if intent.control is None:
        return _whole_window(scene)
    cell = cell_reference(intent.control.name) if intent.control.role in (None, "Cell") else ""
    if cell and scene.has("get_range_values"):
        return read_cell(cell, scene)
    control = pick(intent.control, scene, Use.READ)
    if isinstance(control, Move):
        return control
    return _one(control, scene)


def shown_by(control: TargetInfo) -> str:
    """A check box by its state, a field by its content, a text by its words."""
    if serves(Use.CHECK, control) and control.value in (None, ""):
        return "checked" if is_on(control) else "unchecked"
    if control.value not in (None, ""):
        return control.value or ""
    return "" if serves(Use.EDIT, control) else control.name


def _told(scene: Scene) -> str | None:
    for function in ("texts", "read_text", "summary"):
        done = scene.done(function)
        if done and done[-1].result.result is not None:
            return str(done[-1].result.result)
    return None


def _one(control: TargetInfo, scene: Scene) -> Move:
    cut = control.type in ("Document", "Terminal") or "multiline" in control.states
    if scene.has("texts") and not scene.attempts and (cut or control.value is None and serves(Use.EDIT, control)):
        return Move(f"Read {control.name or control.type!r}.", (action("texts", control),), ends=False)
    return kept(shown_by(control), scene)


def _whole_window(scene: Scene) -> Move:
    if scene.has("read_text") and not scene.attempts:
        return Move("Read the document's text.", (action("read_text"),), ends=False)
    texts = [c for c in scene.controls if c.type == "Document" or (c.type == "Edit" and "multiline" in c.states)]
    if len(texts) == 1 and not (texts[0].type == "Document" and _parts(scene.controls)):
        return _one(texts[0], scene)
    shown = _parts(scene.controls)
    if not shown:
        return failed(f"{scene.inputs.window.name!r} shows no text that can be read")
    return kept("\n".join(shown), scene)


def _parts(controls: Sequence[TargetInfo]) -> list[str]:
    lines: dict[str, None] = {}
    for control in _content(controls):
        if control.type in _SHOWN_ROLES and control.type != "Document":
            text = shown_by(control).strip()
            if text:
                lines.setdefault(f"{control.label}: {text}" if control.label and control.label != text else text)
    return list(lines)


def _content(controls: Sequence[TargetInfo]) -> list[TargetInfo]:
    """What a page holds, where the window shows one page: the rest is the application's own furniture."""
    pages = [c for c in controls if c.type == "Document" and c.name]
    held = [c for c in controls if len(pages) == 1 and pages[0].name in c.path]
    return held or list(controls)
