"""What of a sub-task goes to a search service: the task's words, without what belongs to the person."""

from __future__ import annotations

from ufo.schema.patterns import regex
from ufo.schema.quotations import Quotation, replaced

_OF_THE_PERSON = regex(
    r"\{\{[^{}]*\}\}"
    r"|•+\d*•+"
    r"|\b[a-z][a-z0-9+.-]*://\S+"
    r"|\S+@\S+\.\S+"
    r"|(?<![\w.])(?:~|\.{1,2})?/\S+"
    r"|\b[A-Za-z]:\\\S+"
    r"|\b[\w-]+\.(?:od[tspg]|docx?|xlsx?|pptx?|pdf|csv|txt|md|png|jpe?g|svg|xcf|mp[34]|ogg|zip|html?|json)\b"
    r"|\+?\d(?:[\s().-]?\d){4,}"
)
"""Secrets, addresses, e-mail addresses, paths, names of files, and long numbers."""
_WORDS_OF_A_LABEL = 3
_LONGEST = 200


def search_words(text: str, application: str) -> str:
    """Return the words to search for: application and task. Left out are what is quoted (unless it is short enough for the label
    of a control and holds no digit), secrets, addresses, paths, names of files and long numbers. "" where nothing is left.
    """
    kept = _OF_THE_PERSON.sub(" ", replaced(text, _label))
    task = " ".join(kept.split())
    if not any(letter.isalpha() for letter in task):
        return ""
    program = " ".join(application.replace("-", " ").replace("_", " ").split())
    return f"{program} {task}"[:_LONGEST].strip()


def _label(quotation: Quotation) -> str:
    said = quotation.text
    is_label = len(said.split()) <= _WORDS_OF_A_LABEL and not any(letter.isdigit() for letter in said)
    return f" {said} " if is_label else " "
