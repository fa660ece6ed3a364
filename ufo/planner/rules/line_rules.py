"""Rules for the lines of a text: remove one, insert one before or after another, sort them."""

from __future__ import annotations

import re

from ufo.planner.intents import EditLine, ReplaceText, SortLines, Unclear
from ufo.planner.phrases.controls import without_article
from ufo.planner.phrases.rule import Draft, Rule, Said, rule
from ufo.planner.rules.sheet_rules import DOWNWARDS, UPWARDS
from ufo.planner.text.quotations import QUOTED, is_quotation
from ufo.planner.text.vocabulary import ORDINAL, ordinal_named
from ufo.schema.patterns import any_case

_REMOVE = r"(?:delete|remove|erase|strike(?:\s+out)?|drop|take|cross\s+out|scratch|cut)"
_LINE = r"(?:lines?|items?|entry|entries|bullets?|points?|paragraphs?|rows?)"
_LIST = r"(?:the|my|this|that|our)\s+(?:\w+\s+)?(?:list|lines|items|entries)(?:\s+in\s+(?:it|there))?"
_FROM = r"(?:from|off|out\s+of|in|of|on)"
_ADD = r"(?:add|insert|put|write|type|place)"
_AFTER = r"(?:(?P<after>after|below|under(?:neath)?|behind)|before|above|ahead\s+of|in\s+front\s+of)"
_NOUN = any_case(
    r"^(?:the\s+)?(?:new\s+)?(?:lines?|items?|entry|text|words?|paragraph)\s*:?\s+(?:(?:that\s+)?(?:says|reads|saying|reading)\s+)?(?=\S)"
)
_CALLED = r"(?:(?:that\s+)?(?:says|reads|saying|reading|with)\s+)?"
_BETWEEN = any_case(r"\s*,\s*(?:and\s+)?|\s+and\s+")
_ALL = any_case(r"^(?:everything|all|it|them|(?:the\s+)?(?:text|content|contents)|.*\b(?:sheet|row|column)s?\b.*)$")
_WORDS = (
    r"(?:(?:the|every|each|all|any)\s+)?(?:(?:occurrences?|instances?)\s+of\s+)?"
    r"(?:(?:the\s+)?(?:words?|phrase|text|sentence|string|letters?)\s+)?"
)


def _remove_one(said: Said) -> Draft:
    parts = [said.clause.value(without_article(part)) for part in _BETWEEN.split(said.raw("what"))]
    if not all(parts) or not said.is_quoted("what") and len(parts) == 1 and _ALL.match(parts[0]):
        return None
    return tuple(EditLine("", "", "remove", part) for part in parts)


def _remove_numbered(said: Said) -> Draft:
    number = said.raw("number")
    place = int(number) if number else ordinal_named(said.raw("ordinal"))
    if not place:
        return Unclear("", "", "it does not say which line")
    return EditLine("", "", "remove", "", place)


def _insert(said: Said) -> Draft:
    deed = "after" if said.raw("after") else "before"
    content = said.raw("content")
    text = said.clause.value(content if is_quotation(content) else _NOUN.sub("", content))
    number = said.raw("number")
    if said.raw("ordinal") or number:
        place = int(number) if number else ordinal_named(said.raw("ordinal"))
        return EditLine("", "", "after" if deed == "after" else "before", "", place, text)
    line = said.clause.value(_NOUN.sub("", without_article(said.raw("line"))))
    bare = re.fullmatch(r"it|that|this|them|all|everything", said.raw("line"), re.IGNORECASE)
    if not text or not line or bare:
        return None
    return EditLine("", "", "after" if deed == "after" else "before", line, 0, text)


def _remove_words(said: Said) -> Draft:
    return ReplaceText("", "", said.text("what"), "")


_WHICH = rf"(?:(?:the\s+)?(?P<ordinal>{ORDINAL})\s+{_LINE}|(?:the\s+)?{_LINE}\s+(?:number\s+|no\.?\s*|#)?(?P<number>\d{{1,6}}))"

_IN_ORDER = (
    rf"(?:(?P<down>{DOWNWARDS}|in\s+reverse\s+alphabetical\s+order)|{UPWARDS}|in\s+(?:alphabetical|numerical)\s+order)"
)
_ALL_LINES = r"(?:(?:the|all|its|these|my|of)\s+)*(?:lines|names|words|entries|items|list|text|contents?|file)"

RULES: tuple[Rule, ...] = (
    *(
        rule(pattern, lambda said: SortLines("", "", bool(said.match.groupdict().get("down"))))
        for pattern in (
            rf"(?:sort|order|arrange)\s+{_ALL_LINES}(?:\s+{_IN_ORDER})?",
            rf"(?:put|bring|place)\s+{_ALL_LINES}\s+{_IN_ORDER}",
            rf"alphabeti[sz]e\s+{_ALL_LINES}",
        )
    ),
    rule(
        rf"{_REMOVE}\s+(?:(?:the\s+)?(?:words?|phrase|sentence)|(?:the\s+)?text(?=\s+{QUOTED})|every|all(?=\s+(?:the\s+)?(?:\w+\s+of\s+)?{QUOTED}))\s+{_WORDS}"
        rf"(?P<what>{QUOTED}|\S+)(?:\s+everywhere)?(?:\s+{_FROM}\s+{_LIST})?",
        _remove_words,
    ),
    rule(rf"{_REMOVE}\s+{_WHICH}(?:\s+(?:{_FROM}\s+)?(?:{_LIST}|it|the\s+(?:text|file|document)))?", _remove_numbered),
    rule(
        rf"{_REMOVE}\s+(?:(?:the|a)\s+)?(?:{_LINE}\s+{_CALLED})?(?P<what>{QUOTED}|\S.*?)(?:\s+{_LINE})?\s+(?:off|{_FROM})\s+{_LIST}",
        _remove_one,
    ),
    rule(
        rf"{_REMOVE}\s+(?:the\s+)?{_LINE}\s+{_CALLED}(?P<what>{QUOTED}|(?:{QUOTED}\s*(?:,|and|,\s*and)?\s*)+)",
        _remove_one,
    ),
    rule(rf"{_REMOVE}\s+(?:the\s+)?(?P<what>{QUOTED}|\S+)\s+(?:line|entry|list\s+item)", _remove_one),
    rule(rf"{_ADD}\s+(?P<content>{QUOTED}|\S.*?)\s+{_AFTER}\s+{_WHICH}", _insert),
    rule(
        rf"{_ADD}\s+(?P<content>{QUOTED}|(?:(?:a|the)\s+)?(?:new\s+)?line\s+\S.*?|\S+)\s+(?:(?:in|to|into)\s+{_LIST}\s+)?(?:right\s+|directly\s+|just\s+)?"
        rf"{_AFTER}\s+(?:the\s+)?(?:{_LINE}\s+)?(?P<line>{QUOTED}|\S.*?)(?:\s+(?:in|to)\s+{_LIST})?",
        _insert,
    ),
)
