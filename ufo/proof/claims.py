"""Checks what was stated for the end of a turn, and what the acts of a sub-task lead to, and says over which channel it is known.

What comes of it goes back to whoever worked, where it is refuted, and is facts at the end of the request.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ufo.conditions.before import Before
from ufo.conditions.kinds.element import ElementPredicate
from ufo.proof.independence import marked, speaks_for_itself
from ufo.schema.action import ActionCommandInfo
from ufo.schema.predicate import Finding, Predicate, Truth, refuted
from ufo.schema.roles import RADIOS, TOGGLES
from ufo.schema.target import TargetInfo
from ufo.schema.tool_facts import Keeps, Proof
from ufo.tools.dispatch.collect import verify
from ufo.tools.dispatch.guarded_dispatcher import GuardedDispatcher

_LONGEST_VALUE = 20_000
_BROWSERS = ("chrom", "brave", "edge", "vivaldi")


@dataclass(frozen=True, slots=True)
class Claim:
    """What a turn is checked for. `stated`: what must hold; `actions`: the acts whose controls are looked at too. `before`:
    what was there when they began. `acts`: all that was done in this round, this turn included.
    """

    stated: Sequence[Predicate]
    actions: Sequence[ActionCommandInfo]
    acts: Sequence[ActionCommandInfo]
    before: Before


async def prove(dispatcher: GuardedDispatcher, claim: Claim, timeout_s: float) -> tuple[Finding, ...]:
    """Return the findings, and mark those that are supported only by the channel that acted."""
    findings = await dated(await verify(dispatcher, claim.stated, timeout_s), claim.before)
    findings += await _of_acts(dispatcher, claim)
    return marked(findings, [finding for finding in findings if speaks_for_itself(finding, claim.acts)])


async def _of_acts(dispatcher: GuardedDispatcher, claim: Claim) -> tuple[Finding, ...]:
    """Return what controls show now of what the acts wrote there. Documents are compared as a whole at the end of the request; a
    control that is gone, or shows something else, tells nothing of what was done.
    """
    looked_at = [action for action in shown_after(claim.actions) if action not in claim.stated]
    found = await dated(await verify(dispatcher, looked_at, timeout_s=0), claim.before)
    held = (finding for finding in found if finding.truth is Truth.SATISFIED)
    return tuple(finding.model_copy(update={"derived": True}) for finding in held)


async def no_longer(dispatcher: GuardedDispatcher, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings about controls that are still there and show something else now. `dispatcher`: that of the agent that
    made the findings.
    """
    asked = [
        finding.predicate for finding in findings if finding.proves and finding.predicate.shown_control() is not None
    ]
    other = refuted(await verify(dispatcher, asked, timeout_s=0))
    paired = [(finding, control) for finding in other if (control := finding.predicate.control_is_there()) is not None]
    there = await verify(dispatcher, [control for _, control in paired], timeout_s=0)
    return tuple(
        finding for (finding, _), control in zip(paired, there, strict=True) if control.truth is Truth.SATISFIED
    )


async def vouched_by_page(
    dispatcher: GuardedDispatcher, findings: tuple[Finding, ...], app_root: str, title: str
) -> tuple[Finding, ...]:
    """Return the findings with a second witness: in a browser that gives access to its pages, the page's own field."""
    weak = [finding for finding in findings if not finding.independent]
    if not weak or not any(name in app_root.casefold() for name in _BROWSERS):
        return findings
    # A browser's window title ends in the browser's name.
    page = title.rpartition(" - ")[0] or title
    paired = [(finding, asked) for finding in weak if (asked := finding.predicate.on_page(page)) is not None]
    told = await verify(dispatcher, [asked for _, asked in paired], timeout_s=0)
    proofs = {finding.predicate: witness for (finding, _), witness in zip(paired, told, strict=True) if witness.proves}
    return tuple(
        _vouched(finding, proofs[finding.predicate]) if finding.predicate in proofs else finding for finding in findings
    )


def _vouched(finding: Finding, page: Finding) -> Finding:
    evidence = f"{finding.evidence}; the page says so too: {page.evidence}"
    return finding.model_copy(
        update={"independent": True, "channel": f"accessibility and {page.channel}", "evidence": evidence}
    )


async def dated(findings: Iterable[Finding], before: Before) -> tuple[Finding, ...]:
    """Return the findings, and mark those that held already as stale: news is a difference in what the condition speaks of."""
    return tuple(
        [await _dated(finding, before) if finding.truth is Truth.SATISFIED else finding for finding in findings]
    )


async def _dated(finding: Finding, before: Before) -> Finding:
    path = finding.predicate.path_on_disk()
    untouched = path is not None and await asyncio.to_thread(_untouched, Path(path), before.at)
    return finding.model_copy(update={"stale": True}) if untouched or await finding.predicate.held(before) else finding


def _untouched(path: Path, since: float) -> bool:
    """Tell whether the path was neither written nor created since. If it is missing, tell whether it was not deleted since."""
    try:
        there = next(folder for folder in (path, *path.parents) if folder.exists())
        status = there.stat()
        # A link is new although what it leads to is old.
        made = there.lstat().st_ctime
    except (OSError, ValueError, StopIteration):
        return False
    return max(status.st_mtime, status.st_ctime, made) < since


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
    return [element_predicate for field in act.arguments.get("fields") or () for element_predicate in _field(field)]


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
