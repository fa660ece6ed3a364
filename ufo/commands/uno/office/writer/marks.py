"""What hangs on words of a text: footnotes, endnotes, comments, hyperlinks and bookmarks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from ..api import Refused
from ..connection import Shown
from ..undo import one_step
from .places import one_place
from .text import require_text

_TOLD = 200


def mark_text(shown: Shown, kind: str, text: str, value: str, nth: int) -> dict[str, Any]:
    """Put a mark on the words `text`. `value`: what a note or comment says, where a link leads, a bookmark's name."""
    require_text(shown)
    shown.require_writable()
    if kind == "bookmark" and shown.document.Bookmarks.hasByName(value):
        raise Refused(f"there is a bookmark {value!r} already; take another name, or remove that one first")
    place = one_place(shown.document, text, nth)
    before = len(list(_marks(shown.document, kind)))
    with one_step(shown.document, f"Insert {kind}"):
        _ADDED[kind](shown.document, place, value)
    there = [one for one in _marks(shown.document, kind) if _same(one[0], value)]
    return {"kind": kind, "count": before + 1, "equal": bool(there)}


def unmark_text(shown: Shown, kind: str, value: str) -> dict[str, Any]:
    """Take marks away: those that say `value`, all of that kind without. The words stay."""
    require_text(shown)
    shown.require_writable()
    found = [take for said, take in _marks(shown.document, kind) if not value or _same(said, value)]
    if not found:
        said = "; ".join(one[:60] for one, _ in list(_marks(shown.document, kind))[:8])
        raise Refused(f"no {kind} says {value!r}; " + (f"there are: {said}" if said else f"the document has no {kind}"))
    before = len(list(_marks(shown.document, kind)))
    with one_step(shown.document, f"Remove {kind}"):
        for take in found:
            take()
    left = len(list(_marks(shown.document, kind)))
    return {"kind": kind, "removed": before - left, "count": left, "equal": left == before - len(found)}


def list_marks(shown: Shown, kind: str) -> list[str]:
    require_text(shown)
    return [said[:_TOLD] for said, _ in _marks(shown.document, kind)]


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
    "footnote": _add_note("Footnote"),
    "endnote": _add_note("Endnote"),
    "comment": _add_comment,
    "link": _add_link,
    "bookmark": _add_bookmark,
}


def _marks(document: Any, kind: str) -> Iterator[tuple[str, Callable[[], None]]]:
    """Iterate over what each mark says, with what takes it away."""
    return _READ[kind](document)


def _notes(name: str) -> Callable[[Any], Iterator[tuple[str, Callable[[], None]]]]:
    def read(document: Any) -> Iterator[tuple[str, Callable[[], None]]]:
        notes = getattr(document, name)
        for note in [notes.getByIndex(at) for at in range(notes.getCount())]:
            yield str(note.getString()), partial(_clear, note.getAnchor())

    return read


def _clear(anchor: Any) -> None:
    anchor.setString("")


def _comments(document: Any) -> Iterator[tuple[str, Callable[[], None]]]:
    fields = document.TextFields.createEnumeration()
    while fields.hasMoreElements():
        one = fields.nextElement()
        if one.supportsService("com.sun.star.text.textfield.Annotation"):
            yield " ".join(part for part in (one.Content, f"({one.Author})" if one.Author else "") if part), one.dispose


def _links(document: Any) -> Iterator[tuple[str, Callable[[], None]]]:
    blocks = document.Text.createEnumeration()
    while blocks.hasMoreElements():
        block = blocks.nextElement()
        if not block.supportsService("com.sun.star.text.Paragraph"):
            continue
        portions = block.createEnumeration()
        while portions.hasMoreElements():
            one = portions.nextElement()
            if one.TextPortionType == "Text" and one.HyperLinkURL and not one.HyperLinkURL.startswith("#__RefHeading"):
                yield f"{one.getString()}: {one.HyperLinkURL}", partial(setattr, one, "HyperLinkURL", "")


def _bookmarks(document: Any) -> Iterator[tuple[str, Callable[[], None]]]:
    for name in document.Bookmarks.ElementNames:
        if not name.startswith("__RefHeading"):
            yield str(name), document.Bookmarks.getByName(name).dispose


_READ: dict[str, Callable[[Any], Iterator[tuple[str, Callable[[], None]]]]] = {
    "footnote": _notes("Footnotes"),
    "endnote": _notes("Endnotes"),
    "comment": _comments,
    "link": _links,
    "bookmark": _bookmarks,
}
OPERATIONS: dict[str, Callable[..., Any]] = {
    "writer.mark_text": mark_text,
    "writer.unmark_text": unmark_text,
    "writer.list_marks": list_marks,
}
