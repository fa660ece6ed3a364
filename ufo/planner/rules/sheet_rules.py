"""Rules for a spreadsheet's sheets, rows and columns: add, rename, delete, sort, and append a row."""

from __future__ import annotations

import re
from typing import get_args

from ufo.planner.intents import AppendRow, ArrangeSheet, SheetDeed, Unclear
from ufo.planner.phrases.rule import Draft, Rule, Said, rule
from ufo.planner.text.quotations import QUOTED
from ufo.planner.text.spoken_arithmetic import number_of
from ufo.planner.text.vocabulary import ORDINAL, ordinal_named
from ufo.schema.patterns import any_case, regex

_SHEET = r"(?:work)?sheet"
_NAME = rf"(?P<name>{QUOTED}|\S.*?)"
_CALLED = r"(?:called|named|with\s+the\s+name|titled)"
_COUNT = (
    r"(?:(?P<count>\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten|another)\s+)?"
    r"(?:(?:new|empty|blank|more)\s+)*"
)
_LINES = r"(?P<kind>row|column)s?"
_SIDE = r"(?P<side>before|above|over|after|below|under(?:neath)?|at|as|(?:to\s+the\s+)?(?:left|right)\s+of)"
_PLACE = (
    rf"(?:(?:the\s+)?(?:row|column|line)\s+)?(?:number\s+)?(?:(?:the\s+)?(?P<ordinal>{ORDINAL})(?:\s+(?:row|column|line))?"
    rf"|(?P<place>{QUOTED}|[A-Za-z]{{1,3}}|\d{{1,7}}|\S+?)(?:\s+(?:row|column))?)"
)
_AFTER = any_case(r"after|below|under|right")
DOWNWARDS = (
    r"descending(?:ly)?|in\s+descending\s+order|reversed?|in\s+reverse(?:\s+order)?|(?:the\s+)?(?:highest|largest|biggest|oldest|newest)\s+first"
    r"|(?:from\s+)?(?:high(?:est)?\s+to\s+low(?:est)?|large(?:st)?\s+to\s+small(?:est)?|z\s*(?:-|to)\s*a|old(?:est)?\s+to\s+young(?:est)?)"
)
UPWARDS = (
    r"ascending(?:ly)?|in\s+ascending\s+order|alphabetically|numerically|(?:the\s+)?(?:lowest|smallest|youngest|cheapest)\s+first"
    r"|(?:from\s+)?(?:low(?:est)?\s+to\s+high(?:est)?|small(?:est)?\s+to\s+large(?:st)?|a\s*(?:-|to)\s*z)"
)
_WHAT = r"(?:(?:the|this|all|my)\s+)*(?:(?:table|rows?|data|list|sheet|cells|it|spreadsheet|entries|people|lines)\s+)?"
_A_PLACE = regex(r"\s(?:to|in|into|of)\s+\S+\.[A-Za-z]\w{1,4}$")
_COMMA = any_case(r"\s*[,;]\s*(?:and\s+)?")
_AND = any_case(r"\s+and\s+")
_DEEDS: tuple[SheetDeed, ...] = get_args(SheetDeed)


def _add(said: Said) -> Draft:
    name = said.text("name")
    return (
        ArrangeSheet("", "", "add sheet", "", name)
        if name
        else Unclear("", "", "it does not say what to call the sheet")
    )


def _rename(said: Said) -> Draft:
    ordinal = ordinal_named(said.raw("ordinal"))
    old = (
        str(ordinal)
        if ordinal > 0
        else ""
        if re.fullmatch(r"current|this|that|active|open", said.raw("old"), re.IGNORECASE)
        else said.text("old")
    )
    return ArrangeSheet("", "", "rename sheet", old, said.text("name"))


def _delete(said: Said) -> Draft:
    name = said.text("name")
    return ArrangeSheet("", "", "delete sheet", name) if name else None


def _lines(said: Said, deed: str) -> Draft:
    kind = "rows" if said.raw("kind").casefold() == "row" else "columns"
    place = str(ordinal_named(said.raw("ordinal"))) if said.raw("ordinal") else said.text("place")
    if kind == "columns" and re.fullmatch(r"[a-z]{1,2}", place, re.IGNORECASE):
        place = place.upper()
    count = said.raw("count").casefold()
    number = 1 if count in ("", "a", "an", "another", "one") else int(number_of(count) or 1)
    if deed == "insert" and _AFTER.search(said.raw("side")):
        place = _next(place)
    if not place or place == "-1":
        return Unclear("", "", f"say the {kind[:-1]} by its number, letter or header")
    if deed == "insert":
        return ArrangeSheet("", "", "insert rows" if kind == "rows" else "insert columns", place, str(number))
    return ArrangeSheet("", "", "delete rows" if kind == "rows" else "delete columns", place, str(number))


def _next(place: str) -> str:
    if place.isdecimal():
        return str(int(place) + 1)
    if len(place) == 1 and place.isalpha() and place.upper() < "Z":
        return chr(ord(place.upper()) + 1)
    return ""


def _several(said: Said) -> Draft:
    first, last = int(said.raw("first")), int(said.raw("last"))
    if last < first:
        return Unclear("", "", "the first row comes after the last")
    return ArrangeSheet("", "", "delete rows", str(first), str(last - first + 1))


def _sort(said: Said) -> Draft:
    return ArrangeSheet("", "", "sort", said.text("by"), "descending" if said.raw("down") or said.raw("down2") else "")


