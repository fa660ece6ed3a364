"""Sections of a text document: paragraphs that have columns, a protection or a name of their own."""

from __future__ import annotations

from typing import Any

from ..connection import Shown
from ..refusals import Refused
from ..undo import one_step
from .places import one_place
from .text import require_text

_GAP = 500
_SERVICE = "com.sun.star.text.TextSection"


def insert_section(shown: Shown, first: str, last: str, columns: int, name: str, protected: bool) -> dict[str, Any]:
    """Make the paragraphs from the one with the text `first` to the one with `last` a section."""
    require_text(shown, writable=True)
    start = one_place(shown.document, first)
    end = one_place(shown.document, last) if last else start
    if name and shown.document.TextSections.hasByName(name):
        raise Refused(f"there is a section {name!r} already; take another name")
    cursor = start.getText().createTextCursorByRange(start.getStart())
    cursor.gotoStartOfParagraph(False)
    cursor.gotoRange(end.getEnd(), True)
    cursor.gotoEndOfParagraph(True)
    if not cursor.getString():
        raise Refused(f"{last!r} stands before {first!r}; give them in the order of the text")
    section = shown.document.createInstance(_SERVICE)
    section.Name = name or _free_name(shown.document)
    if columns > 1:
        parts = shown.document.createInstance("com.sun.star.text.TextColumns")
        parts.setColumnCount(columns)
        parts.AutomaticDistance = _GAP
        section.TextColumns = parts
    section.IsProtected = protected
    with one_step(shown.document, "Insert section"):
        cursor.getText().insertTextContent(cursor, section, True)
    there = shown.document.TextSections.hasByName(section.Name)
    count = section.TextColumns.ColumnCount if there else 0
    return {
        "name": str(section.Name),
        "equal": there and max(1, count) == columns and bool(section.IsProtected) == protected,
    }


def list_sections(shown: Shown) -> list[str]:
    require_text(shown)
    known = shown.document.TextSections
    return [str(name) for name in known.ElementNames if known.getByName(name).DocumentIndex is None]


def _free_name(document: Any) -> str:
    known = document.TextSections
    return next(f"Section{at}" for at in range(1, known.getCount() + 2) if not known.hasByName(f"Section{at}"))
