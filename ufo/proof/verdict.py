"""Decides from an account how a run ends (design.md §11)."""

from __future__ import annotations

from ufo.schema.outcome import RunOutcome
from ufo.schema.reading import Account, PartVerdict

NOTHING_DONE = "said, though no act was carried out for it"


def verdict(account: Account, *, only_said: bool = False) -> tuple[RunOutcome, str]:
    """Return the outcome and its reason in one line: FAILED where facts contradict a part, VERIFIED where nothing is open.
    `only_said`: no act was carried out for what was said to be done.
    """
    if account.refuted:
        return RunOutcome.FAILED, f"said to be done, but {'; '.join(account.refuted)}"
    if account.open:
        return (
            RunOutcome.COMPLETED_UNVERIFIED,
            f"{NOTHING_DONE if only_said else 'done'}, but {'; '.join(account.open)}",
        )
    shown = sum(part.verdict is PartVerdict.SHOWN for part in account.parts)
    asked = sum(not change.by_product for change in account.changes)
    changes = (
        f", and each of {asked} changes was asked for"
        if asked > 1
        else ", and the one change was asked for"
        if asked
        else ""
    )
    return (
        RunOutcome.VERIFIED,
        f"facts show all {shown} parts of the request{changes}" if shown > 1 else f"facts show the request{changes}",
    )
