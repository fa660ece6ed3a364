"""Operates a calculator and reads its display. The answer is the application's; our own only identifies the right number."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from ufo.schema.action import ActionCommandInfo
from ufo.schema.arithmetic import tidy, value_of
from ufo.schema.roles import BUTTONS
from ufo.schema.target import TargetInfo
from ufo_planner.intents import Compute, ControlPhrase
from ufo_planner.scene.match import Ambiguous, Found, find
from ufo_planner.scene.pick import still_coming
from ufo_planner.scene.press import to_focus
from ufo_planner.scene.results import still_shown
from ufo_planner.scene.scene import Move, Scene, action, failed, kept
from ufo_planner.text.displays import agrees, number_in
from ufo_planner.text.keys import literal
from ufo_planner.text.labels import without_shortcut
from ufo_planner.text.roles import Use, is_disabled, is_live, serves

_CLEAR_NAMES = ("clear", "clear display", "all clear", "clear all", "ac", "c")
_DIGITS = "0123456789"
_HISTORY_NAMES = frozenset({"history", "results", "result", "log", "tape", "output"})


def compute(intent: Compute, scene: Scene) -> Move:
    expression = tidy(intent.expression)
    if scene.done("summary"):
        return Move("The result is known.", result=str(scene.done("summary")[-1].result.result), steady=True)
    entering = [
        action_command for action_command in scene.own if action_command.function in ("keyboard_input", "click_input")
    ]
    if entering and entering[-1].result.ok and not scene.unmet:
        return _read(expression, scene)
    keys = _keys(expression, scene)
    if not keys:
        waiting = None if any(map(is_live, scene.controls)) else still_coming(scene)
        return waiting or failed(
            f"{scene.inputs.window.name!r} does not look like a calculator: it has no entry and no keypad"
        )
    if scene.attempts:
        return failed(scene.last_error)
    return Move(f"Enter {expression}.", keys, ends=False)


def _keys(expression: str, scene: Scene) -> tuple[ActionCommandInfo, ...]:
    """Return what enters the expression: keys where there is an entry, else clicks on the keypad."""
    entry = _entry(scene)
    if entry is not None and scene.has("keyboard_input"):
        return (*_cleared(bool(entry.value), scene), to_focus(literal(expression), entry), to_focus("{ENTER}", entry))
    buttons = [_button(sign, scene) for sign in (*expression, "=")]
    found = [button for button in buttons if button is not None]
    presses = tuple(action("click_input", button) for button in found)
    return (
        (*_cleared(any(number for _, _, number in _numbers(scene)), scene), *presses)
        if len(found) == len(buttons)
        else ()
    )


def _cleared(is_filled: bool, scene: Scene) -> tuple[ActionCommandInfo, ...]:
    """Return what clears a display. On an empty one it has no effect, and an action without effect stops the rest."""
    clear = next((button for name in _CLEAR_NAMES if (button := _button(name, scene))), None) if is_filled else None
    return (action("click_input", clear),) if clear else ()


def _button(name: str, scene: Scene) -> TargetInfo | None:
    buttons = [c for c in scene.controls if c.type in BUTTONS and not is_disabled(c)]
    found = find(ControlPhrase(name), buttons)
    if isinstance(found, Ambiguous):
        return next((c for c in found.candidates if without_shortcut(c.name) == name), found.candidates[0])
    return found.control if isinstance(found, Found) else None


def _entry(scene: Scene) -> TargetInfo | None:
    """Return a calculator's field. Without a keypad or the name of a calculator, it is another application's field."""
    has_keypad = all(_button(digit, scene) is not None for digit in _DIGITS)
    if not has_keypad and "calc" not in without_shortcut(f"{scene.inputs.application} {scene.inputs.window.name}"):
        return None
    fields = [c for c in scene.controls if serves(Use.EDIT, c) and not is_disabled(c)]
    return next((c for c in fields if "focused" in c.states), fields[0] if fields else None)


def _read(expression: str, scene: Scene) -> Move:
    expected = value_of(expression)
    shown = _numbers(scene)
    for control, text, number in shown:
        if expected is not None and agrees(number, expected):
            return replace(kept(text.lstrip("= ").strip(), scene), expect=still_shown(control))
    # A calculator that only paints its result may list it in its history as text.
    folded = [c for c in scene.controls if "collapsed" in c.states and without_shortcut(c.name) in _HISTORY_NAMES]
    if folded and scene.has("click_input") and not scene.clicks_on(folded[0].name):
        return Move("Look for the result in the history.", (action("click_input", folded[0]),), ends=False)
    if scene.has("wait") and len(scene.done("wait")) < 2:
        return Move("The calculator has not answered yet.", (action("wait", seconds=1),), ends=False)
    told = ", ".join(text for _, text, _ in shown) or "no number"
    return failed(f"{scene.inputs.window.name!r} shows {told} after {expression} was entered, which is not its value")


def _numbers(scene: Scene) -> list[tuple[TargetInfo, str, Decimal]]:
    """Return what is shown as a number: fields first, then texts, but never the keys."""
    found: list[tuple[bool, int, TargetInfo, str, Decimal]] = []
    for control in scene.controls:
        if control.type in BUTTONS or any(c.type in BUTTONS and c.rect == control.rect for c in scene.controls):
            continue
        for line in (control.value or control.name or "").splitlines():
            text = line.split("=")[-1]
            number = number_in(text)
            if number is not None:
                found.append((not serves(Use.EDIT, control), len(found), control, text.strip(), number))
    return [(control, text, number) for _, _, control, text, number in sorted(found, key=lambda row: row[:2])]
