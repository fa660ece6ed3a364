"""Tells whether a control was shown anew after it was worked: its dialog or page was closed and opened again since.

What a new dialog shows comes from what the application keeps, and no longer from the control that was written. So it is
another witness than the interface that acted (design.md §4).
"""

from __future__ import annotations

from collections.abc import Sequence

from ufo.proof.independence import PICTURE, is_accessible_act, key_of, keys_in, plain
from ufo.schema.action import ActionCommandInfo
from ufo.schema.patterns import regex
from ufo.schema.predicate import Finding, Truth

SHOWN_AGAIN = "accessibility, shown again"
SEEN_AGAIN = f"{PICTURE}, shown again"

_HOLDERS = r"(?:dialog|Dialog|window|Window|Document)"
_WENT = regex(rf"{_HOLDERS} '(?P<name>[^']+)' (?:closed|disappeared|went away)")
_CAME = regex(rf"{_HOLDERS} '(?P<name>[^']+)' (?:opened|appeared)")


def is_shown_again(finding: Finding, acts: Sequence[ActionCommandInfo]) -> bool:
    """Tell whether each control that the finding may be about was in a dialog or page that was closed after the last act on it
    and opened again by a later one. `acts`: all of the round, in order.
    """
    control = finding.predicate.shown_control()
    if control is None:
        return False
    key = key_of(*control)
    own = [at for at, act in enumerate(acts) if is_accessible_act(act) and key in keys_in(act)]
    return bool(own) and _came_back(_holders(acts[own[-1]]), acts[own[-1] + 1 :])


def _holders(act: ActionCommandInfo) -> frozenset[str]:
    return frozenset(map(plain, act.target.path if act.target is not None else ())) - {""}


def _came_back(holders: frozenset[str], later: Sequence[ActionCommandInfo]) -> bool:
    """Tell whether one of the holders went away in an act, and came again in one after that."""
    gone: set[str] = set()
    for act in later:
        told = "; ".join([*act.result.evidence, act.result.change])
        if gone & {plain(one["name"]) for one in _CAME.finditer(told)}:
            return True
        gone |= holders & {plain(one["name"]) for one in _WENT.finditer(told)}
    return False


def with_those_shown_again(findings: Sequence[Finding], acts: Sequence[ActionCommandInfo]) -> tuple[Finding, ...]:
    """Return the findings, those proved that only the acting interface supported and that were shown again since. Where a
    picture supports one already, its channel says so too.
    """
    return tuple(_proved(one) if _is_weak(one) and is_shown_again(one, acts) else one for one in findings)


def _is_weak(finding: Finding) -> bool:
    return finding.truth is Truth.SATISFIED and (not finding.independent or finding.channel == PICTURE)


def _proved(finding: Finding) -> Finding:
    evidence = f"{finding.evidence}; so it was when it was opened again"
    channel = SEEN_AGAIN if finding.independent else SHOWN_AGAIN
    return finding.model_copy(update={"independent": True, "channel": channel, "evidence": evidence})
