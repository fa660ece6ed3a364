"""Tells whether all that a request asks for was done with what a page draws, by the page's own geometry around each act.

Each word of the request must be understood, each act must serve it, and what is meant must be beyond opinion. Otherwise nothing
is told, and the request is accounted for as any other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ufo.proof.request.drawn_steps import Count, Draw, Into, Press, PressNamed, Step, Towards, drawn_steps
from ufo.proof.request.model import Deed, Look
from ufo.schema.drawn import DrawnAt, Scene
from ufo.schema.roles import BUTTONS
from ufo.schema.tool_facts import ActionKind
from ufo.verify.pages.drawn_places import could_hold, is_inside, is_still, middle, moved_by
from ufo.verify.pages.drawn_words import Meant, found

_PRESSES = frozenset({ActionKind.CLICK, ActionKind.SELECT})
_IDLE = frozenset({ActionKind.WAIT, ActionKind.NOTE})
_SENDS = frozenset({"submit", "ok", "done", "finish", "check"})
"""Buttons that only hand over what was done."""
_LEAST_MOVED = 5
_FLAT, _NEAR = 0.06, 0.15
"""Shares of a line's length by which it may rise, and of a circle's width by which its middle may be off."""


@dataclass(frozen=True)
class _Left:
    """The acts that no step has taken yet, and all scenes from the first act on."""

    deeds: Sequence[Deed]
    at: int = 0

    @property
    def next(self) -> Deed | None:
        return self.deeds[self.at] if self.at < len(self.deeds) else None

    def after(self, number: int) -> _Left:
        return _Left(self.deeds, self.at + number)

    def while_(self, holds: Callable[[Deed], bool]) -> Sequence[Deed]:
        taken = []
        for deed in self.deeds[self.at :]:
            if not holds(deed):
                break
            taken.append(deed)
        return taken


def drawn_as_asked(request: str, deeds: Sequence[Deed], looks: Sequence[Look], answer: str) -> bool:
    """Tell whether the request is all about drawn things, and just what it says was done or, where it asks, answered."""
    steps = drawn_steps(request)
    if steps is None:
        return False
    done = [one for one in deeds if not one.reads and one.facts.kind not in _IDLE]
    counts = [one for one in steps if isinstance(one, Count)]
    if counts:
        return len(steps) == 1 and _counted(counts[0], done, looks, answer)
    left: _Left | None = _Left(done)
    for group in _together(steps):
        left = None if left is None else _taken(group, left)
    if left is None or not done:
        return False
    is_handed_over = left.at == len(done) - 1 and left.at > 0 and _is_button(done[-1], _SENDS)
    return left.at == len(done) or (is_handed_over and not any(isinstance(one, PressNamed) for one in steps))


def _together(steps: Sequence[Step]) -> list[tuple[Step, ...]]:
    """Return the steps with those about what lies where put together: their acts may come in any order."""
    groups: list[tuple[Step, ...]] = []
    for step in steps:
        if groups and isinstance(step, Into) and isinstance(groups[-1][-1], Into):
            groups[-1] = (*groups[-1], step)
        else:
            groups.append((step,))
    return groups


def _taken(group: tuple[Step, ...], left: _Left) -> _Left | None:
    """Return what is left of the acts behind those that did these steps; None where they were not done."""
    step = group[0]
    if isinstance(step, Press):
        return _pressed_all(step, left) if step.what.every else _pressed(step, left)
    if isinstance(step, PressNamed):
        deed = left.next
        is_it = deed is not None and _is_button(deed, frozenset({step.name})) and (deed.reacted or deed.landed)
        return left.after(1) if is_it else None
    drags = left.while_(lambda one: one.facts.kind is ActionKind.DRAG)
    then, now = _scenes_around(drags, left.after(len(drags)))
    if then is None or now is None:
        return None
    if isinstance(step, Towards):
        is_done = _went(step, then, now)
    elif isinstance(step, Draw):
        is_done = _drew(step, then, now)
    else:
        is_done = _lie_where(tuple(one for one in group if isinstance(one, Into)), then, now)
    return left.after(len(drags)) if is_done else None


def _scenes_around(acts: Sequence[Deed], behind: _Left) -> tuple[Sequence[DrawnAt] | None, Sequence[DrawnAt] | None]:
    """Return what was drawn before the acts, and what right before the next one, or after the last of them."""
    first = acts[0].drawn if acts else None
    last = behind.next.drawn if behind.next is not None else None
    after = acts[-1].drawn if acts else None
    then = first.before if first is not None and first.is_whole else None
    if last is not None and last.before:
        return then, last.before if last.is_whole else None
    return then, after.after if after is not None and after.is_whole_after else None


def _pressed(step: Press, left: _Left) -> _Left | None:
    deed = left.next
    scene = _pressed_scene(deed)
    own = found(step.what, scene.before) if scene is not None and scene.is_whole else None
    if deed is None or scene is None or not own or not (step.what.is_any or len(own) == 1):
        return None
    is_it = any(one.id == scene.pressed and not (step.in_middle and one.drawn.is_cut) for one in own)
    return left.after(1) if is_it and _was_taken(deed, scene) else None


def _pressed_all(step: Press, left: _Left) -> _Left | None:
    acts = left.while_(lambda one: _pressed_scene(one) is not None)
    scenes = [one for deed in acts if (one := _pressed_scene(deed)) is not None]
    own = found(step.what, scenes[0].before) if scenes and scenes[0].is_whole else None
    if not own or not all(_was_taken(deed, scene) for deed, scene in zip(acts, scenes, strict=True)):
        return None
    pressed = [one.pressed for one in scenes]
    return left.after(len(acts)) if sorted(pressed) == sorted(one.id for one in own) else None


def _pressed_scene(deed: Deed | None) -> Scene | None:
    if deed is None or deed.facts.kind not in _PRESSES:
        return None
    return deed.drawn if deed.drawn is not None and deed.drawn.pressed else None


def _was_taken(deed: Deed, scene: Scene) -> bool:
    """Tell whether something came of the press: beside it, or in what is drawn."""
    return deed.reacted or (bool(scene.after) and scene.after != scene.before)


def _is_button(deed: Deed, names: frozenset[str]) -> bool:
    return deed.facts.kind is ActionKind.CLICK and deed.role in BUTTONS and bool(deed.names & names)


def _went(step: Towards, then: Sequence[DrawnAt], now: Sequence[DrawnAt]) -> bool:
    own = found(step.what, then)
    if own is None or not own or (len(own) > 1 and not step.what.every):
        return False
    after = _by_id(now)
    across, down = step.way
    for one in own:
        here = after.get(one.id)
        if here is None:
            return False
        right, below = moved_by(one, here)
        along, aside = right * across + below * down, right * down + below * across
        if along < _LEAST_MOVED or abs(aside) > along:
            return False
    return _moved(then, now) == {one.id for one in own}


def _moved(then: Sequence[DrawnAt], now: Sequence[DrawnAt]) -> set[str]:
    """Return the ids of the things that are at another place, or gone."""
    after = _by_id(now)
    return {one.id for one in then if one.id not in after or not is_still(one, after[one.id])}


def _by_id(things: Sequence[DrawnAt]) -> Mapping[str, DrawnAt]:
    return {one.id: one for one in things}


def _lie_where(steps: Sequence[Into], then: Sequence[DrawnAt], now: Sequence[DrawnAt]) -> bool:
    """Tell whether all that is meant lies in what it is to lie in, nothing else was moved, and nothing else came to lie there."""
    meant = _placed(steps, then)
    after = _by_id(now)
    if meant is None or not meant:
        return False
    for one, holder in meant.items():
        if one not in after or holder not in after or not is_inside(after[one], after[holder]):
            return False
    return _moved(then, now) <= meant.keys()


def _placed(steps: Sequence[Into], then: Sequence[DrawnAt]) -> dict[str, str] | None:
    """Return what is meant, each thing by its id with that of what it is to lie in; None where that is a matter of opinion."""
    named = [found(one.what, then) if one.what is not None else () for one in steps]
    if any(one is None for one in named):
        return None
    every = [list(one or ()) for one in named]
    holders = [_holder(step.where, things or then, then) for step, things in zip(steps, every, strict=True)]
    if any(one is None for one in holders):
        return None
    held = {one.id for one in holders if one is not None}
    placed: dict[str, str] = {}
    for step, things, holder in zip(steps, every, holders, strict=True):
        others = [one for one in then if one.id not in held and one.id not in placed]
        own = [one for one in things if one.id not in held] if step.what is not None else others
        is_one = step.what is not None and not step.what.every
        if holder is None or not own or (is_one and len(own) > 1):
            return None
        placed |= {one.id: holder.id for one in own}
    return placed


def _holder(where: Meant, things: Sequence[DrawnAt], then: Sequence[DrawnAt]) -> DrawnAt | None:
    """Return the one thing that is called so and can hold another of the things; None where that is not just one."""
    least = min(things, key=lambda one: one.rect[2] - one.rect[0], default=None)
    if least is None:
        return None
    most = [one for one in then if could_hold(one, least)]
    # Of several that are called so, those that could lie in another one are what is moved.
    outer = [one for one in most if not any(could_hold(other, one) for other in most)]
    own = found(where, then) or found(where, outer)
    fitting = [one for one in own or () if one in outer]
    if not fitting:
        fitting = list(found(where, outer) or ())
    return fitting[0] if len(fitting) == 1 else None


def _drew(step: Draw, then: Sequence[DrawnAt], now: Sequence[DrawnAt]) -> bool:
    """Tell whether one line or circle came to be, runs as it should, and does so through or around what is meant."""
    own = found(step.at, then)
    known = _by_id(then)
    new = [one for one in now if one.id not in known]
    if not own or len(own) != 1 or len(new) != 1 or _moved(then, now):
        return False
    (x, y), (left, top, right, bottom) = middle(own[0]), new[0].rect
    width, height = right - left, bottom - top
    if step.shape == "circle":
        u, v = middle(new[0])
        return new[0].drawn.kind == "circle" and max(abs(u - x), abs(v - y)) <= _NEAR * min(width, height)
    length, rise = (width, height) if step.shape == "horizontal" else (height, width)
    # What ends at a thing does not run through it.
    first, last, at = (left, right, x) if step.shape == "horizontal" else (top, bottom, y)
    beside = abs(y - (top + bottom) / 2) if step.shape == "horizontal" else abs(x - (left + right) / 2)
    span = max(own[0].rect[2] - own[0].rect[0], own[0].rect[3] - own[0].rect[1])
    runs_through = first <= at - span and last >= at + span and beside <= span / 2
    return new[0].drawn.kind == "line" and rise <= _FLAT * length and length > _LEAST_MOVED and runs_through


def _counted(step: Count, done: Sequence[Deed], looks: Sequence[Look], answer: str) -> bool:
    """Tell whether the number that was answered, or whose button was pressed, is what is drawn."""
    things = _last_whole(done, looks)
    # Of what lies under something else, a person may or may not know.
    own = found(step.what, things) if things and not any(one.drawn.is_covered for one in things) else None
    if own is None or (step.sides and (len(own) != 1 or not own[0].drawn.sides)):
        return False
    number = own[0].drawn.sides if step.sides else len(own)
    said = [int(one) for one in re.findall(r"(?<![\w.])\d+(?![\w.]*\d)", answer)]
    if any(one != number for one in said):
        return False
    if not done:
        return bool(said)
    (deed, *more) = done
    return not more and _is_button(deed, frozenset({str(number)})) and (deed.reacted or deed.landed)


def _last_whole(done: Sequence[Deed], looks: Sequence[Look]) -> Sequence[DrawnAt]:
    """Return what was drawn when the answer was found, by a look at the whole window; nothing where there was none."""
    if done:
        scene = done[0].drawn
        return scene.before if scene is not None and scene.is_whole else ()
    look = looks[-1] if looks and looks[-1].is_whole else None
    if look is None:
        return ()
    return [
        DrawnAt(one.number, one.drawn, one.rect)
        for one in look.listed
        if one.drawn is not None and one.rect is not None
    ]
