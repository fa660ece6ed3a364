"""What a file holds, in atoms that are compared: cells with their looks, paragraphs, slides, keys, members, properties."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from ufo.conditions.readers.model import Chart, Sheet

PROTECTED, UNLOCKED = "protected", "unlocked cells"
"""The properties of a sheet that say which of its cells may be changed."""
UNSAID = "?"
"""The value of a property that the file leaves to the program that opens it."""
UPRIGHT = "upright"
"""How the text of most pages runs."""
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

    def without(self, is_quiet: Callable[[str, str], bool]) -> Paragraph:
        """Return the paragraph without the looks of which it is told, by name and value, that nobody wants to hear of them."""

        def rest(look: Look) -> Look:
            return {name: value for name, value in look.items() if not is_quiet(name, value)}

        return replace(self, look=rest(self.look), runs=tuple((text, rest(look)) for text, look in self.runs))


@dataclass(frozen=True)
class Piece:
    """A piece of a paragraph with tracked changes. `kind`, `author`: of the change that it is, "" for what is none."""

    text: str
    kind: str = ""
    author: str = ""


INSERTED, DELETED, COMMENT = "inserted", "deleted", "comment"


@dataclass(frozen=True)
class Remark:
    """A tracked change that waits for a decision, or a comment. `place`: the paragraph, from 0. `pieces`: of the whole paragraph
    of a change, which is the one `at` this number.
    """

    kind: str
    author: str
    text: str
    place: int
    pieces: tuple[Piece, ...] = ()
    at: int = 0


@dataclass(frozen=True)
class Picture:
    """A picture inside a document. `digest`: the SHA-256 of its `count` bytes; `drawn`: that of its pixels, "" where a program
    does not write these anew; `shown`: its width and height on the page in mm, 0 where they are not said; `corner`: how far from
    the left and the top of its slide it stands, in mm; `place`: where in a text it stands, in words, "" outside of it; `small`:
    its shades of grey in 64 rows of 64, b"" where these are not read.
    """

    digest: str
    count: int = 0
    pixels: tuple[int, int] = (0, 0)
    drawn: str = ""
    shown: tuple[float, float] = (0.0, 0.0)
    corner: tuple[float, float] | None = None
    place: str = ""
    small: bytes = b""

    @property
    def key(self) -> str:
        """What two pictures have in common that look the same."""
        return self.drawn or self.digest


@dataclass(frozen=True)
class Slide:
    """`properties`: such as its layout and background."""

    paragraphs: tuple[Paragraph, ...]
    properties: Mapping[str, str] = field(default_factory=dict)
    pictures: tuple[Picture, ...] = ()


@dataclass(frozen=True)
class Content:
    """`unit`: what a paragraph is called: "paragraph", "line" or "page". `values`: by their key, of settings files. `remarks`:
    tracked changes and comments of a text. `pictures`: those that stand on no slide. `members`: of an archive, by name, each
    with its size and checksum. `defaults`: the looks that texts have where no style says anything. `unread`: why the file could
    not be read, "" where it could.
    """

    unit: str = "paragraph"
    sheets: tuple[SheetContent, ...] = ()
    charts: tuple[Chart, ...] = ()
    paragraphs: tuple[Paragraph, ...] = ()
    slides: tuple[Slide, ...] = ()
    remarks: tuple[Remark, ...] = ()
    pictures: tuple[Picture, ...] = ()
    properties: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, str] = field(default_factory=dict)
    members: Mapping[str, str] = field(default_factory=dict)
    defaults: Look = field(default_factory=dict)
    unread: str = ""


EMPTY = Content()
