"""Reads the contents of OpenDocument files: .odt, .ods, .odp, .odg and the flat .fodt, .fods, .fodp, .fodg (OASIS OpenDocument
1.3, part 3).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

from ufo.conditions.readers.archive import Archive
from ufo.conditions.readers.markup import attribute, child, children, descendant, descendants, local, parse_xml
from ufo.conditions.readers.model import Area, Cell, Chart, Document, Drawn, Reference, Sheet
from ufo.conditions.readers.odf.odf_file import CELLS, body_of, is_flat, parse_flat, rows_of, text_of, times, unlocked
from ufo.conditions.readers.references import parse_references, plain_address
from ufo.errors import UnreadableDocument

_CELL_KINDS = {
    "float": "number", "percentage": "percent", "currency": "currency", "date": "date", "time": "time", "boolean": "boolean",
    "string": "text",
}  # fmt: skip
_MAX_CELLS = 2_000_000
_CHARTS = {"circle": "pie", "ring": "donut"}
_SIDES = {"start": "left", "end": "right", "top": "top", "bottom": "bottom"}
_OWN_TABLE = "local-table"
"""The name of a chart's own copy of its data."""
_MOST_CELLS = 100_000
_ADDRESSES = ("cell-range-address", "values-cell-range-address", "label-cell-address")


def read_odf(path: Path) -> Document:
    """Read the file. Raises UnreadableDocument."""
    if is_flat(path):
        return _read(path, parse_flat(path), None)
    with unlocked(path) as archive:
        return _read(path, parse_xml(archive.read("content.xml"), f"{path.name} (content)"), archive)


def _read(path: Path, root: Element, archive: Archive | None) -> Document:
    content = body_of(root, path)
    if local(content) == "text":
        return Document(path, paragraphs=tuple(_paragraphs(content)), tables=tuple(_text_tables(content)))
    if local(content) == "spreadsheet":
        charts = tuple(chart for table in children(content, "table") for chart in _charts(table, archive))
        return Document(path, sheets=sheets_of(path.name, content), charts=charts)
    # Speakers' notes do not count, because slides do not show them.
    slides = list(children(content, "page"))
    pages = tuple(
        tuple(text for part in slide if local(part) != "notes" for text in _paragraphs(part)) for slide in slides
    )
    charts = tuple(chart for slide in slides for chart in _charts(slide, archive))
    paragraphs = tuple(paragraph for page in pages for paragraph in page)
    return Document(path, paragraphs=paragraphs, charts=charts, tables=tuple(_text_tables(content)), pages=pages)


def sheets_of(name: str, content: Element) -> tuple[Sheet, ...]:
    """Return the sheets of a spreadsheet's body. `name` is the file's, for messages. Raises UnreadableDocument for too many
    cells: the file holds repeated cells as a count, which can be arbitrarily large.
    """
    left = _MAX_CELLS
    sheets = []
    for table in children(content, "table"):
        cells: dict[tuple[int, int], Cell] = {}
        for row, repeated, filled in _filled_rows(table):
            left -= sum(width for _, width, _ in filled) * repeated
            if left < 0:
                raise UnreadableDocument(f"{name} has more than {_MAX_CELLS:,} filled cells; not read")
            for offset in range(repeated):
                for column, width, cell in filled:
                    for step in range(width):
                        cells[row + offset, column + step] = cell
        sheets.append(Sheet(attribute(table, "name"), cells))
    return tuple(sheets)


def _filled_rows(table: Element) -> Iterator[tuple[int, int, list[tuple[int, int, Cell]]]]:
    """Iterate over (row, repetitions, its filled cells) of the rows that have any."""
    row = 0
    for line in rows_of(table):
        repeated = times(line, "number-rows-repeated")
        if filled := _filled(line):
            yield row, repeated, filled
        row += repeated


def _filled(line: Element) -> list[tuple[int, int, Cell]]:
    """Return (first column, repetitions, cell) for each cell of a row that shows something or has a value or a formula."""
    found = []
    column = 0
    for node in (node for node in line if local(node) in CELLS):
        width = times(node, "number-columns-repeated")
        cell = _cell(node)
        if cell.shown or cell.value is not None or cell.formula:
            found.append((column, width, cell))
        column += width
    return found


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
    formula = attribute(element, "formula")
    return Cell(shown, value, _CELL_KINDS.get(kind, ""), day, formula, unread=bool(formula and not kind and not shown))


def _paragraphs(element: Element) -> Iterator[str]:
    for part in element:
        name = local(part)
        if name in ("p", "h"):
            yield text_of(part)
        if name not in ("tracked-changes", "annotation"):
            yield from _paragraphs(part)


