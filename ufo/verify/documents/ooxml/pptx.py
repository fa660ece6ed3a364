"""Reads Office Open XML presentations (ECMA-376 part 1, PresentationML and DrawingML)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

from ufo.errors import UnreadableDocument
from ufo.verify.documents.archive import Archive
from ufo.verify.documents.markup import attribute, children, descendants, local, parse_xml
from ufo.verify.documents.model import Chart, Document
from ufo.verify.documents.ooxml.relations import relations
from ufo.verify.documents.ooxml.xlsx_chart import chart_of

_MOST_SLIDES = 5000


def read_pptx(path: Path) -> Document:
    """Read slides in their order, hidden ones included. Notes and what a master shows do not count."""
    with Archive(path) as archive:
        name = next(
            (one.target for one in relations(archive, "") if one.kind == "officeDocument"), "ppt/presentation.xml"
        )
        root = parse_xml(archive.read(name), f"{path.name} (presentation)")
        if local(root) != "presentation":
            raise UnreadableDocument(f"{path.name} is no presentation")
        linked = {one.id: one.target for one in relations(archive, name)}
        parts = [linked.get(_relation(node), "") for node in descendants(root, "sldId")]
        if len(parts) > _MOST_SLIDES:
            raise UnreadableDocument(f"{path.name} has more than {_MOST_SLIDES:,} slides; not read")
        slides = [parse_xml(archive.read(part), f"{path.name} ({part})") for part in parts]
        charts = [chart for number, part in enumerate(parts, 1) for chart in _charts(archive, part, f"slide {number}")]
    pages = tuple(tuple(_paragraphs(slide)) for slide in slides)
    tables = tuple(_table(table) for slide in slides for table in descendants(slide, "tbl"))
    paragraphs = tuple(paragraph for page in pages for paragraph in page)
    return Document(path, paragraphs=paragraphs, charts=tuple(charts), tables=tables, pages=pages)


def _relation(node: Element) -> str:
    """Return the id of the relation that a slide's entry names. The entry has two "id" attributes; this one has a namespace."""
    return next((value for key, value in node.attrib.items() if key.startswith("{") and key.endswith("}id")), "")


def _charts(archive: Archive, part: str, where: str) -> Iterator[Chart]:
    for relation in relations(archive, part):
        if relation.kind == "chart" and relation.target in archive:
            yield from chart_of(parse_xml(archive.read(relation.target), relation.target), where)


def _paragraphs(element: Element) -> Iterator[str]:
    for paragraph in descendants(element, "p"):
        if any(local(child) in ("r", "fld", "br") for child in paragraph):
            yield _text(paragraph)


def _text(paragraph: Element) -> str:
    parts = []
    for child in paragraph:
        if local(child) == "br":
            parts.append("\n")
        elif local(child) in ("r", "fld"):
            parts += [text.text or "" for text in children(child, "t")]
    return "".join(parts)


def _table(table: Element) -> tuple[tuple[str, ...], ...]:
    """Return the rows of a table. A cell that a merged cell covers is "", as on the slide."""
    return tuple(
        tuple(
            "" if _is_covered(cell) else "\n".join(map(_text, descendants(cell, "p"))) for cell in children(row, "tc")
        )
        for row in children(table, "tr")
    )


def _is_covered(cell: Element) -> bool:
    return any(attribute(cell, name) in ("1", "true") for name in ("hMerge", "vMerge"))
