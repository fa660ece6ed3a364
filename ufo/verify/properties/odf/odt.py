"""Reads properties of OpenDocument texts (OpenDocument 1.3, part 3)."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from ufo.verify.documents.markup import attribute, children, descendants, local
from ufo.verify.documents.odf.odf_file import OdfFile
from ufo.verify.documents.odf.odf_looks import looks_of_text
from ufo.verify.properties.odf.odf_pages import PAGES, columns
from ufo.verify.properties.odf.odt_parts import PARTS
from ufo.verify.properties.query import Asked, Reader, Reading, switch, tell

UNSAID = {
    "bold": "off", "italic": "off", "underline": "off", "strikethrough": "off", "small caps": "off", "align": "left",
    "superscript": "off",
    "subscript": "off", "page break": "off", "line spacing": "1", "space above": "0.00 mm", "space below": "0.00 mm",
    "indent": "0.00 mm", "first line": "0.00 mm", "numbering": "none", "list level": "0", "link": "none",
}  # fmt: skip
"""The values of properties that the file does not set."""


def look(file: OdfFile, asked: Asked) -> Iterator[Reading]:
    """Read a property at each place where the text occurs; a heading's level only where a paragraph consists of it, if any."""
    places = looks_of_text(file, asked.text)
    headed = [one for one in places if "whole" in one] if asked.name == "heading level" else []
    for found in headed or places:
        yield Reading(plain_look(asked.name, {**found, **_raised(found.get("position", ""))}.get(asked.name, "")))


def _raised(position: str) -> dict[str, str]:
    """Return whether letters stand higher or lower than the line: "super 58%", "-33% 58%"."""
    height = position.split()[0] if position.split() else "0%"
    if height in ("super", "sub"):
        return {f"{height}script": "on"}
    is_low = height.startswith("-")
    return {"subscript" if is_low else "superscript": "on"} if height.strip("-0.%") else {}


def plain_look(name: str, value: str) -> str:
    if name == "highlight":
        return "none" if value in ("", "transparent") else value
    return value or UNSAID.get(name, "")


def _contents(file: OdfFile, asked: Asked) -> list[Reading]:
    """Read "off", "on" or "first": a table of contents that has only empty lines before it."""
    blocks = list(file.body)
    place = next((at for at, block in enumerate(blocks) if local(block) == "table-of-content"), None)
    if place is None:
        return tell(switch(any(True for _ in descendants(file.body, "table-of-content"))))
    before = any(
        "".join(block.itertext()).strip() for block in blocks[:place] if local(block) in ("p", "h", "list", "table")
    )
    return tell("on" if before else "first")


def _entries(file: OdfFile, asked: Asked) -> list[Reading]:
    bodies = (part for index in descendants(file.body, "table-of-content") for part in children(index, "index-body"))
    lines = (line for body in bodies for line in body if local(line) == "p")
    return tell(sum(bool("".join(line.itertext()).strip()) for line in lines))


def _footnotes(file: OdfFile, asked: Asked) -> list[Reading]:
    return tell(sum(attribute(note, "note-class") == "footnote" for note in descendants(file.body, "note")))


def counted(*names: str) -> Reader:
    """Return a reader that counts the elements of these names in all parts."""
    return lambda file, asked: tell(sum(1 for name in names for _ in file.everywhere(name)))


def in_body(name: str) -> Reader:
    return lambda file, asked: tell(sum(1 for _ in descendants(file.body, name)))


def pictures(file: OdfFile, asked: Asked) -> list[Reading]:
    return tell(sum(is_picture(frame) for frame in descendants(file.body, "frame")))


def is_picture(frame: Element) -> bool:
    """Tell whether the frame holds a picture. The preview picture of an embedded object or a table does not count."""
    kinds = {local(part) for part in frame}
    return "image" in kinds and not kinds & {"object", "object-ole", "table"}


LOOKS = (
    "bold",
    "italic",
    "underline",
    "strikethrough",
    "small caps",
    "colour",
    "highlight",
    "size",
    "font",
    "align",
    "list",
)
TEXT_LOOKS = (
    *LOOKS, "style", "heading level", "superscript", "subscript", "line spacing", "space above", "space below", "indent",
    "first line", "page break", "numbering", "list level", "link",
)  # fmt: skip
ODT: dict[str, Reader] = {
    **dict.fromkeys(TEXT_LOOKS, look),
    **PAGES,
    **PARTS,
    "columns": columns,
    "table of contents": _contents,
    "contents entries": _entries,
    "tracked changes": counted("changed-region"),
    "footnotes": _footnotes,
    "comments": in_body("annotation"),
    "tables": in_body("table"),
    "pictures": pictures,
}
