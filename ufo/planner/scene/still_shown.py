"""Predicates that a window still shows something: the proof of steps that change nothing in a file."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.conditions.kinds.element import ElementPredicate
from ufo.schema.target import TargetInfo

_LONGEST_CHARS = 2000


def still_shown(control: TargetInfo) -> tuple[ElementPredicate, ...]:
    """Return the proof that the control, found by name and role, shows what it shows in this look."""
    value = control.value or ""
    if len(value) > _LONGEST_CHARS or not (value or control.name):
        return ()
    name = control.name or control.label or ""
    return (ElementPredicate(name=name, role=control.type, value=value or None),)


def in_state(control: TargetInfo, state: str, controls: Sequence[TargetInfo]) -> tuple[ElementPredicate, ...]:
    """Return the proof that a control is in a state; none where another control has the same name and role."""
    alone = sum(c.name == control.name and c.type == control.type for c in controls) == 1
    if not control.name or not alone:
        return ()
    return (ElementPredicate(name=control.name, role=control.type, state=state),)
