"""Finds the control that words mean: by name, label, description or value, by role, order, neighbour or container."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ufo.schema.geometry import Rect
from ufo.schema.roles import IMAGES_AND_CUSTOM, ROWS
from ufo.schema.target import TargetInfo
from ufo_planner.intents import ControlPhrase
from ufo_planner.text.labels import without_shortcut
from ufo_planner.text.roles import (
    CHECK_ROLES,
    EDIT_ROLES,
    HOLDER_ROLES,
    STILL_ROLES,
    Use,
    is_disabled,
    is_live,
    role_fit,
    serves,
)
from ufo_planner.text.similarity import EXACT, LIKELY, POSSIBLE, similarity
from ufo_planner.text.vocabulary import ordinal_word

_KINDS = frozenset(
    {
        "menu", "toolbar", "tool", "bar", "dialog", "window", "panel", "list", "table", "section", "group",
        "sidebar", "tab", "row",
    }
)  # fmt: skip
_INSIDE_FIT = 0.74
_OTHER_ROW = 1.0
_BEFORE = 2.5


def is_within(outer: Rect, inner: Rect) -> bool:
    return not inner.is_empty and outer.contains(inner.center)


def gap_px(anchor: Rect, other: Rect) -> float:
    """Return the distance from `anchor` as a reader sees it: to the right is nearest, then below, then left and above."""
    dx = max(other.x - anchor.right, anchor.x - other.right, 0)
    dy = max(other.y - anchor.bottom, anchor.y - other.bottom, 0)
    same_row = min(anchor.bottom, other.bottom) - max(anchor.y, other.y) > min(anchor.height, other.height) * 0.4
    if same_row:
        return dx * (0.5 if other.center.x >= anchor.center.x else _BEFORE * 0.5)
    factor = _OTHER_ROW if other.center.y >= anchor.center.y else _BEFORE
    return float(dx + dy * 2) * factor + 20


def nearest_to(anchor: TargetInfo, candidates: Sequence[TargetInfo]) -> TargetInfo | None:
    spot = anchor.bounds
    placed = [(gap_px(spot, c.bounds), n) for n, c in enumerate(candidates) if spot and c.bounds and c is not anchor]
    return candidates[min(placed)[1]] if placed else None


def inside(container: str, candidates: Sequence[TargetInfo], controls: Sequence[TargetInfo]) -> list[TargetInfo]:
    """Return the candidates within `container`: a name on their path, or a box around them by name or role."""
    by_path = [c for c in candidates if any(_names(container, part) for part in c.path)]
    if by_path:
        return by_path
    kind = without_shortcut(container).replace(" ", "")
    boxes = [c for c in controls if c.bounds and (_names(container, c.name) or kind == (c.type or "").casefold())]
    in_box = [
        c
        for c in candidates
        if c.bounds and any(b is not c and b.bounds and is_within(b.bounds, c.bounds) for b in boxes)
    ]
    if in_box:
        return in_box
    # A bar or panel without a name is not in the list, so no control can be shown to be outside it.
    return [] if set(without_shortcut(container).split()) - _KINDS else list(candidates)


def _names(container: str, name: str) -> bool:
    return similarity(container, name) >= _INSIDE_FIT or similarity(_bare(container), name) >= _INSIDE_FIT


def _bare(container: str) -> str:
    """Return what the words are about: "Format" for "the Format menu"."""
    return " ".join(word for word in without_shortcut(container).split() if word not in _KINDS) or container


_TIE = 0.02
_NEAREST_SHOWN = 5
_CAPTIONED = EDIT_ROLES | CHECK_ROLES | HOLDER_ROLES
"""Roles that often have no name of their own, but a text beside them."""


@dataclass(frozen=True, slots=True)
class Found:
    control: TargetInfo


@dataclass(frozen=True, slots=True)
class Ambiguous:
    candidates: tuple[TargetInfo, ...]


@dataclass(frozen=True, slots=True)
class Missing:
    """No control fits: `nearest` are the closest names in sight, `reason` says more than that it is not there."""

    nearest: tuple[str, ...] = ()
    reason: str = ""


Finding = Found | Ambiguous | Missing


def find(phrase: ControlPhrase, controls: Sequence[TargetInfo], use: Use = Use.ANY) -> Finding:
    usable = [c for c in controls if role_fit(phrase.role, c) > 0 and _takes(use, phrase, c)]
    if phrase.inside:
        usable = inside(phrase.inside, usable, controls)
    if phrase.ordinal and phrase.name and (named := _named_by_an_ordinal(phrase, usable)):
        return Found(named[0]) if len(named) == 1 else Ambiguous(tuple(named))
    fitting = _best(phrase, usable, use)
    if not fitting and phrase.name and (use not in (Use.PRESS, Use.ANY) or phrase.role in _CAPTIONED):
        fitting = _beside_its_caption(phrase, usable, controls)
    if not fitting:
        return Missing(_nearest_names(phrase, controls))
    if phrase.ordinal:
        return _ordinal(phrase, _apparent(fitting if phrase.inside else _on_the_page(fitting, controls)))
    chosen = _preferred(fitting, controls)
    return Found(chosen[0]) if len(chosen) == 1 else Ambiguous(tuple(chosen))


def fit(phrase: ControlPhrase, control: TargetInfo, use: Use) -> float:
    """Return how well the words fit a control, from 0 to 1, role included."""
    role = role_fit(phrase.role, control)
    if not phrase.name:
        return role if phrase.role else (1.0 if is_live(control) else 0.0)
    own = max(similarity(phrase.name, control.name), similarity(phrase.name, control.label))
    said = similarity(phrase.name, control.description) * 0.9
    # The value of a field is its content; the value of a text or an item serves as its name.
    shown = 0.0 if serves(Use.EDIT, control) or use is Use.EDIT else similarity(phrase.name, control.value) * 0.93
    # The role word may be a part of the name: "the Check Box" is a button named "Check Box".
    whole = similarity(f"{phrase.name} {phrase.role}", control.name) * 0.98 if phrase.role else 0.0
    score = max(own, said, shown, whole)
    return score * (1.0 if role == 1.0 else 0.97)


def _takes(use: Use, phrase: ControlPhrase, control: TargetInfo) -> bool:
    """Tell whether a control serves `use`. A text or a box is pressed only where the words name its role. A control found in a
    picture, or of unknown role, counts as a button where it has nothing but these words."""
    if serves(use, control):
        return True
    if use is not Use.PRESS:
        return False
    may_be_a_button = control.by_sight or (control.type or "Custom") in IMAGES_AND_CUSTOM
    return phrase.role in STILL_ROLES or may_be_a_button and _is_called_so(phrase, control)


def _is_called_so(phrase: ControlPhrase, control: TargetInfo) -> bool:
    told = (control.name, control.label, control.description, control.value)
    return bool(phrase.name) and max(similarity(phrase.name, text) for text in told) >= LIKELY


def _named_by_an_ordinal(phrase: ControlPhrase, usable: Sequence[TargetInfo]) -> list[TargetInfo]:
    """Return the controls whose name contains the ordinal: a field may be called "First name" or "Last name"."""
    name = f"{ordinal_word(phrase.ordinal)} {phrase.name}"
    return [c for c in _apparent(usable) if max(similarity(name, c.name), similarity(name, c.label)) == EXACT]


def _best(phrase: ControlPhrase, usable: Sequence[TargetInfo], use: Use) -> list[TargetInfo]:
    scored = [(fit(phrase, control, use), control) for control in usable]
    best = max((score for score, _ in scored), default=0.0)
    floor = POSSIBLE * 0.95 if phrase.name else 0.4
    return [] if best < floor else [control for score, control in scored if score >= best - _TIE]


def _beside_its_caption(
    phrase: ControlPhrase, usable: Sequence[TargetInfo], controls: Sequence[TargetInfo]
) -> list[TargetInfo]:
    """Return a control without a name of its own that is to the right of or below a text with that name."""
    nameless = [c for c in usable if not c.name and not c.label]
    captions = [c for c in controls if similarity(phrase.name, c.name or c.value) >= LIKELY and not is_live(c)]
    beside = [nearest_to(caption, _of_the_same_box(caption, nameless)) for caption in captions]
    unique = {id(control): control for control in beside if control is not None}
    return list(unique.values())


def _of_the_same_box(caption: TargetInfo, candidates: Sequence[TargetInfo]) -> list[TargetInfo]:
    """Return the candidates in the caption's own container: a control under a dialog may be nearer than its own field."""
    return [c for c in candidates if c.path == caption.path] or list(candidates)


