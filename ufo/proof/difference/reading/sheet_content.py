"""Reads workbooks into sheets with the looks of their cells and the properties of each sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from xml.etree.ElementTree import Element

from ufo.conditions.properties import readers_of
from ufo.conditions.readers.gnumeric import GnumericFile
from ufo.conditions.readers.markup import attribute, children, descendants, text_in
from ufo.conditions.readers.model import Area, Sheet
from ufo.conditions.readers.odf.odf import read_odf, sheets_of
from ufo.conditions.readers.odf.odf_file import OdfFile, text_of
from ufo.conditions.readers.odf.odf_looks import Styles, looks_by_cell
from ufo.conditions.readers.odf.ods import cells_of
from ufo.conditions.readers.odf.odt import plain_look
from ufo.conditions.readers.ooxml.xlsx_file import SheetPart, XlsxFile
from ufo.conditions.readers.query import Readers
from ufo.conditions.readers.references import area_name, parse_references
from ufo.conditions.readers.text import read_csv
from ufo.proof.difference.content import Content, Look, SheetContent
from ufo.proof.difference.reading.asked_properties import properties_of
from ufo.proof.difference.reading.cell_locks import ods_locks, xlsx_locks

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
    found |= {f"merged {attribute(node, 'ref')}": "on" for node in part.within("mergeCells", "mergeCell")}
    for note in part.comments:
        found[f"comment {attribute(note, 'ref')}"] = text_in(note, "t")
    return found


def _ods_rules(file: OdfFile, table: Element) -> dict[str, str]:
    """Return conditional formats, merged cells, comments and validity by their ranges."""
    found: dict[str, str] = {}
    name = attribute(table, "name")
    for holder in descendants(table, "conditional-format"):
        areas = parse_references(attribute(holder, "target-range-address"))
        ranges = ",".join(area_name(reference.area) for reference in areas)
        found |= dict(properties_of(file, _ODS, ("conditional format",), sheet=name, start=ranges))
    for area, cell in cells_of(table):
        if area != Area(area.column, area.row, area.column, area.row):
            found[f"merged {area_name(area)}"] = "on"
        for note in children(cell, "annotation"):
            found[f"comment {area_name(area)}"] = " ".join(text_of(part) for part in children(note, "p"))
        if rule := attribute(cell, "content-validation-name"):
            found[f"validation of {area_name(area)}"] = rule
    return found


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
    styles = dict(islice(part.cell_styles().items(), _MOST_LOOKS))
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
