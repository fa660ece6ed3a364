"""Reads properties of workbooks (ECMA-376 part 1, SpreadsheetML)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from xml.etree.ElementTree import Element

from ufo.conditions.readers.markup import along, attribute, children, descendants, local, text_in
from ufo.conditions.readers.model import Area, Chart, Sheet
from ufo.conditions.readers.odf.odt import plain_look
from ufo.conditions.readers.ooxml.xlsx import placed_cells
from ufo.conditions.readers.ooxml.xlsx_file import SheetPart, XlsxFile
from ufo.conditions.readers.ooxml.xlsx_rules import SIGNS, number, rules_of
from ufo.conditions.readers.query import Asked, Reader, Reading, bands_named, each, length, of_file, switch, tell
from ufo.conditions.readers.references import area_name, column_number, parse_areas_of, parse_reference, span_names
from ufo.conditions.readers.rich_letters import letters_said
from ufo.conditions.readers.rules import styled_by, told_rules
from ufo.conditions.readers.sheets import by_area, cell_area, places, range_name, sheet_of
from ufo.errors import UnreadableDocument
from ufo.schema.patterns import regex
from ufo.schema.property_values import PAPERS

_PAPERS = {"1": "letter", "5": "legal", "8": "a3", "9": "a4", "11": "a5", "13": "b5", "70": "a6"}
_BAND = regex(r'&(?:"[^"]*"|[LCRBIUSEXY]|K[0-9A-Fa-f]{6}|\d+)')
_TITLES = {
    "rows": regex(r"!\$?([0-9]{1,7}):\$?([0-9]{1,7})(?![0-9A-Za-z])"),
    "columns": regex(r"!\$?([A-Za-z]{1,3}):\$?([A-Za-z]{1,3})(?![0-9A-Za-z$])"),
}
"""The rows and the columns in Soci!$A:$B,Soci!$3:$3."""
_LAST_COLUMN = 16_383
_ON = ("1", "true")
_FUNCTIONS = {"countNums": "count numbers", "stdDev": "deviation", "stdDevp": "stdevp", "var": "variance"}
_PIVOT = (
    ("rowFields", "field", "x", "row"),
    ("colFields", "field", "x", "column"),
    ("pageFields", "pageField", "fld", "page"),
)
_KINDS = {"whole": "whole number", "decimal": "number", "textLength": "text length", "custom": "formula"}
_AROUND = {(True, True): "contains", (False, True): "begins with", (True, False): "ends with"}


def charts(file: XlsxFile) -> Sequence[Chart]:
    return file.document.charts


def _sheet(file: XlsxFile, part: SheetPart) -> Sheet:
    return sheet_of(file.document.sheets, Asked("", sheet=part.name))


def on_cells(read: Callable[[Sheet, Asked], Iterable[Reading]]) -> Reader:
    return lambda file, asked: read(sheet_of(file.document.sheets, asked), asked)


def _of_sheet(told: Callable[[SheetPart], object]) -> Reader:
    """Return a reader of what the sheet asked for, or the first one, says of itself."""
    return lambda file, asked: tell(told(file.sheet(asked)))


def _of_sheets(told: Callable[[XlsxFile, SheetPart], str]) -> Reader:
    """Return a reader of what the sheet asked for, or each, says of itself."""
    return each(XlsxFile.asked_sheets, told)


def look(file: XlsxFile, asked: Asked) -> Iterator[Reading]:
    """Read a property as the cell shows it: a conditional format that fits goes before the cell's own format."""
    part = file.sheet(asked)
    rules, styles, sheet = rules_of(file, part), part.cell_styles, _sheet(file, part)
    columns = list(part.within("cols", "col"))
    for row, column, where in places(asked):
        style = styles.get((row, column))
        found = file.looks(_column_style(columns, column) if style is None else style)
        by_rule = styled_by(rules, row, column, sheet.cell(row, column), asked.name)
        yield Reading(plain_look(asked.name, by_rule or found.get(asked.name, "")), where)


def _column_style(columns: Sequence[Element], column: int) -> int:
    covering = (node for node in columns if number(node, "min") <= column + 1 <= number(node, "max"))
    return next((number(node, "style") for node in covering), 0)


@by_area
def merged(file: XlsxFile, asked: Asked) -> Callable[[Area], str]:
    nodes = file.sheet(asked).within("mergeCells", "mergeCell")
    spans = [span for node in nodes for span in parse_areas_of(attribute(node, "ref"))]
    return lambda area: switch(any(span.holds(area) for span in spans))


def remarks(file: XlsxFile, part: SheetPart) -> Iterator[tuple[str, str]]:
    """Iterate over merged cells, comments and letters with looks of their own by their ranges: ("merged A1:C1", "on"),
    ("comment B2", "its text"), ("letters C3", "'2' subscript").
    """
    yield from ((f"merged {attribute(node, 'ref')}", "on") for node in part.within("mergeCells", "mergeCell"))
    yield from ((f"comment {attribute(note, 'ref')}", text_in(note, "t")) for note in part.comments)
    for (row, column), cell in placed_cells(part.root):
        if (runs := file.runs(cell)) and (said := letters_said(runs)):
            yield f"letters {area_name(Area(column, row, column, row))}", said


