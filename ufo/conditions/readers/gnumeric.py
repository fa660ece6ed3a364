"""Reads Gnumeric workbooks and their properties: XML, packed by gzip or not. Of a formula they keep no result, so its cell is
`unread`.
"""

from __future__ import annotations

import gzip
import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from xml.etree.ElementTree import Element

from ufo.conditions.readers.archive import MAX_FILE_BYTES, MAX_PART_BYTES
from ufo.conditions.readers.markup import along, attribute, child, children, local, parse_xml
from ufo.conditions.readers.model import Area, Cell, Document, Sheet
from ufo.conditions.readers.odf.odt import plain_look
from ufo.conditions.readers.ooxml.number_formats import format_of_code, words_of_code
from ufo.conditions.readers.query import Asked, Reader, Reading, switch
from ufo.conditions.readers.references import parse_areas_of, shifted
from ufo.conditions.readers.sheets import by_area, named_sheet, places
from ufo.errors import UnreadableDocument

_PACKED = b"\x1f\x8b"
_BOOLEAN, _NUMBERS, _ERROR = "20", ("30", "40"), "50"
_MOST_STEPS = 5_000_000
_SWITCHES = {"bold": "Bold", "italic": "Italic", "underline": "Underline", "strikethrough": "StrikeThrough"}
_ALIGNED = {
    "GNM_HALIGN_LEFT": "left", "GNM_HALIGN_RIGHT": "right", "GNM_HALIGN_CENTER": "center", "GNM_HALIGN_JUSTIFY": "justify",
    "2": "left", "4": "right", "8": "center", "32": "justify",
}  # fmt: skip
"""Alignments as newer and as older versions write them."""


class GnumericFile:
    """An opened workbook. Raises UnreadableDocument where it is none, or unpacks to more than may be read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.root = parse_xml(_unpacked(path), path.name)
        if local(self.root) != "Workbook":
            raise UnreadableDocument(f"{path.name} is no workbook of Gnumeric")
        first_day = next((node.text or "" for node in children(self.root, "DateConvention")), "")
        self._is_1904 = "1904" in first_day

    @property
    def tables(self) -> Iterator[Element]:
        return along(self.root, "Sheets", "Sheet")

    def table(self, name: str) -> Element:
        """Return the sheet of that name, or the first one for "". Raises UnreadableDocument."""
        return named_sheet(self.tables, name, _name_of, self.path.name)

    def sheet(self, table: Element) -> Sheet:
        placed = [(_number(node, "Row"), _number(node, "Col"), node) for node in along(table, "Cells", "Cell")]
        styles = _styles_at(table, {row for row, _, _ in placed})
        shared: dict[str, tuple[str, int, int]] = {}
        cells = {}
        for row, column, node in placed:
            formula = _formula(node, row, column, shared)
            style = _style_in(styles, row, column)
            code = node.get("ValueFormat", "") or ("" if style is None else style.get("Format", ""))
            cell = self._cell(node, formula, code)
            if cell.shown or cell.formula:
                cells[row, column] = cell
        return Sheet(_name_of(table), cells)

    def _cell(self, node: Element, formula: str, code: str) -> Cell:
        if formula:
            return Cell("", formula=formula, unread=True)
        text, kind = node.text or "", node.get("ValueType", "")
        if kind == _BOOLEAN:
            return Cell(text, kind="boolean")
        if kind in _NUMBERS:
            try:
                return format_of_code(code, self._is_1904).cell(float(text))
            except ValueError:
                return Cell(text)
        return Cell(text, kind="" if kind == _ERROR else "text")


def read_gnumeric(path: Path) -> Document:
    file = GnumericFile(path)
    return Document(path, sheets=tuple(file.sheet(table) for table in file.tables))


def _name_of(table: Element) -> str:
    return next((node.text or "" for node in children(table, "Name")), "")


def _number(element: Element, name: str) -> int:
    text = element.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 10 else 0


Regions = Mapping[int, list[tuple[Area, Element]]]


def _styles_at(table: Element, rows: Collection[int]) -> Regions:
    """Return, for each of the rows, the regions of one style that cross it. Raises UnreadableDocument for too many of them."""
    ordered = sorted(rows)
    found: dict[int, list[tuple[Area, Element]]] = {row: [] for row in ordered}
    steps = 0
    for region in along(table, "Styles", "StyleRegion"):
        area = Area(*(_number(region, side) for side in ("startCol", "startRow", "endCol", "endRow")))
        style = child(region, "Style")
        if style is None:
            continue
        crossed = ordered[bisect_left(ordered, area.row) : bisect_right(ordered, area.end_row)]
        steps += 1 + len(crossed)
        if steps > _MOST_STEPS:
            raise UnreadableDocument("the sheet has more formats than are read")
        for row in crossed:
            found[row].append((area, style))
    return found


def _style_in(regions: Regions, row: int, column: int) -> Element | None:
    return next((style for area, style in regions.get(row, ()) if area.column <= column <= area.end_column), None)


def _formula(node: Element, row: int, column: int, shared: dict[str, tuple[str, int, int]]) -> str:
    """Return the cell's formula, or "". Cells with the same expression share that of the first one, moved to their place."""
    text, number_of = node.text or "", node.get("ExprID", "")
    if number_of and not text and number_of in shared:
        first, first_row, first_column = shared[number_of]
        return shifted(first, row - first_row, column - first_column)
    is_formula = text.startswith("=") and not node.get("ValueType")
    if is_formula and number_of:
        shared[number_of] = text, row, column
    return text if is_formula else ""


