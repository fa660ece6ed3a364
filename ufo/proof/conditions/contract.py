"""The contract of a request: what must hold at its end, derived from its words and stated before the first act.

It is made before anything is done. What holds at that time already is noted, and proves nothing later. Later turns may add
to it. What was stated can be taken back or stated anew; it is kept with the reason and must then be made good.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ufo.proof.conditions.conditions import Condition, Derivation
from ufo.proof.conditions.file_places import Baseline, take_baseline
from ufo.proof.conditions.soft_words import has_unseen_label, mentioned
from ufo.proof.request.clause_words import SAVES
from ufo.proof.request.literals import literals_of
from ufo.proof.request.match import exact_label, label_of, same_text, stated_texts
from ufo.proof.request.model import Deed, Literal, Role, Seen
from ufo.schema.predicate import (
    DocumentPredicate,
    FilePredicate,
    Finding,
    PagePredicate,
    Predicate,
    Truth,
    path_on_disk,
)
from ufo.verify.document_match import contains_text
from ufo.verify.files import check_document, check_file

_MOST_STATED = 100


@dataclass(frozen=True)
class Contract:
    """What must hold at the end. `stated`: the model's conditions in order, with the paths under which they were checked;
    `said`: the same as the model wrote them. `held`: what held already when it was added. `withdrawn`: what was taken back, of
    these and of sub-tasks' conditions, with the reasons.
    """

    request: str = ""
    literals: tuple[Literal, ...] = ()
    baseline: Baseline = field(default_factory=Baseline)
    stated: tuple[Predicate, ...] = ()
    said: frozenset[Predicate] = frozenset()
    held: frozenset[Predicate] = frozenset()
    withdrawn: Mapping[Predicate, str] = field(default_factory=dict)
    by_words: frozenset[Predicate] = frozenset()
    """Of what was taken back, the conditions that nobody stated: they followed from words of the request."""
    is_begun: bool = False

    def with_stated(self, said: Iterable[Predicate], findings: Iterable[Finding]) -> Contract:
        """Return the contract with new conditions. `said`: those that are newly stated; `findings`: what was found for them
        before this turn acts.
        """
        found = tuple(findings)
        new = [one.predicate for one in found if one.predicate not in self.stated]
        held = {one.predicate for one in found if one.truth is Truth.SATISFIED}
        stated = (*self.stated, *new)[:_MOST_STATED]
        return replace(self, stated=stated, said=self.said | {*said}, held=self.held | held, is_begun=True)

    def without(self, withdrawn: Mapping[Predicate, str], by_words: Iterable[Predicate] = ()) -> Contract:
        """Return the contract with conditions taken back, each with the reason. `by_words`: those of them that follow from words
        of the request, which from now on are only mentioned there.
        """
        if not withdrawn:
            return self
        gone = frozenset(by_words)
        literals = tuple(
            mentioned(one) if gone.intersection(it.predicate for it in self.derivation(()).conditions([one])) else one
            for one in self.literals
        )
        whole = {**self.withdrawn, **withdrawn}
        return replace(self, literals=literals, withdrawn=whole, by_words=self.by_words | gone)

    def read_anew(self, said: Iterable[tuple[Predicate, str]], seen: Iterable[Seen]) -> dict[Predicate, str]:
        """Return the conditions of the request's words that may be taken back and that the model takes back, with its reasons:
        those about a label that was seen nowhere, where there is only one such.
        """
        told = dict(said)
        shown = tuple(seen) if told else ()
        unseen = [one for one in self.literals if told and has_unseen_label(one, shown)]
        if len(unseen) != 1:
            return {}
        own = (one.predicate for one in self.derivation(()).conditions(unseen))
        return {one: told[one] or "no reason was given" for one in own if one in told}

    def stands(self, predicate: Predicate) -> bool:
        return predicate not in self.withdrawn

    def found_at(self, findings: Iterable[Finding]) -> tuple[Predicate, ...]:
        """Return the stated conditions that stand. One that was written with a bare file name, which is not where it was looked
        for, means the file of that name about which a sub-task found something; a setting in a file that is not there means
        the file of that name where a sub-task found just that.
        """
        bare = {Path(path).name for one in self.said if (path := path_on_disk(one)) and "/" not in path}
        proved = {one.predicate for one in findings if one.proves}
        known = {path for one in proved if (path := path_on_disk(one)) is not None}

        def place(predicate: Predicate) -> Predicate:
            path = path_on_disk(predicate)
            if path is None or Path(path).exists():
                return predicate
            others = [one for one in known if Path(one).name == Path(path).name and Path(one).exists()]
            placed = predicate.model_copy(update={"path": others[0]}) if len(others) == 1 else predicate
            is_setting = isinstance(predicate, DocumentPredicate) and predicate.key is not None and placed in proved
            return placed if Path(path).name in bare or is_setting else predicate

        return tuple(place(one) for one in self.stated if self.stands(one))

    def derivation(self, written: Sequence[str]) -> Derivation:
        saves = any(one.role is Role.MADE for one in self.literals) or bool(SAVES.search(self.request))
        return Derivation(self.baseline, tuple(written), saves)

    def conditions(self, written: Sequence[str]) -> tuple[Condition, ...]:
        """Return the conditions that follow from the words of the request. `written`: files that came of the run, newest last."""
        return self.derivation(written).conditions(self.literals)

    @property
    def end(self) -> tuple[Predicate, ...]:
        """All that must hold, as far as it is known before anything is done."""
        derived = [one.predicate for one in self.conditions(()) if one.may_refute]
        return tuple(dict.fromkeys([*derived, *filter(self.stands, self.stated)]))

    def dated(self, findings: Iterable[Finding], early: Sequence[Seen]) -> tuple[Finding, ...]:
        """Return the findings, and mark those that held before as stale. `early`: what was shown before the first action."""
        return tuple(
            one.model_copy(update={"stale": True})
            if one.truth is Truth.SATISFIED and (one.predicate in self.held or _was_shown(one.predicate, early))
            else one
            for one in findings
        )

    @property
    def wants_a_state(self) -> bool:
        own = [one for one in self.literals if one.role in (Role.VALUE, Role.STATE, Role.GONE, Role.NEW)]
        return bool(own) and all(one.is_state for one in own)


def make_contract(request: str, working_folder: Path, at: float) -> Contract:
    """Make the contract of a request. Blocking: looks at the files that the request names. `at`: seconds since 1970."""
    literals = literals_of(request)
    contract = Contract(request, literals, take_baseline(literals, working_folder, at))
    predicates = [one.predicate for one in contract.conditions(())]
    held = [one for one in predicates if _holds(one)]
    return replace(contract, held=frozenset(held))


def _holds(predicate: Predicate) -> bool:
    if isinstance(predicate, FilePredicate):
        return check_file(predicate, math.inf).truth is Truth.SATISFIED
    if isinstance(predicate, DocumentPredicate) and not predicate.open:
        return check_document(predicate).truth is Truth.SATISFIED
    return False


def _was_shown(predicate: Predicate, early: Sequence[Seen]) -> bool:
    """Tell whether a page or a control already showed this when it was first looked at."""
    label = label_of(predicate)
    if label and (texts := [text for text in stated_texts(predicate) if text != label]):
        return any(exact_label(label, [one.label]) and same_text(text, one.text) for text in texts for one in early)
    if isinstance(predicate, PagePredicate) and predicate.exists and predicate.contains is not None:
        return any(contains_text(one.text, predicate.contains) for one in early)
    return False


def written_by(deeds: Iterable[Deed], findings: Iterable[Finding]) -> tuple[str, ...]:
    """Return the files that a tool saved, and those that were written since and about which something holds. Newest last."""
    saved = [one.path for one in deeds if one.path]
    news = (one.predicate for one in findings if one.proves and (one.rewritten or not one.stale))
    found = [path for one in news if getattr(one, "exists", True) and (path := path_on_disk(one)) is not None]
    return tuple(dict.fromkeys([*found, *saved]))
