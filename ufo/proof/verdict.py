"""Decides from an account how a run ends (design.md §11)."""

from __future__ import annotations

from ufo.schema.outcome import CarriedOut, RunOutcome
from ufo.schema.reading import Account, PartVerdict

NOTHING_DONE = "said, though no act was carried out for it"
NOTHING_CHANGED = "said, though no act changed anything"


def verdict(account: Account | None, done: CarriedOut | None = None) -> tuple[RunOutcome, str]:
    """Return the outcome and its reason in one line: FAILED where facts contradict a part, VERIFIED where nothing is open. Where
    nobody read the request there is no account. The reason says "done" only where an act may have done something; `done`: None
    where that is not known.
    """
    what = "done"
    if done is not None and not done.unseen:
        what = NOTHING_DONE if done.only_said else what if done.changed else NOTHING_CHANGED
    if account is None:
        return RunOutcome.COMPLETED_UNVERIFIED, f"{what}, but nobody read it"
    if account.refuted:
        return RunOutcome.FAILED, f"said to be done, but {'; '.join(account.refuted)}"
    if account.open:
        return RunOutcome.COMPLETED_UNVERIFIED, f"{what}, but {'; '.join(account.open)}"
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
