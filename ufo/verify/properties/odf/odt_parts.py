"""Reads the parts of an OpenDocument text: notes, comments, fields, bookmarks, sections, tables and pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from xml.etree.ElementTree import Element

from ufo.verify.documents.markup import attribute, children, descendants, local
from ufo.verify.documents.odf.odf import rows_of, text_of
from ufo.verify.documents.odf.odf_file import OdfFile
from ufo.verify.documents.odf.odf_looks import Styles
from ufo.verify.properties.odf.odf_pages import length_of
from ufo.verify.properties.query import Asked, Reader, Reading, numbered, switch, tell

_OF_TEXT = "xmlns:text:"
_FIELDS = {
    "page number": ("page-number",), "page count": ("page-count",), "date": ("date",), "time": ("time",), "title": ("title",),
    "subject": ("subject",), "author": ("author-name", "initial-creator", "creator"), "file name": ("file-name",),
    "word count": ("word-count",), "character count": ("character-count",),
}  # fmt: skip
_WRAPS = {"run-through": "through", "biggest": "dynamic"}


def _notes(kind: str) -> Reader:
    return lambda file, asked: tell(sum(attribute(one, "note-class") == kind for one in descendants(file.body, "note")))


def _note_text(file: OdfFile, asked: Asked) -> list[Reading]:
    bodies = (body for note in descendants(file.body, "note") for body in children(note, "note-body"))
    return tell(" ".join("".join(body.itertext()) for body in bodies))


def _comment_text(file: OdfFile, asked: Asked) -> list[Reading]:
    said = (
        text_of(line) for one in descendants(file.body, "annotation") for line in one if local(line) in ("p", "list")
    )
    return tell(" ".join(said))


def _bookmark(file: OdfFile, asked: Asked) -> list[Reading]:
    names = {attribute(one, "name") for kind in ("bookmark", "bookmark-start") for one in descendants(file.body, kind)}
    return tell(switch(asked.key in names))


def _field(file: OdfFile, asked: Asked) -> list[Reading]:
    wanted = _FIELDS.get(asked.key.casefold(), (asked.key.casefold().replace(" ", "-"),))
    found = (one for name in wanted for one in file.everywhere(name) if _OF_TEXT in one.tag)
    return tell(switch(next(found, None) is not None))


def _sections(file: OdfFile, asked: Asked) -> list[Reading]:
    return tell(sum(1 for _ in descendants(file.body, "section")))


def _recording(file: OdfFile, asked: Asked) -> list[Reading]:
    tracked = next(descendants(file.body, "tracked-changes"), None)
    said = "" if tracked is None else attribute(tracked, "track-changes")
    return tell(switch(tracked is not None and said != "false"))


def _default(look: str) -> Reader:
    return lambda file, asked: tell(Styles(file).looks("paragraph", "Standard").get(look, ""))


def _table(read: Callable[[Element], str]) -> Reader:
    def of_one(file: OdfFile, asked: Asked) -> Iterator[Reading]:
        for one in numbered(asked, list(descendants(file.body, "table")), lambda one: attribute(one, "name")):
            yield Reading(read(one))

    return of_one


def _table_size(table: Element) -> str:
    columns = (int(attribute(one, "number-columns-repeated", "1")) for one in descendants(table, "table-column"))
    return f"{sum(1 for _ in rows_of(table))} x {sum(columns)}"


def _header_rows(table: Element) -> str:
    return str(sum(1 for part in children(table, "table-header-rows") for _ in rows_of(part)))


def _is_merged(table: Element) -> str:
    spans = ("number-columns-spanned", "number-rows-spanned")
    return switch(any(attribute(one, name, "1") != "1" for one in descendants(table, "table-cell") for name in spans))


def _pictures(file: OdfFile, asked: Asked) -> list[Element]:
    frames = [one for one in descendants(file.body, "frame") if next(children(one, "image"), None) is not None]
    return numbered(asked, frames, lambda one: attribute(one, "name"))


def _side(name: str) -> Reader:
    return lambda file, asked: [Reading(length_of(attribute(one, name))) for one in _pictures(file, asked)]


def _wrap(file: OdfFile, asked: Asked) -> Iterator[Reading]:
    for one in _pictures(file, asked):
        style = file.named("style", attribute(one, "style-name"))
        said = (
            ""
            if style is None
            else next((attribute(part, "wrap") for part in descendants(style, "graphic-properties")), "")
        )
        yield Reading("inline" if attribute(one, "anchor-type") == "as-char" else _WRAPS.get(said, said or "none"))


PARTS: dict[str, Reader] = {
    "endnotes": _notes("endnote"),
    "note text": _note_text,
    "comment text": _comment_text,
    "bookmark": _bookmark,
    "field": _field,
    "sections": _sections,
    "change recording": _recording,
    "default font": _default("font"),
    "default size": _default("size"),
    "table size": _table(_table_size),
    "table header rows": _table(_header_rows),
    "table merged": _table(_is_merged),
    "picture width": _side("width"),
    "picture height": _side("height"),
    "picture wrap": _wrap,
}
