"""Checks what holds at the end of a turn: what was stated, or else what the actions themselves imply, and over which channel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ufo.commands.dispatch.collect import verify
from ufo.commands.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.proof.acts.unproved import untold
from ufo.proof.acts.written import new_files, ways_in
from ufo.proof.findings.derived import derived
from ufo.proof.findings.independence import marked, speaks_for_itself
from ufo.proof.findings.staleness import Before, dated
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Effect
from ufo.schema.predicate import ElementPredicate, Finding, PagePredicate, Predicate, Truth, refuted

_BROWSERS = ("chrom", "brave", "edge", "vivaldi")


@dataclass(frozen=True, slots=True)
class Claim:
    """What a turn is checked for. `stated`: what must hold; where that is empty, the `actions` of this turn imply it. `before`:
    what was there when the turn began to act. `acts`: all that was done in this round, this turn included. `saved`: files that
    were written meanwhile, stated by nobody.
    """

    stated: Sequence[Predicate]
    actions: Sequence[ActionCommandInfo]
    acts: Sequence[ActionCommandInfo]
    before: Before
    saved: Sequence[Predicate] = ()

    @property
    def begun(self) -> float:
        return self.before.at


async def prove(dispatcher: GuardedDispatcher, claim: Claim, timeout_s: float) -> tuple[Finding, ...]:
    """Return the findings, and mark those that are supported only by the channel that acted."""
    if claim.stated:
        findings = await dated(await verify(dispatcher, claim.stated, timeout_s), claim.before)
    else:
        findings = await _from_the_actions(dispatcher, claim, timeout_s)
    findings += await dated(await verify(dispatcher, claim.saved, timeout_s=0), claim.before)
    findings += await _of_what_is_untold(dispatcher, claim, findings)
    return marked(findings, [one for one in findings if speaks_for_itself(one, claim.acts)])


async def _of_what_is_untold(
    dispatcher: GuardedDispatcher, claim: Claim, findings: Sequence[Finding]
) -> tuple[Finding, ...]:
    """Return findings for the actions that the other findings do not cover: conditions that those actions lead to, where they
    hold.
    """
    left = untold(claim.actions, findings, claim.begun) if refuted(findings) == [] else ()
    implied = derived(claim.actions, claim.begun) if left else ()
    meant = set(derived(left, claim.begun)).intersection(implied) - {one.predicate for one in findings}
    found = await verify(dispatcher, [one for one in implied if one in meant], timeout_s=0)
    return (
        *(one for one in found if one.truth is Truth.SATISFIED),
        *[
            one
            for place, act in enumerate(claim.actions)
            if any(act is other for other in left)
            for one in await _in_its_file(dispatcher, claim.actions, place, new_files(findings))
        ],
    )


async def _in_its_file(
    dispatcher: GuardedDispatcher, acts: Sequence[ActionCommandInfo], place: int, paths: Sequence[str]
) -> tuple[Finding, ...]:
    """Return the findings of the first stated file that holds all that the action wrote."""
    for way in (way for path in paths for way in ways_in(acts, place, path)):
        found = await verify(dispatcher, way, timeout_s=0)
        if found and all(one.truth is Truth.SATISFIED for one in found):
            return found
    return ()


async def _from_the_actions(dispatcher: GuardedDispatcher, claim: Claim, timeout_s: float) -> tuple[Finding, ...]:
    """Check what the actions imply. As it was not stated, evidence against it may count only as unknown.

    Where every action was confirmed, the application may show the result differently; and a control that is not there any
    more, such as an item of a closed menu, proves nothing.
    """
    findings = await verify(dispatcher, derived(claim.actions, claim.begun), timeout_s)
    sure = all(_sure(action) for action in claim.actions if action.result.effect is not None)
    against = [one for one in findings if one.truth is Truth.UNSATISFIED]
    controls = {
        one.predicate: _is_there(one.predicate) for one in against if isinstance(one.predicate, ElementPredicate)
    }
    there = dict(zip(controls, await verify(dispatcher, list(controls.values()), timeout_s=0), strict=True))
    unsure = [
        one for one in against if sure or (one.predicate in there and there[one.predicate].truth is not Truth.SATISFIED)
    ]
    return tuple(one.model_copy(update={"truth": Truth.UNKNOWN}) if one in unsure else one for one in findings)


async def no_longer(dispatcher: GuardedDispatcher, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings about controls that are still there and show something else now. `dispatcher`: that of the agent that
    made the findings.
    """
    shown = [one.predicate for one in findings if one.proves and isinstance(one.predicate, ElementPredicate)]
    asked = [one for one in shown if one.exists and (one.value is not None or one.state is not None)]
    other = refuted(await verify(dispatcher, asked, timeout_s=0))
    controls = [_is_there(one.predicate) for one in other if isinstance(one.predicate, ElementPredicate)]
    there = await verify(dispatcher, controls, timeout_s=0)
    return tuple(one for one, control in zip(other, there, strict=True) if control.truth is Truth.SATISFIED)


def _is_there(predicate: ElementPredicate) -> ElementPredicate:
    return ElementPredicate(name=predicate.name, role=predicate.role)


def _sure(action: ActionCommandInfo) -> bool:
    """Tell whether the action is certain to have worked. A press names no end that could be read back, so an effect of the
    application is all that can confirm it.
    """
    effect = action.result.effect
    return effect is Effect.CONFIRMED or (effect is Effect.PARTIAL and not action.facts.names_its_end(action.arguments))


async def vouched_by_page(
    dispatcher: GuardedDispatcher, findings: tuple[Finding, ...], app_root: str, title: str
) -> tuple[Finding, ...]:
    """Return the findings with a second witness: in a browser that gives access to its pages, the page's own field."""
    weak = [one for one in findings if not one.independent]
    if not weak or not any(name in app_root.casefold() for name in _BROWSERS):
        return findings
    asked = [_on_page(one.predicate, title) for one in weak if isinstance(one.predicate, ElementPredicate)]
    on_page = await verify(dispatcher, asked, timeout_s=0)
    proofs = {one.predicate: page for one, page in zip(weak, on_page, strict=True) if page.proves}
    return tuple(_vouched(one, proofs[one.predicate]) if one.predicate in proofs else one for one in findings)


def _on_page(predicate: ElementPredicate, title: str) -> PagePredicate:
    """Return the same condition about the page's field. A browser's window title ends in the browser's name."""
    page = title.rpartition(" - ")[0] or title
    return PagePredicate(page=page, field=predicate.name, value=predicate.value or predicate.state)


def _vouched(finding: Finding, page: Finding) -> Finding:
    evidence = f"{finding.evidence}; the page says so too: {page.evidence}"
    return finding.model_copy(
        update={"independent": True, "channel": f"accessibility and {page.channel}", "evidence": evidence}
    )
