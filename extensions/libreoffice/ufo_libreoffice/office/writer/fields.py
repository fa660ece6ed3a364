"""Fields in a text and its table of contents. A text names fields in braces: "Page {page} of {pages}"."""

from __future__ import annotations

import re
from typing import Any

from ..api import each, enum, items
from ..connection import Shown
from ..refusals import Refused
from ..undo import one_step
from .places import Spot, block_cursor, inline_cursor
from .text import require_text

_SERVICE = "com.sun.star.text.ContentIndex"


def contents_of(document: Any) -> list[Any]:
    return [index for index in items(document.DocumentIndexes) if index.supportsService(_SERVICE)]


def entries_of(index: Any) -> list[str]:
    """Return the lines of an index without its title."""
    lines = [line for line in str(index.Anchor.String).replace("\r\n", "\n").split("\n") if line.strip()]
    return lines[1:] if lines and lines[0] == index.Title else lines


def insert_contents(shown: Shown, at: str, text: str, nth: int, title: str, levels: int) -> dict[str, Any]:
    require_text(shown, writable=True)
    index = shown.document.createInstance(_SERVICE)
    index.CreateFromOutline, index.Level, index.Title = True, levels, title
    before = len(contents_of(shown.document))
    with one_step(shown.document, "Insert table of contents"):
        cursor = block_cursor(shown, Spot(at, text, nth))
        cursor.getText().insertTextContent(cursor, index, False)
        # The second time the pages are counted with the contents among them.
        index.update()
        index.update()
    return {"entries": entries_of(index), "equal": len(contents_of(shown.document)) == before + 1}


def update_contents(shown: Shown) -> dict[str, Any]:
    require_text(shown, writable=True)
    found = _required(shown.document)
    with one_step(shown.document, "Update table of contents"):
        for index in found:
            index.update()
    return {"entries": [line for index in found for line in entries_of(index)], "equal": True}


def remove_contents(shown: Shown) -> dict[str, Any]:
    require_text(shown, writable=True)
    found = _required(shown.document)
    with one_step(shown.document, "Remove table of contents"):
        for index in found:
            index.dispose()
    return {"removed": len(found), "equal": not contents_of(shown.document)}


def _required(document: Any) -> list[Any]:
    found = contents_of(document)
    if not found:
        raise Refused("the document has no table of contents; insert one")
    return found


_ARABIC = 4
"""com.sun.star.style.NumberingType.ARABIC."""
_SERVICES = {
    "page": "PageNumber", "pages": "PageCount", "date": "DateTime", "time": "DateTime", "title": "DocInfo.Title",
    "subject": "DocInfo.Subject", "author": "Author", "file": "FileName", "words": "WordCount",
    "characters": "CharacterCount",
}  # fmt: skip
_IN_BRACES = re.compile("{(" + "|".join(_SERVICES) + ")}")
_TOLD = {"title": "Title", "subject": "Subject"}


def make_field(document: Any, name: str) -> Any:
    """Return a field that is not in the document yet. Raises Refused for a name that is not known."""
    if name not in _SERVICES:
        raise Refused(f"{name!r} is no field; take one of {', '.join(_SERVICES)}")
    field = document.createInstance(f"com.sun.star.text.TextField.{_SERVICES[name]}")
    if name in ("page", "pages", "words", "characters"):
        field.NumberingType = _ARABIC
    if name == "page":
        field.SubType = enum("text.PageNumberType", "CURRENT")
    if name in ("date", "time"):
        field.IsDate, field.IsFixed = name == "date", False
    if name == "author":
        field.FullName, field.IsFixed = True, False
    if name == "file":
        # com.sun.star.text.FilenameDisplayFormat.NAME_AND_EXT
        field.FileFormat, field.IsFixed = 3, False
    return field


def named_in(text: str) -> list[str]:
    return _IN_BRACES.findall(text)


def write_with_fields(document: Any, cursor: Any, text: str) -> None:
    """Write the text at the cursor. What stands in braces and is the name of a field becomes one; "\\n" begins a paragraph."""
    holder = cursor.getText()
    for place, part in enumerate(_IN_BRACES.split(text)):
        if place % 2:
            holder.insertTextContent(cursor, make_field(document, part), False)
            continue
        for line, words in enumerate(part.split("\n")):
            if line:
                holder.insertControlCharacter(cursor, 0, False)
            holder.insertString(cursor, words, False)
        cursor.collapseToEnd()


def insert_field(shown: Shown, field: str, at: str, text: str, nth: int, value: str) -> dict[str, Any]:
    """Insert a field. `value`: the title or subject that the document gets first."""
    require_text(shown, writable=True)
    cursor = inline_cursor(shown, Spot(at, text, nth))
    made = make_field(shown.document, field)
    if value and field not in _TOLD:
        raise Refused(f"only {' and '.join(_TOLD)} take a value; leave it out for {field!r}")
    before = _count(shown.document, made)
    with one_step(shown.document, "Insert field"):
        if value:
            setattr(shown.document.DocumentProperties, _TOLD[field], value)
        cursor.getText().insertTextContent(cursor, made, False)
    shown.document.TextFields.refresh()
    return {"shows": str(made.getPresentation(False)), "equal": _count(shown.document, made) == before + 1}


def _count(document: Any, like: Any) -> int:
    service = next(
        supportedservicename
        for supportedservicename in like.SupportedServiceNames
        if "textfield" in supportedservicename.casefold() and "." in supportedservicename
    )
    return sum(bool(field.supportsService(service)) for field in each(document.TextFields))
