"""Reads properties of OpenDocument spreadsheets (OpenDocument 1.3, part 3; conditional formats as LibreOffice extends it)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from xml.etree.ElementTree import Element

from ufo.errors import UnreadableDocument
from ufo.schema.patterns import regex
from ufo.schema.property_values import millimetres
from ufo.verify.documents.markup import attribute, children, descendants, local
from ufo.verify.documents.model import Area, Sheet
from ufo.verify.documents.odf.odf import rows_of, sheets_of, text_of
from ufo.verify.documents.odf.odf_file import OdfFile
from ufo.verify.documents.odf.odf_looks import Styles, looks_of_cells
from ufo.verify.documents.read_document import read_document
from ufo.verify.documents.references import area_name, parse_reference, parse_references, span_names
from ufo.verify.properties import graded_formats
from ufo.verify.properties.conditional_formats import Rule, styled_by, told_rules
from ufo.verify.properties.graded_formats import Point
from ufo.verify.properties.odf.odf_pages import PAGES, layouts
from ufo.verify.properties.odf.ods_tables import filtered, pivot, protected, validity
from ufo.verify.properties.odf.odt import in_body, pictures, plain_look
from ufo.verify.properties.query import Asked, Reader, Reading, switch, tell
from ufo.verify.properties.sheet_charts import CHARTS, ChartReader
from ufo.verify.properties.sheets import formulas, kinds, order, places, row_count, sheet_of, texts

_LAST_ROW, _LAST_COLUMN = 1_048_575, 16_383
_CONDITION = regex(r"(?:of:)?(?:cell-content\(\))?\s*(>=|<=|!=|<>|>|<|=)(.+)")
_BETWEEN = regex(r"(?:of:)?(?:cell-content-is-)?(not-)?between\((.+),(.+)\)")


def _on_cells(read: Callable[[Sheet, Asked], Iterable[Reading]]) -> Reader:
    return lambda file, asked: read(sheet_of(sheets_of(file.path.name, file.body), asked), asked)


def _table(file: OdfFile, asked: Asked) -> Element:
    """Return the sheet asked for, or the first one. Raises UnreadableDocument."""
    tables = list(children(file.body, "table"))
    found = next(
        (one for one in tables if not asked.sheet or attribute(one, "name").casefold() == asked.sheet.casefold()), None
    )
    if found is None:
        raise UnreadableDocument(f"{file.path.name} has no sheet {asked.sheet!r}")
    return found


def _look(file: OdfFile, asked: Asked) -> Iterator[Reading]:
    """Read a property as the cell shows it: a conditional format that fits goes before the cell's own format."""
    rules = _rules(file, asked)
    name = attribute(_table(file, asked), "name")
    sheet = sheet_of(sheets_of(file.path.name, file.body), asked) if rules else Sheet(name)
    for area in asked.areas():
        part = Asked(asked.name, sheet=asked.sheet, start=area_name(area))
        looks = looks_of_cells(file, name, area)
        for (row, column, where), found in zip(places(part), looks, strict=False):
            by_rule = styled_by(rules, row, column, sheet.cell(row, column), asked.name) if rules else None
            yield Reading(plain_look(asked.name, by_rule or found.get(asked.name, "")), where)


def _rules(file: OdfFile, asked: Asked) -> list[Rule]:
    styles: Styles | None = None
    found: list[Rule] = []
    for holder in descendants(_table(file, asked), "conditional-format"):
        areas = tuple(one.area for one in parse_references(attribute(holder, "target-range-address")))
        for condition in holder:
            styles = styles or Styles(file)
            name = attribute(condition, "apply-style-name")
            style = styles.looks("table-cell", styles.kept_as(name)) if name else _style_without(local(condition))
            found.append(Rule(areas, *_compared(attribute(condition, "value")), style, _graded(condition)))
    return found


def _style_without(kind: str) -> dict[str, str]:
    """Return the style of a rule that names none. The colour that a scale gives a cell is not worked out here."""
    return {} if kind in ("data-bar", "icon-set") else {"highlight": "", "colour": ""}


_POINTS = {
    "minimum": "min", "maximum": "max", "auto-minimum": "automatic", "auto-maximum": "automatic", "number": "number",
    "percent": "percent", "percentile": "percentile", "formula": "formula",
}  # fmt: skip


def _graded(rule: Element) -> str:
    points = [
        Point(_POINTS.get(attribute(one, "type"), "number"), attribute(one, "value"), attribute(one, "color"))
        for one in rule
    ]
    kind = local(rule)
    if kind == "color-scale":
        return graded_formats.scale(points)
    if kind == "icon-set":
        return graded_formats.icons(attribute(rule, "icon-set-type"), points)
    if kind != "data-bar":
        return ""
    axis = attribute(rule, "axis-position", "automatic")
    colours = attribute(rule, "positive-color"), attribute(rule, "negative-color")
    return graded_formats.bars(*colours, points, axis)


