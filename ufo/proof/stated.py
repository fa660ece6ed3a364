"""What a model stated must hold at the end of its request. It guides whoever works and becomes facts. It proves nothing; but what
stands and does not hold keeps the request open, until it is made so or taken back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath

from ufo.proof.condition_facts import told_unmet
from ufo.schema.predicate import Finding, Predicate, Truth, refuted
from ufo.schema.reading import Account

_MOST_STATED = 100


@dataclass(frozen=True, slots=True)
class Stated:
    """`conditions`: in the order in which they were stated. `held`: what held already before anything was done, which is no news
    at the end. `withdrawn`: what was taken back, of these and of sub-tasks' conditions, with the reasons.
    """

    conditions: tuple[Predicate, ...] = ()
    held: frozenset[Predicate] = frozenset()
    withdrawn: Mapping[Predicate, str] = field(default_factory=dict)

    @property
    def end(self) -> tuple[Predicate, ...]:
        """What stands."""
        return tuple(condition for condition in self.conditions if self.stands(condition))

    def stands(self, predicate: Predicate) -> bool:
        return predicate not in self.withdrawn

    def added(self, findings: Iterable[Finding]) -> Stated:
        """Return it with new conditions. Those that held before anything was done are marked as stale: what is first stated after
        an act, and is so then, may be so by that act.
        """
        found = tuple(findings)
        held = {finding.predicate for finding in found if finding.truth is Truth.SATISFIED and finding.stale}
        whole = dict.fromkeys([*self.conditions, *(finding.predicate for finding in found)])
        return replace(self, conditions=tuple(whole)[:_MOST_STATED], held=self.held | held)

    def without(self, withdrawn: Mapping[Predicate, str]) -> Stated:
        return replace(self, withdrawn={**self.withdrawn, **withdrawn}) if withdrawn else self

    def dated(self, findings: Iterable[Finding]) -> tuple[Finding, ...]:
        """Return the findings, and mark those that held before anything was done as stale."""
        return tuple(
            finding.model_copy(update={"stale": True})
            if finding.truth is Truth.SATISFIED and finding.predicate in self.held
            else finding
            for finding in findings
        )


def with_unmet(account: Account, findings: Iterable[Finding], stated: Iterable[Predicate]) -> Account:
    """Return the account, open also for each condition of those `stated` that was found not to hold, unless the same was found of
    a file that it did not know the place of.
    """
    own, found = frozenset(stated), tuple(findings)
    held = [finding.predicate for finding in found if finding.truth is Truth.SATISFIED]
    wrong = [finding for finding in refuted(found) if finding.predicate in own]
    unmet = [
        told_unmet(finding) for finding in wrong if not any(_is_placed_anew(other, finding.predicate) for other in held)
    ]
    return account.model_copy(update={"open": tuple(dict.fromkeys((*account.open, *unmet)))}) if unmet else account


def taken_back(stated: Iterable[Predicate], said: Sequence[tuple[Predicate, str]]) -> dict[Predicate, str]:
    """Return those of the conditions `stated` so far that do not stand any more, each with the reason. `said`: what is taken
    back, with the reasons; a path may have been completed meanwhile.
    """
    known, gone = tuple(dict.fromkeys(stated)), dict[Predicate, str]()
    for what, why in said:
        # Files of one name in two folders are two conditions: only where none is the same may its place differ.
        meant = [condition for condition in known if condition == what]
        meant = meant or [condition for condition in known if _is_placed_anew(what, condition)]
        same_place = [condition for condition in meant if _is_tail(what.path_on_disk(), condition.path_on_disk())]
        gone |= dict.fromkeys(same_place or (meant if len(meant) == 1 else ()), why or "no reason was given")
    return gone


def _is_tail(text: str | None, other: str | None) -> bool:
    """Tell whether one path is the other's end: "a.txt" of "/home/me/a.txt"."""
    shorter, longer = sorted((PurePath(text or "").parts, PurePath(other or "").parts), key=len)
    return longer[len(longer) - len(shorter) :] == shorter


def says_the_same(condition: Predicate, other: Predicate) -> bool:
    """Tell whether two conditions are the same, apart from the folder of their file."""
    return condition == other or _is_placed_anew(condition, other)


def _is_placed_anew(said: Predicate, stated: Predicate) -> bool:
    """Tell whether both say the same of files of the same name."""
    text, other = said.path_on_disk(), stated.path_on_disk()
    if text is None or other is None or PurePath(text).name != PurePath(other).name:
        return False
    return said == stated.placed_at(text)
