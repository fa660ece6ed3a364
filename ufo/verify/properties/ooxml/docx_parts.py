"""Reads the parts of a Word document: notes, comments, fields, bookmarks, sections, tables and pictures."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from xml.etree.ElementTree import Element

from ufo.verify.documents.markup import attribute, children, descendants, local
from ufo.verify.documents.ooxml.package import is_on
from ufo.verify.properties.ooxml.docx_file import DocxFile
from ufo.verify.properties.query import Asked, Reader, Reading, numbered, switch, tell

_EMU_PER_MM = 36_000
_FIELDS = {
    "page number": "PAGE", "page count": "NUMPAGES", "date": "DATE", "time": "TIME", "title": "TITLE", "subject": "SUBJECT",
    "author": "AUTHOR|USERNAME", "file name": "FILENAME", "word count": "NUMWORDS", "character count": "NUMCHARS",
}  # fmt: skip
_SIDES = {"bothSides": "parallel", "left": "left", "right": "right", "largest": "dynamic"}
_SEPARATORS = ("separator", "continuationSeparator", "continuationNotice")


def fields_of(part: Element) -> list[str]:
    """Return the instructions of the fields in a part, such as PAGE."""
    simple = [attribute(field, "instr") for field in descendants(part, "fldSimple")]
    return simple + ["".join(text.text or "" for text in descendants(part, "instrText"))]


def _field(file: DocxFile, asked: Asked) -> list[Reading]:
    wanted = _FIELDS.get(asked.key.casefold(), re.escape(asked.key.upper()))
    parts = (file.body, *file.bands.values())
    return tell(switch(any(re.search(rf"\b(?:{wanted})\b", field) for part in parts for field in fields_of(part))))


def _text_in(file: DocxFile, *kinds: str) -> str:
    notes = (note for kind in kinds if (root := file.others.get(kind)) is not None for note in root)
    own = (note for note in notes if attribute(note, "type") not in _SEPARATORS)
    return " ".join("".join(text.text or "" for text in descendants(note, "t")) for note in own)


def _bookmark(file: DocxFile, asked: Asked) -> list[Reading]:
    return tell(switch(any(attribute(one, "name") == asked.key for one in descendants(file.body, "bookmarkStart"))))


def _recording(file: DocxFile, asked: Asked) -> list[Reading]:
    settings = file.others.get("settings")
    found = None if settings is None else next(descendants(settings, "trackRevisions"), None)
    return tell(switch(bool(is_on(found))))


def _table(read: Callable[[Element], str]) -> Reader:
    def of_one(file: DocxFile, asked: Asked) -> Iterator[Reading]:
        for one in numbered(asked, list(descendants(file.body, "tbl")), lambda one: ""):
            yield Reading(read(one))

    return of_one


def _table_size(table: Element) -> str:
    columns = sum(1 for grid in children(table, "tblGrid") for _ in children(grid, "gridCol"))
    return f"{sum(1 for _ in children(table, 'tr'))} x {columns}"


def _header_rows(table: Element) -> str:
    return str(sum(bool(is_on(one)) for one in descendants(table, "tblHeader")))


def _is_merged(table: Element) -> str:
    return switch(any(local(one) in ("gridSpan", "vMerge") for one in table.iter()))


def _pictures(file: DocxFile, asked: Asked) -> list[Element]:
    frames = [one for one in file.body.iter() if local(one) in ("inline", "anchor") and _holds_picture(one)]
    return numbered(asked, frames, lambda one: next((attribute(part, "name") for part in children(one, "docPr")), ""))


def _holds_picture(frame: Element) -> bool:
    """Tell whether a picture lies in the frame itself, and not in a text box that it holds."""
    boxed = {inner for box in descendants(frame, "txbxContent") for inner in box.iter()}
    return any(one not in boxed for one in descendants(frame, "blip"))


def _side(name: str) -> Reader:
    def read(file: DocxFile, asked: Asked) -> Iterator[Reading]:
        for one in _pictures(file, asked):
            length = next((attribute(part, name) for part in children(one, "extent")), "")
            yield Reading(f"{int(length) / _EMU_PER_MM:.2f} mm" if length.isdecimal() else "")

    return read


def _wrap(file: DocxFile, asked: Asked) -> Iterator[Reading]:
    for one in _pictures(file, asked):
        yield Reading("inline" if local(one) == "inline" else _wrap_of(one))


def _wrap_of(anchor: Element) -> str:
    for part in anchor:
        if local(part) in ("wrapSquare", "wrapTight", "wrapThrough"):
            return _SIDES.get(attribute(part, "wrapText"), "parallel")
        if local(part) in ("wrapNone", "wrapTopAndBottom"):
            return "through" if local(part) == "wrapNone" else "none"
    return "none"


PARTS: dict[str, Reader] = {
    "endnotes": lambda file, asked: tell(sum(1 for _ in descendants(file.body, "endnoteReference"))),
    "note text": lambda file, asked: tell(_text_in(file, "footnotes", "endnotes")),
    "comment text": lambda file, asked: tell(_text_in(file, "comments")),
    "bookmark": _bookmark,
    "field": _field,
    "sections": lambda file, asked: tell(sum(1 for _ in descendants(file.body, "sectPr")) - 1),
    "change recording": _recording,
    "default font": lambda file, asked: tell(file.default_looks().get("font", "")),
    "default size": lambda file, asked: tell(file.default_looks().get("size", "")),
    "table size": _table(_table_size),
    "table header rows": _table(_header_rows),
    "table merged": _table(_is_merged),
    "picture width": _side("cx"),
    "picture height": _side("cy"),
    "picture wrap": _wrap,
}