def _compared(condition: str) -> tuple[str, tuple[str, ...]]:
    if between := _BETWEEN.fullmatch(condition):
        return ("not between" if between[1] else "between"), (between[2], between[3])
    if found := _CONDITION.fullmatch(condition):
        return {"<>": "!="}.get(found[1], found[1]), (found[2],)
    return "", ()


def _conditional(file: OdfFile, asked: Asked) -> Iterator[Reading]:
    rules = _rules(file, asked)
    for area in asked.areas():
        yield Reading(told_rules(rules, area), area_name(area))


def _merged(file: OdfFile, asked: Asked) -> Iterator[Reading]:
    spans = [
        area
        for area, cell in cells_of(_table(file, asked))
        if area != Area(area.column, area.row, area.column, area.row)
    ]
    for area in asked.areas():
        yield Reading(switch(any(span.holds(area) for span in spans)), area_name(area))


def cells_of(table: Element) -> Iterator[tuple[Area, Element]]:
    """Iterate over the cells with the area that each covers. A repeated cell is given once."""
    row = 0
    for line in rows_of(table):
        column = 0
        for cell in line:
            if local(cell) in ("table-cell", "covered-table-cell"):
                width, height = (_number(cell, f"number-{way}-spanned") for way in ("columns", "rows"))
                yield Area(column, row, column + width - 1, row + height - 1), cell
                column += _number(cell, "number-columns-repeated")
        row += _number(line, "number-rows-repeated")


def _number(element: Element, name: str) -> int:
    text = attribute(element, name, "1")
    return max(1, int(text)) if text.isdecimal() and len(text) < 9 else 1


def _comment(file: OdfFile, asked: Asked) -> Iterator[Reading]:
    wanted = asked.areas()
    for area, cell in cells_of(_table(file, asked)):
        note = next(children(cell, "annotation"), None)
        if note is not None and any(one.holds(Area(area.column, area.row, area.column, area.row)) for one in wanted):
            yield Reading(" ".join(text_of(part) for part in note if local(part) == "p"), area_name(area))


def _validation(file: OdfFile, asked: Asked) -> Iterator[Reading]:
    conditions = {attribute(one, "name"): attribute(one, "condition") for one in file.everywhere("content-validation")}
    given = _validated(_table(file, asked))
    for row, column, where in places(asked):
        name = next((name for area, name in given if area.holds(Area(column, row, column, row))), "")
        yield Reading(validity(conditions[name]) if name in conditions else "off", where)


def _validated(table: Element) -> list[tuple[Area, str]]:
    found = []
    row = 0
    for line in rows_of(table):
        column, height = 0, _number(line, "number-rows-repeated")
        for cell in line:
            if local(cell) in ("table-cell", "covered-table-cell"):
                width = _number(cell, "number-columns-repeated")
                if name := attribute(cell, "content-validation-name"):
                    found.append((Area(column, row, column + width - 1, row + height - 1), name))
                column += width
        row += height
    return found


def _frozen(way: str, place: str) -> Reader:
    def read(file: OdfFile, asked: Asked) -> list[Reading]:
        name = attribute(_table(file, asked), "name")
        for entry in (one for one in file.everywhere("config-item-map-entry") if attribute(one, "name") == name):
            items = {attribute(item, "name"): item.text or "" for item in children(entry, "config-item")}
            if f"{way}SplitMode" in items:
                is_frozen = items[f"{way}SplitMode"] == "2"
                return tell(items.get(f"{way}SplitPosition", "0") if is_frozen else 0, place)
        return tell(0)

    return read


def _autofilter(file: OdfFile, asked: Asked) -> list[Reading]:
    name = attribute(_table(file, asked), "name")
    for base in file.everywhere("database-range"):
        reference = parse_reference(attribute(base, "target-range-address"))
        if reference and attribute(base, "display-filter-buttons") == "true" and _is_of(reference.sheet, name):
            return tell(area_name(reference.area))
    return tell("off")


def _is_of(sheet: str, name: str) -> bool:
    return not sheet or sheet.casefold() == name.casefold()


def _hidden_rows(file: OdfFile, asked: Asked) -> list[Reading]:
    return tell(span_names(_spans(rows_of(_table(file, asked)), "number-rows-repeated", _LAST_ROW)))


def _hidden_columns(file: OdfFile, asked: Asked) -> list[Reading]:
    parts = descendants(_table(file, asked), "table-column")
    return tell(span_names(_spans(parts, "number-columns-repeated", _LAST_COLUMN), columns=True))


def _spans(parts: Iterable[Element], times: str, last: int) -> Iterator[tuple[int, int]]:
    """Iterate over the spans of hidden rows or columns. The hidden rest at the end of the sheet is left out."""
    place = 0
    for part in parts:
        count = _number(part, times)
        if attribute(part, "visibility") in ("collapse", "filter") and place + count <= last:
            yield place, place + count - 1
        place += count


def _hidden_sheet(file: OdfFile, asked: Asked) -> list[Reading]:
    name = attribute(_table(file, asked), "style-name")
    for style in file.styled():
        if attribute(style, "family") == "table" and attribute(style, "name") == name:
            return tell(switch(any(attribute(part, "display") == "false" for part in style)))
    return tell("off")


