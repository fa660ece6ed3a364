"""Combines what was found in a run: the findings of the end take precedence over those of sub-tasks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ufo.proof.findings.kinds import WRITTEN, has_to_do_with, kinds_told
from ufo.proof.request.match import exact_label, holds_text, label_of, stated_texts
from ufo.schema.outcome import SubtaskRecord, Untold
from ufo.schema.predicate import Finding, Predicate, path_on_disk


def evidence_of(found: Sequence[Finding], records: Sequence[SubtaskRecord]) -> tuple[Finding, ...]:
    """Return what was found at the end, and what sub-tasks found that no later look at the same thing replaces. A result of one
    sub-task held already when a later one began, but it still counts as new.
    """
    final = list(found)
    seen = [finding.predicate for finding in final]
    for record in _finished(records):
        for finding in record.findings:
            on_disk = path_on_disk(finding.predicate) is not None
            if finding.predicate not in seen and not (on_disk and final):
                final.append(finding)
                seen.append(finding.predicate)
    return tuple(final)


def without_implied(found: Sequence[Finding]) -> tuple[Finding, ...]:
    """Leave out a finding that another one contains, such as that a file is there beside that it was written."""
    return tuple(
        one
        for place, one in enumerate(found)
        if not any(
            _implies(other, one) and (other.predicate != one.predicate or at < place)
            for at, other in enumerate(found)
            if at != place
        )
    )


def _implies(more: Finding, less: Finding) -> bool:
    if type(more.predicate) is not type(less.predicate) or more.truth is not less.truth or more.stale != less.stale:
        return False
    stated = more.predicate.model_dump(exclude_defaults=True)
    return more.independent is less.independent and all(
        stated.get(key) == value for key, value in less.predicate.model_dump(exclude_defaults=True).items()
    )


def is_told(predicate: Predicate, findings: Iterable[Finding]) -> bool:
    """Tell whether one of the findings proves the same about the same control or field, over any channel."""
    label = label_of(predicate)
    return any(
        one.proves
        and not one.stale
        and exact_label(label, [label_of(one.predicate)])
        and stated_texts(one.predicate) == stated_texts(predicate)
        for one in findings
        if label
    )


def is_old(finding: Finding, found: Sequence[Finding], records: Sequence[SubtaskRecord]) -> bool:
    """Tell whether it held before the run acted. `found`: at the end. A file is compared there with what it held before the run;
    what a sub-task wrote that then failed is no less new because the next one found it written.
    """
    if path_on_disk(finding.predicate) is not None and finding in found:
        return finding.stale
    return is_stale(finding, records)


def is_stale(finding: Finding, records: Sequence[SubtaskRecord]) -> bool:
    findings = [one for record in records for one in record.findings]
    same = [one.stale for one in findings if one.predicate == finding.predicate]
    return finding.stale or (bool(same) and all(same))


def untold(found: Sequence[Finding], records: Sequence[SubtaskRecord]) -> tuple[str, ...]:
    """Return what sub-tasks did that no finding covers, neither theirs nor the request's. What holds at the end of the request
    covers every step towards it. An act that is an end of its own is not covered by what another sub-task found.
    """
    finished = _finished(records)
    final = [one for one in found if one.proves and not is_stale(one, records)]
    left: list[Untold] = []
    for record in finished:
        others = {_spoken_of(one) for other in finished if other is not record for one in other.findings}
        own = [one for one in final if _spoken_of(one) not in others]
        for one in record.untold:
            speaking = own if one.kind in WRITTEN or (one.alone and one.kind is None) else final
            if one.kind in WRITTEN:
                speaking = [it for it in speaking if has_to_do_with(it.predicate, one.texts)]
            is_told = any(one.kind in kinds_told(it.predicate) for it in speaking) if one.kind else bool(speaking)
            is_told = is_told or (one.kind in (None, "entries") and _is_set_in_a_file(one.texts, final))
            left += [] if is_told else [one]
    return tuple(dict.fromkeys(one.what for one in left))


def _is_set_in_a_file(texts: Sequence[str], final: Sequence[Finding]) -> bool:
    """Tell whether all values that were set stand in what is new in files, whichever sub-task speaks of these files."""
    stated = [it for one in final if path_on_disk(one.predicate) is not None for it in stated_texts(one.predicate)]
    return bool(texts) and all(any(holds_text(one, text) for text in stated) for one in texts)


def _finished(records: Sequence[SubtaskRecord]) -> list[SubtaskRecord]:
    return [record for record in records if record.status == "FINISH"]


def _spoken_of(finding: Finding) -> object:
    return path_on_disk(finding.predicate) or finding.predicate