def _row(said: Said) -> Draft:
    # "Salt and pepper, 3" is two values: with commas, only an "and" after the last one separates two.
    *first, last = _COMMA.split(said.raw("values"))
    values = tuple(said.clause.value(part) for part in (*first, *_AND.split(last)))
    if len(values) < 2 or not all(values) or _A_PLACE.search(said.raw("values")):
        return Unclear("", "", "say the value for each column, separated by commas")
    return AppendRow("", "", values)


def _said_so(said: Said) -> Draft:
    deed = said.raw("deed")
    for known in _DEEDS:
        if deed == known:
            return ArrangeSheet("", "", known, said.text("place"), said.text("value"), said.text("sheet"))
    return None


RULES: tuple[Rule, ...] = (
    rule(
        rf"arrange\s+the\s+sheet:\s+(?P<deed>{'|'.join(_DEEDS)})(?:\s+(?P<place>{QUOTED}))?(?:\s+as\s+(?P<value>{QUOTED}))?"
        rf"(?:\s+of\s+sheet\s+(?P<sheet>{QUOTED}))?",
        _said_so,
    ),
    rule(
        rf"(?:add|insert|create|make)\s+(?:(?:a|an|another|one(?:\s+more)?)\s+)?(?:(?:new|empty|second|third)\s+)*{_SHEET}(?:\s+{_CALLED})?\s+{_NAME}(?:\s+(?:at\s+the\s+end|to\s+it))?",
        _add,
    ),
    rule(
        rf"(?:add|insert|create)\s+(?:(?:a|an|another)\s+)?(?:new\s+)?{_SHEET}\s*,?\s+(?:and\s+)?(?:call|name)\s+it\s+{_NAME}",
        _add,
    ),
    rule(
        rf"rename\s+(?:the\s+)?(?:(?P<ordinal>{ORDINAL})\s+)?{_SHEET}\s+(?:(?P<old>{QUOTED}|\S+)\s+)?(?:to|as|into)\s+{_NAME}",
        _rename,
    ),
    rule(rf"rename\s+(?:the\s+)?(?P<old>{QUOTED}|\S+)\s+(?:{_SHEET}|tab)\s+(?:to|as|into)\s+{_NAME}", _rename),
    rule(rf"rename\s+(?P<old>sheet\s?\d+|{QUOTED})\s+(?:to|as|into)\s+{_NAME}", _rename),
    rule(rf"(?:delete|remove|drop)\s+(?:the\s+)?{_SHEET}\s+(?:{_CALLED}\s+)?{_NAME}", _delete),
    rule(rf"(?:delete|remove|drop)\s+(?:the\s+)?(?P<name>{QUOTED}|\S+)\s+{_SHEET}", _delete),
    rule(r"(?:delete|remove|drop)\s+(?P<name>sheet\d+)", _delete),
    rule(
        rf"(?:insert|add)\s+{_COUNT}{_LINES}\s+(?:right\s+|directly\s+)?{_SIDE}\s+{_PLACE}",
        lambda said: _lines(said, "insert"),
    ),
    rule(
        r"(?:delete|remove|drop)\s+(?:the\s+)?rows\s+(?P<first>\d{1,7})\s*(?:to|-|\u2013|through|until)\s*(?P<last>\d{1,7})",
        _several,
    ),
    rule(
        rf"(?:delete|remove|drop)\s+(?:the\s+)?(?:entire\s+|whole\s+)?row\s+(?:with|of|for|about|containing|(?:that|which)\s+(?:says|contains|has)|where\s+it\s+says)"
        rf"\s+(?:the\s+)?(?P<name>{QUOTED}|\S.*)",
        lambda said: ArrangeSheet("", "", "delete rows", said.text("name"), "1"),
    ),
    rule(
        rf"(?:delete|remove|drop)\s+(?:the\s+)?(?:entire\s+|whole\s+)?(?:{_LINES}\s+(?:number\s+)?(?P<place>{QUOTED}|[A-Za-z]{{1,2}}|\d{{1,7}}|\S+))",
        lambda said: _lines(said, "delete"),
    ),
    rule(
        rf"(?:delete|remove|drop)\s+(?:the\s+)?(?:entire\s+|whole\s+)?(?:(?P<ordinal>{ORDINAL})|(?P<place>{QUOTED}|\S+))\s+{_LINES}",
        lambda said: _lines(said, "delete"),
    ),
    rule(
        rf"(?:sort|order|arrange)\s+{_WHAT}(?:(?P<down>{DOWNWARDS})\s+|(?:{UPWARDS})\s+)?(?:by|on|after|according\s+to)\s+"
        rf"(?:(?:the\s+)?column\s+)?(?:the\s+)?(?P<by>{QUOTED}|\S.*?)(?:\s+column)?(?:\s*,?\s+(?:{UPWARDS}|(?P<down2>{DOWNWARDS})))?",
        _sort,
    ),
    rule(
        r"(?:add|append|insert|put|enter|write)\s+(?:(?:a|an|the|this|another|one)\s+)?(?:(?:new|more|further|following)\s+)*(?:row|record)"
        r"(?:\s+(?:at|to)\s+(?:the\s+)?(?:end|bottom))?(?:\s*:\s*|\s+)(?:(?:with|of|containing|saying|that\s+(?:says|has|reads|contains))\s+)?"
        r"(?:(?:the\s+)?(?:values?|cells|entries|data)\s*:?\s+)?(?P<values>(?!(?:above|below|before|after|under|over|at|for|to|between|on|in|of)\b)\S.*?)"
        r"(?:\s+(?:at|to)\s+(?:the\s+)?(?:end|bottom)(?:\s+of\s+(?:it|the\s+(?:table|sheet|list)))?|\s+to\s+(?:it|the\s+(?:table|sheet|list|spreadsheet)))?",
        _row,
    ),
)
