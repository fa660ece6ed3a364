"""Reads properties of workbooks (ECMA-376 part 1, SpreadsheetML)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from xml.etree.ElementTree import Element

from ufo.errors import UnreadableDocument
from ufo.schema.patterns import regex
from ufo.schema.property_values import PAPERS
from ufo.verify.documents.markup import attribute, children, descendants, local
from ufo.verify.documents.model import Area, Sheet
from ufo.verify.documents.ooxml.xlsx import placed_cells
from ufo.verify.documents.references import area_name, column_number, parse_reference, parse_references, span_names
from ufo.verify.properties.conditional_formats import Rule, styled_by, told_rules
from ufo.verify.properties.odf.odt import plain_look
from ufo.verify.properties.ooxml.xlsx_file import SheetPart, XlsxFile
from ufo.verify.properties.ooxml.xlsx_grades import Extended, graded, graded_alone, style_without
from ufo.verify.properties.ooxml.xlsx_tables import filter_conditions, pivot_fields, validity
from ufo.verify.properties.query import Asked, Reader, Reading, bands_named, switch, tell
from ufo.verify.properties.sheet_charts import CHARTS, ChartReader
from ufo.verify.properties.sheets import formulas, kinds, order, places, row_count, sheet_of, texts

_COMPARED: Mapping[str, str] = MappingProxyType(
    {
        "greaterThan": ">", "greaterThanOrEqual": ">=", "lessThan": "<", "lessThanOrEqual": "<=", "equal": "=",
        "notEqual": "!=", "between": "between", "notBetween": "not between",
    }
)  # fmt: skip
_PAPERS = {"1": "letter", "5": "legal", "8": "a3", "9": "a4", "11": "a5", "13": "b5", "70": "a6"}
_BAND = regex(r'&(?:"[^"]*"|[LCRBIUSEXY]|K[0-9A-Fa-f]{6}|\d+)')
_TITLES = (
    regex(r"!\$?([0-9]{1,7}):\$?([0-9]{1,7})(?![0-9A-Za-z])"),
    regex(r"!\$?([A-Za-z]{1,3}):\$?([A-Za-z]{1,3})(?![0-9A-Za-z$])"),
)
"""The rows and the columns in Soci!$A:$B,Soci!$3:$3."""
_LAST_COLUMN = 16_383
_LAST = 1_000_000


def _on_cells(read: Callable[[Sheet, Asked], Iterable[Reading]]) -> Reader:
    return lambda file, asked: read(sheet_of(file.document.sheets, asked), asked)


def _look(file: XlsxFile, asked: Asked) -> Iterator[Reading]:
    """Read a property as the cell shows it: a conditional format that fits goes before the cell's own format."""
    part = file.sheet(asked)
    rules, styles = _rules(file, part), cell_styles(part)
    sheet = sheet_of(file.document.sheets, Asked(asked.name, sheet=part.name))
    columns = list(part.within("cols", "col"))
    for row, column, where in places(asked):
        style = styles.get((row, column))
        found = file.looks(_column_style(columns, column) if style is None else style)
        by_rule = styled_by(rules, row, column, sheet.cell(row, column), asked.name)
        yield Reading(plain_look(asked.name, by_rule or found.get(asked.name, "")), where)


def cell_styles(part: SheetPart) -> dict[tuple[int, int], int]:
    """Return the number of each written cell's format, by row and column from 0."""
    numbers = ((place, attribute(cell, "s", "0")) for place, cell in placed_cells(part.root))
    return {place: int(number) for place, number in numbers if number.isdecimal()}


def _column_style(columns: list[Element], column: int) -> int:
    for one in columns:
        if _number(one, "min") <= column + 1 <= _number(one, "max"):
            return _number(one, "style")
    return 0


def _number(element: Element, name: str) -> int:
    text = attribute(element, name, "0").split(".")[0]
    return int(text) if text.isdecimal() and len(text) < 9 else 0


def _rules(file: XlsxFile, part: SheetPart) -> list[Rule]:
    """Return the rules of conditional formats by their priority. The first that fits counts."""
    found: list[tuple[int, Rule]] = []
    extended = Extended(part)
    for holder in part.within("conditionalFormatting"):
        areas = _areas(attribute(holder, "sqref"))
        for rule in children(holder, "cfRule"):
            operands = tuple(formula.text or "" for formula in children(rule, "formula"))
            is_compared = attribute(rule, "type") == "cellIs"
            comparison = _COMPARED.get(attribute(rule, "operator"), "") if is_compared else ""
            style = file.differing(attribute(rule, "dxfId")) or style_without(attribute(rule, "type"))
            said = graded(rule, extended)
            found.append((_number(rule, "priority"), Rule(areas, comparison, operands, style, said)))
    found += [(_number(rule, "priority") or _LAST, graded_alone(rule, areas)) for rule, areas in extended.alone()]
    return [rule for _, rule in sorted(found, key=lambda one: one[0])]


def _areas(text: str) -> tuple[Area, ...]:
    return tuple(reference.area for reference in parse_references(text))


