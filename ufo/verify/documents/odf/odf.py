"""Reads OpenDocument files: .odt, .ods, .odp, .odg and the flat .fodt, .fods, .fodp, .fodg (OASIS OpenDocument 1.3, part 3)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

from ufo.errors import LockedDocument, UnreadableDocument
from ufo.verify.documents.archive import MAX_PART_BYTES, Archive
from ufo.verify.documents.markup import attribute, children, descendants, local, parse_xml
from ufo.verify.documents.model import Cell, Chart, Document, Reference, Sheet
from ufo.verify.documents.odf.odf_chart import chart_of
from ufo.verify.documents.references import parse_references

_CELL_KINDS = {
    "float": "number", "percentage": "percent", "currency": "currency", "date": "date", "time": "time", "boolean": "boolean",
    "string": "text",
}  # fmt: skip
_KINDS = ("spreadsheet", "text", "presentation", "drawing")
_MAX_CELLS = 2_000_000
_TABLE_PARTS = ("table-row-group", "table-header-rows", "table-rows")
_SKIPPED_TEXT = ("annotation", "tracked-changes", "note", "table", "frame", "custom-shape")


def read_packed(path: Path) -> Document:
    with Archive(path) as archive:
        if "META-INF/manifest.xml" in archive and b"encryption-data" in archive.read("META-INF/manifest.xml"):
            raise LockedDocument(f"{path.name} is protected by a password; save it without one")
        root = parse_xml(archive.read("content.xml"), f"{path.name} (content)")
        return _read(path, root, archive)


def read_flat(path: Path) -> Document:
    if path.stat().st_size > MAX_PART_BYTES:
        raise UnreadableDocument(f"{path.name} is larger than {MAX_PART_BYTES >> 20} MB, so it was not read")
    return _read(path, parse_xml(path.read_bytes(), path.name), None)


def _read(path: Path, root: Element, archive: Archive | None) -> Document:
    body = next(descendants(root, "body"), None)
    content = None if body is None else next((part for part in body if local(part) in _KINDS), None)
    if content is None:
        raise UnreadableDocument(f"{path.name} is no text document, spreadsheet, presentation or drawing")
    if local(content) == "text":
        return Document(path, paragraphs=tuple(_paragraphs(content)), tables=tuple(_text_tables(content)))
    if local(content) in ("presentation", "drawing"):
        return _slides(path, content, archive)
    charts = tuple(chart for table in children(content, "table") for chart in _charts(table, archive))
    return Document(path, sheets=sheets_of(path.name, content), charts=charts)


def sheets_of(name: str, content: Element) -> tuple[Sheet, ...]:
    """Return the sheets of a spreadsheet's body. `name` is the file's, for messages."""
    budget = _Budget(name)
    return tuple(Sheet(attribute(table, "name"), _cells(table, budget)) for table in children(content, "table"))


def _slides(path: Path, content: Element, archive: Archive | None) -> Document:
    """Read a presentation or a drawing. Speakers' notes do not count, because slides do not show them."""
    slides = list(children(content, "page"))
    pages = tuple(tuple(_shown_on(slide)) for slide in slides)
    charts = tuple(chart for slide in slides for chart in _charts(slide, archive))
    paragraphs = tuple(paragraph for page in pages for paragraph in page)
    return Document(path, paragraphs=paragraphs, charts=charts, tables=tuple(_text_tables(content)), pages=pages)


def _shown_on(slide: Element) -> Iterator[str]:
    for child in slide:
        if local(child) != "notes":
            yield from _paragraphs(child)


