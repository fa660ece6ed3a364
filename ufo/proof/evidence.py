"""Combines what was found in a run: the findings of the end take precedence over those of sub-tasks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ufo.schema.outcome import SubtaskRecord
from ufo.schema.predicate import Finding, Predicate, Truth, refuted


def of_subtasks(records: Sequence[SubtaskRecord]) -> Iterator[Finding]:
    """Iterate over what sub-tasks found that is of account: all of those that were finished, and of others what did not hold."""
    for record in records:
        if record.status == "FINISH":
            yield from record.findings
        else:
            for finding in refuted(record.findings):
                yield finding.model_copy(update={"evidence": f"{finding.evidence}, when a sub-task failed"})


def evidence_of(found: Sequence[Finding], records: Sequence[SubtaskRecord]) -> tuple[Finding, ...]:
    """Return what was found at the end, and what sub-tasks found that no later look at the same thing replaces. A result of one
    sub-task held already when a later one began, but it still counts as new.
    """
    known = {finding.predicate for finding in found}
    earlier: dict[Predicate, Finding] = {}
    for finding in of_subtasks(records):
        on_disk = finding.predicate.path_on_disk() is not None
        if finding.predicate in known or (on_disk and found):
            continue
        was = earlier.get(finding.predicate)
        if was is None or finding.truth not in (was.truth, Truth.UNKNOWN):
            earlier[finding.predicate] = finding
    return (*found, *earlier.values())


def proved_before(findings: Sequence[Finding], records: Sequence[SubtaskRecord]) -> tuple[Finding, ...]:
    """Replace each finding whose channel is not independent by an earlier proof of the same predicate, where a sub-task has
    one.
    """
    proofs = {finding.predicate: finding for record in records for finding in record.findings if finding.proves}
    return tuple(
        proofs[finding.predicate] if not finding.independent and finding.predicate in proofs else finding
        for finding in findings
    )
