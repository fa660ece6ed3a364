"""Operates a calculator and reads its display. The answer is the application's; our own only identifies the right number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from ufo.planner.intents import Compute, ControlPhrase
from ufo.planner.scene.match import Ambiguous, Found, find
from ufo.planner.scene.pick import still_coming
from ufo.planner.scene.press_keys import to_focus
from ufo.planner.scene.scene import Move, Scene, action, failed, kept
from ufo.planner.scene.still_shown import still_shown
from ufo.planner.text.evaluate import agrees, number_in, tidy, value_of
from ufo.planner.text.key_notation import literal
from ufo.planner.text.roles import Use, is_disabled, is_live, serves
from ufo.planner.text.similarity import plain
from ufo.schema.action import ActionCommandInfo
from ufo.schema.roles import BUTTONS
from ufo.schema.target import TargetInfo

_CLEAR_NAMES = ("clear", "clear display", "all clear", "clear all", "ac", "c", "clr", "ce", "clear entry")
_HISTORY_NAMES = frozenset({"history", "results", "result", "log", "tape", "output"})
_DIGITS = "0123456789"


def compute(intent: Compute, scene: Scene) -> Move:
    expression = tidy(intent.expression)
    if scene.done("summary"):
        return Move("The result is known.", result=str(scene.done("summary")[-1].result.result), steady=True)
    if _was_entered(scene):
        told = _read(expression, scene)
        if told is not None:
            return told
    return _enter(expression, scene)


def display(scene: Scene) -> TargetInfo | None:
    """Return the control that shows the result, or None where the window is no calculator."""
    digits = sum(_button((digit,), scene) is not None for digit in _DIGITS)
    shown = _numbers(scene) if digits == len(_DIGITS) else []
    entry = _entry(scene) if shown else None
    return next((control for control, _, _ in shown if control is entry), shown[0][0] if shown else None)


def _was_entered(scene: Scene) -> bool:
    entering = [one for one in scene.own if one.function in ("keyboard_input", "click_input")]
    return bool(entering) and all(one.result.ok for one in entering[-1:]) and not scene.unmet


def _enter(expression: str, scene: Scene) -> Move:
    ways = [way for way in (_by_keys(expression, scene), _by_buttons(expression, scene)) if way]
    if not ways:
        has_nothing = not any(is_live(control) for control in scene.controls)
        return (still_coming(scene) if has_nothing else None) or failed(
            f"{scene.inputs.window.name!r} does not look like a calculator: it has no entry and no keypad"
        )
    # A way that was carried out without the answer appearing counts as tried.
    tried = scene.attempts + len(scene.done("wait"))
    if tried >= len(ways):
        return failed(scene.last_error or _no_answer(expression, scene))
    return Move(f"Enter {expression}.", ways[tried], ends=False)


def _by_keys(expression: str, scene: Scene) -> tuple[ActionCommandInfo, ...]:
    entry = _entry(scene)
    if entry is None or not scene.has("keyboard_input"):
        return ()
    clear = _button(_CLEAR_NAMES, scene)
    empty: tuple[ActionCommandInfo, ...] = ()
    # Clearing an empty display has no effect, and an action without effect stops the rest.
    if clear is not None and scene.has("click_input") and entry.value:
        empty = (action("click_input", clear),)
    elif entry.value:
        empty = (to_focus("{VK_CONTROL}a", entry), to_focus("{DELETE}", entry))
    return (*empty, to_focus(literal(expression), entry), to_focus("{ENTER}", entry))


def _by_buttons(expression: str, scene: Scene) -> tuple[ActionCommandInfo, ...]:
    if not scene.has("click_input"):
        return ()
    is_clear = all(number == 0 for _, _, number in _numbers(scene))
    clear = None if is_clear else _button(_CLEAR_NAMES, scene)
    keys = [_button((sign,), scene) for sign in (*expression.replace("**", "^"), "=")]
    if any(key is None for key in keys):
        return ()
    return tuple(action("click_input", key) for key in (clear, *keys) if key is not None)


def _button(names: Sequence[str], scene: Scene) -> TargetInfo | None:
    buttons = [c for c in scene.controls if c.type in BUTTONS and not is_disabled(c)]
    for name in names:
        found = find(ControlPhrase(name), buttons)
        if isinstance(found, Found):
            return found.control
        if isinstance(found, Ambiguous):
            return next((c for c in found.candidates if plain(c.name) == name), found.candidates[0])
    return None


def _entry(scene: Scene) -> TargetInfo | None:
    """Return a calculator's field. Without a keypad or the name of a calculator, it is another application's field."""
    digits = sum(_button((digit,), scene) is not None for digit in _DIGITS)
    fields = [c for c in scene.controls if serves(Use.EDIT, c) and not is_disabled(c)]
    if digits < len(_DIGITS) and "calc" not in plain(f"{scene.inputs.application} {scene.inputs.window.name}"):
        return None
    focused = [c for c in fields if "focused" in c.states] or fields
    return focused[0] if focused else None


def _read(expression: str, scene: Scene) -> Move | None:
    shown = _numbers(scene)
    expected = value_of(expression)
    if expected is None:
        entry = _entry(scene)
        texts = [text for control, text, _ in shown if entry is None or control is entry]
        return kept(texts[-1], scene) if texts else _history(scene) or _once_more(scene)
    for control, text, number in shown:
        if agrees(number, expected):
            return replace(kept(text.lstrip("= ").strip(), scene), expect=still_shown(control))
    return _history(scene) or _once_more(scene)


def _history(scene: Scene) -> Move | None:
    """Unfold the history: a calculator that only paints its result may list it there as text. None where there is none."""
    if not scene.has("click_input"):
        return None
    folded = [c for c in scene.controls if "collapsed" in c.states and plain(c.name) in _HISTORY_NAMES]
    if not folded or scene.clicks_on(folded[0].name):
        return None
    return Move("Look for the result in the history.", (action("click_input", folded[0]),), ends=False)


def _once_more(scene: Scene) -> Move | None:
    waits, entered = len(scene.done("wait")), scene.own[-1].function
    if scene.has("wait") and entered != "wait" and waits < 2:
        return Move("The calculator has not answered yet.", (action("wait", seconds=1),), ends=False)
    return None


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


def _no_answer(expression: str, scene: Scene) -> str:
    shown = ", ".join(text for _, text, _ in _numbers(scene)) or "no number"
    return f"{scene.inputs.window.name!r} shows {shown} after {expression} was entered, which is not its value"
