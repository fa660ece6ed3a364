"""Recognises the names that a request gives to things and files, and whom it lets use a file."""

from __future__ import annotations

import re

from ufo.proof.request import clause_words as say
from ufo.proof.request.clauses import Clause, Rule
from ufo.proof.request.model import Kind, Role
from ufo.proof.request.spans import marks_of
from ufo.schema.patterns import any_case, regex

_CAPITALS = r"(?-i:[A-Z][\w'\u2019&-]*(?:\s+[A-Z][\w'\u2019&-]*){0,3})"
_ONE_WORD = rf"(?!(?:{say.STOP}|it|this|that|what|how|here|just|so)\b)[a-z][\w-]*"
_NAMED = any_case(
    rf"\b(?:called|named|titled|entitled|labell?ed)\s+(?:just\s+|simply\s+)?(?P<name>{say.ANY}|{_CAPITALS}|{_ONE_WORD})"
    rf"|(?:\b(?:under|by|with|has|gets)\s+the\s+(?:name|title)\s+(?:of\s+)?|\b(?:name|title)\s+is\s+)"
    rf"(?P<plain>{marks_of(Kind.TEXT)}|{_CAPITALS})"
)
"""A name that the person gives to something, also without quotation marks: "under the name Timetable", "a link called latest"."""
_TO = r"\s*(?:\u2026|\.\.\.|\bto\b|\bthrough\b|-|\u2013)\s*"
_FROM_ONE_TO_ANOTHER = any_case(_TO)
_FILES = rf"{say.FILE}(?:(?:\s*(?:,\s*and|,|\band\b|&)\s*|{_TO}){say.FILE}){{0,60}}"
_WORDS = r"(?:\s+(?!(?:as|to)\b)[\w'\u2019-]+)"
_FILES_CALLED = any_case(
    rf"\b(?:renam(?:e|ing){_WORDS}{{1,6}}?\s+(?:as|to|into)|(?:nam(?:e|ed|ing)|call(?:ed)?)\b{_WORDS}{{0,6}}?(?:\s+(?:as|to|just|simply))?)\s+"
    rf"(?P<files>{_FILES})"
)
_DELETES = r"\b(?:delete|remove|erase|throw\s+away|get\s+rid\s+of)\b"
_FILES_CLEARED = any_case(rf"{_DELETES}\s+(?:(?:all|every|the)\s+){{0,3}}(?P<old>\.\w{{1,5}})\s+files?\b")
_FOLDER_CLEARED = any_case(
    rf"{_DELETES}[^;]*?\b(?:and|,)\s+the\s+(?:folder|directory)\s+(?P<name>[\w-]+)(?=\s*(?:[,;.]|$))"
)
_STAYS = any_case(r"\b(?:stays?|keep|remains?|leave|don['\u2019]?t|not)\b")
_MAKES = any_case(
    r"(?:^|:)\W*(?:please\s+)?"
    r"(?:create|make|add|insert|draw|bookmark|schedule|plan|set\s+up|write|start|begin|register|sign\s+up)\b"
)
"""What something that is named comes of: the name has then to be given to it."""
_USES = r"(?:read|write|run|execute|change)\b"
_RIGHTS = any_case(
    r"\b(?:only|nobody|no\s+one|everyone|anyone)\s+(?:else\s+|but\s+me\s+|I\s+|me\s+)?(?:may|can|should\s+be\s+able\s+to)\s+"
    rf"(?P<name>{_USES}(?:(?:\s*,\s*|\s+(?:and|or)\s+){_USES})*)"
    r"|\b(?:make|mark|set)\b[^,;.]{1,60}?\b(?P<plain>executable|read-only|private)(?=\s*(?:[,;.]|$|\band\b))"
)
RIGHTS_PLACE = "who may use a file"
RENAMED_PLACE = "a file that had another name"
_SIGN = regex(say.PLACE)
_NUMBERED = regex(r"(?P<stem>.*?)(?P<number>\d+)(?P<rest>\D*)")


def _named(clause: Clause, match: re.Match[str]) -> None:
    """Note a name that something is given, or that it has: of several words each for itself, since a first name and a last name
    may stand apart.
    """
    group = "name" if match["name"] else "plain"
    text, kind, _, quoted = clause.meaning(match[group], is_name=True)
    if kind in (Kind.FILE, Kind.FOLDER, Kind.CELL) or say.DESCRIBED.fullmatch(text):
        return
    clause.take(match, group)
    role = Role.VALUE if _MAKES.search(clause.text) else Role.MENTION
    for part in [text] if quoted else text.split():
        clause.add(role, part, match, group, kind=kind, quoted=quoted)


def _files_called(clause: Clause, match: re.Match[str]) -> None:
    """Note the names that files get which are only described, with those between the first and the last of a row."""
    clause.take(match, "files")
    marks = list(_SIGN.finditer(match["files"]))
    names = [clause.meaning(one.group())[0] for one in marks]
    place = RENAMED_PLACE if match.group().casefold().startswith("renam") else ""
    for at, name in enumerate(names):
        clause.add(Role.CALLED, name, match, "files", kind=Kind.FILE, place=place)
        between = match["files"][marks[at].end() : marks[at + 1].start()] if at + 1 < len(marks) else ""
        for one in _between(name, names[at + 1]) if _FROM_ONE_TO_ANOTHER.fullmatch(between) else ():
            clause.add(Role.CALLED, one, match, "files", kind=Kind.FILE, place=place)


def _cleared(clause: Clause, match: re.Match[str]) -> None:
    """Note ".tmp files" and "the folder old" that are to be deleted, beside each other."""
    is_ending = "old" in match.groupdict()
    group, kind = ("old", Kind.FILE) if is_ending else ("name", Kind.FOLDER)
    if not _STAYS.search(clause.text):
        clause.add(Role.CLEARED, match[group], match, group, kind=kind)


def _between(first: str, last: str) -> list[str]:
    """Return the names from "a-1.jpg" to "a-4.jpg" without these two; none where they do not differ in one number alone."""
    begins, ends = _NUMBERED.fullmatch(first), _NUMBERED.fullmatch(last)
    if begins is None or ends is None or begins.group("stem", "rest") != ends.group("stem", "rest"):
        return []
    width = len(begins["number"])
    numbers = range(int(begins["number"]) + 1, min(int(ends["number"]), int(begins["number"]) + 200))
    return [f"{begins['stem']}{number:0{width}}{begins['rest']}" for number in numbers]


def _rights(clause: Clause, match: re.Match[str]) -> None:
    group = "name" if match["name"] else "plain"
    clause.take(match, group)
    clause.add(Role.LOOK, clause.masked.words(match[group]), match, group, place=RIGHTS_PLACE)


NAMES: tuple[tuple[re.Pattern[str], Rule, bool], ...] = (
    (_RIGHTS, _rights, True),
    (_FILES_CLEARED, _cleared, False),
    (_FOLDER_CLEARED, _cleared, False),
    (_FILES_CALLED, _files_called, False),
    (_NAMED, _named, False),
)
"""The rules in their order, as those of `ufo.proof.request.relations`."""
