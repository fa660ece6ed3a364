"""Adds text to a named file, or makes a new file with given content.

Whoever names a file wants it changed on the disk, so saving is part of the work whether the request says so or not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace

from ufo.planner.intents import (
    AppendRow,
    ArrangeSheet,
    EditLine,
    Format,
    InsertTable,
    Intent,
    MakeChart,
    Open,
    ReplaceText,
    Save,
    SortLines,
    TypeInto,
    Unclear,
    WriteCell,
)
from ufo.planner.phrases.descriptions import NOT_ITS_WORDS, is_a_part
from ufo.planner.phrases.places import is_document
from ufo.planner.phrases.say import say
from ufo.planner.phrases.scopes import application_words, trailing_document
from ufo.planner.rules.text_rules import as_content
from ufo.planner.text.quotations import QUOTED, Clause, is_quotation
from ufo.planner.text.vocabulary import APPLICATION, APPLICATION_NOUN
from ufo.schema.patterns import any_case, regex

_NAME = rf"(?:{QUOTED}|[^\s,]+\.[A-Za-z]\w{{0,6}})"
_FILE = (
    r"(?:(?:the|my|an?)\s+)?(?:(?:existing\s+)?(?:text\s+)?(?:file|document|note|letter)\s+)?(?:(?:called|named)\s+)?"
)
_SPOT = (
    r"(?:(?:to|at|on)\s+(?:the\s+)?(?:very\s+)?(?P<end>end|bottom|start|beginning|top)\s+of"
    r"|as\s+(?:the\s+)?(?:new\s+)?(?P<place>first|last|final)\s+line\s+(?:of|in|to))"
)
_TEXT = r"(?:(?:the|a)\s+)?(?:following\s+)?(?:(?:new\s+)?line|text|words?|sentence|phrase)"
_ADDED = regex(
    rf"^(?P<verb>append|add|insert|type|write|put)\s+(?P<content>\S.*?)(?<!next)\s+"
    rf"(?:{_SPOT}|to|into|(?P<inside>in))\s+{_FILE}(?P<document>{_NAME})$",
    re.IGNORECASE | re.DOTALL,
)
_SPOT_LAST = regex(
    rf"^(?P<verb>(?:append|add|insert|type|write|put)\s+\S.*?)\s+(?:to|into|in)\s+{_FILE}(?P<document>{_NAME})\s+"
    r"(?P<spot>(?:to|at|on)\s+(?:the\s+)?(?:very\s+)?(?:end|bottom|start|beginning|top))$",
    re.IGNORECASE | re.DOTALL,
)
"""The place after the file: "add milk to list.txt at the top"."""
_ONE_FILE = any_case(
    r"(?:the\s+(?:file|text|contents?)\s+(?:of\s+)?)?[\w./~-]+\.(?:txt|md|log|csv|odt|docx|ods|xlsx|html?)"
)
_NEW = r"(?:(?:a|an|the)\s+)?(?:(?:new|fresh|empty|blank)\s+)*(?:(?:plain\s+)?text\s+|word\s+)?(?:file|document|note)"
_CALLED = r"(?:called|named|with\s+the\s+name|by\s+the\s+name\s+of|titled)"
_USING = (
    rf"(?:\s*,?\s+(?:using|with|in|by\s+means\s+of)\s+(?P<app>(?:the\s+)?{APPLICATION}(?:\s+{APPLICATION_NOUN})?))?"
)
_HOLDING = (
    rf"(?:that\s+(?:contains|says|reads|holds)|which\s+(?:contains|says|reads|holds)|containing|saying|reading|with)"
    rf"(?:\s+(?:just|only))?(?:\s+(?:{_TEXT}|content|contents))?(?:\s+in\s+it)?\s*:?"
)
_PUT_IN_NEW = regex(
    rf"^(?:put|write|type|enter|save|store|paste|insert|place)\s+(?P<content>\S.*?)\s+(?:in|into|to|as)\s+"
    rf"{_NEW}\s+{_CALLED}\s+(?P<name>{_NAME}){_USING}$",
    re.IGNORECASE | re.DOTALL,
)
_MADE = regex(
    rf"^(?:create|make|start|begin|write|prepare)\s+{_NEW}\s+{_CALLED}\s+(?P<name>{_NAME})"
    rf"(?:\s*,?\s+{_HOLDING}\s+(?P<content>(?!{APPLICATION}$)\S.*?)(?:\s+in\s+it)?)?{_USING}$",
    re.IGNORECASE | re.DOTALL,
)
_KEPT_AS = any_case(
    rf"^(?:save|store)\s+(?:(?:the\s+)?(?:text|words?|sentence|line|phrase|message)\s+)?(?P<content>{QUOTED})\s+"
    rf"(?:to|in|into|as|under)\s+{_FILE}(?P<name>{_NAME}){_USING}$"
)
_LEADING_NOUN = any_case(rf"^{_TEXT}\s*:?\s+(?=\S)")
_WORD_NOUN = any_case(r"(?:(?:the|a)\s+)?(?:text|words?|phrase)\s")
_SAYS_WHERE = any_case(r"\s(?:in|into|on|at|to|after|before|below|under|above|as)\s")
_WRITTEN_BY = {
    "word processor": (".odt", ".docx", ".doc", ".rtf", ".fodt"),
    "": (".ods", ".xlsx", ".xls", ".odp", ".pptx", ".pdf", ".png", ".jpg", ".jpeg", ".gif", ".svg"),
}
"""The kind of application that makes a file with that ending; "" where text alone cannot. All others are plain text."""

_PAGES = (".html", ".htm", ".xhtml")

CHANGES = (
    TypeInto,
    ReplaceText,
    WriteCell,
    InsertTable,
    MakeChart,
    EditLine,
    Format,
    ArrangeSheet,
    AppendRow,
    SortLines,
)


@dataclass(frozen=True, slots=True)
class Addition:
    """A text to add to `document`: `clause` is what to do there, in words that no longer name it."""

    clause: Clause
    document: str


def added(part: Clause) -> Addition | None:
    """Return "append X to notes.txt" as an addition at its end, or where it says; on a new line unless it goes into a line."""
    found = _ADDED.match(_SPOT_LAST.sub(r"\g<verb> \g<spot> of \g<document>", part.words))
    document = part.value(found["document"]) if found else ""
    if found is None or not is_document(document) or made(part) or document.casefold().endswith(_WRITTEN_BY[""]):
        return None
    if (
        vague(part)
        or found["inside"]
        and (_SAYS_WHERE.search(found["content"]) or document.casefold().endswith(_PAGES))
    ):
        return None
    where = (found["end"] or found["place"] or "end").casefold()
    content = found["content"]
    # "Put jam at the top of list.txt" means a new line; "put the word jam" there goes into the existing one.
    within_a_line = found["verb"].casefold() not in ("append", "add") and _WORD_NOUN.match(content)
    noun = "text" if found["end"] and within_a_line else "line"
    spot = "end" if where in ("end", "bottom", "last", "final") else "top"
    words = f"add the {noun} {_LEADING_NOUN.sub('', content)} at the {spot}"
    return Addition(replace(part, words=words), document)


def vague(part: Clause) -> tuple[Unclear, ...]:
    """Return a question for "add a heading to plan.odt" or "add today's date to notes.txt": these are not literal texts."""
    found = _ADDED.match(part.words)
    if found is None or not is_document(part.value(found["document"])):
        return ()
    # "Append a.txt to b.txt" may mean the file's content.
    is_file = not is_quotation(found["content"]) and _ONE_FILE.fullmatch(found["content"]) is not None
    if not is_file and not is_a_part(found["content"]):
        return ()
    return (Unclear("", "", NOT_ITS_WORDS),)


def named(part: Clause) -> set[str]:
    """Return the file that a clause is done to: "append X to notes.txt", "put 5 in A1 of prices.ods"."""
    addition, scoped = added(part), trailing_document(part)
    return {addition.document} if addition else {scoped.app} if scoped else set()


def with_saving(intents: Sequence[Intent], files: Set[str]) -> list[Intent]:
    """Return the steps, with a save after the last change to each file unless the request saves it later."""
    found = list(intents)
    for document in sorted(files):
        last = max((n for n, step in enumerate(found) if step.app == document and _changes(step, document)), default=-1)
        if last >= 0 and not any(isinstance(step, Save) and step.app == document for step in found[last:]):
            saving = Save("", document)
            found.insert(last + 1, replace(saving, text=say(saving)))
    return found


def _changes(step: Intent, document: str) -> bool:
    """Tell whether a step changes the file. Filling in a form or a search box does not."""
    field = step.control if isinstance(step, TypeInto) else None
    if field is not None and (field.role or document.casefold().endswith(_PAGES)):
        return False
    return isinstance(step, CHANGES)


def made(part: Clause) -> tuple[Intent, ...]:
    """Return the steps that make a new file with the given name and text, or () where the clause asks for none."""
    found = next((found for pattern in (_MADE, _PUT_IN_NEW, _KEPT_AS) if (found := pattern.match(part.words))), None)
    name = part.value(found["name"]) if found else ""
    if found is None or not is_document(name):
        return ()
    app = application_words(found["app"], part) if found["app"] else _kind_for(name)
    if not app:
        return ()
    content = as_content(found["content"] or "", part)
    typed = (TypeInto("", app, content),) if content else ()
    return (Open("", "", app), *typed, Save("", app, name))


def _kind_for(name: str) -> str:
    lowered = name.casefold()
    return next((kind for kind, endings in _WRITTEN_BY.items() if lowered.endswith(endings)), "text editor")
