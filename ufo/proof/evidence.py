"""Combines what was found in a run: the findings of the end take precedence over those of sub-tasks."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.schema.outcome import SubtaskRecord
from ufo.schema.predicate import Finding


def evidence_of(found: Sequence[Finding], records: Sequence[SubtaskRecord]) -> tuple[Finding, ...]:
    """Return what was found at the end, and what sub-tasks found that no later look at the same thing replaces. A result of one
    sub-task held already when a later one began, but it still counts as new.
    """
    final = list(found)
    seen = [finding.predicate for finding in final]
    for record in records:
        for finding in record.findings if record.status == "FINISH" else ():
            on_disk = finding.predicate.path_on_disk() is not None
            if finding.predicate not in seen and not (on_disk and final):
                final.append(finding)
                seen.append(finding.predicate)
    return tuple(final)


def proved_before(findings: Sequence[Finding], records: Sequence[SubtaskRecord]) -> tuple[Finding, ...]:
    """Replace each finding whose channel is not independent by an earlier proof of the same predicate, where a sub-task has
    one.
    """
    proofs = {one.predicate: one for record in records for one in record.findings if one.proves}
    return tuple(proofs[one.predicate] if not one.independent and one.predicate in proofs else one for one in findings)
