"""A document as read from its file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Cell:
    """`shown` is what a person reads in the cell; `value` is its number, None where it has none (a date has none).

    `kind`: number, date, time, text, percent, currency or boolean, "" where the format does not say. `day`: a date or a time
    in ISO 8601. `formula`: as the file has it, "" for none. `unread`: the file has the formula and not what it shows.
    """

    shown: str
    value: float | None = None
    kind: str = ""
    day: str = ""
    formula: str = ""
    unread: bool = False


EMPTY = Cell("")


@dataclass(frozen=True, slots=True)
class Area:
    """A range of cells by its inclusive corners. Columns and rows count from 0."""

    column: int
    row: int
    end_column: int
    end_row: int

    def holds(self, other: Area) -> bool:
        return (
            self.column <= other.column
            and self.row <= other.row
            and self.end_column >= other.end_column
            and self.end_row >= other.end_row
        )

    def union(self, other: Area) -> Area:
        return Area(
            min(self.column, other.column),
            min(self.row, other.row),
            max(self.end_column, other.end_column),
            max(self.end_row, other.end_row),
        )


@dataclass(frozen=True, slots=True)
class Reference:
    """A range on a sheet. `sheet` is "" where the reference names none."""

    sheet: str
    area: Area


@dataclass(frozen=True, slots=True)
class Drawn:
    """A series of a chart as the file refers to it, each "" where it does not: its name (a cell, or the text itself), its values
    and what they stand over.
    """

    name: str
    values: str
    over: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """`kind`: bar (horizontal), column, line, pie, or the format's own word for any other. `ranges`: all ranges that it draws.
    `legend`: right, left, top, bottom or none. `drawn`: its series one by one.
    """

    kind: str
    sheet: str
    title: str
    ranges: tuple[Reference, ...]
    x_title: str = ""
    y_title: str = ""
    legend: str = "none"
    series: int = 0
    drawn: tuple[Drawn, ...] = ()


@dataclass(frozen=True)
class Sheet:
    """A sheet's filled cells by (row, column), which count from 0."""

    name: str
    cells: Mapping[tuple[int, int], Cell] = field(default_factory=dict)

    def cell(self, row: int, column: int) -> Cell:
        return self.cells.get((row, column), EMPTY)


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A picture on a page. `digest`: the SHA-256 of its `count` bytes as they are stored; `small`: its shades of grey in 64 rows
    of 64, b"" where it was not drawn.
    """

    digest: str
    count: int
    pixels: tuple[int, int]
    small: bytes = b""


@dataclass(frozen=True)
class Document:
    """`tables` are the tables of a text document or of slides, as rows of cell texts. `pages`: the paragraphs of each page or
    slide, where the format divides them; `page_sizes`: their widths and heights in millimetres; `page_turns`: the degrees by
    which each is turned clockwise; `page_directions`: the way in which most of its text runs as it is shown, in degrees
    clockwise, None where it has no text; `page_marks`: by what each page is known that shows something and has no text;
    `page_pictures`: those that each shows. `size`: a picture's width and height in pixels. `data`: the content of a JSON file, as
    JSON. `info`: what the file says about itself: title, author, subject, keywords. `unread`: why what it shows is not all in
    its texts, "" where it is or cells alone lack it.
    """

    path: Path
    sheets: tuple[Sheet, ...] = ()
    charts: tuple[Chart, ...] = ()
    paragraphs: tuple[str, ...] = ()
    tables: tuple[tuple[tuple[str, ...], ...], ...] = ()
    pages: tuple[tuple[str, ...], ...] = ()
    page_sizes: tuple[tuple[float, float], ...] = ()
    page_turns: tuple[int, ...] = ()
    page_directions: tuple[int | None, ...] = ()
    page_marks: tuple[str, ...] = ()
    page_pictures: tuple[tuple[PagePicture, ...], ...] = ()
    size: tuple[int, int] | None = None
    data: str | None = None
    info: Mapping[str, str] = field(default_factory=dict)
    unread: str = ""

    @property
    def has_unread(self) -> bool:
        """Whether something that it shows is not in the file."""
        return bool(self.unread) or any(cell.unread for sheet in self.sheets for cell in sheet.cells.values())

    @property
    def text(self) -> str:
        """All text in the document, as far as the file has it."""
        parts = list(self.paragraphs)
        parts += ["\t".join(row) for table in self.tables for row in table]
        for sheet in self.sheets:
            rows: dict[int, list[str]] = {}
            for (row, _), cell in sorted(sheet.cells.items()):
                rows.setdefault(row, []).append(cell.shown)
            parts += ["\t".join(cells) for cells in rows.values()]
        return "\n".join(parts)
