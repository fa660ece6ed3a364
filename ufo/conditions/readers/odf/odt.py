"""Reads properties of OpenDocument texts (OpenDocument 1.3, part 3): how their words look, and their parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from xml.etree.ElementTree import Element

from ufo.conditions.readers.markup import attribute, child, children, descendant, descendants, local
from ufo.conditions.readers.odf.odf_file import OdfFile, rows_of, text_of
from ufo.conditions.readers.odf.odf_looks import Styles, looks_of_text
from ufo.conditions.readers.query import Asked, Reader, Reading, each, length, of_file, switch, tell
from ufo.schema.property_values import millimetres

_UNSAID = {
    "bold": "off", "italic": "off", "underline": "off", "strikethrough": "off", "small caps": "off", "align": "left",
    "superscript": "off", "subscript": "off", "page break": "off", "line spacing": "1", "space above": "0.00 mm",
    "space below": "0.00 mm", "indent": "0.00 mm", "first line": "0.00 mm", "numbering": "none", "list level": "0",
    "link": "none",
}  # fmt: skip
"""The values of properties that the file does not set."""
_OF_TEXT = "xmlns:text:"
_FIELDS = {
    "page number": ("page-number",), "page count": ("page-count",), "date": ("date",), "time": ("time",), "title": ("title",),
    "subject": ("subject",), "author": ("author-name", "initial-creator", "creator"), "file name": ("file-name",),
    "word count": ("word-count",), "character count": ("character-count",),
}  # fmt: skip
_WRAPS = {"run-through": "through", "biggest": "dynamic"}


def look(file: OdfFile, asked: Asked) -> Iterator[Reading]:
    """Read a property at each place where the text occurs; a heading's level only where a paragraph consists of it, if any."""
    places = looks_of_text(file, asked.text)
    headed = [found for found in places if "whole" in found] if asked.name == "heading level" else []
    for found in headed or places:
        yield Reading(plain_look(asked.name, {**found, **raised(found.get("position", ""))}.get(asked.name, "")))


def raised(position: str) -> dict[str, str]:
    """Return whether letters stand higher or lower than the line: "super 58%", "-33% 58%"."""
    height = position.split()[0] if position.split() else "0%"
    if height in ("super", "sub"):
        return {f"{height}script": "on"}
    is_low = height.startswith("-")
    return {"subscript" if is_low else "superscript": "on"} if height.strip("-0.%") else {}


def plain_look(name: str, value: str) -> str:
    if name == "highlight":
        return "none" if value in ("", "transparent") else value
    return value or _UNSAID.get(name, "")


@of_file
def contents(file: OdfFile) -> str:
    """Read "off", "on" or "first": a table of contents that has only empty lines before it."""
    blocks = list(file.body)
    place = next((at for at, block in enumerate(blocks) if local(block) == "table-of-content"), None)
    if place is None:
        return switch(descendant(file.body, "table-of-content") is not None)
    before = (block for block in blocks[:place] if local(block) in ("p", "h", "list", "table"))
    return "on" if any("".join(block.itertext()).strip() for block in before) else "first"


@of_file
def entries(file: OdfFile) -> int:
    bodies = (part for index in descendants(file.body, "table-of-content") for part in children(index, "index-body"))
    return sum(bool("".join(line.itertext()).strip()) for body in bodies for line in children(body, "p"))


def counted(*names: str) -> Reader:
    """Return a reader that counts the elements of these names in the body."""
    return of_file(lambda file: sum(1 for name in names for _ in descendants(file.body, name)))


@of_file
def changes(file: OdfFile) -> int:
    return sum(1 for _ in file.everywhere("changed-region"))


@of_file
def pictures(file: OdfFile) -> int:
    return sum(map(is_picture, descendants(file.body, "frame")))


def is_picture(frame: Element) -> bool:
    """Tell whether the frame holds a picture. The preview picture of an embedded object or a table does not count."""
    kinds = {local(part) for part in frame}
    return "image" in kinds and not kinds & {"object", "object-ole", "table"}


def notes(kind: str) -> Reader:
    return of_file(lambda file: sum(attribute(note, "note-class") == kind for note in descendants(file.body, "note")))


@of_file
def note_text(file: OdfFile) -> str:
    bodies = (body for note in descendants(file.body, "note") for body in children(note, "note-body"))
    return " ".join("".join(body.itertext()) for body in bodies)


@of_file
def comment_text(file: OdfFile) -> str:
    lines = (line for note in descendants(file.body, "annotation") for line in note if local(line) in ("p", "list"))
    return " ".join(map(text_of, lines))


def bookmark(file: OdfFile, asked: Asked) -> list[Reading]:
    marks = (mark for kind in ("bookmark", "bookmark-start") for mark in descendants(file.body, kind))
    return tell(switch(asked.key in {attribute(mark, "name") for mark in marks}))


def field(file: OdfFile, asked: Asked) -> list[Reading]:
    wanted = _FIELDS.get(asked.key.casefold(), (asked.key.casefold().replace(" ", "-"),))
    return tell(switch(any(_OF_TEXT in found.tag for name in wanted for found in file.everywhere(name))))


@of_file
def recording(file: OdfFile) -> str:
    tracked = descendant(file.body, "tracked-changes")
    return switch(tracked is not None and attribute(tracked, "track-changes") != "false")


def default(look: str) -> Reader:
    return of_file(lambda file: Styles(file).looks("paragraph", "Standard").get(look, ""))


def _of_tables(told: Callable[[Element], object]) -> Reader:
    """Return a reader of something of the table that a condition's key names."""
    return each(_tables, lambda file, table: told(table))


def _tables(file: OdfFile, asked: Asked) -> Sequence[Element]:
    return asked.numbered(list(descendants(file.body, "table")), lambda table: attribute(table, "name"))


@_of_tables
def table_size(table: Element) -> str:
    columns = (int(attribute(column, "number-columns-repeated", "1")) for column in descendants(table, "table-column"))
    return f"{sum(1 for _ in rows_of(table))} x {sum(columns)}"


@_of_tables
def header_rows(table: Element) -> int:
    return sum(1 for part in children(table, "table-header-rows") for _ in rows_of(part))


@_of_tables
def is_merged(table: Element) -> str:
    spans = ("number-columns-spanned", "number-rows-spanned")
    cells = descendants(table, "table-cell")
    return switch(any(attribute(cell, name, "1") != "1" for cell in cells for name in spans))


def _pictures(file: OdfFile, asked: Asked) -> Sequence[Element]:
    frames = [frame for frame in descendants(file.body, "frame") if child(frame, "image") is not None]
    return asked.numbered(frames, lambda frame: attribute(frame, "name"))


def picture_side(name: str) -> Reader:
    return each(_pictures, lambda file, frame: length_of(attribute(frame, name)))


def length_of(value: str) -> str:
    """Return a length of the file in the spelling of conditions, "" where it is none."""
    found = millimetres(value)
    return "" if found is None else length(found)


def _wrap(file: OdfFile, frame: Element) -> str:
    if attribute(frame, "anchor-type") == "as-char":
        return "inline"
    style = file.named("style", attribute(frame, "style-name"))
    parts = () if style is None else descendants(style, "graphic-properties")
    said = next((attribute(part, "wrap") for part in parts), "")
    return _WRAPS.get(said, said or "none")


picture_wrap = each(_pictures, _wrap)
