"""Reads properties of OpenDocument spreadsheets (OpenDocument 1.3, part 3; conditional formats as LibreOffice extends it)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from xml.etree.ElementTree import Element

from ufo.conditions.readers import rules
from ufo.conditions.readers.markup import attribute, child, children, descendants, local
from ufo.conditions.readers.model import Area, Chart, Sheet
from ufo.conditions.readers.odf.odf import read_odf, sheets_of
from ufo.conditions.readers.odf.odf_file import CELLS, OdfFile, rows_of, text_of, times
from ufo.conditions.readers.odf.odf_looks import Styles, looks_by_cell, runs_of
from ufo.conditions.readers.odf.odf_pages import layouts
from ufo.conditions.readers.odf.odt import plain_look, raised
from ufo.conditions.readers.query import Asked, Reader, Reading, length, switch, tell
from ufo.conditions.readers.references import area_name, parse_reference, parse_references, span_names
from ufo.conditions.readers.rich_letters import letters_said
from ufo.conditions.readers.rules import Point, Rule
from ufo.conditions.readers.sheets import by_area, cell_area, named_sheet, places, range_name, sheet_of
from ufo.errors import UnreadableDocument
from ufo.schema.patterns import regex
from ufo.schema.property_values import millimetres

_LAST_ROW, _LAST_COLUMN = 1_048_575, 16_383
_CONDITION = regex(r"(?:of:)?(?:cell-content\(\))?\s*(>=|<=|!=|<>|>|<|=)(.+)")
_BETWEEN = regex(r"(?:of:)?(?:cell-content-is-)?(not-)?between\((.+),(.+)\)")
_POINTS = {
    "minimum": "min", "maximum": "max", "auto-minimum": "automatic", "auto-maximum": "automatic", "number": "number",
    "percent": "percent", "percentile": "percentile", "formula": "formula",
}  # fmt: skip
_SIGNS = {
    "match": "matches", "!match": "does not match", "top values": "top", "bottom values": "bottom",
    "top percent": "top percent", "bottom percent": "bottom percent", "begins": "begins with", "ends": "ends with",
    "contains": "contains", "!contains": "not contains", "does-not-contain": "not contains", "empty": "empty",
    "!empty": "filled", "begins-with": "begins with", "ends-with": "ends with", "<>": "!=",
}  # fmt: skip
_FUNCTIONS = {"countnums": "count numbers", "stdev": "deviation", "var": "variance"}
_KIND = regex(r"cell-content-is-(whole-number|decimal-number|date|time|in-list)\(")
_KINDS = {"whole-number": "whole number", "decimal-number": "number", "date": "date", "time": "time"}
_VALID_BETWEEN = regex(r"cell-content-(?:text-length-)?is-(not-)?between\((.+),(.+)\)")
_VALID_COMPARED = regex(r"cell-content(?:-text-length)?\(\)\s*(>=|<=|!=|<>|>|<|=)\s*(.+)")
_MOST_COLUMNS = 200


def charts(file: OdfFile) -> Sequence[Chart]:
    return read_odf(file.path).charts


def _sheet(file: OdfFile, asked: Asked) -> Sheet:
    return sheet_of(sheets_of(file.path.name, file.body), asked)


def on_cells(read: Callable[[Sheet, Asked], Iterable[Reading]]) -> Reader:
    return lambda file, asked: read(_sheet(file, asked), asked)


def table_of(file: OdfFile, asked: Asked) -> Element:
    """Return the sheet asked for, or the first one. Raises UnreadableDocument."""
    return named_sheet(children(file.body, "table"), asked.sheet, _name, file.path.name)


def _name(table: Element) -> str:
    return attribute(table, "name")


def _of_table(told: Callable[[Element], object]) -> Reader:
    """Return a reader of what the sheet asked for says of itself."""
    return lambda file, asked: tell(told(table_of(file, asked)))


def look(file: OdfFile, asked: Asked) -> Iterator[Reading]:
    """Read a property as the cell shows it: a conditional format that fits goes before the cell's own format. One that the file
    does not write, as at the end of a short row, looks as cells without a style do.
    """
    table, own = table_of(file, asked), _rules(file, asked)
    sheet = _sheet(file, asked) if own else Sheet(_name(table))
    cells = list(places(asked))
    looks = {place: found for area in asked.areas() for place, found in looks_by_cell(file, table, area).items()}
    plain = Styles(file).looks("table-cell", "")
    for row, column, where in cells:
        by_rule = rules.styled_by(own, row, column, sheet.cell(row, column), asked.name)
        yield Reading(plain_look(asked.name, by_rule or looks.get((row, column), plain).get(asked.name, "")), where)


def _rules(file: OdfFile, asked: Asked) -> list[Rule]:
    styles: Styles | None = None
    found: list[Rule] = []
    for holder in descendants(table_of(file, asked), "conditional-format"):
        areas = tuple(reference.area for reference in parse_references(attribute(holder, "target-range-address")))
        for condition in holder:
            styles = styles or Styles(file)
            name = attribute(condition, "apply-style-name")
            style = styles.looks("table-cell", styles.kept_as(name)) if name else rules.style_without(local(condition))
            found.append(Rule(areas, *_compared(attribute(condition, "value")), style, _graded(condition)))
    return found


def _graded(rule: Element) -> str:
    points = [
        Point(_POINTS.get(attribute(point, "type"), "number"), attribute(point, "value"), attribute(point, "color"))
        for point in rule
    ]
    kind = local(rule)
    if kind == "color-scale":
        return rules.scale(points)
    if kind == "icon-set":
        return rules.icons(attribute(rule, "icon-set-type"), points)
    if kind != "data-bar":
        return ""
    axis = attribute(rule, "axis-position", "automatic")
    return rules.bars(attribute(rule, "positive-color"), attribute(rule, "negative-color"), points, axis)


def _compared(condition: str) -> tuple[str, tuple[str, ...]]:
    if between := _BETWEEN.fullmatch(condition):
        return ("not between" if between[1] else "between"), (between[2], between[3])
    if found := _CONDITION.fullmatch(condition):
        return found[1].replace("<>", "!="), (found[2],)
    return "", ()


@by_area
def conditional(file: OdfFile, asked: Asked) -> Callable[[Area], str]:
    own = _rules(file, asked)
    return lambda area: rules.told_rules(own, area)


@by_area
def merged(file: OdfFile, asked: Asked) -> Callable[[Area], str]:
    spans = [area for area, _ in cells_of(table_of(file, asked)) if area != cell_area(area.row, area.column)]
    return lambda area: switch(any(span.holds(area) for span in spans))


def cells_of(table: Element) -> Iterator[tuple[Area, Element]]:
    """Iterate over the cells with the area that each covers. A repeated cell is given once."""
    for area, cell in _repeated_cells(table):
        width, height = (times(cell, f"number-{way}-spanned") for way in ("columns", "rows"))
        yield Area(area.column, area.row, area.column + width - 1, area.row + height - 1), cell


def remarks(file: OdfFile, table: Element) -> Iterator[tuple[str, str]]:
    """Iterate over merged cells, comments and letters with looks of their own by their ranges: ("merged A1:C1", "on"),
    ("comment B2", "its text"), ("letters C3", "'2' subscript").
    """
    styles = Styles(file)
    for area, cell in cells_of(table):
        if area != Area(area.column, area.row, area.column, area.row):
            yield f"merged {area_name(area)}", "on"
        for note in children(cell, "annotation"):
            yield f"comment {area_name(area)}", " ".join(text_of(part) for part in children(note, "p"))
        if any(local(part) == "span" for line in children(cell, "p") for part in line):
            runs = (run for line in children(cell, "p") for run in runs_of(line, {}, styles))
            if said := letters_said([(text, {**look, **raised(look.get("position", ""))}) for text, look in runs]):
                yield f"letters {area_name(area)}", said


def _repeated_cells(table: Element) -> Iterator[tuple[Area, Element]]:
    """Iterate over the cells with the area over which each is repeated."""
    row = 0
    for line in rows_of(table):
        column, height = 0, times(line, "number-rows-repeated")
        for cell in (cell for cell in line if local(cell) in CELLS):
            width = times(cell, "number-columns-repeated")
            yield Area(column, row, column + width - 1, row + height - 1), cell
            column += width
        row += height


def comment(file: OdfFile, asked: Asked) -> Iterator[Reading]:
    wanted = asked.areas()
    for area, cell in cells_of(table_of(file, asked)):
        note = child(cell, "annotation")
        if note is not None and any(own.holds(cell_area(area.row, area.column)) for own in wanted):
            yield Reading(" ".join(text_of(part) for part in note if local(part) == "p"), area_name(area))


def validation(file: OdfFile, asked: Asked) -> Iterator[Reading]:
    conditions = {
        attribute(rule, "name"): attribute(rule, "condition") for rule in file.everywhere("content-validation")
    }
    cells = _repeated_cells(table_of(file, asked))
    given = [(area, name) for area, cell in cells if (name := attribute(cell, "content-validation-name"))]
    for row, column, where in places(asked):
        name = next((name for area, name in given if area.holds(cell_area(row, column))), "")
        yield Reading(_validity(conditions[name]) if name in conditions else "off", where)


def _validity(condition: str) -> str:
    """Return a validity condition in the words of the property: "whole number between 1 10", "list a, b"."""
    if "is-in-list" in condition:
        entries = re.findall(r'"((?:[^"]|"")*)"', condition.partition("is-in-list(")[2])
        return f"list {', '.join(entries)}".strip()
    kind = _KIND.search(condition)
    said = _KINDS.get(kind[1], "") if kind else "text length" if "text-length" in condition else "formula"
    if between := _VALID_BETWEEN.search(condition):
        return f"{said} {'not ' if between[1] else ''}between {between[2].strip()} {between[3].strip()}"
    if compared := _VALID_COMPARED.search(condition):
        return f"{said} {compared[1].replace('<>', '!=')} {compared[2].strip()}"
    return said


def frozen(way: str, place: str) -> Reader:
    def read(file: OdfFile, asked: Asked) -> list[Reading]:
        name = _name(table_of(file, asked))
        for entry in (entry for entry in file.everywhere("config-item-map-entry") if attribute(entry, "name") == name):
            items = {attribute(item, "name"): item.text or "" for item in children(entry, "config-item")}
            if f"{way}SplitMode" in items:
                is_frozen = items[f"{way}SplitMode"] == "2"
                return tell(items.get(f"{way}SplitPosition", "0") if is_frozen else 0, place)
        return tell(0)

    return read


def _database_ranges(file: OdfFile, sheet: str) -> Iterator[tuple[Area, Element]]:
    """Iterate over the ranges of the sheet that have a filter or a name, with their cells."""
    for base in file.everywhere("database-range"):
        reference = parse_reference(attribute(base, "target-range-address"))
        if reference is not None and reference.sheet.casefold() in ("", sheet.casefold()):
            yield reference.area, base


def autofilter(file: OdfFile, asked: Asked) -> list[Reading]:
    for area, base in _database_ranges(file, _name(table_of(file, asked))):
        if attribute(base, "display-filter-buttons") == "true":
            return tell(area_name(area))
    return tell("off")


def filtered(file: OdfFile, asked: Asked) -> list[Reading]:
    """Read the conditions by which rows are shown: "City = Vienna; Age > 30"."""
    sheet = _sheet(file, asked)
    for area, base in _database_ranges(file, sheet.name):
        conditions = [_filter(node, sheet, area) for node in descendants(base, "filter-condition")]
        if conditions:
            return tell("; ".join(conditions))
    return tell("off")


def _filter(node: Element, sheet: Sheet, area: Area) -> str:
    number = attribute(node, "field-number", "0")
    name = sheet.cell(area.row, area.column + int(number)).shown if number.isdecimal() else number
    items = [attribute(item, "value") for item in children(node, "filter-set-item")]
    sign = attribute(node, "operator", "=")
    return f"{name} {_SIGNS.get(sign, sign)} {', '.join(items) or attribute(node, 'value')}".strip()


def pivot(file: OdfFile, asked: Asked) -> list[Reading]:
    """Read the fields of each pivot table on the sheet asked for: "row City, sum of Total", several divided by semicolons."""
    found = []
    for table in file.everywhere("data-pilot-table"):
        target = parse_reference(attribute(table, "target-range-address"))
        if target is not None and (not asked.sheet or target.sheet.casefold() == asked.sheet.casefold()):
            found.append(", ".join(_fields(table)) or "on")
    return tell("; ".join(found) or "off")


def _fields(table: Element) -> Iterator[str]:
    for field in descendants(table, "data-pilot-field"):
        where, name = attribute(field, "orientation"), attribute(field, "source-field-name")
        if attribute(field, "is-data-layout-field") == "true" or where in ("", "hidden"):
            continue
        function = attribute(field, "function", "sum")
        yield f"{_FUNCTIONS.get(function, function)} of {name}" if where == "data" else f"{where} {name}"


def _spans(parts: Iterable[Element], way: str) -> Iterator[tuple[int, int, Element]]:
    """Iterate over the rows or columns with the first and the last place that each stands for."""
    place = 0
    for part in parts:
        count = times(part, f"number-{way}-repeated")
        yield place, place + count - 1, part
        place += count


def _lines(table: Element, way: str) -> Iterable[Element]:
    return rows_of(table) if way == "rows" else descendants(table, "table-column")


def hidden(way: str) -> Reader:
    """Return a reader of the hidden rows or columns. The hidden rest at the end of the sheet is left out."""
    last_of_all = _LAST_ROW if way == "rows" else _LAST_COLUMN

    def told(table: Element) -> str:
        found = (
            (first, last)
            for first, last, part in _spans(_lines(table, way), way)
            if attribute(part, "visibility") in ("collapse", "filter") and last < last_of_all
        )
        return span_names(found, columns=way == "columns")

    return _of_table(told)


def repeated(way: str) -> Reader:
    """Return a reader of the rows, or columns, that are printed on each page: those in a group of headers."""

    def told(table: Element) -> str:
        heads = {line for group in descendants(table, f"table-header-{way}") for line in group.iter()}
        found = ((first, last) for first, last, line in _spans(_lines(table, way), way) if line in heads)
        return span_names(found, columns=way == "columns")

    return _of_table(told)


def hidden_sheet(file: OdfFile, asked: Asked) -> list[Reading]:
    parts = file.parts_of_style("table", attribute(table_of(file, asked), "style-name"))
    return tell(switch(any(attribute(part, "display") == "false" for part in parts)))


def print_range(file: OdfFile, asked: Asked) -> list[Reading]:
    found = parse_references(attribute(table_of(file, asked), "print-ranges"))
    return [Reading(area_name(reference.area)) for reference in found] or tell("none")


def _scaling(file: OdfFile, asked: Asked, *names: str) -> str:
    """Return the first of these that the pages of the one sheet say, "" for none."""
    only = Asked(asked.name, sheet=_name(table_of(file, asked)))
    return next((value for part in layouts(file, only) for name in names if (value := attribute(part, name))), "")


def fit(name: str) -> Reader:
    """Return a reader of the number of pages that the sheet is made small for; 0 leaves it open."""

    def read(file: OdfFile, asked: Asked) -> list[Reading]:
        count = _scaling(file, asked, name)
        return tell("none" if count in ("", "0") else count)

    return read


def scale(file: OdfFile, asked: Asked) -> list[Reading]:
    is_fitted = _scaling(file, asked, "scale-to-X", "scale-to-Y", "scale-to-pages")
    return tell("none" if is_fitted else _scaling(file, asked, "scale-to") or "100%")


@_of_table
def protected(table: Element) -> str:
    return switch(attribute(table, "protected") == "true")


def named_range(file: OdfFile, asked: Asked) -> list[Reading]:
    for kind in ("named-range", "database-range"):
        for found in file.everywhere(kind):
            address = attribute(found, "cell-range-address") or attribute(found, "target-range-address")
            reference = parse_reference(address)
            if attribute(found, "name").casefold() == asked.key.casefold() and reference is not None:
                return tell(range_name(reference))
    return []


def column_width(file: OdfFile, asked: Asked) -> Iterator[Reading]:
    styles = [
        (last, attribute(part, "style-name"))
        for _, last, part in _spans(_lines(table_of(file, asked), "columns"), "columns")
    ]
    for area in asked.areas():
        for column in range(area.column, min(area.end_column, area.column + _MOST_COLUMNS) + 1):
            style = next((style for last, style in styles if column <= last), "")
            yield Reading(_width(file, style), area_name(cell_area(area.row, column)))


def _width(file: OdfFile, name: str) -> str:
    found = (millimetres(attribute(part, "column-width")) for part in file.parts_of_style("table-column", name))
    width = next((width for width in found if width is not None), None)
    if width is None:
        raise UnreadableDocument(f"{file.path.name} does not say how wide that column is")
    return length(width)
