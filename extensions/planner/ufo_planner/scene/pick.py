"""Resolves the words for a control: asks where several controls fit, and searches further where none is in sight."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ufo.schema.command import Effect
from ufo.schema.patterns import any_case
from ufo.schema.roles import SCROLLED
from ufo.schema.target import TargetInfo
from ufo_planner.intents import ControlPhrase
from ufo_planner.scene.match import Ambiguous, Found, Missing, find
from ufo_planner.scene.scene import Move, Scene, action, asked, failed
from ufo_planner.text.roles import Use

_SCROLLS_AT_MOST = 8
_HARDLY_ANY, _WAITS_AT_MOST = 2, 2
_NOTCHES_DOWN = -10
_LEAST_SHARE = 4
_SEVERAL = any_case(r"\s*,\s*(?:and\s+)?|\s+(?:and|as\s+well\s+as)\s+")


def pick(phrase: ControlPhrase, scene: Scene, use: Use = Use.PRESS) -> TargetInfo | Move:
    """Return the control, or the move that must come first."""
    finding = find(phrase, scene.controls, use)
    if isinstance(finding, Found):
        return finding.control
    if isinstance(finding, Ambiguous):
        return _choose(phrase, finding.candidates, scene)
    return _look_further(phrase, finding, scene)


def parts_of(phrase: ControlPhrase, controls: Sequence[TargetInfo], use: Use = Use.PRESS) -> tuple[ControlPhrase, ...]:
    """Return both controls of "Breakfast and Parking", or () where one control has the whole name."""
    names = [name for name in _SEVERAL.split(phrase.name) if name]
    if len(names) < 2 or phrase.ordinal or isinstance(find(phrase, controls, use), Found | Ambiguous):
        return ()
    parts = tuple(replace(phrase, name=name) for name in names)
    return parts if all(isinstance(find(part, controls, use), Found) for part in parts) else ()


def named(phrase: ControlPhrase) -> str:
    """Return the phrase in words, like 'Delete' button in 'Toolbar'."""
    role = {"Edit": "field", "Hyperlink": "link", "MenuItem": "menu item", "TabItem": "tab"}.get(
        phrase.role or "", phrase.role or ""
    )
    parts = [repr(phrase.name) if phrase.name else "", role.lower()]
    parts.append(f"in {phrase.inside!r}" if phrase.inside else "")
    return " ".join(part for part in parts if part) or "control"


def _choose(phrase: ControlPhrase, candidates: Sequence[TargetInfo], scene: Scene) -> TargetInfo | Move:
    opening = f"Which {named(phrase)} is meant?"
    number = re.search(r"\d+", scene.answer(opening))
    if number and 1 <= int(number[0]) <= len(candidates):
        return candidates[int(number[0]) - 1]
    lines = [f"{place}: {place_in_words(control)}" for place, control in enumerate(candidates, 1)]
    return asked(f"{opening} {len(candidates)} fit equally; answer with a number. " + "; ".join(lines))


def place_in_words(control: TargetInfo) -> str:
    kind = control.type or "control"
    where = f" in {control.path[-1]!r}" if control.path else ""
    spot = f" at {control.rect[0]}, {control.rect[1]}" if control.rect else ""
    said = f" ({control.description})" if control.description else ""
    return f"{kind} {control.name or control.label or control.value or ''!r}{said}{where}{spot}"


def _look_further(phrase: ControlPhrase, missing: Missing, scene: Scene) -> TargetInfo | Move:
    """Scroll for as long as that shows something new, because lists and pages report only what is in sight."""
    coming = still_coming(scene)
    if coming is not None:
        return coming
    scrolled = scene.done("wheel_mouse_input")
    # One turn of the wheel may cross a blank stretch, where no movement is visible.
    unmoved = [action_command.result.effect is Effect.SUSPECTED_NOOP for action_command in scrolled[-2:]]
    at_the_end = len(unmoved) == 2 and all(unmoved)
    holder = _scrollable(scene)
    if scene.has("wheel_mouse_input") and holder and not at_the_end and len(scrolled) < _SCROLLS_AT_MOST:
        thought = f"{named(phrase)} is not in sight; look further down."
        return Move(thought, (action("wheel_mouse_input", holder, wheel_dist=_NOTCHES_DOWN),), ends=False)
    because = f" ({missing.reason})" if missing.reason else ""
    nearest = f"; the nearest names are {', '.join(map(repr, missing.nearest))}" if missing.nearest else ""
    return failed(f"{scene.inputs.window.name!r} shows no {named(phrase)}{because}{nearest}")


def still_coming(scene: Scene) -> Move | None:
    """Wait for a window that has just appeared and may not have built more of its tree than the frame; else None."""
    if len(scene.controls) > _HARDLY_ANY or not scene.has("wait") or len(scene.done("wait")) >= _WAITS_AT_MOST:
        return None
    thought = f"{scene.inputs.window.name!r} shows hardly anything yet."
    return Move(thought, (action("wait", seconds=1),), ends=False)


def _scrollable(scene: Scene) -> TargetInfo | None:
    """Return the page or list that fills most of the window. An editable text is no place to look for controls."""
    window = scene.inputs.window.bounds
    sized = [
        (c.bounds.area, -n)
        for n, c in enumerate(scene.controls)
        if c.bounds and c.type in SCROLLED and "editable" not in c.states
    ]
    area, place = max(sized, default=(0, 0))
    return scene.controls[-place] if window and area * _LEAST_SHARE >= window.area else None