def _print_range(file: OdfFile, asked: Asked) -> list[Reading]:
    found = parse_references(attribute(_table(file, asked), "print-ranges"))
    return [Reading(area_name(reference.area)) for reference in found] or tell("none")


def _repeated(name: str, times: str) -> Reader:
    """Return a reader of the rows, or columns, that are printed on each page: those in a group of that name."""
    is_of_columns = name == "table-header-columns"

    def read(file: OdfFile, asked: Asked) -> list[Reading]:
        table = _table(file, asked)
        heads = {line for group in descendants(table, name) for line in group.iter()}
        lines, place, found = descendants(table, "table-column") if is_of_columns else rows_of(table), 0, []
        for line in lines:
            count = _number(line, times)
            if line in heads:
                found.append((place, place + count - 1))
            place += count
        return tell(span_names(found, columns=is_of_columns))

    return read


def _scaling(file: OdfFile, asked: Asked, *names: str) -> str:
    """Return the first of these that the pages of the one sheet say, "" for none."""
    one = Asked(asked.name, sheet=attribute(_table(file, asked), "name"))
    return next((value for part in layouts(file, one) for name in names if (value := attribute(part, name))), "")


def _fit(name: str) -> Reader:
    """Return a reader of the number of pages that the sheet is made small for; 0 leaves it open."""

    def read(file: OdfFile, asked: Asked) -> list[Reading]:
        count = _scaling(file, asked, name)
        return tell("none" if count in ("", "0") else count)

    return read


def _scale(file: OdfFile, asked: Asked) -> list[Reading]:
    is_fitted = _scaling(file, asked, "scale-to-X", "scale-to-Y", "scale-to-pages")
    return tell("none" if is_fitted else _scaling(file, asked, "scale-to") or "100%")


def _filter(file: OdfFile, asked: Asked) -> list[Reading]:
    return filtered(file, asked, sheet_of(sheets_of(file.path.name, file.body), asked))


def _protected(file: OdfFile, asked: Asked) -> list[Reading]:
    return tell(switch(protected(_table(file, asked))))


def _of_charts(read: ChartReader) -> Reader:
    return lambda file, asked: read(read_document(file.path).charts, asked)


def _named_range(file: OdfFile, asked: Asked) -> list[Reading]:
    for kind in ("named-range", "database-range"):
        for found in file.everywhere(kind):
            address = attribute(found, "cell-range-address") or attribute(found, "target-range-address")
            reference = parse_reference(address)
            if attribute(found, "name").casefold() == asked.key.casefold() and reference is not None:
                return tell(
                    f"{reference.sheet}.{area_name(reference.area)}" if reference.sheet else area_name(reference.area)
                )
    return []


def _column_width(file: OdfFile, asked: Asked) -> Iterator[Reading]:
    widths = [
        (_number(part, "number-columns-repeated"), attribute(part, "style-name"))
        for part in descendants(_table(file, asked), "table-column")
    ]
    for area in asked.areas():
        for column in range(area.column, min(area.end_column, area.column + 200) + 1):
            yield Reading(_width(file, _style_at(widths, column)), area_name(Area(column, area.row, column, area.row)))


def _style_at(widths: Sequence[tuple[int, str]], column: int) -> str:
    for count, name in widths:
        if column < count:
            return name
        column -= count
    return ""


def _width(file: OdfFile, name: str) -> str:
    for style in file.styled():
        if attribute(style, "family") == "table-column" and attribute(style, "name") == name:
            for part in style:
                length = millimetres(attribute(part, "column-width"))
                if length is not None:
                    return f"{length:.2f} mm"
    raise UnreadableDocument(f"{file.path.name} does not say how wide that column is")


_LOOKS = ("bold", "italic", "underline", "strikethrough", "colour", "highlight", "size", "font", "align", "format")
ODS: dict[str, Reader] = {
    **dict.fromkeys(_LOOKS, _look),
    **PAGES,
    "value type": _on_cells(kinds),
    "formula": _on_cells(formulas),
    "shows": _on_cells(texts),
    "sorted": _on_cells(order),
    "rows": _on_cells(row_count),
    "merged": _merged,
    "comment": _comment,
    "conditional format": _conditional,
    "validation": _validation,
    "column width": _column_width,
    "frozen rows": _frozen("Vertical", "rows"),
    "frozen columns": _frozen("Horizontal", "columns"),
    "autofilter": _autofilter,
    "hidden rows": _hidden_rows,
    "hidden columns": _hidden_columns,
    "hidden sheet": _hidden_sheet,
    "print range": _print_range,
    "repeat rows": _repeated("table-header-rows", "number-rows-repeated"),
    "repeat columns": _repeated("table-header-columns", "number-columns-repeated"),
    "fit width": _fit("scale-to-X"),
    "fit height": _fit("scale-to-Y"),
    "scale": _scale,
    "pivot table": pivot,
    "filter": _filter,
    "protected": _protected,
    **{name: _of_charts(read) for name, read in CHARTS.items()},
    "named range": _named_range,
    "comments": in_body("annotation"),
    "pictures": pictures,
}
