"""Finds the page that a clause names as its place, so that it is opened first.

Examples: "on example.org press Login" and "tell me the price on http://localhost:8000/list.html".
"""

from __future__ import annotations

import re

from ufo.planner.phrases.places import is_address
from ufo.schema.patterns import any_case, regex

_NOUN = r"(?:the\s+)?(?:(?:web\s?)?(?:page|site)\s+(?:at\s+)?)?"
_PLACE = rf"(?P<how>on|at|in|from|of)\s+{_NOUN}(?P<page>[^\s,]*[^\s,.:;?!])"
_FIRST = regex(rf"^{_PLACE}\s*[,:]?\s+(?P<rest>(?!(?:in|with|using)\s)\S.*)$", re.IGNORECASE | re.DOTALL)
_LAST = regex(rf"^(?P<rest>\S.*?)\s+{_PLACE}$", re.IGNORECASE | re.DOTALL)
_BEFORE_LIST = regex(rf"^(?P<rest>\S.*?)\s+{_PLACE}\s*(?P<list>:\s+\S.*)$", re.IGNORECASE | re.DOTALL)
_FILLED = regex(
    r"^(?P<rest>fill(?:\s+(?:in|out|up))?)\s+(?:the\s+form\s+(?:in|on)\s+)?(?P<page>[^\s,:]+\.x?html?)\s*(?:(?P<list>:\s+\S.*)|with\s+(?P<pairs>\S.*=.*))$",
    re.IGNORECASE | re.DOTALL,
)
_GOES_THERE = any_case(r"^(?:go|open|navigate|visit|browse|load|switch|jump|head|surf)\b")
_LOCAL_PAGE = any_case(r"^[^\s:]+\.x?html?$")


def page_first(words: str) -> tuple[str, str] | None:
    """Return (page, rest) of "on example.org press Login", or None for other words."""
    found = _FIRST.match(words)
    return (found["page"], found["rest"]) if found and _is_page(found) else None


def page_last(words: str) -> tuple[str, str] | None:
    """Return (page, rest) of "press Login on example.org"; None for other words, and for those that go to the page themselves."""
    found = _LAST.match(words)
    if found is None or not _is_page(found) or _GOES_THERE.match(words):
        return None
    return found["page"], found["rest"]


def page_before_list(words: str) -> tuple[str, str] | None:
    """Return (page, rest) of "fill in the form on example.org: Name = Ann", or None for other words."""
    if filled := _FILLED.match(words):
        return filled["page"], f"{filled['rest']}{filled['list'] or ': ' + filled['pairs']}"
    found = _BEFORE_LIST.match(words)
    return (found["page"], f"{found['rest']}{found['list']}") if found and _is_page(found) else None


def _is_page(found: re.Match[str]) -> bool:
    """Tell whether the place is an address, or an HTML file after "on": "in team.html" may be any program's document."""
    return is_address(found["page"]) or found["how"].casefold() == "on" and bool(_LOCAL_PAGE.match(found["page"]))