@by_area
def conditional(file: XlsxFile, asked: Asked) -> Callable[[Area], str]:
    rules = rules_of(file, file.sheet(asked))
    return lambda area: told_rules(rules, area)


def pivot(file: XlsxFile, asked: Asked) -> list[Reading]:
    """Read the fields of the pivot tables: "row City, sum of Total"; "on" where the file does not say them."""
    tables = [table for part in file.asked_sheets(asked) for table in part.pivots]
    return tell("; ".join(", ".join(_fields(*table)) or "on" for table in tables) or "off")


def _fields(table: Element, cache: Element | None) -> Iterator[str]:
    names = [attribute(field, "name") for field in descendants(cache, "cacheField")] if cache is not None else []

    def name(place: str) -> str:
        """Return the field's name; "" for the place of the data among the fields, which is numbered -2."""
        return names[int(place)] if place.isdecimal() and int(place) < len(names) else ""

    for holder, item, key, where in _PIVOT:
        for field in along(table, holder, item):
            if found := name(attribute(field, key)):
                yield f"{where} {found}"
    for field in descendants(table, "dataField"):
        function = attribute(field, "subtotal", "sum")
        yield f"{_FUNCTIONS.get(function, function)} of {name(attribute(field, 'fld'))}"


def filtered(file: XlsxFile, asked: Asked) -> list[Reading]:
    """Read the conditions by which rows are shown: "City = Vienna; Age > 30"; "off" for none."""
    part = file.sheet(asked)
    sheet = _sheet(file, part)
    return tell("; ".join(said for node in part.within("autoFilter") for said in _conditions(node, sheet)) or "off")


def _conditions(node: Element, sheet: Sheet) -> Iterator[str]:
    reference = parse_reference(attribute(node, "ref"))
    for column in children(node, "filterColumn") if reference is not None else ():
        place = attribute(column, "colId", "0")
        area = reference.area if reference is not None and place.isdecimal() else Area(0, 0, 0, 0)
        name = sheet.cell(area.row, area.column + (int(place) if place.isdecimal() else 0)).shown
        for custom in descendants(column, "customFilter"):
            yield f"{name} {_custom(attribute(custom, 'operator', 'equal'), attribute(custom, 'val'))}"
        for top in children(column, "top10"):
            way = "bottom" if attribute(top, "top", "1") in ("0", "false") else "top"
            percent = " percent" if attribute(top, "percent") in _ON else ""
            yield f"{name} {way}{percent} {attribute(top, 'val').removesuffix('.0')}"
        for chosen in children(column, "filters"):
            values = [attribute(value, "val") for value in children(chosen, "filter")]
            blank = attribute(chosen, "blank") in _ON
            yield f"{name} = {', '.join(values)}" if values else f"{name} empty" if blank else f"{name} ="


def _custom(operator: str, value: str) -> str:
    if operator == "notEqual" and value.strip() == "":
        return "filled"
    if "*" in value and operator in ("equal", "notEqual"):
        said = _AROUND.get((value.startswith("*"), value.endswith("*")), "matches")
        return f"{'not ' if operator == 'notEqual' else ''}{said} {value.strip('*')}"
    return f"{SIGNS.get(operator, operator)} {value}"


@_of_sheet
def protected(part: SheetPart) -> str:
    return switch(any(attribute(node, "sheet") in _ON for node in part.within("sheetProtection")))


def comment(file: XlsxFile, asked: Asked) -> Iterator[Reading]:
    wanted = asked.areas()
    for note in file.sheet(asked).comments:
        reference = parse_reference(attribute(note, "ref"))
        if reference is not None and any(area.holds(reference.area) for area in wanted):
            yield Reading(text_in(note, "t"), attribute(note, "ref"))


def comments(file: XlsxFile, asked: Asked) -> list[Reading]:
    return tell(sum(len(part.comments) for part in file.asked_sheets(asked)))


def validation(file: XlsxFile, asked: Asked) -> Iterator[Reading]:
    nodes = file.sheet(asked).within("dataValidations", "dataValidation")
    given = [(parse_areas_of(attribute(node, "sqref")), _validity(node)) for node in nodes]
    for row, column, where in places(asked):
        cell = cell_area(row, column)
        yield Reading(next((rule for areas, rule in given if any(area.holds(cell) for area in areas)), "off"), where)


def _validity(node: Element) -> str:
    """Return a data validation in the words of the property: "whole number between 1 10", "list a, b"."""
    kind = attribute(node, "type", "none")
    first, second = (
        next((part.text or "" for part in children(node, name)), "").strip() for name in ("formula1", "formula2")
    )
    if kind == "list":
        return f"list {', '.join(first.strip(chr(34)).split(','))}" if first.startswith('"') else f"list {first}"
    if kind in ("none", "custom"):
        return "formula" if kind == "custom" else "on"
    return f"{_KINDS.get(kind, kind)} {SIGNS.get(attribute(node, 'operator', 'between'), '')} {first} {second}".strip()


