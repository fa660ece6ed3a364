"""Recognises what a request wants of program text: a name that becomes another wherever it is used, tabs that become spaces."""

from __future__ import annotations

import re

from ufo.proof.request import clause_words as say
from ufo.proof.request.clauses import Clause, Rule
from ufo.proof.request.model import Role
from ufo.schema.patterns import any_case

_THINGS = (
    r"functions?|methods?|variables?|constants?|class(?:es)?|parameters?|arguments?|identifiers?|symbols?|attributes?|"
    r"enums?|structs?|macros?|subroutines?|procedures?"
)
_NAME = rf"(?:{say.ANY}|[\w$.-]*\w)(?:\(\))?"
_RENAMED = any_case(
    rf"\brename\s+(?:all\s+|every\s+)?(?:the\s+)?(?:{_THINGS})\s+(?P<old>{_NAME})\s+(?:in)?(?:to|as)\s+(?P<new>{_NAME})(?![\w$])"
)
_NOT_IN_TEXTS = any_case(
    r"\(?\s*\b(?:but\s+|and\s+)?(?:not|never|except)\b(?:\s+(?:for|in|within|inside))?(?:\s+(?:the|any))?\s+"
    r"(?:words?|texts?|strings?|comments?|docstrings?|explanations?|documentation)\b[^();]*\)?"
)
_TABS = any_case(
    r"\b(?:turn|convert|replace|change|expand|make)\s+(?:all\s+|every\s+|each\s+)?(?:of\s+)?(?:the\s+)?tabs?\s+"
    rf"(?:in)?(?:to|by|with|for)\s+(?P<count>{say.TEXT}|one|two|three|four|five|six|seven|eight)\s+(?:spaces?|blanks?)(?:\s+each)?"
)
_NUMBERS = {
    word: number for number, word in enumerate(["one", "two", "three", "four", "five", "six", "seven", "eight"], 1)
}
CODE_ALONE = "the program, without its texts"


def _renamed(clause: Clause, match: re.Match[str]) -> None:
    old, new = (clause.meaning(match[group].removesuffix("()"), is_name=True) for group in ("old", "new"))
    spared = _NOT_IN_TEXTS.search(clause.text, match.end())
    if spared is not None:
        clause.cover_negations(spared.start(), spared.end())
    clause.take(match, "old", "new")
    place = CODE_ALONE if spared is not None else ""
    clause.add(Role.SYMBOL, new[0], match, "new", instead_of=old[0], place=place, quoted=new[3])


def _tabs(clause: Clause, match: re.Match[str]) -> None:
    said = clause.masked.words(match["count"]).casefold()
    number = _NUMBERS.get(said) or (int(said) if said.isdecimal() else 0)
    if 0 < number <= 16:
        clause.take(match, 0)
        clause.add(Role.INDENT, str(number), match, "count")


PROGRAM_WORDS: tuple[tuple[re.Pattern[str], Rule, bool], ...] = (
    (_RENAMED, _renamed, False),
    (_TABS, _tabs, False),
)
"""The rules in their order, as those of `ufo.proof.request.relations`."""
