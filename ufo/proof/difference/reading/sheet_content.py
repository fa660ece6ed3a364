"""Reads workbooks into sheets with the looks of their cells and the properties of each sheet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import accumulate, islice, pairwise
from pathlib import Path
from xml.etree.ElementTree import Element

from ufo.conditions.properties import readers_of
from ufo.conditions.readers.gnumeric import GnumericFile
from ufo.conditions.readers.markup import attribute, children, descendants, local
from ufo.conditions.readers.model import Area, Sheet
from ufo.conditions.readers.odf import ods
from ufo.conditions.readers.odf.odf import read_odf, sheets_of
from ufo.conditions.readers.odf.odf_file import OdfFile, rows_of, times
from ufo.conditions.readers.odf.odf_looks import Styles, looks_by_cell
from ufo.conditions.readers.odf.ods import cells_of
from ufo.conditions.readers.odf.odt import plain_look
from ufo.conditions.readers.ooxml import xlsx_properties
from ufo.conditions.readers.ooxml.xlsx_file import SheetPart, XlsxFile
from ufo.conditions.readers.query import Readers
from ufo.conditions.readers.references import area_name, parse_references
from ufo.conditions.readers.text import read_csv
from ufo.proof.difference.content import PROTECTED, UNLOCKED, Content, Look, SheetContent
from ufo.proof.difference.reading.plain_content import properties_of

_MOST = 40
_LAST_ROW, _LAST_COLUMN = 1_048_575, 16_383
_Spans = dict[tuple[int, int], list[list[int]]]
_LETTERS = ("font", "size")
_LOOKS = ("bold", "italic", "underline", "strikethrough", "colour", "highlight", "size", "font", "align", "format")
_OF_SHEET = (
    "frozen rows", "frozen columns", "autofilter", "filter", "hidden rows", "hidden columns", "hidden sheet", "print range",
    "repeat rows", "repeat columns", "fit width", "fit height", "scale",
    "pivot table", "protected", "page orientation", "page size", "left margin", "right margin", "top margin", "bottom margin",
    "header", "footer", "comments", "pictures",
)  # fmt: skip
_MOST_LOOKS = 100_000
_PLAIN = {"colour": "#000000", "align": "general"}
"""What a value that is not set looks like, where a program writes it all the same."""
_ODS, _XLSX = readers_of(".ods"), readers_of(".xlsx")


def read_xlsx_content(path: Path) -> Content:
    file = XlsxFile(path)
    sheets = [
        SheetContent(
            sheet,
            _xlsx_looks(file, part),
            (properties := _sheet_properties(file, _XLSX, part.name))
            | xlsx_locks(file, part, properties)
            | _xlsx_rules(file, part),
        )
        for sheet, part in zip(file.document.sheets, file.sheets, strict=False)
    ]
    names = {
        f"name {attribute(node, 'name')}": node.text or ""
        for node in descendants(file.book, "definedName")
        if not attribute(node, "name").startswith("_xlnm.")
    }
    return Content(sheets=tuple(sheets), charts=file.document.charts, properties=names)


def read_ods_content(path: Path) -> Content:
    file = OdfFile(path)
    tables = list(children(file.body, "table"))
    sheets = [
        SheetContent(
            sheet,
            _ods_looks(file, table, sheet),
            (properties := _sheet_properties(file, _ODS, sheet.name))
            | ods_locks(file, table, properties)
            | _ods_rules(file, table),
        )
        for table, sheet in zip(tables, sheets_of(path.name, file.body), strict=True)
    ]
    is_packed = not path.suffix.casefold().startswith(".f")
    has_objects = next(descendants(file.body, "object"), None) is not None
    charts = read_odf(path).charts if has_objects and is_packed else ()
    names = {
        f"name {attribute(node, 'name')}": attribute(node, "cell-range-address")
        for node in file.everywhere("named-range")
    }
    return Content(sheets=tuple(sheets), charts=charts, properties=names)


def read_gnumeric_content(path: Path) -> Content:
    file = GnumericFile(path)
    return Content(sheets=tuple(SheetContent(file.sheet(table)) for table in file.tables))


def read_csv_content(path: Path) -> Content:
    return Content(unit="line", sheets=tuple(SheetContent(sheet) for sheet in read_csv(path).sheets))


def _sheet_properties(file: object, readers: Readers, sheet: str) -> dict[str, str]:
    return dict(properties_of(file, readers, _OF_SHEET, sheet=sheet))


def _xlsx_rules(file: XlsxFile, part: SheetPart) -> dict[str, str]:
    """Return conditional formats, validity and merged cells by their ranges."""
    found = dict(_ruled(file, part, "conditional format", _ranges(part, "conditionalFormatting")))
    found |= dict(_ruled(file, part, "validation", _ranges(part, "dataValidations", "dataValidation")))
    return found | dict(xlsx_properties.remarks(file, part))


def _ods_rules(file: OdfFile, table: Element) -> dict[str, str]:
    """Return conditional formats, merged cells, comments and validity by their ranges."""
    found: dict[str, str] = {}
    name = attribute(table, "name")
    for holder in descendants(table, "conditional-format"):
        areas = parse_references(attribute(holder, "target-range-address"))
        ranges = ",".join(area_name(reference.area) for reference in areas)
        found |= dict(properties_of(file, _ODS, ("conditional format",), sheet=name, start=ranges))
    for area, cell in cells_of(table):
        if rule := attribute(cell, "content-validation-name"):
            found[f"validation of {area_name(area)}"] = rule
    return found | dict(ods.remarks(file, table))


def _ranges(part: SheetPart, *names: str) -> Iterator[str]:
    return (attribute(node, "sqref").replace(" ", ",") for node in part.within(*names))


def _ruled(file: XlsxFile, part: SheetPart, name: str, ranges: Iterator[str]) -> Iterator[tuple[str, str]]:
    for found in ranges:
        yield from properties_of(file, _XLSX, (name,), sheet=part.name, start=found)


def _apart_from(default: Look, look: Look) -> Look:
    """Return the look without the font and the size that every cell has that sets none. A style that names no font or size at all
    has "" there: the program that shows it takes what it likes.
    """
    own = {name: value for name, value in look.items() if name not in _LETTERS or value != default.get(name)}
    return own | {name: "" for name in _LETTERS if name in default and name not in look}


def _xlsx_looks(file: XlsxFile, part: SheetPart) -> dict[tuple[int, int], Look]:
    styles = dict(islice(part.cell_styles.items(), _MOST_LOOKS))
    default = plain_looks(file.looks(0))
    looks = {style: _apart_from(default, plain_looks(file.looks(style))) for style in set(styles.values())}
    return {place: looks[style] for place, style in styles.items()}


def _ods_looks(file: OdfFile, table: Element, sheet: Sheet) -> dict[tuple[int, int], Look]:
    if not sheet.cells:
        return {}
    end_row, end_column = (max(place[way] for place in sheet.cells) for way in (0, 1))
    if (end_row + 1) * (end_column + 1) > _MOST_LOOKS:
        return {}
    found = looks_by_cell(file, table, Area(0, 0, end_column, end_row))
    default = plain_looks(Styles(file).looks("table-cell", ""))
    plain = {id(look): _apart_from(default, plain_looks(look)) for look in found.values()}
    return {place: plain[id(look)] for place, look in found.items()}


def plain_looks(look: Mapping[str, str], names: tuple[str, ...] = _LOOKS) -> Look:
    """Return the formatting without what is the same as if it were not set."""
    plain = {name: plain_look(name, look.get(name, "")) for name in names}
    unset = {name: plain_look(name, "") for name in names}
    return {name: value for name, value in plain.items() if value not in (unset[name], _PLAIN.get(name))}


SHEETS: Mapping[str, Callable[[Path], Content]] = {
    **dict.fromkeys((".xlsx", ".xlsm"), read_xlsx_content),
    **dict.fromkeys((".ods", ".ots", ".fods"), read_ods_content),
    **dict.fromkeys((".csv", ".tsv"), read_csv_content),
    ".gnumeric": read_gnumeric_content,
}


def xlsx_locks(file: XlsxFile, part: SheetPart, properties: Mapping[str, str]) -> dict[str, str]:
    """Return the properties of the locks of a sheet of a workbook (ECMA-376 part 1, 18.3.1.85 and 18.8.33)."""
    keys = ("password", "hashValue")
    has_password = any(attribute(node, key) for node in part.within("sheetProtection") for key in keys)
    styles = part.cell_styles
    rows = [
        (Area(0, int(number) - 1, _LAST_COLUMN, int(number) - 1), attribute(node, "s", "0"))
        for node in part.within("sheetData", "row")
        if (number := attribute(node, "r")).isdecimal() and attribute(node, "customFormat") in ("1", "true")
    ]
    columns = [
        (
            Area(int(attribute(node, "min")) - 1, 0, int(attribute(node, "max")) - 1, _LAST_ROW),
            attribute(node, "style", "0"),
        )
        for node in part.within("cols", "col")
        if attribute(node, "min").isdecimal() and attribute(node, "max").isdecimal()
    ]
    numbers = {*styles.values(), *(int(style) for _, style in (*rows, *columns) if style.isdecimal())}
    unlocked = {number for number in numbers if file.looks(number).get("locked") == "off"}
    whole = [area for area, style in (*rows, *columns) if style.isdecimal() and int(style) in unlocked]
    # Where nothing is unlocked, none of the many cells is an exception.
    exceptions = styles.items() if unlocked else ()
    cells = [(Area(column, row, column, row), style in unlocked) for (row, column), style in exceptions]
    said = areas_said([*whole, *(cell for cell, is_free in cells if is_free and not _lies_in(cell, whole))])
    but_for = [cell for cell, is_free in cells if not is_free and _lies_in(cell, whole)]
    return _locks(properties, has_password, f"{said} but for {areas_said(but_for)}" if but_for else said)


def _lies_in(cell: Area, whole: Iterable[Area]) -> bool:
    return any(area.holds(cell) for area in whole)


def ods_locks(file: OdfFile, table: Element, properties: Mapping[str, str]) -> dict[str, str]:
    """Return the properties of the locks of a sheet (OpenDocument 1.3, part 3, 19.696 and 20.253)."""
    styles = Styles(file)
    known: dict[str, bool] = {}
    found: list[Area] = []
    for area, style in _styled_areas(table):
        if style not in known:
            known[style] = styles.looks("table-cell", style).get("locked") in ("none", "formula-hidden")
        if known[style]:
            found.append(area)
    return _locks(properties, bool(attribute(table, "protection-key")), areas_said(found))


def _styled_areas(table: Element) -> Iterator[tuple[Area, str]]:
    """Iterate over the cells, those that are repeated as one area, with the style that each has of itself, its row or its
    column.
    """
    defaults = [
        (times(node, "number-columns-repeated"), attribute(node, "default-cell-style-name"))
        for node in descendants(table, "table-column")
    ]
    starts = list(accumulate((count for count, _ in defaults), initial=0))
    row = 0
    for line in rows_of(table):
        end_row = row + times(line, "number-rows-repeated") - 1
        column = 0
        for cell in line:
            if local(cell) not in ("table-cell", "covered-table-cell"):
                continue
            end = column + times(cell, "number-columns-repeated")
            own = attribute(cell, "style-name") or attribute(line, "default-cell-style-name")
            if own:
                yield Area(column, row, end - 1, end_row), own
            else:
                for (first, behind), (_, style) in zip(pairwise(starts), defaults, strict=True):
                    if first < end and column < behind:
                        yield Area(max(first, column), row, min(behind, end) - 1, end_row), style
            column = end
        row = end_row + 1


def _locks(properties: Mapping[str, str], has_password: bool, unlocked: str) -> dict[str, str]:
    if properties.get(PROTECTED) != "on":
        return {UNLOCKED: unlocked}
    return {PROTECTED: f"on, {'with' if has_password else 'without'} a password; unlocked: {unlocked}"}


def areas_said(areas: Iterable[Area]) -> str:
    """Return areas as people write them, "B1, D4:D8", joined where they touch; "none" for none."""
    beside: _Spans = defaultdict(list)
    for area in sorted(areas, key=lambda area: (area.column, area.end_column)):
        _append(beside[area.row, area.end_row], area.column, area.end_column)
    below: _Spans = defaultdict(list)
    for (row, end_row), columns in sorted(beside.items()):
        for column, end_column in columns:
            _append(below[column, end_column], row, end_row)
    found = [
        area_name(Area(left, top, right, bottom))
        for (left, right), rows in sorted(below.items())
        for top, bottom in rows
    ]
    more = f" and {len(found) - _MOST} more areas" if len(found) > _MOST else ""
    return f"{', '.join(found[:_MOST])}{more}" if found else "none"


def _append(spans: list[list[int]], first: int, last: int) -> None:
    if spans and first <= spans[-1][1] + 1:
        spans[-1][1] = max(last, spans[-1][1])
    else:
        spans.append([first, last])
