"""Rules for formatting: "make 'important' bold", "turn the first line into a heading", "format B2:B5 as currency"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from ufo.planner.intents import Format, TypeInto, Unclear
from ufo.planner.phrases.controls import without_article
from ufo.planner.phrases.rule import Draft, Rule, Said, rule
from ufo.planner.text.quotations import QUOTED, Clause, is_quotation
from ufo.planner.text.vocabulary import ORDINAL, alternatives, ordinal_named
from ufo.schema.looks import COLOURS
from ufo.schema.patterns import any_case

_SWITCHES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "bold": ("bold", "on"), "bold face": ("bold", "on"), "in bold": ("bold", "on"), "italic": ("italic", "on"),
        "italics": ("italic", "on"), "in italics": ("italic", "on"), "cursive": ("italic", "on"),
        "underlined": ("underline", "on"), "underline": ("underline", "on"), "struck through": ("strikethrough", "on"),
        "struck out": ("strikethrough", "on"), "strikethrough": ("strikethrough", "on"), "crossed out": ("strikethrough", "on"),
        "not bold": ("bold", "off"), "unbold": ("bold", "off"), "not italic": ("italic", "off"),
        "not underlined": ("underline", "off"), "centred": ("align", "center"), "centered": ("align", "center"),
        "right-aligned": ("align", "right"), "left-aligned": ("align", "left"), "justified": ("align", "justify"),
    }
)  # fmt: skip
_VERBS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "embolden": ("bold", "on"), "bold": ("bold", "on"), "italicise": ("italic", "on"), "italicize": ("italic", "on"),
        "underline": ("underline", "on"), "strike through": ("strikethrough", "on"), "cross out": ("strikethrough", "on"),
        "center": ("align", "center"), "centre": ("align", "center"), "right-align": ("align", "right"),
        "left-align": ("align", "left"), "justify": ("align", "justify"), "unbold": ("bold", "off"),
        "ununderline": ("underline", "off"),
    }
)  # fmt: skip
_FORMATS: Mapping[str, str] = MappingProxyType(
    {
        "currency": "currency 2", "money": "currency 2", "dollars": "currency 2 $", "euros": "currency 2 \u20ac",
        "euro": "currency 2 \u20ac", "pounds": "currency 2 \u00a3", "percent": "percent 0", "percentage": "percent 0",
        "percentages": "percent 0", "per cent": "percent 0", "number": "number 2", "numbers": "number 2", "date": "date",
        "dates": "date", "text": "text", "time": "time",
    }
)  # fmt: skip
_STYLE = (
    r"(?:(?:main\s+)?title|subtitle|heading(?:\s+(?:level\s+)?\d{1,2})?|(?:level[- ])?\d\s+heading|first[- ]level\s+heading"
    r"|normal\s+text|body\s+text|quote)"
)
_LIST = (
    r"(?:(?P<bullet>bullet(?:ed|ted)?(?:\s+point)?|unordered|dotted)\s+(?:lists?|points?)|(?P<number>number(?:ed)?|ordered)\s+lists?"
    r"|bullet\s+points?|bullets)"
)
_COLOUR = rf"(?P<value>{alternatives(COLOURS)}|#[0-9a-fA-F]{{6}})"
_WHAT = r"(?P<what>\S.*?)"
_CELL = r"\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}"
_CELLS = any_case(
    rf"^(?:the\s+)?(?:(?:cells?|range)\s+)?(?:(?P<range>{_CELL}(?:\s*(?::|-|\u2013|\s+to\s+)\s*{_CELL})?)|(?P<header>(?:header|heading|title|top|first)\s+row|headers?)"
    r"|row\s+(?P<row>\d{1,7})|column\s+(?P<column>[A-Za-z]{1,3}))$"
)
_PARAGRAPH = any_case(
    rf"^(?:the\s+)?(?P<ordinal>{ORDINAL})\s+(?:line|paragraph|sentence)$|^(?:line|paragraph)\s+(?P<number>\d{{1,6}})$"
)
_EVERYTHING = any_case(
    r"^(?:(?:all|the|whole|entire|of)\s+)*(?:text|document|everything|letter|all)(?:\s+(?:of|in)\s+(?:it|the\s+document))?$"
)
_NO_TEXT = any_case(r"[>\u2192]|\b(?:disk|drive|button|menu|box|field)s?$")
_SELECTION = any_case(r"^(?:it|this|that|them|the\s+(?:selection|selected\s+text|text))$")
_NOUN = any_case(
    r"^(?:the\s+)?(?:words?|text|phrase|lines?|paragraphs?|sentences?|names?|items?|entries|title|heading)\s+(?=\S)"
)
_BETWEEN = any_case(r"\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*")
_TWO = any_case(r"\s+(?:and|&)\s+|\s*,\s*(?:and\s+)?")


def _draft(said: Said, look: str, value: str) -> Draft:
    raw = said.raw("what")
    if _SELECTION.match(raw) or _NO_TEXT.search(raw):
        return None
    return _of_cells(raw, look, value) or _of_text(raw, said.clause, look, value)


def _of_cells(raw: str, look: str, value: str) -> Format | None:
    found = _CELLS.match(raw)
    if found is None:
        return None
    area = re.sub(r"(?:\s*[-\u2013]\s*|\s+TO\s+)", ":", (found["range"] or "").upper().replace("$", ""))
    row = "1" if found["header"] else found["row"]
    column = (found["column"] or "").upper()
    return Format("", "", (area or (f"row {row}" if row else f"column {column}"),), look, value, is_cells=True)


def _of_text(raw: str, clause: Clause, look: str, value: str) -> Draft:
    if _EVERYTHING.match(raw):
        return Format("", "", (), look, value)
    if found := _PARAGRAPH.match(raw):
        place = int(found["number"]) if found["number"] else ordinal_named(found["ordinal"])
        return Format("", "", (), look, value, ordinal=place) if place else None
    bare = _NOUN.sub("", raw)
    parts = [_NOUN.sub("", without_article(part)) for part in _BETWEEN.split(bare)]
    # "Kind and dear" may be one text: only quotations, or a list of three or more, are several texts.
    several = len(parts) > 2 or all(is_quotation(part) for part in parts)
    texts = tuple(clause.value(part) for part in parts) if several else (clause.value(bare),)
    return Format("", "", texts, look, value) if all(texts) else None


def _switched(said: Said) -> Draft:
    made = [_SWITCHES.get(" ".join(part.casefold().split())) for part in _TWO.split(said.raw("how"))]
    drafts = [_draft(said, *one) for one in made if one is not None]
    return (
        tuple(one for one in drafts if isinstance(one, Format))
        if drafts and all(isinstance(one, Format) for one in drafts)
        else None
    )


def _by_verb(said: Said) -> Draft:
    return _draft(said, *_VERBS[" ".join(said.raw("verb").casefold().split())])


def _coloured(said: Said) -> Draft:
    look = "highlight" if said.raw("behind") else "colour"
    return _draft(said, look, " ".join(said.raw("value").casefold().split()))


def _styled(said: Said) -> Draft:
    words = " ".join(said.raw("style").casefold().split())
    digit = re.search(r"\d{1,2}", words)
    named = {
        "title": "Title", "main title": "Title", "subtitle": "Subtitle", "normal text": "Standard",
        "body text": "Text body",
    }  # fmt: skip
    style = named.get(words) or ("Quotations" if words == "quote" else f"Heading {digit.group() if digit else 1}")
    return _draft(said, "style", style)


def _written_so(said: Said) -> Draft:
    styled = _styled(said)
    return (TypeInto("", "", said.text("what")), styled) if isinstance(styled, Format) else None


def _listed(said: Said) -> Draft:
    draft = _draft(said, "list", "number" if said.raw("number") else "bullet")
    if isinstance(draft, Format) and len(draft.what) == 1 and not said.is_quoted("what"):
        # A list has items, so here two of them count as several texts too.
        parts = tuple(
            said.clause.value(_NOUN.sub("", without_article(part)))
            for part in _BETWEEN.split(_NOUN.sub("", said.raw("what")))
        )
        return Format("", "", parts, draft.look, draft.value)
    return draft


def _sized(said: Said) -> Draft:
    return _draft(said, "size", said.raw("value"))


def _in_font(said: Said) -> Draft:
    return _draft(said, "font", said.text("value"))


def _formatted(said: Said) -> Draft:
    kind = _FORMATS[" ".join(said.raw("kind").casefold().split())]
    decimals = said.raw("decimals").casefold()
    if decimals:
        digits = {"no": "0", "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4"}.get(decimals, decimals)
        name, *rest = kind.split()
        kind = " ".join((name, digits, *rest[1:])) if name in ("currency", "percent", "number") else kind
    if said.raw("thousands") and kind.startswith("number"):
        kind = kind.replace("number", "thousands")
    draft = _of_cells(said.raw("what"), "format", kind)
    return draft or Unclear("", "", 'say which cells, as in "B2:B5" or "column B"')


def _said_so(said: Said) -> Draft:
    what = tuple(said.clause.value(part) for part in _BETWEEN.split(said.raw("what")) if part)
    cells = said.raw("noun").casefold() == "cells"
    return Format(
        "", "", what, said.raw("look"), said.text("value"), is_cells=cells, ordinal=int(said.raw("ordinal") or 0)
    )


_MAKE = r"(?:make|set|turn|put|format|change|mark|style|render|convert|write|show|display)"
_DECIMALS = (
    r"(?:\s*,?\s*(?:with|and|to|using)\s+(?P<decimals>\d|no|zero|one|two|three|four)\s+decimals?"
    r"(?:\s+(?:places?|digits?))?)?"
)

RULES: tuple[Rule, ...] = (
    rule(
        rf"format\s+the\s+(?P<noun>text|cells)\s+(?:(?P<what>{QUOTED}(?:,\s*{QUOTED})*)|number\s+(?P<ordinal>-?\d{{1,6}})|everywhere)"
        rf"\s+with\s+(?P<look>[a-z]+)\s+(?P<value>{QUOTED})",
        _said_so,
    ),
    rule(
        rf"(?:{_MAKE})\s+{_WHAT}\s+(?:(?:in|to\s+be|into|as|to|be)\s+)?(?P<how>{alternatives(_SWITCHES)}(?:\s*(?:,|and|&|,\s*and)\s*{alternatives(_SWITCHES)})*)(?:\s+(?:type|font|text|letters))?",
        _switched,
    ),
    rule(rf"(?P<verb>{alternatives(_VERBS)})\s+{_WHAT}", _by_verb),
    rule(
        rf"highlight\s+{_WHAT}(?P<behind>)\s+(?:in|with)\s+{_COLOUR}",
        lambda said: _draft(said, "highlight", said.raw("value").casefold()),
    ),
    rule(
        rf"(?:colou?r|paint)\s+(?P<behind>the\s+background\s+of\s+)?{_WHAT}\s+(?:(?:in|with)\s+)?{_COLOUR}", _coloured
    ),
    rule(
        rf"(?:set|change|make|turn)\s+(?:the\s+)?(?:(?:text|font|background)?\s*colou?r\s+of\s+{_WHAT}\s+(?:to\s+)?{_COLOUR})",
        _coloured,
    ),
    rule(
        rf"(?:set|change|make)\s+the\s+(?P<behind>background(?:\s+colou?r)?)\s+of\s+{_WHAT}\s+(?:to\s+)?{_COLOUR}",
        _coloured,
    ),
    rule(rf"{_MAKE}\s+{_WHAT}\s+(?:in\s+|to\s+be\s+)?{_COLOUR}", _coloured),
    rule(
        rf"{_MAKE}\s+{_WHAT}\s+(?:(?:into|to\s+be|to|as|be|in)\s+)?(?:(?:a|an|the|my)\s+)?(?P<style>{_STYLE})(?:\s+style)?",
        _styled,
    ),
    rule(
        rf"(?:type|write|enter|add|insert|put)\s+(?P<what>{QUOTED})\s+as\s+(?:(?:a|an|the)\s+)?(?P<style>{_STYLE})",
        _written_so,
    ),
    rule(
        rf"(?:apply|use)\s+(?:the\s+)?(?:style\s+)?(?P<style>{_STYLE})(?:\s+style)?\s+(?:to|for|on)\s+{_WHAT}", _styled
    ),
    rule(rf"{_MAKE}\s+{_WHAT}\s+(?:(?:into|to|as|in)\s+)?(?:a\s+)?{_LIST}", _listed),
    rule(
        rf"(?:set|change|make|increase|reduce|raise)\s+the\s+(?:(?:font|text)\s+)?size\s+of\s+{_WHAT}\s+(?:to|=|be)\s+(?P<value>\d{{1,3}}(?:\.\d)?)(?:\s*(?:pt|points?))?",
        _sized,
    ),
    rule(
        rf"{_MAKE}\s+{_WHAT}\s+(?:(?:in|to)\s+)?(?:(?:font\s+)?size\s+)?(?P<value>\d{{1,3}}(?:\.\d)?)\s*(?:pt|points?)(?:\s+(?:big|large|high|in\s+size))?",
        _sized,
    ),
    rule(rf"(?:set|change)\s+the\s+font\s+of\s+{_WHAT}\s+to\s+(?P<value>{QUOTED}|\S.*)", _in_font),
    rule(
        rf"(?:format|show|display|set|style)\s+{_WHAT}\s+(?:as|in|to)\s+(?:a\s+|an\s+)?(?P<kind>{alternatives(_FORMATS)})(?:\s+(?:format|values?|amounts?|style))?"
        rf"(?P<thousands>\s+with\s+(?:a\s+)?thousands?\s+separators?)?{_DECIMALS}",
        _formatted,
    ),
)
