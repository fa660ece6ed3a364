"""What a file holds, in atoms that are compared: cells with their looks, paragraphs, slides, keys, members, properties."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ufo.verify.documents.model import Chart, Sheet

UNSAID = "?"
"""The value of a property that the file leaves to the program that opens it."""
Look = Mapping[str, str]
"""Formatting by the name of the property, such as bold: on."""


@dataclass(frozen=True)
class SheetContent:
    """`looks`: of cells by (row, column), from 0. `properties`: of the sheet, such as "frozen rows"."""

    sheet: Sheet
    looks: Mapping[tuple[int, int], Look] = field(default_factory=dict)
    properties: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.sheet.name


@dataclass(frozen=True, order=True)
class TableCell:
    """A cell of a table in a text or on a slide, by its numbers, which count from 0."""

    table: int
    row: int
    column: int


@dataclass(frozen=True)
class Paragraph:
    """`runs`: its texts, each with its formatting. `look`: what the paragraph has as a whole, such as its style.
    `inherited`: what it has of a layout where it says nothing itself. `cell`: where it stands in a table; a text that moved
    there is the same text.
    """

    text: str
    look: Look = field(default_factory=dict)
    runs: tuple[tuple[str, Look], ...] = ()
    inherited: Look = field(default_factory=dict)
    cell: TableCell | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Slide:
    """`properties`: such as its layout and background."""

    paragraphs: tuple[Paragraph, ...]
    properties: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Content:
    """`unit`: what a paragraph is called: "paragraph", "line" or "page". `values`: by their key, of settings files.
    `members`: of an archive, by name, each with its size and checksum. `unread`: why the file could not be read, "" where it
    could.
    """

    unit: str = "paragraph"
    sheets: tuple[SheetContent, ...] = ()
    charts: tuple[Chart, ...] = ()
    paragraphs: tuple[Paragraph, ...] = ()
    slides: tuple[Slide, ...] = ()
    properties: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, str] = field(default_factory=dict)
    members: Mapping[str, str] = field(default_factory=dict)
    unread: str = ""


EMPTY = Content()
