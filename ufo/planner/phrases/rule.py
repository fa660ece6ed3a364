"""A rule of the grammar: a pattern over a clause's words, and the function that makes intents of a match."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ufo.planner.intents import ControlPhrase, Intent
from ufo.planner.phrases.controls import control_phrase, without_article
from ufo.planner.text.quotations import Clause, is_quotation
from ufo.schema.patterns import regex


@dataclass(frozen=True, slots=True)
class Said:
    """A clause that a rule's pattern matched."""

    match: re.Match[str]
    clause: Clause

    def raw(self, name: str) -> str:
        """Return the words of a group, with quotations still as marks; "" where the group took no part."""
        return (self.match.groupdict().get(name) or "").strip()

    def text(self, name: str) -> str:
        return self.clause.value(self.raw(name))

    def bare(self, name: str) -> str:
        """Return the text of a group without its leading article."""
        return self.clause.value(without_article(self.raw(name)))

    def control(self, name: str) -> ControlPhrase:
        return control_phrase(self.raw(name), self.clause)

    def is_quoted(self, name: str) -> bool:
        return is_quotation(self.raw(name))


Draft = Intent | tuple[Intent, ...] | None
"""Intents that have no text or application yet; None where the rule does not fit after all."""


@dataclass(frozen=True, slots=True)
class Rule:
    pattern: re.Pattern[str]
    draft: Callable[[Said], Draft]

    def apply(self, clause: Clause) -> Draft:
        found = self.pattern.match(clause.words)
        return self.draft(Said(found, clause)) if found else None


def rule(pattern: str, draft: Callable[[Said], Draft]) -> Rule:
    """Return a rule whose `pattern` must match the whole clause, ignoring case."""
    return Rule(regex(rf"^(?:{pattern})$", re.IGNORECASE | re.DOTALL), draft)


def by_rules(part: Clause, rules: Sequence[Rule]) -> tuple[Intent, ...]:
    """Return the intents from the first rule that fits, or () where none does."""
    for one in rules:
        draft = one.apply(part)
        if draft is not None:
            return draft if isinstance(draft, tuple) else (draft,)
    return ()
