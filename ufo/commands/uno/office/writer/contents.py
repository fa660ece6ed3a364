"""Tables of contents: inserted, brought up to date, taken away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..api import Refused
from ..connection import Shown
from ..undo import one_step
from .places import Spot, block_cursor
from .text import require_text

_SERVICE = "com.sun.star.text.ContentIndex"


def contents_of(document: Any) -> list[Any]:
    indexes = document.DocumentIndexes
    found = (indexes.getByIndex(at) for at in range(indexes.getCount()))
    return [one for one in found if one.supportsService(_SERVICE)]


def entries_of(index: Any) -> list[str]:
    """Return the lines of an index without its title."""
    lines = [line for line in str(index.Anchor.String).replace("\r\n", "\n").split("\n") if line.strip()]
    return lines[1:] if lines and lines[0] == index.Title else lines


def insert_contents(shown: Shown, at: str, text: str, nth: int, title: str, levels: int) -> dict[str, Any]:
    require_text(shown)
    shown.require_writable()
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
    require_text(shown)
    shown.require_writable()
    found = _required(shown.document)
    with one_step(shown.document, "Update table of contents"):
        for index in found:
            index.update()
    return {"entries": [line for index in found for line in entries_of(index)], "equal": True}


def remove_contents(shown: Shown) -> dict[str, Any]:
    require_text(shown)
    shown.require_writable()
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


OPERATIONS: dict[str, Callable[..., Any]] = {
    "writer.insert_contents": insert_contents,
    "writer.update_contents": update_contents,
    "writer.remove_contents": remove_contents,
}
