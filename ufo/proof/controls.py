"""Tells what controls must show after acts on them: the texts that were written there, the boxes that were ticked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from ufo.conditions.kinds.element import ElementPredicate
from ufo.schema.action import ActionCommandInfo
from ufo.schema.roles import RADIOS, TOGGLES
from ufo.schema.target import TargetInfo
from ufo.schema.tool_facts import Keeps, Proof

_LONGEST_VALUE = 20_000


def shown_after(acts: Iterable[ActionCommandInfo]) -> tuple[ElementPredicate, ...]:
    """Return what the controls that were written, ticked or chosen in must show. For one that was written twice the last text
    counts, and a press may have closed or cleared what was written before it.
    """
    found: dict[tuple[str, str | None], ElementPredicate] = {}
    for act in acts:
        if not act.result.ok:
            continue
        if act.facts.keeps is Keeps.NOTHING:
            found = {}
        rule = _RULES.get(act.facts.proves)
        for predicate in rule(act) if rule is not None else ():
            found[predicate.name, predicate.role] = predicate
    return tuple(found.values())


def _written(act: ActionCommandInfo) -> list[ElementPredicate]:
    """Return the text that the field shows: what stood there before stays unless it was cleared."""
    if act.target is None:
        return []
    text = str(act.arguments.get("text", ""))
    return _shows(act.target, text if act.arguments.get("clear_current_text") else (act.target.value or "") + text)


def _set(act: ActionCommandInfo) -> list[ElementPredicate]:
    value = act.arguments.get("value")
    return _ticked(act.target, value) if isinstance(value, bool) else _shows(act.target, str(value))


def _checked(act: ActionCommandInfo) -> list[ElementPredicate]:
    return [] if act.arguments.get("path") else _ticked(act.target, bool(act.arguments.get("checked", True)))


def _chosen(act: ActionCommandInfo) -> list[ElementPredicate]:
    items = list(act.arguments.get("items") or [])
    is_one = act.target is not None and act.target.type == "ComboBox" and len(items) == 1
    return _shows(act.target, items[0]) if is_one else []


def _filled(act: ActionCommandInfo) -> list[ElementPredicate]:
    return [one for field in act.arguments.get("fields") or () for one in _field(field)]


def _field(field: Any) -> list[ElementPredicate]:
    if not isinstance(field, dict) or not field.get("name"):
        return []
    name, value = str(field["name"]), field.get("value")
    if isinstance(value, bool):
        return [ElementPredicate(name=name, state="checked" if value else "unchecked")]
    return [ElementPredicate(name=name, value=str(value))]


def _toggled(act: ActionCommandInfo) -> list[ElementPredicate]:
    """Return the new state: a single click toggles a check box, and chooses a radio button."""
    target = act.target
    if target is None or target.type not in TOGGLES or act.arguments.get("double"):
        return []
    if act.arguments.get("button", "left") != "left" or not {"checked", "unchecked"} & set(target.states):
        return []
    return _ticked(target, target.type in RADIOS or "unchecked" in target.states)


def _shows(target: TargetInfo | None, value: Any) -> list[ElementPredicate]:
    if target is None or "password" in target.states or not isinstance(value, str) or len(value) > _LONGEST_VALUE:
        return []
    # Without a name, any control of this role may be meant; only a text identifies this one.
    if not (target.name or target.label or value.strip()):
        return []
    return [ElementPredicate(name=target.name or target.label or "", role=target.type, value=value)]


def _ticked(target: TargetInfo | None, checked: bool) -> list[ElementPredicate]:
    if target is None or not target.name:
        return []
    return [ElementPredicate(name=target.name, role=target.type, state="checked" if checked else "unchecked")]


_RULES: Mapping[Proof, Callable[[ActionCommandInfo], list[ElementPredicate]]] = MappingProxyType(
    {
        Proof.TEXT: _written,
        Proof.VALUE: _set,
        Proof.CHECKED: _checked,
        Proof.CHOICE: _chosen,
        Proof.FIELDS: _filled,
        Proof.TOGGLED: _toggled,
    }
)
