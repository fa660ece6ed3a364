"""Puts a text in place of another wherever slides have it, with the looks that its letters have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from ..connection import Shown
from ..refusals import Refused
from .slide_looks import text_holders
from .slide_pages import edited, numbers_of, page_at, require_pages, show, whole_step
from .slides import paragraphs


def replace_text(shown: Shown, old: str, new: str, slides: Sequence[int] | None = None) -> dict[str, Any]:
    """Replace a text, letter for letter, in titles, boxes, groups, tables and notes of these slides or of all, as one
    undo step.
    """
    require_pages(shown, writable=True)
    if "\n" in old or "\r" in old:
        raise Refused("a text of several lines cannot be looked for; replace it line by line")
    there = {number: count for number in numbers_of(shown, slides) if (count := _count(page_at(shown, number), old))}
    if not there:
        raise Refused(f"the slides do not contain {old!r}; read them with read_slides")
    with whole_step(shown, "Replace text"):
        for number in there:
            with edited(shown, number) as page:
                for holder in _holders(page):
                    _replace(holder, old, new)
    changed = [page_at(shown, number) for number in there]
    show(shown, changed[0])
    left = sum(_count(page, old) for page in changed)
    written = not new or all(_count(page, new) for page in changed)
    return {
        "replaced": sum(there.values()), "slides": list(there), "left": left,
        "equal": written and (not left or old in new),
    }  # fmt: skip


def _holders(page: Any) -> Iterator[Any]:
    yield from text_holders(page)
    if hasattr(page, "NotesPage"):
        yield from text_holders(page.NotesPage)


def _count(page: Any, text: str) -> int:
    return sum(str(block.getString()).count(text) for holder in _holders(page) for block in paragraphs(holder))


def _replace(holder: Any, old: str, new: str) -> None:
    for block in list(paragraphs(holder)):
        said = str(block.getString())
        # From the end on, so that the places before stay where they are.
        for found in reversed(list(re.finditer(re.escape(old), said))):
            start = _units(said[: found.start()])
            # A field counts as one character and shows more.
            if _part(holder, block, start, _units(old)).getString() == old:
                _write_over(holder, block, start, old, new)


def _write_over(holder: Any, block: Any, start: int, old: str, new: str) -> None:
    """Write behind the first letter, whose looks the new text takes so, and take the old letters away around it."""
    first = _units(old[0])
    _part(holder, block, start + first, 0).setString(new)
    _part(holder, block, start + first + _units(new), _units(old) - first).setString("")
    _part(holder, block, start, first).setString("")


def _part(holder: Any, block: Any, start: int, length: int) -> Any:
    cursor = holder.createTextCursorByRange(block.getStart())
    cursor.goRight(start, False)
    cursor.goRight(length, True)
    return cursor


def _units(text: str) -> int:
    """Return the length as LibreOffice counts it: a character beyond the basic plane is two."""
    return len(text.encode("utf-16-le")) // 2
