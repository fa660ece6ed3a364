"""Splits a clause that asks for several things into clauses that ask for one each.

"Copy the first line of notes.txt into a new Writer document" reads there and writes here; "create a spreadsheet costs.ods
with "Rent" in A1 and 850 in B1" opens one, writes two cells and saves it.
"""

from __future__ import annotations

import re

from ufo.planner.text.quotations import QUOTED
from ufo.planner.text.vocabulary import APPLICATION
from ufo.schema.patterns import any_case, regex

_NAME = rf"(?:{QUOTED}|[^\s,]+\.[A-Za-z]\w{{0,6}})"
_FILE_NOUN = (
    r"(?:(?:the|my|an?)\s+)?(?:(?:existing\s+)?(?:text\s+)?(?:file|document|note|letter|spreadsheet|workbook)\s+)?"
)
_CELL = r"\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}"
_PART = (
    rf"(?:(?:(?:whole|full|entire|complete)\s+)?(?:text|contents?)|(?:(?:value|number|contents?|text)\s+(?:of|in)\s+)?(?:cell\s+)?{_CELL}"
    r"|(?:\w+\s+)?(?:line|paragraph|sentence)(?:\s+(?:number\s+)?\d+)?|(?:sum|total|average)\s+of\s+\S.*?)"
)
_PLACE = (
    rf"(?:(?:(?:the\s+)?(?:end|bottom)\s+of\s+)?{_FILE_NOUN}{_NAME}|(?:(?:a|an|the|my)\s+)?(?:(?:new|empty|blank)\s+)?{APPLICATION}(?:\s+(?:document|file))?"
    rf"|(?:cell\s+)?{_CELL}\s+(?:of|in)\s+{_FILE_NOUN}{_NAME})"
)
_CARRIED = any_case(
    rf"^(?:copy|take|get|transfer|bring|put|paste|insert|write|add|append)\s+(?:the\s+)?(?P<part>{_PART})\s+(?:of|from|in|out\s+of)\s+"
    rf"{_FILE_NOUN}(?P<source>{_NAME})\s+(?:and\s+(?:put|paste|insert|write|add)\s+(?:it|that|this)\s+)?"
    rf"(?:in|into|to|onto|at|at\s+the\s+end\s+of|to\s+the\s+end\s+of)\s+(?P<place>{_PLACE})$"
)
_TAKEN = any_case(
    rf"^(?:copy|take|get|read)\s+(?:the\s+)?(?P<part>{_PART})\s+(?:of|from|in|out\s+of)\s+{_FILE_NOUN}(?P<source>{_NAME})$"
)
_PUT = any_case(
    rf"^(?:put|paste|insert|write|add|append|type|copy)\s+(?:it|that|this)\s+(?:in|into|to|at)\s+(?P<place>{_PLACE})$"
)
_SHEET = (
    r"(?:(?:calc|excel)\s+)?(?:spreadsheet|workbook|sheet|table|(?:calc|excel)\s+(?:file|document|table))(?:\s+file)?"
)
_NEW_SHEET = regex(
    rf"^(?:create|make|start|set\s+up|prepare)\s+(?:(?:a|an|the|me\s+a)\s+)?(?:(?:new|empty|blank)\s+)*{_SHEET}(?:\s+(?:called|named|titled))?"
    rf"(?:\s+(?P<name>(?!with\b|that\b)(?:{QUOTED}|[^\s,]+\.(?:ods|xlsx?|csv))))?\s*,?\s+(?:with|that\s+has|containing|which\s+has)\s+(?P<rest>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)
_CELLS = any_case(rf"\s(?:in|into|at)\s+(?:the\s+)?(?:cells?\s+)?(?:from\s+)?(?:{_CELL}\b|column\s|row\s)")
_HEADERS = regex(
    r"^(?:the\s+|these\s+)?(?:\w+\s+)?(?:columns?|headers?|headings?)(?:\s+(?:columns?|headers?|headings?))?\s*:?\s+(?P<names>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)
_BETWEEN = any_case(r"\s*,\s*(?:and\s+)?|\s+and\s+")
_IN_FILE = regex(
    rf"^(?P<rest>\S.*\s{_CELL})\s+(?:of|in)\s+(?P<place>{_FILE_NOUN}(?:{QUOTED}|[^\s,]+\.(?:ods|xlsx?|csv)))$",
    re.IGNORECASE | re.DOTALL,
)
_IN_FILE_AFTER = regex(
    rf"^(?P<rest>(?:set|change|fill|select|choose|tick|untick)\s+.*)\s+(?:in|on)\s+(?P<place>{_FILE_NOUN}(?:[^\s,]+\.(?:ods|xlsx?|csv|x?html?)))$",
    re.IGNORECASE | re.DOTALL,
)
_SORTED = any_case(
    rf"^(?P<verb>sort|order|arrange)\s+{_FILE_NOUN}(?P<file>[^\s,]+\.(?:ods|xlsx?|csv))\s+(?P<rest>(?:by|descending|ascending)\b.*)$"
)
_SORTED_TEXT = any_case(
    rf"^(?P<verb>sort|order|arrange|alphabeti[sz]e)\s+{_FILE_NOUN}(?P<file>[^\s,]+\.(?:txt|md|csv|log))(?P<rest>\s+(?!by\b)\S.*)?$"
)
CELL_WRITE = any_case(
    rf"\b(?:put|write|enter|type|insert|set|place)\b.*\b(?:in|into|to|at|cell)\s+{_CELL}$|^(?:set|change)\s+(?:cell\s+)?{_CELL}\s+to\s"
)


def unfolded(words: str) -> list[str]:
    """Return the clauses that a clause stands for: the clause itself where it asks for one thing only."""
    if found := _CARRIED.match(words):
        return [_reading(found), _writing(found["place"])]
    if (found := _NEW_SHEET.match(words)) and (cells := _cells(found["rest"])):
        name = found["name"]
        return ["open a new spreadsheet", cells, *([f"save it as {name}"] if name else [])]
    if found := _SORTED_TEXT.match(words):
        return [f"{found['verb']} the lines in {found['file']}{found['rest'] or ''}"]
    if found := _SORTED.match(words):
        return [f"{found['verb']} the table in {found['file']} {found['rest']}"]
    return [words]


def carried_over(parts: list[str]) -> list[str]:
    """Join "take the first line of notes.txt" with "put it into letter.odt": "it" is what the clause before reads."""
    found: list[str] = []
    for part in parts:
        before = _TAKEN.match(found[-1]) if found else None
        put = _PUT.match(part)
        if before and put:
            found[-1] = _reading(before)
            found.append(_writing(put["place"]))
        else:
            found.append(part)
    return found


def file_of_cells(parts: list[str]) -> list[str]:
    """Move a file that is named once, at the end, before all its cells: "set A1 to 1 and B1 to 2 in people.ods"."""
    found: list[str] = []
    for part in parts:
        start = len(found)
        named = _IN_FILE.match(part) or _IN_FILE_AFTER.match(part)
        while named and start and CELL_WRITE.search(found[start - 1]) and not _IN_FILE.match(found[start - 1]):
            start -= 1
        if named and start == len(found) and found and all(_is_alike(one, part) for one in found):
            start = 0
        is_shared = named is not None and start < len(found)
        found = (
            [*found[:start], f"in {named['place']}", *found[start:], named["rest"]]
            if is_shared and named
            else [*found, part]
        )
    return found


def _is_alike(one: str, other: str) -> bool:
    """Tell whether `one` begins with the same verb as `other` and names no place of its own."""
    return one.casefold().split()[:1] == other.casefold().split()[:1] and not re.search(r"\s(?:in|on)\s+\S+\.\w+$", one)


def _reading(found: re.Match[str]) -> str:
    whole = re.fullmatch(r"(?:(?:whole|full|entire|complete)\s+)?(?:text|contents?)", found["part"], re.IGNORECASE)
    if whole:
        return f"read {found['source']}"
    cell = re.search(rf"{_CELL}$", found["part"])
    return (
        f"read the {cell.group()} cell in {found['source']}"
        if cell
        else f"read the {found['part']} in {found['source']}"
    )


def _writing(place: str) -> str:
    at_the_end = re.sub(r"^(?:the\s+)?(?:end|bottom)\s+of\s+", "", place, flags=re.IGNORECASE)
    return f"write the result into {at_the_end}"


def _cells(rest: str) -> str:
    """Return a clause that puts the values into their cells, or "" where the words do not say which value goes where."""
    if headers := _HEADERS.match(rest):
        names = [name for name in _BETWEEN.split(headers["names"]) if name]
        last = chr(ord("A") + len(names) - 1) if len(names) <= 26 else ""
        return f"put {', '.join(names)} in A1 to {last}1" if last and len(names) > 1 else ""
    return f"put {rest}" if _CELLS.search(rest) else ""
