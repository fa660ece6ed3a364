"""The moves of a recording: its steps joined to actions of tools, without what a person does only because they use hands.

Keys become the text of a control; a click into a field that is typed into next, a Tab between fields, a turn of the wheel and a
click that changed nothing are dropped; a way through menus becomes one `visit`, a tick `set_checked`, a choice of a box `select`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from ufo.errors import SkillError
from ufo.schema.roles import (
    CONTAINERS,
    INDEPENDENT_TOGGLES,
    MARKED_MENU_ITEMS,
    MENU_ENTRIES,
    MENUS_AND_PLAIN_ITEMS,
    POPUP_ENTRIES,
    TEXT_FIELDS,
    TEXT_FIELDS_AND_CELLS,
    TOGGLES,
)
from ufo.schema.selector import Selector
from ufo_recording.recorded import Step

_BETWEEN_FIELDS = frozenset({"tab", "shift+tab"})
_COMMITS = frozenset({"enter", "tab", "shift+tab"})
_OF_THE_DESKTOP = ("alt+tab", "super")
_CLOSING = frozenset({"alt+f4", "ctrl+q", "ctrl+w"})
_KEY_NAMES = MappingProxyType({"menu": "APPS", "printscreen": "PRTSC", "esc": "ESC"})
_ON = MappingProxyType({"checked": True, "pressed": True, "unchecked": False})


@dataclass(frozen=True, slots=True)
class Move:
    """An action of a tool in a program. `typed`: the text among its arguments that the person typed, None where there is none;
    `hidden`: it is a secret, which the recording does not hold. `closes`: the window closed with it.
    """

    program: int
    window: str
    function: str
    arguments: dict[str, Any] = field(default_factory=dict)
    selectors: dict[str, Selector] = field(default_factory=dict)
    typed: str | None = None
    hidden: bool = False
    closes: bool = False


def moves_of(steps: Sequence[Step]) -> list[Move]:
    """Return the moves. Raises SkillError for a step that cannot be repeated, and says which."""
    kept = [step for step in _without_noise(list(steps)) if not _is_of_desktop(step)]
    moves: list[Move] = []
    at = 0
    while at < len(kept):
        taken, made = next(found for rule in _RULES if (found := rule(kept, at)) is not None)
        moves += [made] if made is not None else []
        at += taken
    return moves


_Rule = Callable[[Sequence[Step], int], tuple[int, Move | None] | None]
"""Takes the steps and a place among them; returns how many steps it joins and the move, or None where it does not fit."""


def _without_noise(steps: list[Step]) -> list[Step]:
    kept: list[Step] = []
    for number, step in enumerate(steps):
        after = steps[number + 1] if number + 1 < len(steps) else None
        if step.kind == "scroll" or (step.kind == "click" and step.control is None and not step.change):
            continue
        if _goes_nowhere(step) or (after is not None and _leads_into(step, after)):
            continue
        if step.kind == "click" and step.control is not None and _did_nothing(step) and not _is_for_keys(step, after):
            continue
        if kept and _is_same_field(kept[-1], step):
            kept[-1] = _joined(kept[-1], step)
            continue
        kept.append(step)
    return kept


def _leads_into(step: Step, after: Step) -> bool:
    """Tell whether a step only brings the focus, or the selection, to where the next one types."""
    if after.kind != "type" or after.control is None or step.program != after.program:
        return step.kind == "keys" and step.keys in _BETWEEN_FIELDS and after.kind == "click"
    if step.kind == "keys":
        return step.keys in _BETWEEN_FIELDS or (step.keys == "ctrl+a" and after.whole)
    is_field = step.control is not None and step.control.role in TEXT_FIELDS_AND_CELLS
    return step.kind == "click" and is_field and step.button == "left" and _same(step.control, after.control)


def _goes_nowhere(step: Step) -> bool:
    """Tell whether keys that type went to what takes no text."""
    takes = step.control is not None and (
        step.control.role in TEXT_FIELDS_AND_CELLS or "password" in step.control.traits
    )
    return step.kind == "type" and step.hidden and not takes and not step.change and not step.doubt


def _did_nothing(step: Step) -> bool:
    """Tell whether a click only brought the focus somewhere."""
    assert step.control is not None
    return not step.change and not step.state and step.control.role in TEXT_FIELDS | CONTAINERS | {"Text"}


def _is_for_keys(step: Step, after: Step | None) -> bool:
    """Tell whether keys follow, which go to what has the focus. That no change was seen may be because they came too soon."""
    return after is not None and after.kind == "keys" and after.program == step.program


def _is_same_field(step: Step, other: Step) -> bool:
    return step.kind == other.kind == "type" and step.program == other.program and _same(step.control, other.control)


def _joined(step: Step, other: Step) -> Step:
    hidden = step.hidden or other.hidden
    if hidden or other.whole:
        return other.model_copy(update={"hidden": hidden, "text": "" if hidden else other.text})
    return step.model_copy(update={"text": step.text + other.text})


def _same(selector: Selector | None, other: Selector | None) -> bool:
    return selector is not None and other is not None and (selector.role, selector.words, selector.path, selector.place) == (
        other.role, other.words, other.path, other.place,
    )  # fmt: skip


def _is_of_desktop(step: Step) -> bool:
    return step.kind == "keys" and step.keys.startswith(_OF_THE_DESKTOP)


def _closing(steps: Sequence[Step], at: int) -> tuple[int, Move | None] | None:
    step = steps[at]
    is_last = all(later.program != step.program for later in steps[at + 1 :])
    by_keys = step.kind == "keys" and step.keys in _CLOSING and is_last
    if step.kind != "close" and not by_keys:
        return None
    arguments = {"id": "1", "name": step.window}
    return 1, Move(step.program, step.window, "close_application", arguments, closes=True)


def _through_menus(steps: Sequence[Step], at: int) -> tuple[int, Move | None] | None:
    """Join the clicks through the menus to their last entry."""
    first = steps[at].control
    if steps[at].kind != "click" or steps[at].button != "left" or first is None or first.role not in MENU_ENTRIES:
        return None
    last = at
    while last + 1 < len(steps) and _goes_on(steps[last], steps[last + 1]):
        last += 1
    step = steps[last]
    assert step.control is not None
    clicked = [step.control.words for step in steps[at : last + 1] if step.control is not None]
    above = [part.name for part in step.control.path if part.role in MENU_ENTRIES and part.name]
    path = list(dict.fromkeys((*above, *clicked)))
    if not all(path) or len(path) < 2:
        return None
    arguments: dict[str, Any] = {"path": path}
    function = "visit"
    if step.control.role in MARKED_MENU_ITEMS and step.state in _ON:
        function, arguments = "set_checked", {"path": path, "checked": _ON[step.state]}
    return last + 1 - at, Move(step.program, step.window, function, arguments)


def _goes_on(step: Step, after: Step) -> bool:
    """Tell whether the next click is one in the menu that this one opened."""
    if after.kind != "click" or after.button != "left" or step.program != after.program:
        return False
    opener, entry = step.control, after.control
    if opener is None or entry is None or entry.role not in MENU_ENTRIES or opener.role not in MENUS_AND_PLAIN_ITEMS:
        return False
    above = [step.name for step in entry.path if step.role in MENU_ENTRIES]
    return opener.words in above if above else all(step.role != "MenuBar" for step in entry.path)


def _choice(steps: Sequence[Step], at: int) -> tuple[int, Move | None] | None:
    """Join a click on a box and one on an entry of its list."""
    step = steps[at]
    after = steps[at + 1] if at + 1 < len(steps) else None
    if step.kind != "click" or step.control is None or step.control.role != "ComboBox" or after is None:
        return None
    entry = after.control
    if after.kind != "click" or entry is None or entry.role not in POPUP_ENTRIES or not entry.words:
        return None
    arguments = {"id": "1", "name": step.control.words, "items": [entry.words]}
    return 2, Move(step.program, step.window, "select", arguments, {"1": step.control})


def _tick(steps: Sequence[Step], at: int) -> tuple[int, Move | None] | None:
    step = steps[at]
    if step.kind != "click" or step.control is None or step.control.role not in TOGGLES or step.state not in _ON:
        return None
    checked = _ON[step.state]
    if step.control.role not in INDEPENDENT_TOGGLES and not checked:
        return None
    arguments = {"id": "1", "name": step.control.words, "checked": checked}
    return 1, Move(step.program, step.window, "set_checked", arguments, {"1": step.control})


def _text(steps: Sequence[Step], at: int) -> tuple[int, Move | None] | None:
    step = steps[at]
    if step.kind != "type":
        return None
    if step.control is None:
        raise _unrepeatable(step, "no control is known that was typed into")
    named = {"id": "1", "name": step.control.words}
    replaced = (
        step.control.role not in TEXT_FIELDS or step.control.role == "Edit" and "multiline" not in step.control.traits
    )
    if step.whole or step.hidden:
        taken = 2 if step.control.role == "Cell" and _commits(steps, at) else 1
        arguments = {**named, "text": step.text, "clear_current_text": replaced}
        return taken, Move(
            step.program, step.window, "set_edit_text", arguments, {"1": step.control}, step.text, step.hidden
        )
    arguments = {**named, "text": step.text}
    return 1, Move(step.program, step.window, "keyboard_input", arguments, {"1": step.control}, step.text)


def _commits(steps: Sequence[Step], at: int) -> bool:
    after = steps[at + 1] if at + 1 < len(steps) else None
    return after is not None and after.kind == "keys" and after.keys in _COMMITS and after.count == 1


def _keys(steps: Sequence[Step], at: int) -> tuple[int, Move | None] | None:
    step = steps[at]
    if step.kind != "keys":
        return None
    arguments: dict[str, Any] = {"keys": notation(step.keys, step.count)}
    field_ = step.control if step.control is not None and step.control.role in TEXT_FIELDS_AND_CELLS else None
    if field_ is None or "+" in step.keys:
        return 1, Move(step.program, step.window, "keyboard_input", arguments)
    named = {"id": "1", "name": field_.words}
    return 1, Move(step.program, step.window, "keyboard_input", {**named, **arguments}, {"1": field_})


def notation(chord: str, count: int = 1) -> str:
    """Return a chord as `keyboard_input` takes it: "{CTRL+S}", "{TAB 2}"."""
    keys = "+".join(_KEY_NAMES.get(key, key.upper()) for key in chord.split("+"))
    return "{" + keys + (f" {count}" if count > 1 else "") + "}"


def _drag(steps: Sequence[Step], at: int) -> tuple[int, Move | None] | None:
    step = steps[at]
    if step.kind != "drag":
        return None
    if step.control is None or step.to is None or step.button != "left":
        raise _unrepeatable(step, "no control is known where the drag began or ended")
    if _same(step.control, step.to):
        raise _unrepeatable(step, "it began and ended in the same control")
    arguments: dict[str, Any] = {"id": "1", "name": step.control.words, "to": {"id": "2", "name": step.to.words}}
    if step.held:
        arguments["key_hold"] = step.held[0]
    selectors = {"1": step.control, "2": step.to}
    return 1, Move(step.program, step.window, "drag_control", arguments, selectors)


def _click(steps: Sequence[Step], at: int) -> tuple[int, Move | None] | None:
    step = steps[at]
    if step.control is None:
        if step.at is None or not all(0 <= share <= 1 for share in step.at):
            raise _unrepeatable(step, "no control and no point is known")
        arguments: dict[str, Any] = {"x": step.at[0], "y": step.at[1], "button": step.button, "double": step.count == 2}
        return 1, Move(step.program, step.window, "click_on_coordinates", arguments)
    arguments = {"id": "1", "name": step.control.words, "button": step.button}
    if step.count == 2:
        arguments["double"] = True
    if step.held:
        arguments["key_hold"] = step.held[0]
    return 1, Move(step.program, step.window, "click_input", arguments, {"1": step.control})


_RULES: tuple[_Rule, ...] = (_closing, _through_menus, _choice, _tick, _text, _keys, _drag, _click)


def _unrepeatable(step: Step, why: str) -> SkillError:
    return SkillError(f"step {step.number} cannot be repeated: {why}")
