"""What hangs on words of a text: footnotes, endnotes, comments, hyperlinks and bookmarks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from ..api import each, items
from ..connection import Shown
from ..refusals import Refused
from ..undo import one_step
from .places import one_place
from .text import require_text

_TOLD = 200


@dataclass(frozen=True)
class Mark:
    """`said`: what it says; `take`: takes it away; of a comment also its `author` and the `words` that it hangs on."""

    said: str
    take: Callable[[], None]
    author: str = ""
    words: str = ""

    @property
    def told(self) -> str:
        by = f" ({self.author})" if self.author else ""
        return f"{self.said}{by}"[:_TOLD] + (f", on {self.words[:_TOLD]!r}" if self.words else "")


def mark_text(shown: Shown, kind: str, text: str, value: str, nth: int) -> dict[str, Any]:
    """Put a mark on the words `text`. `value`: what a note or comment says, where a link leads, a bookmark's name."""
    require_text(shown, writable=True)
    if kind == "bookmark" and shown.document.Bookmarks.hasByName(value):
        raise Refused(f"there is a bookmark {value!r} already; take another name, or remove that one first")
    place = one_place(shown.document, text, nth)
    before = len(list(_marks(shown.document, kind)))
    with one_step(shown.document, f"Insert {kind}"):
        _ADDED[kind](shown.document, place, value)
    there = [mark for mark in _marks(shown.document, kind) if _same(mark.said, value)]
    return {"kind": kind, "count": before + 1, "equal": bool(there)}


def unmark_text(shown: Shown, kind: str, value: str, author: str) -> dict[str, Any]:
    """Take marks away: those that say `value` and are by `author`, "" for any. The words stay."""
    require_text(shown, writable=True)
    there = list(_marks(shown.document, kind))
    by = author.strip().casefold()
    found = [item for item in there if _same(item.said, value) and by in ("", item.author.casefold())]
    if not found:
        said = "; ".join(item.told[:60] for item in there[:8])
        wanted = " ".join([*([f"says {value!r}"] if value else []), *([f"is by {author!r}"] if author else [])])
        raise Refused(f"no {kind} {wanted or 'is there'}; there are: {said or 'none'}")
    before = len(there)
    with one_step(shown.document, f"Remove {kind}"):
        for mark in found:
            mark.take()
    left = len(list(_marks(shown.document, kind)))
    return {"kind": kind, "removed": before - left, "count": left, "equal": left == before - len(found)}


def list_marks(shown: Shown, kind: str) -> list[str]:
    require_text(shown)
    return [mark.told for mark in _marks(shown.document, kind)]


def _same(said: str, value: str) -> bool:
    return value.strip().casefold() in said.casefold()


def _add_note(service: str) -> Callable[[Any, Any, str], None]:
    def add(document: Any, place: Any, value: str) -> None:
        note = document.createInstance(f"com.sun.star.text.{service}")
        place.getText().insertTextContent(place.getEnd(), note, False)
        note.setString(value)

    return add


def _add_comment(document: Any, place: Any, value: str) -> None:
    comment = document.createInstance("com.sun.star.text.TextField.Annotation")
    comment.Content = value
    place.getText().insertTextContent(_range(place), comment, True)


def _add_link(document: Any, place: Any, value: str) -> None:
    _range(place).HyperLinkURL = value


def _add_bookmark(document: Any, place: Any, value: str) -> None:
    mark = document.createInstance("com.sun.star.text.Bookmark")
    mark.Name = value
    place.getText().insertTextContent(_range(place), mark, True)


def _range(place: Any) -> Any:
    """Return the words as a cursor: a paragraph is no range of text by itself."""
    cursor = place.getText().createTextCursorByRange(place.getStart())
    cursor.gotoRange(place.getEnd(), True)
    return cursor


_ADDED = {
    "footnote": _add_note("Footnote"), "endnote": _add_note("Endnote"), "comment": _add_comment, "link": _add_link,
    "bookmark": _add_bookmark,
}  # fmt: skip


def _marks(document: Any, kind: str) -> Iterator[Mark]:
    return _READ[kind](document)


def _notes(name: str) -> Callable[[Any], Iterator[Mark]]:
    def read(document: Any) -> Iterator[Mark]:
        notes = getattr(document, name)
        for note in items(notes):
            yield Mark(str(note.getString()), partial(_clear, note.getAnchor()))

    return read


def _clear(anchor: Any) -> None:
    anchor.setString("")


def _comments(document: Any) -> Iterator[Mark]:
    """Iterate over the comments in the order of the text, and then those of frames, headers and footers."""
    every = (
        entry for entry in each(document.TextFields) if entry.supportsService("com.sun.star.text.textfield.Annotation")
    )
    placed = [portion.TextField for portion in _portions(document.Text) if portion.TextPortionType == "Annotation"]
    for item in [*placed, *(entry for entry in every if entry not in placed)]:
        yield Mark(str(item.Content), item.dispose, str(item.Author), str(item.getAnchor().getString()))


def _portions(text: Any) -> Iterator[Any]:
    """Iterate over the portions of a text, with those in its tables."""
    for block in each(text):
        if block.supportsService("com.sun.star.text.TextTable"):
            for name in block.CellNames:
                yield from _portions(block.getCellByName(name))
        elif block.supportsService("com.sun.star.text.Paragraph"):
            yield from each(block)


def _links(document: Any) -> Iterator[Mark]:
    for portion in _portions(document.Text):
        if (
            portion.TextPortionType == "Text"
            and portion.HyperLinkURL
            and not portion.HyperLinkURL.startswith("#__RefHeading")
        ):
            yield Mark(f"{portion.getString()}: {portion.HyperLinkURL}", partial(setattr, portion, "HyperLinkURL", ""))


def _bookmarks(document: Any) -> Iterator[Mark]:
    for name in document.Bookmarks.ElementNames:
        if not name.startswith("__RefHeading"):
            yield Mark(str(name), document.Bookmarks.getByName(name).dispose)


_READ: dict[str, Callable[[Any], Iterator[Mark]]] = {
    "footnote": _notes("Footnotes"), "endnote": _notes("Endnotes"), "comment": _comments, "link": _links,
    "bookmark": _bookmarks,
}  # fmt: skip
