"""Rules for questions about a whole text or folder: one of its lines, a count, a folder's contents."""

from __future__ import annotations

import re

from ufo.planner.intents import ListFolder, ReadPart, TextPart, Unclear
from ufo.planner.phrases.rule import Draft, Rule, Said, rule
from ufo.planner.text.quotations import QUOTED
from ufo.planner.text.vocabulary import ORDINAL, ordinal_named
from ufo.schema.patterns import any_case

_TELL = r"(?:(?:tell|show|give)\s+me|tell|find\s+out|report|say|read(?:\s+out)?|check|look\s+up|get|return)"
_OF_IT = r"(?:\s+(?:of|in|from)\s+(?:it|there|the\s+(?:text|file|document|list|letter|note)))?"
_LINE = r"(?:line|entry|item)"
_WHICH = rf"(?:the\s+)?(?:(?P<ordinal>{ORDINAL})\s+{_LINE}|{_LINE}\s+(?:number\s+|no\.?\s*)?(?P<number>-?\d{{1,6}}))"
_COUNTED: dict[str, TextPart] = {"lines": "lines", "words": "words"}
_PARTS = r"(?P<part>lines|words|characters|letters|signs)"
_THERE = r"(?:are(?:\s+(?:there|written))?|there\s+are|it\s+has|does\s+it\s+have|has\s+it)"
_NOUN = r"(?:(?:the\s+)?(?:word|phrase|text|string|name|letter)\s+)?"
_OCCURS = r"(?:occurs?|appears?|comes?\s+up|stands?|is\s+(?:there|used|written)|used|written|mentioned)"
_FOLDER = r"(?:folder|directory)"
_NAME = rf"(?:(?:the|my)\s+)?(?:{_FOLDER}\s+)?(?:(?:called|named)\s+)?(?P<folder>{QUOTED}|~|[\w./~-]+)(?:\s+{_FOLDER})?"
_ENDING = r"(?P<ending>png|jpe?g|gif|pdf|txt|text|csv|odt|ods|docx|xlsx|html?|md|py|json)"
_KIND = rf"(?:{_ENDING}\s+)?(?P<kind>files?|documents?|folders?|subfolders?|items?|things|entries)"
_LIE = r"(?:are\s+(?:there\s+)?|there\s+are\s+|lie\s+|that\s+(?:are|lie)\s+)?"
_IN_FOLDER = rf"(?:(?:in|inside|within)\s+(?:(?P<here>here)|{_NAME}))"
_HERE = any_case(r"^(?:here|this|the\s+current|it|there|this\s+folder)$")


def _line(said: Said) -> Draft:
    place = int(said.raw("number")) if said.raw("number") else ordinal_named(said.raw("ordinal"))
    return ReadPart("", "", "line", place) if place else Unclear("", "", "it does not say which line")


def _count(said: Said) -> Draft:
    return ReadPart("", "", _COUNTED.get(said.raw("part").casefold(), "characters"))


def _times(said: Said) -> Draft:
    return ReadPart("", "", "times", 0, said.text("of")) if said.text("of") else None


def _listed(said: Said) -> Draft:
    folder = said.raw("folder")
    name = "." if not folder or _HERE.match(folder) else said.text("folder")
    noun, ending = said.raw("kind").casefold(), said.raw("ending").casefold()
    kind = "folders" if "folder" in noun else "files" if noun.startswith(("file", "document")) else "items"
    kind = f".{'txt' if ending == 'text' else ending}" if ending else said.text("quoted") or kind
    counted = bool(re.match(r"(?:.*\bhow\s+many\b|count\b)", said.match.string, re.IGNORECASE))
    return ListFolder("", "", name, kind, counted)


RULES: tuple[Rule, ...] = (
    rule(rf"{_TELL}\s+(?:what\s+(?:is\s+)?(?:in\s+|on\s+)?)?{_WHICH}{_OF_IT}(?:\s+(?:says|reads|contains|is))?", _line),
    rule(rf"what(?:['\u2019]s|\s+is)\s+(?:written\s+)?(?:in\s+|on\s+)?{_WHICH}{_OF_IT}", _line),
    rule(rf"what\s+(?:does|do)\s+{_WHICH}{_OF_IT}\s+(?:say|read|contain|hold)", _line),
    rule(rf"(?:{_TELL}\s+)?how\s+many\s+{_PARTS}(?:\s+{_THERE})?{_OF_IT}", _count),
    rule(rf"(?:{_TELL}\s+the\s+number\s+of|count)\s+(?:(?:all\s+)?the\s+)?{_PARTS}{_OF_IT}", _count),
    rule(
        rf"(?:(?:{_TELL}|count)\s+)?how\s+(?:often|many\s+times)\s+(?:(?:does|do|is)\s+)?{_NOUN}(?P<of>{QUOTED}|\S+)\s+"
        rf"{_OCCURS}{_OF_IT}",
        _times,
    ),
    rule(
        rf"(?:{_TELL}|count)\s+(?:(?:the\s+)?number\s+of\s+)?(?:the\s+)?(?:times|occurrences)\s+(?:of\s+)?{_NOUN}"
        rf"(?P<of>{QUOTED}){_OF_IT}",
        _times,
    ),
)

IN_FOLDERS: tuple[Rule, ...] = (
    rule(
        rf"(?:{_TELL}\s+)?(?:what(?:['\u2019]s|\s+is)|list\s+what\s+is)\s+(?:there\s+)?(?:in|inside)\s+(?:the\s+|my\s+)?{_FOLDER}\s+"
        rf"(?:(?:called|named)\s+)?(?P<folder>{QUOTED}|[\w./~-]+)",
        _listed,
    ),
    rule(
        rf"(?:count|list)\s+the\s+files\s+ending\s+in\s+(?P<quoted>{QUOTED})\s+in\s+the\s+folder\s+(?P<folder>{QUOTED})",
        _listed,
    ),
    rule(rf"(?:{_TELL}\s+)?how\s+many\s+{_KIND}\s+(?:does|do)\s+{_NAME}\s+(?:have|contain|hold)", _listed),
    rule(
        rf"(?:(?:{_TELL}\s+)?(?:how\s+many|what|which)|(?:list|count|name|show(?:\s+me)?|tell\s+me)(?:\s+all)?(?:\s+the)?)\s+"
        rf"{_KIND}\s+{_LIE}{_IN_FOLDER}",
        _listed,
    ),
)
