"""A rule of the grammar: a pattern over a clause's words, and the function that makes intents of a match."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ufo.schema.patterns import any_case, regex
from ufo_planner.grammar.controls import control_phrase, without_article
from ufo_planner.grammar.quotations import QUOTED, Masked, is_quotation
from ufo_planner.intents import ControlPhrase, Intent

_MOST_WORDS = 8
_ABOUT_A_NAME = regex(
    r"\b(?:unless|except|if|instead|otherwise|but|not|never|only|whenever|until|every|each|all|both|twice|then|anything|everything"
    r"|nothing|something|any|no|without)\b|,\s"
)
_ABOUT_A_TEXT = any_case(
    rf"{_ABOUT_A_NAME.pattern}|\b(?:and|or|again|same|today|today's|tomorrow|times|when|before|after|above|below|underneath|following"
    r"|top|bottom|beginning|it|that|this|them|those|these)\b|^(?:an?|the|some|my|your|our|his|her|its|their)\s|,\s"
)
_QUOTED_AND_MORE = regex(rf"{QUOTED}\s")

_POINTING = any_case(r"\b(?:below|above|there|here)\b|\bnext\s+to\b|\bbeside\b|\brow\s+(?:of|with)\b")


class NotLiteral(Exception):
    """Words cannot be taken letter for letter: they say something about a name or a text."""


@dataclass(frozen=True, slots=True)
class Said:
    """A clause that a rule's pattern matched."""

    match: re.Match[str]
    masked: Masked

    def raw(self, name: str) -> str:
        """Return the words of a group, with quotations masked; "" where the group took no part."""
        return (self.match.groupdict().get(name) or "").strip()

    def text(self, name: str) -> str:
        return self.masked.value(self.raw(name))

    def name(self, name: str) -> str:
        """Return the text of a group as a name. Raises NotLiteral where its words, not quoted, are more than one."""
        raw = without_article(self.raw(name))
        if not is_quotation(raw) and (_ABOUT_A_NAME.search(raw) or len(raw.split()) > _MOST_WORDS):
            raise NotLiteral(f"{self.masked.value(raw)!r} may be more than a name; put a name in quotation marks")
        return self.masked.value(raw)

    def content(self, name: str) -> str:
        """Return the text of a group as it is to be written. Raises NotLiteral where its words may say what to write."""
        raw = self.raw(name)
        if not is_quotation(raw) and (
            _QUOTED_AND_MORE.match(raw) or _ABOUT_A_TEXT.search(raw) or len(raw.split()) > _MOST_WORDS
        ):
            raise NotLiteral(
                f"{self.masked.value(raw)!r} may say what to write; put a text that is meant as it stands in quotation marks"
            )
        return self.masked.value(raw)

    def control(self, name: str) -> ControlPhrase:
        """Return the control in the words of a group. Raises NotLiteral like `name`."""
        raw = self.raw(name)
        if _ABOUT_A_NAME.search(raw) or _POINTING.search(raw) or len(raw.split()) > 2 * _MOST_WORDS:
            raise NotLiteral(
                f"{self.masked.value(raw)!r} says more than the name of a control; put a name in quotation marks"
            )
        return control_phrase(raw, self.masked)

    def is_quoted(self, name: str) -> bool:
        return is_quotation(self.raw(name))


Draft = Intent | tuple[Intent, ...] | None
"""Intents that have no words or application yet; None where the rule does not fit after all."""


@dataclass(frozen=True, slots=True)
class Rule:
    pattern: re.Pattern[str]
    draft: Callable[[Said], Draft]


def rule(pattern: str, draft: Callable[[Said], Draft]) -> Rule:
    """Return a rule whose `pattern` must match the whole clause, ignoring case."""
    return Rule(regex(rf"(?:{pattern})", re.IGNORECASE | re.DOTALL), draft)


def by_rules(words: str, masked: Masked, rules: Sequence[Rule]) -> tuple[Intent, ...]:
    """Return the intents from the first rule that fits, or () where none does. Raises NotLiteral."""
    for item in rules:
        found = item.pattern.fullmatch(words)
        draft = item.draft(Said(found, masked)) if found else None
        if draft is not None:
            return draft if isinstance(draft, tuple) else (draft,)
    return ()
