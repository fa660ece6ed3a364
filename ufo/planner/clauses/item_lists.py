"""Finds items that belong on lines of their own: "a shopping list with milk, eggs and flour" is three lines."""

from __future__ import annotations

import re
from dataclasses import replace

from ufo.planner.clauses.split import VERBS
from ufo.planner.rules.cell_rules import series
from ufo.planner.text.quotations import QUOTED, Clause, is_quotation, with_quotation
from ufo.schema.patterns import any_case, regex

_NAME = rf"(?:{QUOTED}|[^\s,]+\.[A-Za-z]\w{{0,6}})"
_VERB = r"(?P<verb>write|type|make|create|add|put|enter|note(?:\s+down)?|prepare)"
_LIST = r"(?:(?:an?|the|my|this|another|me\s+a)\s+)?(?:(?:new|short|little|small)\s+)*(?:[\w-]+\s+){0,2}?list"
_COUNT = r"(?:two|three|four|five|six|\d+)"
_LINES = rf"(?:(?:the|these|{_COUNT})\s+)?(?:following\s+)?(?:{_COUNT}\s+)?(?:lines|items|entries)"
_IN = r"(?:in|into|to|as|called|named|using)"
_A_FILE = r"(?:(?:a|the|my)\s+)?(?:(?:new|text)\s+)*(?:file\s+)?(?:(?:called|named)\s+)?"
_PLACE = rf"(?:\s+{_IN}\s+(?P<place>{_A_FILE}(?:{_NAME}|[A-Za-z][\w-]+)))?"
_STOP = rf"(?=\s*(?:[.;\n]|$|,?\s+(?:and|then|and\s+then)\s+(?:{VERBS})\b|,?\s+(?:in|into)\s+(?:{_NAME})))"
_OWN = r"(?:on|in)\s+(?:a|an|its|their|separate)\s*(?:own\s+|separate\s+|new\s+)?lines?(?:\s+of\s+(?:its|their)\s+own)?"
_EACH = (
    rf"(?P<each>\s*,?\s+(?:(?:each|every\s+one|all)\s+)?{_OWN}|\s*,?\s+(?:one|each)\s+(?:item\s+)?(?:per|on\s+each|a)\s+line"
    rf"|\s+on\s+(?:{_COUNT}|different|separate)\s+lines)"
)
_ITEM = rf"(?!(?:each|all|one\s+per)\s)(?!(?:each|all)$)(?:{QUOTED}|(?!(?:each|all)\s+(?:on|in)\b)[^\s,.;:\n][^,.;:\n]{{0,60}}?)"
_ITEMS = rf"(?P<items>{_ITEM}(?:\s*,\s*{_ITEM})*(?:\s*,?\s+and\s+{_ITEM})?)"
_ANNOUNCED = r"(?:with|of|containing|that\s+says)\s+(?:the\s+items\s+)?"
_SHAPES = tuple(
    any_case(rf"\b{shape}")
    for shape in (
        # After a colon every comma separates two items, even where they contain verbs.
        rf"{_VERB}\s+(?:{_LIST}|{_LINES}){_PLACE}\s*:\s*{_ITEMS}{_EACH}?{_STOP}",
        rf"{_VERB}\s+{_LIST}{_PLACE}\s+{_ANNOUNCED}{_ITEMS}{_EACH}?{_STOP}",
        rf"{_VERB}\s+{_LINES}\s+{_ITEMS}(?P<place>){_EACH}?{_STOP}",
        rf"(?P<verb>write|type|add|put|enter)\s+{_ITEMS}{_PLACE}{_EACH}",
    )
)
_OF_A_FILE = any_case(
    rf"(?P<head>\b(?:with|containing|that\s+(?:has|contains))\s+)(?:{_LINES})\s*:?\s+{_ITEMS}{_EACH}?{_STOP}"
)
_COMMA = any_case(r"\s*,\s*(?P<and>and\s+)?")
_AND = any_case(r"\s+and\s+")
_FILE = any_case(rf"(?:^|\s)(?P<name>[^\s,]+\.[A-Za-z]\w{{0,6}}|{QUOTED})$")
_A_SHEET = regex(r"\b(?:columns?|cells?|[A-Z]{1,2}\d+)\b|\.(?:ods|xlsx?)\b")


def itemised(whole: Clause) -> Clause:
    """Return the request with such items joined into one quotation of several lines."""
    if found := _OF_A_FILE.search(whole.words):
        joined, mark = _joined(whole, found)
        return replace(joined, words=_put(whole.words, found, f"{found['head']}the text {mark}")) if mark else whole
    for shape in _SHAPES:
        found = shape.search(whole.words)
        if found is None or _A_SHEET.search(found.group()):
            continue
        joined, mark = _joined(whole, found)
        if mark:
            return replace(joined, words=_put(whole.words, found, _asked(found, mark)))
    return whole


def _joined(whole: Clause, found: re.Match[str]) -> tuple[Clause, str]:
    items = [whole.value(one) for one in _items(found["items"]) if one.strip()]
    if any(re.search(QUOTED, one) and not is_quotation(one.strip()) for one in _items(found["items"])):
        return whole, ""
    items = items if len(items) > 1 else series(found["items"])
    return with_quotation(whole, "\n".join(items)) if items else (whole, "")


def _items(words: str) -> list[str]:
    """Split items at commas, and only the last part at "and": "fish and chips, peas and salt" are three."""
    commas = list(_COMMA.finditer(words))
    parts = [one for one in re.split(r"\s*,\s*(?:and\s+)?", words, flags=re.IGNORECASE) if one]
    last = parts.pop() if parts else ""
    return [*parts, *([last] if commas and commas[-1]["and"] else _AND.split(last))]


def _asked(found: re.Match[str], mark: str) -> str:
    place = found["place"] or ""
    file = _FILE.search(place)
    if file and found["verb"].casefold() in ("make", "create", "prepare", "write"):
        return f"create a file called {file['name']} with the text {mark}"
    if file:
        return f"append {mark} to {file['name']}"
    return f"type {mark} in {place}" if place else f"type {mark}"


def _put(words: str, found: re.Match[str], new: str) -> str:
    return f"{words[: found.start()]}{new}{words[found.end() :]}"