def _unpacked(path: Path) -> bytes:
    """Return the XML. A size that the file declares is not trusted: reading stops at the cap."""
    if path.stat().st_size > MAX_FILE_BYTES:
        raise UnreadableDocument(f"{path.name} is larger than {MAX_FILE_BYTES >> 20} MB, so it was not read")
    with path.open("rb") as file:
        is_packed = file.read(len(_PACKED)) == _PACKED
    try:
        with gzip.open(path) if is_packed else path.open("rb") as part:
            data = part.read(MAX_PART_BYTES + 1)
    except (zlib.error, EOFError, gzip.BadGzipFile) as error:
        raise UnreadableDocument(f"{path.name} is broken: it cannot be unpacked ({error})") from error
    if len(data) > MAX_PART_BYTES:
        raise UnreadableDocument(f"{path.name} unpacks to more than {MAX_PART_BYTES >> 20} MB, so it was not read")
    return data


def on_cells(read: Callable[[Sheet, Asked], Iterable[Reading]]) -> Reader:
    return lambda file, asked: read(file.sheet(file.table(asked.sheet)), asked)


def look(file: GnumericFile, asked: Asked) -> Iterator[Reading]:
    table, cells = file.table(asked.sheet), list(places(asked))
    styles = _styles_at(table, {row for row, _, _ in cells})
    for row, column, where in cells:
        style = _style_in(styles, row, column)
        if style is not None and child(style, "Condition") is not None:
            raise UnreadableDocument(f"{where} has a conditional format, which is not read from this kind of file")
        yield Reading(plain_look(asked.name, "" if style is None else _told(style, asked.name)), where)


def _told(style: Element, name: str) -> str:
    font = child(style, "Font")
    if name in _SWITCHES:
        return switch(font is not None and attribute(font, _SWITCHES[name], "0") != "0")
    if name == "font":
        return "" if font is None else font.text or ""
    if name == "size":
        return "" if font is None else attribute(font, "Unit").removesuffix(".0")
    if name == "align":
        return _ALIGNED.get(attribute(style, "HAlign"), "")
    if name == "format":
        return words_of_code(attribute(style, "Format"))
    if name == "highlight":
        # A cell without a pattern does not show its background.
        return _colour(attribute(style, "Back")) if attribute(style, "Shade", "0") != "0" else ""
    return _colour(attribute(style, "Fore"))


def _colour(text: str) -> str:
    """Return "FFFF:0:0", 16 bits for each of red, green and blue, as #ff0000."""
    try:
        red, green, blue = (int(part, 16) >> 8 for part in text.split(":"))
    except ValueError:
        return ""
    return f"#{red:02x}{green:02x}{blue:02x}"


@by_area
def merged(file: GnumericFile, asked: Asked) -> Callable[[Area], str]:
    nodes = along(file.table(asked.sheet), "MergedRegions", "Merge")
    spans = [area for node in nodes for area in parse_areas_of(node.text or "")]
    return lambda area: switch(any(span.holds(area) for span in spans))
