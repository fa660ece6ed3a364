"""Recognises a folder that a request wants among the places of the person's file managers."""

from __future__ import annotations

import re

from ufo.proof.request import clause_words as say
from ufo.proof.request.clauses import Clause, Rule
from ufo.proof.request.model import Kind, Role
from ufo.schema.patterns import any_case

_FOLDER = rf"(?:{say.PLACE}|{say.TEXT}|[\w./~-]*\w)"
_NOUN = r"(?:folder|directory)"
_PLACES = (
    r"(?:(?:the|my|its)\s+)?(?:(?:file\s+manager(?:['\u2019]?s)?|PCManFM(?:['\u2019]s)?|Thunar|Nautilus|Nemo|Caja)\s+)?"
    r"(?:bookmarks|places|side\s?bar|favou?rites|shortcuts)"
)
_BOOKMARKED = any_case(
    rf"\bbookmark\s+(?:the\s+)?{_NOUN}\s+(?P<path>{_FOLDER})"
    rf"|\b(?:add|put|pin|place)\s+(?:the\s+)?{_NOUN}\s+(?P<name>{_FOLDER})\s+(?:in|into|on|to|onto|under)\s+{_PLACES}"
    rf"|\b(?:make|add|create|set)\s+a\s+bookmark\s+(?:for|to|of)\s+(?:the\s+)?{_NOUN}\s+(?P<plain>{_FOLDER})"
)


def _bookmarked(clause: Clause, match: re.Match[str]) -> None:
    group = next(one for one in ("path", "name", "plain") if match[one])
    text, _, _, quoted = clause.meaning(match[group], is_name=True)
    clause.take(match, group)
    clause.add(Role.BOOKMARKED, text.rstrip("/"), match, group, kind=Kind.FOLDER, quoted=quoted)


BOOKMARKED: tuple[tuple[re.Pattern[str], Rule, bool], ...] = ((_BOOKMARKED, _bookmarked, False),)
"""The rules in their order, as those of `ufo.proof.request.relations`."""