def frozen(split: str) -> Reader:
    def told(part: SheetPart) -> int:
        panes = part.within("sheetViews", "sheetView", "pane")
        return next((number(pane, split) for pane in panes if attribute(pane, "state") in ("frozen", "frozenSplit")), 0)

    return _of_sheet(told)


@_of_sheet
def autofilter(part: SheetPart) -> str:
    found = (area for node in part.within("autoFilter") for area in parse_areas_of(attribute(node, "ref")))
    return next(map(area_name, found), "off")


@_of_sheet
def hidden_rows(part: SheetPart) -> str:
    rows = (number(row, "r") for row in part.within("sheetData", "row") if _is_hidden(row))
    return span_names((row - 1, row - 1) for row in sorted(rows) if row)


@_of_sheet
def hidden_columns(part: SheetPart) -> str:
    nodes = filter(_is_hidden, part.within("cols", "col"))
    spans = sorted((number(node, "min") - 1, number(node, "max") - 1) for node in nodes)
    return span_names((span for span in spans if span[1] < _LAST_COLUMN), columns=True)


def _is_hidden(element: Element) -> bool:
    return attribute(element, "hidden") in _ON


@_of_sheet
def hidden_sheet(part: SheetPart) -> str:
    return switch(part.hidden)


def print_range(file: XlsxFile, asked: Asked) -> list[Reading]:
    areas = parse_areas_of(_printed(file, asked, "_xlnm.Print_Area"))
    return [Reading(area_name(area)) for area in areas] or tell("none")


def _printed(file: XlsxFile, asked: Asked, name: str) -> str:
    place = str(file.sheets.index(file.sheet(asked)))
    named = (node for node in descendants(file.book, "definedName") if attribute(node, "name") == name)
    return next((node.text or "" for node in named if attribute(node, "localSheetId") == place), "")


def repeated(way: str) -> Reader:
    """Return a reader of the rows, or columns, that are printed on each page."""
    of_columns = way == "columns"

    def read(file: XlsxFile, asked: Asked) -> list[Reading]:
        found = _TITLES[way].findall(_printed(file, asked, "_xlnm.Print_Titles"))
        place: Callable[[str], int] = column_number if of_columns else lambda row: int(row) - 1
        return tell(span_names(((place(first), place(last)) for first, last in found), columns=of_columns))

    return read


def _is_fitted(part: SheetPart) -> bool:
    return any(attribute(node, "fitToPage") in _ON for node in part.within("sheetPr", "pageSetUpPr"))


def _of_setup(part: SheetPart, name: str, default: str) -> str:
    return next((attribute(setup, name, default) for setup in part.within("pageSetup")), default)


def fit(name: str) -> Reader:
    """Return a reader of the number of pages that the sheet is made small for; 0 leaves it open."""

    def told(part: SheetPart) -> str:
        count = _of_setup(part, name, "1") if _is_fitted(part) else "0"
        return "none" if count == "0" else count

    return _of_sheet(told)


@_of_sheet
def scale(part: SheetPart) -> str:
    return "none" if _is_fitted(part) else f"{_of_setup(part, 'scale', '100')}%"


def named_range(file: XlsxFile, asked: Asked) -> list[Reading]:
    for node in descendants(file.book, "definedName"):
        reference = parse_reference(node.text or "")
        if attribute(node, "name").casefold() == asked.key.casefold() and reference is not None:
            return tell(range_name(reference))
    return []


@_of_sheets
def page_orientation(file: XlsxFile, part: SheetPart) -> str:
    return "landscape" if _of_setup(part, "orientation", "") == "landscape" else "portrait"


@_of_sheets
def page_size(file: XlsxFile, part: SheetPart) -> str:
    name = _PAPERS.get(_of_setup(part, "paperSize", ""), "")
    if not name:
        raise UnreadableDocument(f"{file.path.name} does not say the size of its pages")
    return f"{PAPERS[name][0]} x {PAPERS[name][1]} mm"


def margin(side: str) -> Reader:
    def told(file: XlsxFile, part: SheetPart) -> str:
        margins = next(part.within("pageMargins"), None)
        try:
            return "" if margins is None else length(float(attribute(margins, side)) * 25.4)
        except ValueError as error:
            raise UnreadableDocument(f"{file.path.name} does not say its {side} margin") from error

    return _of_sheets(told)


def _bands(part: SheetPart, name: str) -> list[str]:
    return [node.text or "" for holder in part.within("headerFooter") for node in holder if local(node).endswith(name)]


def band(name: str) -> Reader:
    """Return a reader of the text in the header or the footer."""

    def told(file: XlsxFile, part: SheetPart) -> str:
        codes = " ".join(_bands(part, name.capitalize()))
        text = " ".join(re.sub(r"&[A-Z]", "", _BAND.sub(" ", codes)).split())
        return text or ("a field" if codes.strip() else "none")

    return _of_sheets(told)


@_of_sheets
def page_number(file: XlsxFile, part: SheetPart) -> str:
    header, footer = (any("&P" in codes for codes in _bands(part, name)) for name in ("Header", "Footer"))
    return bands_named(header, footer)


pictures = of_file(lambda file: sum(part.pictures for part in file.sheets))
