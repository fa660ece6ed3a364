"""Tells whether evidence comes over the channel that acted: what wrote a value is no witness that it is there (design.md §4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Route
from ufo.schema.predicate import Finding, Truth
from ufo.schema.target import TargetInfo
from ufo.text.labels import trimmed

ACCESSIBILITY = "accessibility"
PICTURE = "accessibility and picture"


def speaks_for_itself(finding: Finding, acts: Sequence[ActionCommandInfo]) -> bool:
    """Tell whether a control's own accessible interface was acted on, and only that interface reports the control now.

    What it reports of other controls is the application's answer. Files, windows, pages and programs are other channels.
    A control without a name may be any of its role.
    """
    control = finding.predicate.shown_control()
    if finding.truth is not Truth.SATISFIED or control is None:
        return False
    own = [act for act in acts if is_accessible_act(act)]
    if not control.name and any(act.target is not None and control.role in (None, act.target.type) for act in own):
        return True
    return any(key_of(*control) in keys_in(act) for act in own)


def is_accessible_act(action: ActionCommandInfo) -> bool:
    return action.result.ok and action.result.route is Route.ACCESSIBILITY


def keys_in(action: ActionCommandInfo) -> frozenset[str]:
    """Return the keys of the controls that an action was done to, as far as the action names them."""
    found = {trimmed(text) for text in _texts(action.arguments)}
    if action.target is not None:
        found |= keys_of(action.target)
    return frozenset(found - {""})


def keys_of(control: TargetInfo) -> frozenset[str]:
    """Return the control's keys by its name and by its label, or by its role where it has neither."""
    named = {trimmed(control.name), trimmed(control.label or "")} - {""}
    return frozenset(named or {key_of("", control.type)})


def key_of(name: str, role: str | None) -> str:
    return trimmed(name) or f"a {role or 'control'} without a name"


def marked(findings: Iterable[Finding], doubtful: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings, with the doubtful ones marked as supported only by what acted."""
    weak = list(doubtful)
    return tuple(
        finding.model_copy(update={"independent": False}) if finding in weak else finding for finding in findings
    )


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, entry in value.items():
            # A text that was written is no name of the control that it was written to.
            if key not in ("text", "value", "keys", "content"):
                yield from _texts(entry)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)
