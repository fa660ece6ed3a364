"""Reads Office Open XML text documents (ECMA-376 part 1, WordprocessingML)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

from ufo.errors import UnreadableDocument
from ufo.verify.documents.archive import Archive
from ufo.verify.documents.markup import descendants, local, parse_xml
from ufo.verify.documents.model import Document
from ufo.verify.documents.ooxml.relations import relations

_MARKS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_SKIPPED = ("del", "moveFrom", "pPr", "rPr", "instrText", "drawing", "pict", "Fallback")


def read_docx(path: Path) -> Document:
    with Archive(path) as archive:
        name = next((one.target for one in relations(archive, "") if one.kind == "officeDocument"), "word/document.xml")
        root = parse_xml(archive.read(name), f"{path.name} (document)")
    body = next(descendants(root, "body"), None)
    if body is None:
        raise UnreadableDocument(f"{path.name} is no text document: it has no body")
    tables = tuple(_table(table) for table in descendants(body, "tbl"))
    return Document(path, paragraphs=tuple(_text(paragraph) for paragraph in descendants(body, "p")), tables=tables)


def _table(table: Element) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(_cell(cell) for cell in _within(row, "tc")) for row in _within(table, "tr"))


def _within(element: Element, name: str) -> Iterator[Element]:
    """Iterate over the children of that name. Content controls and insertions are looked into."""
    for child in element:
        if local(child) == name:
            yield child
        elif local(child) in ("sdt", "sdtContent", "ins"):
            yield from _within(child, name)


def _cell(cell: Element) -> str:
    return "\n".join(_text(paragraph) for paragraph in _within(cell, "p"))


def _text(element: Element) -> str:
    parts = []
    for child in element:
        name = local(child)
        if name == "t":
            parts.append(child.text or "")
        elif name in _MARKS:
            parts.append(_MARKS[name])
        elif name not in _SKIPPED:
            parts.append(_text(child))
    return "".join(parts)
