"""Reads what a control or the window shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ufo.planner.intents import ControlPhrase, ReadValue
from ufo.planner.scene.pick import pick
from ufo.planner.scene.scene import Move, Scene, action, failed, kept
from ufo.planner.scene.still_shown import still_shown
from ufo.planner.sheets.cells import cell_reference, read_cell
from ufo.planner.sheets.tables import where_they_cross
from ufo.planner.sheets.totals import read_total
from ufo.planner.text.roles import MENU_ROLES, Use, is_on, serves
from ufo.planner.text.similarity import plain, words
from ufo.planner.ui.calculator import display
from ufo.schema.predicate import ElementPredicate, Predicate
from ufo.schema.roles import DOCUMENTS_AND_TERMINALS, MARKED_MENU_ITEMS, PLAIN_TEXTS, SHOWN_WORDS
from ufo.schema.target import TargetInfo

_PROVED_AT_MOST = 8
_EMPTY = "(empty)"
"""The answer for an empty text, because an empty answer would be none."""
_CAPTION_WORDS = 8
_SAYING = frozenset({"is", "are", "was", "were"})
_DOING_ROLES = MENU_ROLES - MARKED_MENU_ITEMS | {"Button"}
_RESULT_NAMES = frozenset({"result", "answer", "display", "total", "output", "final result"})


def read_value(intent: ReadValue, scene: Scene) -> Move:
    told = _read_already(scene)
    if told is not None:
        return _proved(
            Move("Tell what was read.", result=told if told.strip() else _EMPTY, steady=True),
            _still_read(intent, told, scene),
            scene,
        )
    if intent.control is None:
        return _whole_window(scene)
    cell = cell_reference(intent.control.name) if intent.control.role in (None, "Cell") else ""
    if cell and scene.has("get_range_values"):
        return read_cell(cell, scene)
    if scene.has("get_range_values") and (worked_out := read_total(intent.control, scene)):
        return worked_out
    crossing = where_they_cross(intent.control, scene)
    if crossing is not None:
        return _one(crossing, scene)
    shown = display(scene) if plain(intent.control.name) in _RESULT_NAMES and not intent.control.near else None
    telling = _without_mentions(intent.control, _of_what_tells(scene, intent.control.role))
    control = shown or pick(intent.control, telling, Use.READ)
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


def _without_mentions(phrase: ControlPhrase, scene: Scene) -> Scene:
    """Drop sentences that only mention the name: "version 2 or later" in a licence does not tell the version."""
    asked = words(phrase.name)
    told = tuple(
        c for c in scene.controls if not asked or c.type not in PLAIN_TEXTS or _tells_of(asked, words(shown_by(c)))
    )
    return replace(scene, inputs=replace(scene.inputs, controls=told))


def _tells_of(asked: Sequence[str], said: Sequence[str]) -> bool:
    if len(said) <= _CAPTION_WORDS or not set(asked) <= set(said) or list(said[: len(asked)]) == list(asked):
        return True
    after = said.index(asked[-1]) + 1
    return len(said) > after and said[after] in _SAYING


def shown_by(control: TargetInfo) -> str:
    """Return a check box's state, a field's content or a text's words."""
    if serves(Use.CHECK, control) and control.value in (None, ""):
        return "checked" if is_on(control) else "unchecked"
    if control.value not in (None, ""):
        return control.value or ""
    # An empty cell has its address as its name, which is not its content.
    is_place = control.type == "Cell" and bool(cell_reference(control.name))
    return "" if is_place or serves(Use.EDIT, control) else control.name


def _still_read(intent: ReadValue, told: str, scene: Scene) -> tuple[Predicate, ...]:
    """Return the proof that one control still shows the whole text that a tool read."""
    showing = [c for c in scene.controls if c.value and c.value.strip() == told.strip()]
    return still_shown(showing[0]) if showing and intent.control is None else ()


def _read_already(scene: Scene) -> str | None:
    for function in ("texts", "read_text", "summary"):
        done = scene.done(function)
        if done and done[-1].result.result is not None:
            return str(done[-1].result.result)
    return None


def _one(control: TargetInfo, scene: Scene) -> Move:
    cut = control.type in DOCUMENTS_AND_TERMINALS or "multiline" in control.states
    if scene.has("texts") and not scene.attempts and (cut or control.value is None and serves(Use.EDIT, control)):
        return Move(f"Read {control.name or control.type!r}.", (action("texts", control),), ends=False)
    return _proved(kept(shown_by(control), scene), _proof_of(control), scene)


def _proved(move: Move, expect: tuple[Predicate, ...], scene: Scene) -> Move:
    """Add the proof, except where the last look found the text changed: that is reported without proof."""
    return move if scene.unmet else replace(move, expect=expect)


def _proof_of(control: TargetInfo) -> tuple[Predicate, ...]:
    if serves(Use.CHECK, control) and control.value in (None, "") and control.name:
        state = next((one for one in ("checked", "unchecked", "pressed") if one in control.states), None)
        return (ElementPredicate(name=control.name, role=control.type, state=state),) if state else ()
    return still_shown(control)


def _whole_window(scene: Scene) -> Move:
    if scene.has("read_text") and not scene.attempts:
        return Move("Read the document's text.", (action("read_text"),), ends=False)
    texts = [c for c in scene.controls if c.type == "Document" or (c.type == "Edit" and "multiline" in c.states)]
    if len(texts) == 1 and not (texts[0].type == "Document" and _parts(scene.controls)):
        return _one(texts[0], scene)
    shown = _parts(scene.controls)
    if not shown:
        return failed(f"{scene.inputs.window.name!r} shows no text that can be read")
    told = {shown_by(c).strip(): c for c in _content(scene.controls) if c.type in SHOWN_WORDS and c.type != "Document"}
    expect = [one for control in list(told.values())[:_PROVED_AT_MOST] for one in still_shown(control)]
    return _proved(kept("\n".join(shown), scene), tuple(dict.fromkeys(expect)), scene)


def _parts(controls: Sequence[TargetInfo]) -> list[str]:
    lines: dict[str, None] = {}
    for control in _content(controls):
        if control.type in SHOWN_WORDS and control.type != "Document":
            text = shown_by(control).strip()
            if text:
                lines.setdefault(f"{control.label}: {text}" if control.label and control.label != text else text)
    return list(lines)


def _content(controls: Sequence[TargetInfo]) -> list[TargetInfo]:
    """Return a page's content where the window shows one page: the rest is the application's own controls."""
    pages = [c for c in controls if c.type == "Document" and c.name]
    held = [c for c in controls if len(pages) == 1 and pages[0].name in c.path]
    return held or list(controls)