class _Budget:
    """A bound on the number of cells: the file holds repeated cells as a count, which can be arbitrarily large."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._left = _MAX_CELLS

    def take(self, cells: int) -> None:
        self._left -= cells
        if self._left < 0:
            raise UnreadableDocument(f"{self._name} has more than {_MAX_CELLS:,} filled cells; not read")


def rows_of(table: Element) -> Iterator[Element]:
    for child in table:
        if local(child) == "table-row":
            yield child
        elif local(child) in _TABLE_PARTS:
            yield from rows_of(child)


def _cells(table: Element, budget: _Budget) -> dict[tuple[int, int], Cell]:
    cells: dict[tuple[int, int], Cell] = {}
    row = 0
    for line in rows_of(table):
        filled = _filled(line)
        repeated = _count(line, "number-rows-repeated")
        width = sum(times for _, times, _ in filled)
        if filled:
            budget.take(width * repeated)
            for offset in range(repeated):
                for column, times, cell in filled:
                    for step in range(times):
                        cells[row + offset, column + step] = cell
        row += repeated
    return cells


def _filled(line: Element) -> list[tuple[int, int, Cell]]:
    """Return (first column, repetitions, cell) for each cell of a row that shows something or has a value or a formula."""
    found = []
    column = 0
    for child in line:
        if local(child) not in ("table-cell", "covered-table-cell"):
            continue
        times = _count(child, "number-columns-repeated")
        cell = _cell(child)
        if cell.shown or cell.value is not None or cell.formula:
            found.append((column, times, cell))
        column += times
    return found


def _count(element: Element, name: str) -> int:
    text = attribute(element, name, "1")
    return max(1, int(text)) if text.isdecimal() and len(text) < 10 else 1


def _cell(element: Element) -> Cell:
    shown = "\n".join(text_of(paragraph) for paragraph in element if local(paragraph) in ("p", "h"))
    kind = attribute(element, "value-type")
    number = attribute(element, "value") if kind in ("float", "percentage", "currency") else ""
    try:
        value = float(number) if number else None
    except ValueError:
        value = None
    if not shown and value is not None:
        shown = f"{value:g}"
    day = attribute(element, "date-value") or attribute(element, "time-value")
    shown = shown or attribute(element, "date-value") or attribute(element, "string-value")
    return Cell(shown, value, _CELL_KINDS.get(kind, ""), day, attribute(element, "formula"))


def text_of(element: Element) -> str:
    """Return an element's text. OpenDocument writes runs of spaces, tabs and line breaks as elements."""
    parts = [element.text or ""]
    for child in element:
        name = local(child)
        if name == "s":
            count = attribute(child, "c", "1")
            parts.append(" " * (min(int(count), 1000) if count.isdecimal() else 1))
        elif name == "tab":
            parts.append("\t")
        elif name == "line-break":
            parts.append("\n")
        elif name not in _SKIPPED_TEXT:
            parts.append(text_of(child))
        parts.append(child.tail or "")
    return "".join(parts)


def _paragraphs(element: Element) -> Iterator[str]:
    for child in element:
        name = local(child)
        if name in ("p", "h"):
            yield text_of(child)
        if name not in ("tracked-changes", "annotation"):
            yield from _paragraphs(child)


def _text_tables(content: Element) -> Iterator[tuple[tuple[str, ...], ...]]:
    for table in descendants(content, "table"):
        yield tuple(
            tuple("\n".join(_paragraphs(cell)) for cell in line if local(cell) == "table-cell")
            for line in rows_of(table)
        )


def _charts(table: Element, archive: Archive | None) -> Iterator[Chart]:
    for holder in descendants(table, "object"):
        declared = parse_references(attribute(holder, "notify-on-update-of-ranges"))
        root = _object(holder, archive)
        if root is not None:
            yield from _chart(root, attribute(table, "name"), declared)


def _object(holder: Element, archive: Archive | None) -> Element | None:
    """Return the content of an embedded object: a part of the package, or inline in a flat file. None where it is missing."""
    name = f"{attribute(holder, 'href').removeprefix('./').rstrip('/')}/content.xml"
    if archive is not None and name in archive:
        return parse_xml(archive.read(name), name)
    return holder if len(holder) else None


def _chart(root: Element, sheet: str, declared: tuple[Reference, ...]) -> Iterator[Chart]:
    for chart in descendants(root, "chart"):
        if attribute(chart, "class"):
            yield chart_of(root, chart, sheet, declared)
