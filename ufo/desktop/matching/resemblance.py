"""How closely a control resembles what a selector remembers, facet by facet, each with a sentence about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ufo.desktop.matching.surroundings import Surroundings, kin_of, words_of
from ufo.desktop.snapshot import Element
from ufo.schema.roles import WINDOWS_AND_DIALOGS
from ufo.schema.selector import Neighbour, Selector, Side, Step
from ufo.text.alike import SAME, likeness, plain, same_words

_OWN, _AROUND = 0.5, 0.5
_PATH, _BESIDE, _ORDER, _PLACE, _TRAITS, _ADDRESS = 0.3, 0.35, 0.15, 0.1, 0.1, 0.6
SAME_SHAPE = 0.8
"""Shape likeness from which two windows count as the same one in another language."""
ON_LINE = frozenset({"left", "right", "row"})
_SOLE = 4.0
"""Weight of a neighbour that the control alone has: it counts more than neighbours that equals share."""


@dataclass(frozen=True, slots=True)
class Resemblance:
    """How closely a control resembles a selector, each facet from 0.0 to 1.0.

    `own`: what it says; `around`: where it stands; `beside`: its neighbours alone (1.0 where none is remembered); `inside`:
    how far its containers are the same; `told_apart`: the share of the neighbours that it alone had which are there (0.0
    where it had none). `in_order`: it has the same position among as many of its kind. `elsewhere`: it is in another dialog
    or window.
    """

    own: float
    around: float
    beside: float
    inside: float
    told_apart: float
    in_order: bool
    elsewhere: bool
    reasons: tuple[str, ...]

    @property
    def score(self) -> float:
        return _OWN * self.own + _AROUND * self.around - (0.2 if self.elsewhere else 0.0)


def is_akin(text: str, other: str) -> bool:
    return kin_of(text) == kin_of(other)


def compare(selector: Selector, around: Surroundings, index: int, *, beside: bool, foreign: bool) -> Resemblance:
    """Compare the element at `index` with the selector. `beside` False leaves out the neighbours, which cost most. `foreign`:
    words are not expected to agree.
    """
    element = around.elements[index]
    path = around.path(index)
    own, reasons = _own(selector, element)
    said = _path(selector.path, path, foreign)
    position = around.position(index)
    in_order = position == selector.position
    facets = [
        (_PATH, said),
        (_ORDER, 1.0 if in_order else 0.5 * (position.index == selector.position.index)),
        (_PLACE, _place(selector.place, around.place(index))),
        (_TRAITS, _traits(selector, element)),
    ]
    reasons.append("in the same containers" if said >= SAME else f"its containers agree by {said:.0%}")
    near, apart = 1.0, 0.0
    if beside and selector.neighbours:
        now = around.neighbours(index)
        near, apart = _beside(selector.neighbours, now, foreign), _told_apart(selector.neighbours, now)
        facets.append((_BESIDE, near))
        reasons.append(f"its neighbours agree by {near:.0%}")
    if selector.row is not None:
        at_same = (element.row, element.column) == (selector.row, selector.column)
        facets.append((_ADDRESS, float(at_same)))
        reasons.append(f"{'at' if at_same else 'not at'} row {selector.row}, column {selector.column}")
    elif in_order and position.count > 1:
        reasons.append(f"number {position.index + 1} of {position.count} of its kind, as before")
    total = sum(weight for weight, _ in facets)
    return Resemblance(
        own=own,
        around=sum(weight * agreement for weight, agreement in facets) / total,
        beside=near,
        inside=said,
        told_apart=apart,
        in_order=in_order,
        elsewhere=_elsewhere(selector, around, index, foreign),
        reasons=tuple(reasons),
    )


def _own(selector: Selector, element: Element) -> tuple[float, list[str]]:
    words = words_of(element)
    if not selector.words and not words:
        own, reason = 1.0, "neither has words"
    elif selector.name and element.name:
        own, reason = likeness(selector.name, element.name), ""
    else:
        own, reason = likeness(selector.words, words), ""
    if selector.words and own >= SAME:
        # The name is the same, but the label beside it is another one ("Amount", of the first and of the second person).
        if selector.name and selector.label and element.label and not same_words(selector.label, element.label):
            own = 0.9
        reason = f"it says {words!r}"
    elif not reason:
        reason = f"it says {words!r}, not {selector.words!r}"
    if element.role != selector.role:
        own *= 0.97
    return own, [reason]


def _path(old: Sequence[Step], new: Sequence[Step], foreign: bool) -> float:
    """Return which share of the longer path the two paths have in common, in order."""
    if not old and not new:
        return 1.0
    row = [0.0] * (len(new) + 1)
    for step in old:
        above = row
        row = [0.0]
        for at, other in enumerate(new):
            row.append(max(row[-1], above[at + 1], above[at] + _same_step(step, other, foreign)))
    return row[-1] / max(len(old), len(new))


def _same_step(step: Step, other: Step, foreign: bool) -> float:
    if not is_akin(step.role, other.role):
        return 0.0
    if foreign or same_words(step.name, other.name):
        return 1.0
    return 0.4


def _elsewhere(selector: Selector, around: Surroundings, index: int, foreign: bool) -> bool:
    first, second = _dialog(selector.path), _dialog(around.path(index))
    if first is None or second is None:
        return first is not second
    if same_words(first.name, second.name):
        return False
    return not foreign or shape_likeness(selector.shape, around.shape(index)) < SAME_SHAPE


def _dialog(path: Sequence[Step]) -> Step | None:
    return next((step for step in reversed(path) if step.role in WINDOWS_AND_DIALOGS), None)


def _beside(old: Sequence[Neighbour], new: Sequence[Neighbour], foreign: bool) -> float:
    at: dict[Side, Neighbour] = {item.side: item for item in new if item.side != "row"}
    anywhere = {plain(item.words) for item in new if item.words}
    line = {plain(item.words) for item in new if item.words and item.side in ON_LINE}
    agreed = total = 0.0
    for neighbour in old:
        weight = _SOLE if neighbour.sole and neighbour.side in ON_LINE else 1.0
        total += weight
        other = at.get(neighbour.side)
        same = (
            other is not None
            and is_akin(neighbour.role, other.role)
            and (foreign or same_words(neighbour.words, other.words))
        )
        if same or (not foreign and neighbour.side in ON_LINE and plain(neighbour.words) in line):
            agreed += weight
        elif not foreign and neighbour.words and plain(neighbour.words) in anywhere:
            agreed += 0.7
        elif foreign and neighbour.side == "row":
            # The number of neighbours on a line says little where words are longer or shorter.
            total -= weight
    return agreed / total if total else 1.0


def _told_apart(old: Sequence[Neighbour], new: Sequence[Neighbour]) -> float:
    """Return the share of sole neighbours that are still there. Those on the control's line count first: when lines are sorted,
    what stands above and below belongs to another control.
    """
    sole = [neighbour for neighbour in old if neighbour.sole and neighbour.side in ON_LINE] or [
        neighbour for neighbour in old if neighbour.sole
    ]
    at: dict[Side, str] = {neighbour.side: neighbour.words for neighbour in new if neighbour.side != "row"}
    line = {plain(neighbour.words) for neighbour in new if neighbour.side in ON_LINE}
    return sum(
        plain(neighbour.words) in line
        if neighbour.side in ON_LINE
        else same_words(neighbour.words, at.get(neighbour.side, ""))
        for neighbour in sole
    ) / max(1, len(sole))


def _place(old: tuple[float, float], new: tuple[float, float]) -> float:
    distance = float(((old[0] - new[0]) ** 2 + (old[1] - new[1]) ** 2) ** 0.5)
    return max(0.0, 1.0 - 2.5 * distance)


def _traits(selector: Selector, element: Element) -> float:
    then = {trait for trait in selector.traits if trait in ("editable", "multiline", "password")}
    now = {state for state in element.states if state in ("editable", "multiline", "password")}
    return len(then & now) / len(then | now) if then | now else 1.0


def shape_likeness(old: Sequence[tuple[str, int]], new: Sequence[tuple[str, int]]) -> float:
    """Return how many controls the two windows have in common by role, as a share of all that either has."""
    first, second = dict(old), dict(new)
    roles = first.keys() | second.keys()
    both = sum(min(first.get(role, 0), second.get(role, 0)) for role in roles)
    either = sum(max(first.get(role, 0), second.get(role, 0)) for role in roles)
    return both / either if either else 1.0
