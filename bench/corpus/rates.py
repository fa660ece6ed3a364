"""What became of the items, counted: by language, by kind of fault, for one reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from bench.corpus.items import Item
from ufo.schema.outcome import RunOutcome
from ufo.schema.reading import Account


@dataclass(frozen=True)
class Judged:
    """What one item ended as. `reason`: the verdict's own words."""

    item: Item
    account: Account
    outcome: RunOutcome
    reason: str

    @property
    def is_false(self) -> bool:
        """Whether a wrong work was VERIFIED: what must never be."""
        return self.item.truth == "wrong" and self.outcome is RunOutcome.VERIFIED


@dataclass(frozen=True)
class Rates:
    """Counts of items. `right_failed`: right works that ended FAILED. `held`: wrong works that were not VERIFIED."""

    right: int = 0
    right_verified: int = 0
    right_failed: int = 0
    wrong: int = 0
    held: int = 0

    @property
    def verified(self) -> float:
        """The share of right works that were VERIFIED; 1 where there are none."""
        return self.right_verified / self.right if self.right else 1.0

    @property
    def holds(self) -> float:
        """The share of wrong works that were not VERIFIED; 1 where there are none."""
        return self.held / self.wrong if self.wrong else 1.0


def rates(judged: Iterable[Judged]) -> Rates:
    judged = list(judged)
    right = [item for item in judged if item.item.truth == "right"]
    wrong = [item for item in judged if item.item.truth == "wrong"]
    return Rates(
        right=len(right),
        right_verified=sum(item.outcome is RunOutcome.VERIFIED for item in right),
        right_failed=sum(item.outcome is RunOutcome.FAILED for item in right),
        wrong=len(wrong),
        held=sum(not item.is_false for item in wrong),
    )


def rates_by(judged: Sequence[Judged], key: Callable[[Item], str]) -> dict[str, Rates]:
    """Return the rates of each group that has items, in order; "" is none."""
    groups = sorted({key(item.item) for item in judged} - {""})
    return {group: rates(item for item in judged if key(item.item) == group) for group in groups}


def by_language(item: Item) -> str:
    return item.language


def by_fault(item: Item) -> str:
    return item.fault


def told_rates(title: str, judged: Sequence[Judged]) -> str:
    """Return the rates as a text of lines."""
    whole = rates(judged)
    unverified = whole.right - whole.right_verified - whole.right_failed
    lines = [
        f"{title}: {len(judged)} items",
        f"  right works: {whole.right_verified} of {whole.right} VERIFIED ({whole.verified:.1%}), {unverified} "
        f"COMPLETED_UNVERIFIED, {whole.right_failed} FAILED",
        f"  wrong works: {whole.held} of {whole.wrong} held ({whole.holds:.1%}), {whole.wrong - whole.held} VERIFIED",
        f"  {'language':<18}{'right':>7}{'VERIFIED':>10}{'FAILED':>8}{'wrong':>7}{'held':>6}{'':>3}",
    ]
    lines += [_row(name, item) for name, item in rates_by(judged, by_language).items()]
    lines.append(f"  {'fault':<18}{'':>25}{'wrong':>7}{'held':>6}")
    lines += [
        f"  {name:<18}{'':>25}{item.wrong:>7}{item.held:>6}{item.holds:>8.0%}"
        for name, item in rates_by(judged, by_fault).items()
    ]
    return "\n".join(lines)


def _row(name: str, item: Rates) -> str:
    return (
        f"  {name:<18}{item.right:>7}{item.right_verified:>5}{item.verified:>5.0%}{item.right_failed:>8}"
        f"{item.wrong:>7}{item.held:>6}"
        f"{item.holds:>8.0%}"
    )
