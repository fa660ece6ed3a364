"""Reads properties of PDF files: the size, orientation and turn of their pages, and what they allow."""

from __future__ import annotations

from collections.abc import Iterator

from ufo.errors import UnreadableDocument
from ufo.verify.documents.model import Document
from ufo.verify.properties.query import Asked, Reader, Reading


def _sizes(document: Document, asked: Asked) -> tuple[tuple[float, float], ...]:
    sizes = document.page_sizes
    if asked.page > len(sizes):
        raise UnreadableDocument(f"it has {len(sizes)} pages, so there is no page {asked.page}")
    return sizes[asked.page - 1 : asked.page] if asked.page else sizes


def _orientation(document: Document, asked: Asked) -> Iterator[Reading]:
    for width, height in _sizes(document, asked):
        yield Reading("landscape" if width > height else "portrait")


def _paper(document: Document, asked: Asked) -> Iterator[Reading]:
    for width, height in _sizes(document, asked):
        yield Reading(f"{width:.1f} x {height:.1f} mm")


def _turn(document: Document, asked: Asked) -> list[Reading]:
    _sizes(document, asked)
    turns = document.page_turns
    return [Reading(str(turn)) for turn in (turns[asked.page - 1 : asked.page] if asked.page else turns)]


PDF: dict[str, Reader] = {"page orientation": _orientation, "page size": _paper, "page rotation": _turn}
PDF_RIGHTS = {f"{what} allowed": what for what in ("printing", "copying", "changing")}
"""By the names of properties, the rights that a file tells even where it does not open."""
