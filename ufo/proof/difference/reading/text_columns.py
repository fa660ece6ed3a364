"""Finds which paragraphs of a text stand in a section of several columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element

from ufo.conditions.readers.markup import attribute, children, descendants, local
from ufo.conditions.readers.odf.odf_file import OdfFile

COLUMNS = "columns"


def docx_columns(body: Element) -> Mapping[Element, str]:
    """Return how many columns the section of an element has, where it has several. A section ends with the paragraph that holds
    its properties, and the last one with the text (ISO/IEC 29500-1, 17.6).
    """
    found: dict[Element, str] = {}
    section: list[Element] = []
    for block in body:
        section.append(block)
        ends = block if local(block) == "sectPr" else next(_section_within(block), None)
        if ends is not None:
            found |= _inside(section, _count(ends, "cols", "num"))
            section = []
    return found


def _section_within(block: Element) -> Iterator[Element]:
    if local(block) == "p":
        yield from (section for part in children(block, "pPr") for section in children(part, "sectPr"))


def odt_columns(file: OdfFile) -> Mapping[Element, str]:
    """Return how many columns the section of an element has, where it has several (ODF 1.3, 16.29.7)."""
    counts = {
        attribute(style, "name"): next(
            (count for part in style if (count := _count(part, "columns", "column-count"))), ""
        )
        for style in file.styled()
        if attribute(style, "family") == "section"
    }
    found: dict[Element, str] = {}
    for section in descendants(file.body, "section"):
        found |= _inside([section], counts.get(attribute(section, "style-name"), ""))
    return found


def _count(holder: Element, name: str, value: str) -> str:
    counts = (attribute(part, value, "1") for part in children(holder, name))
    return next((count for count in counts if count != "1"), "")


def _inside(blocks: list[Element], count: str) -> dict[Element, str]:
    return {element: count for block in blocks for element in block.iter()} if count else {}