def _ordinal(phrase: ControlPhrase, fitting: Sequence[TargetInfo]) -> Finding:
    place = len(fitting) if phrase.ordinal == -1 else phrase.ordinal
    if not 1 <= place <= len(fitting):
        return Missing(reason=f"only {len(fitting)} of them are there")
    return Found(fitting[place - 1])


def _on_the_page(fitting: Sequence[TargetInfo], controls: Sequence[TargetInfo]) -> Sequence[TargetInfo]:
    """Return the controls on a browser's page, where "the first field" is counted without the address bar."""
    pages = {c.name for c in controls if c.type == "Document" and c.name and "editable" not in c.states}
    return _keep(fitting, lambda c: bool(pages & set(c.path)))


def _apparent(fitting: Sequence[TargetInfo]) -> list[TargetInfo]:
    """Drop texts inside buttons and controls that are out of sight, unless nothing else is left."""
    narrowed = _keep(fitting, is_live)
    narrowed = _keep(narrowed, lambda c: not {"offscreen", "covered"} & set(c.states))
    return _without_nested(narrowed)


def _preferred(fitting: Sequence[TargetInfo], controls: Sequence[TargetInfo]) -> list[TargetInfo]:
    narrowed = _apparent(fitting)
    dialogs = [c.bounds for c in controls if c.type == "Dialog" and c.bounds and {"modal", "active"} & set(c.states)]
    narrowed = _keep(narrowed, lambda c: c.bounds is not None and any(is_within(d, c.bounds) for d in dialogs))
    return _keep(narrowed, lambda c: not is_disabled(c))


def _keep(controls: Sequence[TargetInfo], wanted: Callable[[TargetInfo], bool]) -> list[TargetInfo]:
    return [control for control in controls if wanted(control)] or list(controls)


def _without_nested(controls: Sequence[TargetInfo]) -> list[TargetInfo]:
    """Treat a control and one around it with the same words as one; the first that is no table row stands for both."""
    kept: list[TargetInfo] = []
    # A table cell around a button matches the button's name too, but the button is meant.
    for control in sorted(controls, key=lambda c: c.type in ROWS):
        spot = control.bounds
        twin = any(
            spot and other.bounds and (is_within(other.bounds, spot) or is_within(spot, other.bounds)) for other in kept
        )
        if not twin:
            kept.append(control)
    return [control for control in controls if any(control is target for target in kept)]


def _nearest_names(phrase: ControlPhrase, controls: Sequence[TargetInfo]) -> tuple[str, ...]:
    names = dict.fromkeys(c.name or c.label or "" for c in controls if is_live(c) or phrase.role == c.type)
    told = [name for name in names if 0 < len(name) <= 60]
    said = [phrase.name, *phrase.name.split()]
    return tuple(sorted(told, key=lambda name: -max(similarity(word, name) for word in said))[:_NEAREST_SHOWN])