def _text_tables(content: Element) -> Iterator[tuple[tuple[str, ...], ...]]:
    for table in descendants(content, "table"):
        yield tuple(
            tuple("\n".join(_paragraphs(cell)) for cell in line if local(cell) == "table-cell")
            for line in rows_of(table)
        )


def _charts(table: Element, archive: Archive | None) -> Iterator[Chart]:
    """Iterate over the charts of a sheet or slide: embedded objects with references to the cells that they draw."""
    for holder in descendants(table, "object"):
        declared = parse_references(attribute(holder, "notify-on-update-of-ranges"))
        root = _object(holder, archive)
        for chart in () if root is None else descendants(root, "chart"):
            if root is not None and attribute(chart, "class"):
                yield _chart(root, chart, attribute(table, "name"), declared)


def _object(holder: Element, archive: Archive | None) -> Element | None:
    """Return the content of an embedded object: a part of the package, or inline in a flat file. None where it is missing."""
    name = f"{attribute(holder, 'href').removeprefix('./').rstrip('/')}/content.xml"
    if archive is not None and name in archive:
        return parse_xml(archive.read(name), name)
    return holder if len(holder) else None


def _chart(root: Element, chart: Element, sheet: str, declared: tuple[Reference, ...]) -> Chart:
    """Read a chart. `declared`: the ranges that the sheet says the chart follows; they count only where the chart has no
    references.
    """
    word = attribute(chart, "class").rpartition(":")[2]
    kind = "column" if word == "bar" and not _lies(root, chart) else _CHARTS.get(word, word)
    axes = {attribute(axis, "dimension"): _title(axis) for axis in reversed(list(descendants(chart, "axis")))}
    legend = child(chart, "legend")
    side = "none" if legend is None else _SIDES.get(attribute(legend, "legend-position"), "right")
    drawn = _with_whole(tuple(_references(chart))) or declared
    over = next((_address(node, "cell-range-address") for node in descendants(chart, "categories")), "")
    series = tuple(_drawn(node, over) for node in descendants(chart, "series"))
    return Chart(kind, sheet, _title(chart), drawn, axes.get("x", ""), axes.get("y", ""), side, len(series), series)


def _drawn(series: Element, categories: str) -> Drawn:
    """Read a series. What the values of a scatter chart stand over is the domain of each, or of the first."""
    over = next((_address(node, "cell-range-address") for node in children(series, "domain")), categories)
    return Drawn(_address(series, "label-cell-address"), _address(series, "values-cell-range-address"), over)


def _address(node: Element, name: str) -> str:
    return plain_address(attribute(node, name))


def _with_whole(drawn: tuple[Reference, ...]) -> tuple[Reference, ...]:
    """Add the range that the parts make up, all but the cell in its corner, where none of them is that: LibreOffice 25.2 writes
    only the parts of a chart of "A1:B3" in a file of another format.
    """
    areas = [reference.area for reference in drawn]
    if len(drawn) < 2 or len({reference.sheet for reference in drawn}) > 1:
        return drawn
    whole = Area(
        min(area.column for area in areas), min(area.row for area in areas),
        max(area.end_column for area in areas), max(area.end_row for area in areas),
    )  # fmt: skip
    size = (whole.end_column - whole.column + 1) * (whole.end_row - whole.row + 1)
    if whole in areas or size > _MOST_CELLS:
        return drawn
    held = {
        (row, column)
        for area in areas
        for row in range(area.row, area.end_row + 1)
        for column in range(area.column, area.end_column + 1)
    }
    is_whole = len(held | {(whole.row, whole.column)}) == size
    return (Reference(drawn[0].sheet, whole), *drawn) if is_whole else drawn


def _title(holder: Element) -> str:
    title = child(holder, "title")
    return "".join(title.itertext()).strip() if title is not None else ""


def _lies(root: Element, chart: Element) -> bool:
    """Tell whether the bars are horizontal: `chart:vertical` says that the axes are swapped."""
    area = descendant(chart, "plot-area")
    name = attribute(area, "style-name") if area is not None else ""
    style = next((found for found in descendants(root, "style") if attribute(found, "name") == name), None)
    parts = () if style is None else descendants(style, "chart-properties")
    return any(attribute(part, "vertical") == "true" for part in parts)


def _references(chart: Element) -> Iterator[Reference]:
    for node in chart.iter():
        for key, value in node.attrib.items():
            if key.rpartition("}")[2] in _ADDRESSES:
                yield from (found for found in parse_references(value) if found.sheet != _OWN_TABLE)
