"""Checks what was stated for the end of a turn, and what the acts of a sub-task lead to, and says over which channel it is known.

What comes of it goes back to whoever worked, where it is refuted, and is facts at the end of the request.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ufo.commands.dispatch.collect import verify
from ufo.commands.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.conditions.before import Before
from ufo.proof.controls import shown_after
from ufo.proof.independence import marked, speaks_for_itself
from ufo.proof.staleness import dated
from ufo.schema.action import ActionCommandInfo
from ufo.schema.predicate import Finding, Predicate, Truth, refuted

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
    return marked(findings, [one for one in findings if speaks_for_itself(one, claim.acts)])


async def _of_acts(dispatcher: GuardedDispatcher, claim: Claim) -> tuple[Finding, ...]:
    """Return what controls show now of what the acts wrote there. Documents are compared as a whole at the end of the request; a
    control that is gone, or shows something else, tells nothing of what was done.
    """
    looked_at = [one for one in shown_after(claim.actions) if one not in claim.stated]
    found = await dated(await verify(dispatcher, looked_at, timeout_s=0), claim.before)
    held = (one for one in found if one.truth is Truth.SATISFIED)
    return tuple(one.model_copy(update={"derived": True}) for one in held)


async def no_longer(dispatcher: GuardedDispatcher, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings about controls that are still there and show something else now. `dispatcher`: that of the agent that
    made the findings.
    """
    asked = [one.predicate for one in findings if one.proves and one.predicate.shown_control() is not None]
    other = refuted(await verify(dispatcher, asked, timeout_s=0))
    paired = [(one, control) for one in other if (control := one.predicate.control_is_there()) is not None]
    there = await verify(dispatcher, [control for _, control in paired], timeout_s=0)
    return tuple(one for (one, _), control in zip(paired, there, strict=True) if control.truth is Truth.SATISFIED)


async def vouched_by_page(
    dispatcher: GuardedDispatcher, findings: tuple[Finding, ...], app_root: str, title: str
) -> tuple[Finding, ...]:
    """Return the findings with a second witness: in a browser that gives access to its pages, the page's own field."""
    weak = [one for one in findings if not one.independent]
    if not weak or not any(name in app_root.casefold() for name in _BROWSERS):
        return findings
    # A browser's window title ends in the browser's name.
    page = title.rpartition(" - ")[0] or title
    paired = [(one, asked) for one in weak if (asked := one.predicate.on_page(page)) is not None]
    told = await verify(dispatcher, [asked for _, asked in paired], timeout_s=0)
    proofs = {one.predicate: witness for (one, _), witness in zip(paired, told, strict=True) if witness.proves}
    return tuple(_vouched(one, proofs[one.predicate]) if one.predicate in proofs else one for one in findings)


def _vouched(finding: Finding, page: Finding) -> Finding:
    evidence = f"{finding.evidence}; the page says so too: {page.evidence}"
    return finding.model_copy(
        update={"independent": True, "channel": f"accessibility and {page.channel}", "evidence": evidence}
    )
