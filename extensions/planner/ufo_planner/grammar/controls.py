"""Reads controls in words: "the second 'Delete' button next to Name in the toolbar"."""

from __future__ import annotations

import re

from ufo.schema.patterns import any_case, regex
from ufo_planner.grammar.quotations import QUOTED, Masked, is_quotation
from ufo_planner.intents import ControlPhrase
from ufo_planner.text.vocabulary import ORDINAL, ROLE, ordinal_named, role_named

ARTICLE = r"(?:the|a|an|my|your|this|that|its|their|any|some|of)"
_ARTICLES = any_case(rf"^(?:{ARTICLE}\s+)+(?=\S)")
_INSIDE = any_case(r"^(?P<rest>.*\S)\s+(?:in|inside|within|on|from|of|under|at)\s+(?P<place>(?:the\s+)?\S.*)$")
_ORDINAL = any_case(rf"^(?P<ordinal>{ORDINAL})(?:\s+(?P<rest>.+))?$")
_NUMBERED = any_case(rf"^(?P<role>{ROLE})\s+(?:number|no\.?|#)\s*(?P<number>\d{{1,4}})$")
_CALLED = any_case(
    rf"^(?P<role>{ROLE})\s+(?:(?:that\s+is\s+)?(?:called|named|labell?ed|titled|marked)|with\s+the\s+(?:name|label|text|title|caption)|"
    rf"(?:that|which)\s+(?:says|reads))\s+(?P<name>\S.*)$"
)
_ROLE_LAST = any_case(rf"^(?P<name>\S.*?)\s+(?P<role>{ROLE})$")
_ROLE_FIRST = regex(rf"^(?P<role>(?i:{ROLE}))\s+(?P<name>{QUOTED}|[A-Z0-9].*)$")
_ROLE_ONE = any_case(rf"^(?P<role>{ROLE})\s+(?P<name>one)$")
""" "The button ONE": the word after the role is the name."""
_ROLE_ONLY = any_case(rf"^{ROLE}$")
_NO_PLACE = any_case(
    rf"^(?:(?:{ORDINAL}|{ROLE}|left|right|middle|all|it|there|here|screen|with|to|as|for)|(?:with|to|as|for|and|or)\s.*)$"
)
_QUOTED_BOX = any_case(rf"^({QUOTED})\s+{ROLE}$")
_WHOLE = any_case(r"^(?:window|screen|app|application|program|dialog|page)$")


def without_article(fragment: str) -> str:
    return _ARTICLES.sub("", fragment.strip())


def control_phrase(fragment: str, masked: Masked) -> ControlPhrase:
    """Return the control that the words describe. Words that fit no form are its name as they stand."""
    rest = without_article(fragment)
    inside = None
    if found := _INSIDE.match(rest):
        place = without_article(found["place"])
        has_article = place != found["place"].strip()
        if _WHOLE.match(place):
            rest = found["rest"]
        elif has_article or not _NO_PLACE.match(place):
            rest, inside = found["rest"], masked.value(_QUOTED_BOX.sub(r"\1", place))
    name, role, ordinal = _core(without_article(rest), masked)
    if (name, role, ordinal, inside) == ("", None, 0, None) and re.fullmatch("one", rest.strip(), re.I):
        name = rest.strip()
    return ControlPhrase(name, role, ordinal, inside)


def _core(rest: str, masked: Masked) -> tuple[str, str | None, int]:
    ordinal = 0
    if found := _NUMBERED.match(rest):
        return "", role_named(found["role"]), int(found["number"])
    found = _ORDINAL.match(rest)
    # "the Last page button" is a name; "the last checkbox" is an ordinal.
    if found and found["rest"] and not (found["ordinal"][0].isupper() and " " in found["rest"]):
        ordinal, rest = ordinal_named(found["ordinal"]), without_article(found["rest"])
    if is_quotation(rest):
        return masked.value(rest), None, ordinal
    if found := _CALLED.match(rest):
        return masked.value(without_article(found["name"])), role_named(found["role"]), ordinal
    if _ROLE_ONLY.match(rest):
        return "", role_named(rest), ordinal
    if found := _ROLE_ONE.match(rest):
        return found["name"], role_named(found["role"]), ordinal
    if (found := _ROLE_LAST.match(rest)) and found["role"] != "ONE":
        return masked.value(found["name"]), role_named(found["role"]), ordinal
    if found := _ROLE_FIRST.match(rest):
        return masked.value(found["name"]), role_named(found["role"]), ordinal
    return masked.value(rest), None, ordinal