def _covered(find: Callable[[SheetPart], Iterable[Area]]) -> Reader:
    """Return a reader that tells whether each range lies wholly in one of these areas."""

    def read(file: XlsxFile, asked: Asked) -> Iterator[Reading]:
        found = list(find(file.sheet(asked)))
        for area in asked.areas():
            yield Reading(switch(any(other.holds(area) for other in found)), area_name(area))

    return read


def _merged(part: SheetPart) -> Iterator[Area]:
    for node in part.within("mergeCells", "mergeCell"):
        yield from _areas(attribute(node, "ref"))


def _conditional(file: XlsxFile, asked: Asked) -> Iterator[Reading]:
    rules = _rules(file, file.sheet(asked))
    for area in asked.areas():
        yield Reading(told_rules(rules, area), area_name(area))


def _pivot(file: XlsxFile, asked: Asked) -> list[Reading]:
    tables = [one for part in file.asked_sheets(asked) for one in part.pivots]
    return tell("; ".join(pivot_fields(*one) for one in tables) or "off")


def _filter(file: XlsxFile, asked: Asked) -> list[Reading]:
    part = file.sheet(asked)
    sheet = sheet_of(file.document.sheets, Asked(asked.name, sheet=part.name))
    return tell(filter_conditions(part.within("autoFilter"), sheet))


def _protected(file: XlsxFile, asked: Asked) -> list[Reading]:
    found = file.sheet(asked).within("sheetProtection")
    return tell(switch(any(attribute(one, "sheet") in ("1", "true") for one in found)))


def _of_charts(read: ChartReader) -> Reader:
    return lambda file, asked: read(file.document.charts, asked)


def _comment(file: XlsxFile, asked: Asked) -> Iterator[Reading]:
    wanted = asked.areas()
    for root in file.sheet(asked).comments:
        for note in descendants(root, "comment"):
            reference = parse_reference(attribute(note, "ref"))
            if reference is not None and any(area.holds(reference.area) for area in wanted):
                yield Reading("".join(text.text or "" for text in descendants(note, "t")), attribute(note, "ref"))


def _comments(file: XlsxFile, asked: Asked) -> list[Reading]:
    sheets = file.asked_sheets(asked)
    return tell(sum(1 for part in sheets for root in part.comments for _ in descendants(root, "comment")))


def _validation(file: XlsxFile, asked: Asked) -> Iterator[Reading]:
    rules = file.sheet(asked).within("dataValidations", "dataValidation")
    given = [(_areas(attribute(node, "sqref")), validity(node)) for node in rules]
    for row, column, where in places(asked):
        cell = Area(column, row, column, row)
        yield Reading(next((rule for areas, rule in given if any(area.holds(cell) for area in areas)), "off"), where)


def _frozen(name: str) -> Reader:
    def read(file: XlsxFile, asked: Asked) -> list[Reading]:
        for pane in file.sheet(asked).within("sheetViews", "sheetView", "pane"):
            if attribute(pane, "state") in ("frozen", "frozenSplit"):
                return tell(_number(pane, name))
        return tell(0)

    return read


def _autofilter(file: XlsxFile, asked: Asked) -> list[Reading]:
    part = file.sheet(asked)
    found = [area for node in part.within("autoFilter") for area in _areas(attribute(node, "ref"))]
    return tell(area_name(found[0])) if found else tell("off")


def _hidden_rows(file: XlsxFile, asked: Asked) -> list[Reading]:
    rows = (_number(row, "r") for row in file.sheet(asked).within("sheetData", "row") if _is_hidden(row))
    return tell(span_names((row - 1, row - 1) for row in sorted(rows) if row))


def _hidden_columns(file: XlsxFile, asked: Asked) -> list[Reading]:
    spans = [(_number(one, "min") - 1, _number(one, "max") - 1) for one in _columns(file, asked) if _is_hidden(one)]
    return tell(span_names((span for span in sorted(spans) if span[1] < _LAST_COLUMN), columns=True))


def _columns(file: XlsxFile, asked: Asked) -> list[Element]:
    return file.sheet(asked).within("cols", "col")


def _is_hidden(element: Element) -> bool:
    return attribute(element, "hidden") in ("1", "true")


def _print_range(file: XlsxFile, asked: Asked) -> list[Reading]:
    areas = _areas(_printed(file, asked, "_xlnm.Print_Area"))
    return [Reading(area_name(area)) for area in areas] or tell("none")


def _printed(file: XlsxFile, asked: Asked, name: str) -> str:
    place = str(file.sheets.index(file.sheet(asked)))
    for node in descendants(file.book, "definedName"):
        if attribute(node, "name") == name and attribute(node, "localSheetId") == place:
            return node.text or ""
    return ""


def _repeated(*, columns: bool) -> Reader:
    """Return a reader of the rows, or columns, that are printed on each page."""

    def read(file: XlsxFile, asked: Asked) -> list[Reading]:
        found = _TITLES[columns].findall(_printed(file, asked, "_xlnm.Print_Titles"))
        number: Callable[[str], int] = column_number if columns else lambda row: int(row) - 1
        return tell(span_names(((number(first), number(last)) for first, last in found), columns=columns))

    return read


