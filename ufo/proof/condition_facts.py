"""Facts of conditions: what was stated for an end, or follows from an act on a control, as code found it."""

from __future__ import annotations

from collections.abc import Iterable

from ufo.proof.independence import PICTURE, key_of
from ufo.proof.literals import listed, shortened
from ufo.schema.fact import Channel, Fact, FactKind
from ufo.schema.predicate import Finding, Predicate, Truth


def facts_of_conditions(findings: Iterable[Finding]) -> tuple[Fact, ...]:
    """Return one fact for each condition that was found to hold or not to hold. What could not be told is no fact."""
    told: dict[Predicate, Fact] = {}
    for finding in findings:
        if finding.truth is not Truth.UNKNOWN and not finding.withdrawn:
            told.setdefault(finding.predicate, _fact(finding))
    return tuple(told.values())


def controls_told(findings: Iterable[Finding]) -> frozenset[str]:
    """Return the keys of the controls of which it is known what they show at the end."""
    told = (finding.predicate.shown_control() for finding in findings if finding.truth is Truth.SATISFIED)
    return frozenset(key_of(*control) for control in told if control is not None)


def _fact(finding: Finding) -> Fact:
    predicate = finding.predicate
    satisfied = finding.truth is Truth.SATISFIED
    return listed(
        Fact(
            kind=FactKind.CHANGE if satisfied and _is_a_change(finding) else FactKind.STATE,
            line=_with_folder(finding.evidence, predicate.place()) if satisfied else told_unmet(finding),
            place=predicate.place(),
            texts=tuple(predicate.literals()),
            channel=Channel.PICTURE if PICTURE in finding.channel else predicate.channel(),
            independent=finding.independent,
            satisfied=satisfied,
            news=not finding.stale,
        )
    )


def told_unmet(finding: Finding) -> str:
    """Return what was found, and in words what was to hold in its place."""
    found = _with_folder(finding.evidence, finding.predicate.place())
    return shortened(f"{found}; stated was: {finding.predicate.in_words()}")


def _with_folder(line: str, place: str) -> str:
    """Return a line that begins with the name of a file with its folder: the same name may lie in several."""
    name = place.rpartition("/")[2]
    return f"{place}{line.removeprefix(name)}" if name and line.startswith(f"{name} ") else line


def _is_a_change(finding: Finding) -> bool:
    """Tell whether it is a control that was switched in this run: nobody may switch what was not asked for. A text in a field may
    serve to find something.
    """
    return finding.derived and not finding.stale and finding.predicate.switches_a_control()
