"""Reads Gnumeric workbooks: XML, packed by gzip or not. Of a formula they keep no result, so its cell is `unread`."""

from __future__ import annotations

import gzip
import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from xml.etree.ElementTree import Element

from ufo.errors import UnreadableDocument
from ufo.verify.documents.archive import MAX_FILE_BYTES, MAX_PART_BYTES
from ufo.verify.documents.markup import children, descendants, local, parse_xml
from ufo.verify.documents.model import Area, Cell, Document, Sheet
from ufo.verify.documents.ooxml.xlsx_format import format_of_code
from ufo.verify.documents.references import shifted

_PACKED = b"\x1f\x8b"
_BOOLEAN, _NUMBERS, _ERROR = "20", ("30", "40"), "50"
_MOST_STEPS = 5_000_000


class GnumericFile:
    """An opened workbook. Raises UnreadableDocument where it is none, or unpacks to more than may be read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.root = parse_xml(_unpacked(path), path.name)
        if local(self.root) != "Workbook":
            raise UnreadableDocument(f"{path.name} is no workbook of Gnumeric")
        first_day = next((one.text or "" for one in children(self.root, "DateConvention")), "")
        self._is_1904 = "1904" in first_day

    @property
    def tables(self) -> Iterator[Element]:
        for holder in children(self.root, "Sheets"):
            yield from children(holder, "Sheet")

    def table(self, name: str) -> Element:
        """Return the sheet of that name, or the first one for "". Raises UnreadableDocument."""
        found = next((one for one in self.tables if not name or name_of(one).casefold() == name.casefold()), None)
        if found is None:
            raise UnreadableDocument(f"{self.path.name} has no sheet {name!r}")
        return found

    def sheet(self, table: Element) -> Sheet:
        nodes = [one for holder in children(table, "Cells") for one in children(holder, "Cell")]
        placed = [(number(one, "Row"), number(one, "Col"), one) for one in nodes]
        styles = styles_at(table, {row for row, _, _ in placed})
        shared: dict[str, tuple[str, int, int]] = {}
        cells = {}
        for row, column, node in placed:
            formula = _formula(node, row, column, shared)
            style = style_in(styles, row, column)
            code = node.get("ValueFormat", "") or ("" if style is None else style.get("Format", ""))
            cell = self._cell(node, formula, code)
            if cell.shown or cell.formula:
                cells[row, column] = cell
        return Sheet(name_of(table), cells)

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


def name_of(table: Element) -> str:
    return next((one.text or "" for one in children(table, "Name")), "")


def number(element: Element, name: str) -> int:
    text = element.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 10 else 0


Regions = Mapping[int, list[tuple[Area, Element]]]


def styles_at(table: Element, rows: Collection[int]) -> Regions:
    """Return, for each of the rows, the regions of one style that cross it. Raises UnreadableDocument for too many of them."""
    ordered = sorted(rows)
    found: dict[int, list[tuple[Area, Element]]] = {row: [] for row in ordered}
    steps = 0
    for holder in children(table, "Styles"):
        for region in children(holder, "StyleRegion"):
            area = Area(*(number(region, side) for side in ("startCol", "startRow", "endCol", "endRow")))
            style = next(children(region, "Style"), None)
            if style is None:
                continue
            crossed = ordered[bisect_left(ordered, area.row) : bisect_right(ordered, area.end_row)]
            steps += 1 + len(crossed)
            if steps > _MOST_STEPS:
                raise UnreadableDocument("the sheet has more formats than are read")
            for row in crossed:
                found[row].append((area, style))
    return found


def style_in(regions: Regions, row: int, column: int) -> Element | None:
    return next((style for area, style in regions.get(row, ()) if area.column <= column <= area.end_column), None)


def merged_areas(table: Element) -> Iterator[str]:
    """Iterate over the merged ranges, as text."""
    for holder in children(table, "MergedRegions"):
        for one in descendants(holder, "Merge"):
            yield one.text or ""


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