def _is_fitted(part: SheetPart) -> bool:
    return any(attribute(one, "fitToPage") in ("1", "true") for one in part.within("sheetPr", "pageSetUpPr"))


def _of_setup(part: SheetPart, name: str, default: str) -> str:
    return next((attribute(setup, name, default) for setup in part.within("pageSetup")), default)


def _fit(name: str) -> Reader:
    """Return a reader of the number of pages that the sheet is made small for; 0 leaves it open."""

    def read(file: XlsxFile, asked: Asked) -> list[Reading]:
        part = file.sheet(asked)
        count = _of_setup(part, name, "1") if _is_fitted(part) else "0"
        return tell("none" if count == "0" else count)

    return read


def _scale(file: XlsxFile, asked: Asked) -> list[Reading]:
    part = file.sheet(asked)
    return tell("none" if _is_fitted(part) else f"{_of_setup(part, 'scale', '100')}%")


def _named_range(file: XlsxFile, asked: Asked) -> list[Reading]:
    for node in descendants(file.book, "definedName"):
        reference = parse_reference(node.text or "")
        if attribute(node, "name").casefold() == asked.key.casefold() and reference is not None:
            return tell(
                f"{reference.sheet}.{area_name(reference.area)}" if reference.sheet else area_name(reference.area)
            )
    return []


def _setup(file: XlsxFile, asked: Asked, name: str) -> Iterator[Element | None]:
    for part in file.asked_sheets(asked):
        yield next(iter(part.within(name)), None)


def _orientation(file: XlsxFile, asked: Asked) -> Iterator[Reading]:
    for setup in _setup(file, asked, "pageSetup"):
        is_wide = setup is not None and attribute(setup, "orientation") == "landscape"
        yield Reading("landscape" if is_wide else "portrait")


def _paper(file: XlsxFile, asked: Asked) -> Iterator[Reading]:
    for setup in _setup(file, asked, "pageSetup"):
        name = _PAPERS.get(attribute(setup, "paperSize"), "") if setup is not None else ""
        if not name:
            raise UnreadableDocument(f"{file.path.name} does not say the size of its pages")
        yield Reading(f"{PAPERS[name][0]} x {PAPERS[name][1]} mm")


def _margin(side: str) -> Reader:
    def read(file: XlsxFile, asked: Asked) -> Iterator[Reading]:
        for margins in _setup(file, asked, "pageMargins"):
            try:
                yield Reading(f"{float(attribute(margins, side)) * 25.4:.2f} mm" if margins is not None else "")
            except ValueError as error:
                raise UnreadableDocument(f"{file.path.name} does not say its {side} margin") from error

    return read


def _bands(part: SheetPart, name: str) -> list[str]:
    holders = [one for one in part.within("headerFooter")]
    return [one.text or "" for holder in holders for one in holder if local(one).endswith(name)]


def _band(name: str) -> Reader:
    def read(file: XlsxFile, asked: Asked) -> Iterator[Reading]:
        for part in file.asked_sheets(asked):
            codes = " ".join(_bands(part, name))
            text = " ".join(re.sub(r"&[A-Z]", "", _BAND.sub(" ", codes)).split())
            yield Reading(text or ("a field" if codes.strip() else "none"))

    return read


def _page_number(file: XlsxFile, asked: Asked) -> Iterator[Reading]:
    for part in file.asked_sheets(asked):
        there = (any("&P" in codes for codes in _bands(part, name)) for name in ("Header", "Footer"))
        yield Reading(bands_named(*there))


_LOOKS = ("bold", "italic", "underline", "strikethrough", "colour", "highlight", "size", "font", "align", "format")
XLSX: dict[str, Reader] = {
    **dict.fromkeys(_LOOKS, _look),
    "value type": _on_cells(kinds),
    "formula": _on_cells(formulas),
    "shows": _on_cells(texts),
    "sorted": _on_cells(order),
    "rows": _on_cells(row_count),
    "merged": _covered(_merged),
    "conditional format": _conditional,
    "comment": _comment,
    "comments": _comments,
    "validation": _validation,
    "frozen rows": _frozen("ySplit"),
    "frozen columns": _frozen("xSplit"),
    "autofilter": _autofilter,
    "hidden rows": _hidden_rows,
    "hidden columns": _hidden_columns,
    "hidden sheet": lambda file, asked: tell(switch(file.sheet(asked).hidden)),
    "print range": _print_range,
    "repeat rows": _repeated(columns=False),
    "repeat columns": _repeated(columns=True),
    "fit width": _fit("fitToWidth"),
    "fit height": _fit("fitToHeight"),
    "scale": _scale,
    "pivot table": _pivot,
    "filter": _filter,
    "protected": _protected,
    **{name: _of_charts(read) for name, read in CHARTS.items()},
    "named range": _named_range,
    "page orientation": _orientation,
    "page size": _paper,
    **{f"{side} margin": _margin(side) for side in ("left", "right", "top", "bottom")},
    "header": _band("Header"),
    "footer": _band("Footer"),
    "page number": _page_number,
    "pictures": lambda file, asked: tell(sum(part.pictures for part in file.sheets)),
}
