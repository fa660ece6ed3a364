"""Finds where a clause is to be done: "in Calc", "using gedit", "from the Writer document"."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ufo.planner.phrases.controls import without_article
from ufo.planner.text.quotations import QUOTED, Clause, is_quotation, quote
from ufo.planner.text.vocabulary import APPLICATION, APPLICATION_NOUN, ORDINAL
from ufo.schema.patterns import any_case, regex

_DOCUMENT_NOUN = r"(?:document|file|spreadsheet|workbook|sheet|presentation|table)"
_NEW = r"(?:new\s+|fresh\s+|empty\s+|blank\s+|open\s+|current\s+|running\s+)*"
_ONLY = any_case(r"^(?:in|inside|within|on|using|use|with|from|via)\s+(?P<app>\S.*?)(?:\s+(?:please))?\s*[,:]?$")
_LEADING = regex(
    r"^(?:in|inside|within|using|use|with|on)\s+(?P<app>[^,:]{1,80}?)\s*[,:]\s*(?P<rest>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)
_TRAILING = any_case(
    rf"\s+(?:in|into|inside|within|on|using|with|from|via|to)\s+(?:(?:the|a|an|my|your|its)\s+)?{_NEW}"
    rf"(?P<app>{APPLICATION}|(?!(?:the|a|an|my|your|its|this|that|{ORDINAL}|\d+)\b)(?:[\w.-]+|{QUOTED})(?=\s+{APPLICATION_NOUN}$))"
    rf"(?:\s+(?:{APPLICATION_NOUN}|{_DOCUMENT_NOUN}))?$"
)
_USING = any_case(r"\s+(?:using|by\s+means\s+of|with\s+the\s+help\s+of)\s+(?P<app>\S{1,60}(?:\s\S{1,30}){0,2})$")
_NOUN = any_case(rf"\s+(?:{APPLICATION_NOUN}|{_DOCUMENT_NOUN})$")
_MOST_SPACES = 4
_KNOWN = any_case(rf"{APPLICATION}(?<=\w)")
_USED = regex(r"^use\s+(?P<app>[^,:]{1,80}?)\s+to\s+(?P<rest>\S.*)$", re.IGNORECASE | re.DOTALL)
_ENDING = r"\.(?:ods|xlsx?|csv|odt|docx?|rtf|txt|md|log|ini|html?)"
_THE_FILE = r"(?:the\s+)?(?:(?:list|table|text|sheet)\s+(?:in|of)\s+)?(?:(?:file|document|spreadsheet|workbook|text\s+file)\s+)?"
_LOOKS = (
    r"(?:bold|italics?|underlined|cent(?:red|ered)|(?:in\s+)?(?:red|green|blue|yellow|orange|black|white|gr[ae]y|purple|pink|brown)"
    r"|(?:size\s+)?\d{1,3}\s*(?:pt|points?))"
)
_IN_DOCUMENT = any_case(
    rf"(?<!occurrences)\s+(?P<how>in|of|inside|within|throughout|on(?=\s\S+\.x?html?\b))\s+{_THE_FILE}(?P<document>[^\s,]+{_ENDING}|{QUOTED})"
    r"(?=$|\s+(?:titled|called|named|entitled|with\s+the\s+title)\s|\s*,?\s+(?:to|with|by|into|as|after|before|below|above|from|descending|ascending|alphabetically|numerically|in(?=\s+(?:\w+\s+)*order\b)|says?|reads?|contains?|has|have|is|are)\b"
    rf"|\s+{_LOOKS}\b)"
)
_AT_DOCUMENT = regex(
    rf"^(?P<verb>delete|remove|erase|drop|strike|take|cut|add|append|insert|put)\s(?P<rest>.*?)\s+(?P<how>from|out\s+of|off|to|into)\s+{_THE_FILE}"
    rf"(?P<document>[^\s,]+{_ENDING}|{QUOTED})(?P<after>$|\s+(?:after|before|below|above)\s.*)",
    re.IGNORECASE | re.DOTALL,
)
"""Words that take something out of a document, or insert something at a place that they name."""

_OF_DATA = any_case(r"\b(?:tables?|data|charts?|figures|values?|results?)\b")
_OF_A_SHEET = any_case(r"\b(?:sheet\s?\d*|rows?|columns?|lines?|word|phrase)\b")

_OF_A_DOCUMENT = any_case(
    r"(?:open|close|quit|exit|save|store|saving|storing|export|extract|copy|take|get|grab|pull|fetch|collect|read\s+(?:out\s+)?.*\btable)\b"
)
_DOCUMENT_IN = any_case(
    rf"^(?:the\s+(?:page|file|document)\s+)?(?P<document>[^\s,]+\.[a-z]\w{{1,4}})\s+(?:in|with|using)\s+(?:(?:the|my)\s+)?(?P<app>{APPLICATION})"
    rf"(?:\s+{APPLICATION_NOUN})?$"
)
_IN_TEXT = any_case(r"(?:a|the|another)\s+(?:\w+\s+)?line\b")
"""A place in a text, not an application."""
_OF_PATHS = frozenset("./\\~")
_NOT_AN_APP = any_case(
    r"^(?:the|a|an|my|your|this|that|it|new|open|window|app|application|program|software|programme)$"
)


@dataclass(frozen=True, slots=True)
class Scoped:
    """A clause without its place; `app` is the place as said, or "" where the clause names none."""

    clause: Clause
    app: str


def document_in_application(words: str) -> tuple[str, str] | None:
    """Return (document, application) of "team.html in the browser", or None for other words."""
    found = _DOCUMENT_IN.match(words.strip())
    return (found["document"], found["app"]) if found else None


def scope_alone(clause: Clause) -> str:
    """Return the application of words that name only a place ("In Calc"), or ""."""
    found = _ONLY.match(clause.words.strip())
    if (
        found is None
        or found["app"].casefold() in ("it", "there", "that", "this")
        or found["app"].count(" ") > _MOST_SPACES
        or re.search(r"[>\u2192]", found["app"])
        or _IN_TEXT.match(found["app"])
    ):
        return ""
    return application_words(found["app"], clause)


def leading_scope(words: str) -> tuple[str, str] | None:
    """Return (application part, rest) of "In Calc, put 5 in A1" and "use Calc to draw a chart", or None."""
    found = _USED.match(words) or _LEADING.match(words)
    return (found["app"], found["rest"]) if found and not _IN_TEXT.match(found["app"]) else None


def trailing_scope(clause: Clause) -> Scoped:
    found = _TRAILING.search(clause.words) or _USING.search(clause.words)
    if found is None:
        return Scoped(clause, "")
    return Scoped(replace(clause, words=clause.words[: found.start()]), application_words(found["app"], clause))


def trailing_document(clause: Clause) -> Scoped | None:
    """Return the document to work in: "draw a chart of A1:B4 in prices.ods titled X". None where none is named.

    Clauses that open, save or take something out of a document are left alone: they say themselves which one they mean.
    """
    found = next((one for one in _IN_DOCUMENT.finditer(clause.words) if _is_document(one["document"], clause)), None)
    if found is not None and not _OF_A_DOCUMENT.match(clause.words):
        rest = f"{clause.words[: found.start()]}{clause.words[found.end() :]}"
        return Scoped(replace(clause, words=rest), clause.value(found["document"]))
    taken = _AT_DOCUMENT.match(clause.words)
    if taken is None or not _is_document(taken["document"], clause) or _OF_DATA.search(taken["rest"]):
        return None
    adds = taken["verb"].casefold() in ("add", "append", "insert", "put")
    where = "" if adds or _OF_A_SHEET.search(taken["rest"]) else " from the list"
    if adds != (taken["how"].casefold() in ("to", "into")):
        return None
    return Scoped(
        replace(clause, words=f"{taken['verb']} {taken['rest']}{where}{taken['after']}"),
        clause.value(taken["document"]),
    )


def _is_document(fragment: str, clause: Clause) -> bool:
    """Tell whether the words may be a document. A quotation may only where it holds a file's name."""
    return not is_quotation(fragment) or bool(re.search(rf"\S{_ENDING}$", clause.value(fragment), re.IGNORECASE))


def application_words(fragment: str, clause: Clause) -> str:
    """Return the application's name: "Writer" for "the Writer document", or a quotation's content."""
    rest = re.sub(rf"^{_NEW}", "", without_article(fragment), flags=re.IGNORECASE)
    shorter = _NOUN.sub("", rest)
    bare = shorter if shorter and not _NOT_AN_APP.match(shorter) else rest
    return clause.value(bare)


def say_scope(app: str) -> str:
    """Return the place as the beginning of a sentence: "in Calc, ", "within "notes.txt", " or ""."""
    if not app:
        return ""
    if _KNOWN.fullmatch(app):
        return f"in {app}, "
    # "Within" names the place of one step of many; "in notes.txt" asks for a change of the file, so it is saved.
    return f"{'within' if set(app) & _OF_PATHS else 'in'} {quote(app)}, "
