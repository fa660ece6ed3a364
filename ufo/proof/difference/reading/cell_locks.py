"""Reads how a sheet is protected: whether with a password, and which cells may still be changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate, pairwise
from xml.etree.ElementTree import Element

from ufo.conditions.readers.markup import attribute, descendants, local
from ufo.conditions.readers.model import Area
from ufo.conditions.readers.odf.odf_file import OdfFile, rows_of, times
from ufo.conditions.readers.odf.odf_looks import Styles
from ufo.conditions.readers.ooxml.xlsx_file import SheetPart, XlsxFile
from ufo.conditions.readers.references import area_name
from ufo.proof.difference.content import PROTECTED, UNLOCKED

_MOST = 40
_LAST_ROW, _LAST_COLUMN = 1_048_575, 16_383
_Spans = dict[tuple[int, int], list[list[int]]]


def xlsx_locks(file: XlsxFile, part: SheetPart, properties: Mapping[str, str]) -> dict[str, str]:
    """Return the properties of the locks of a sheet of a workbook (ECMA-376 part 1, 18.3.1.85 and 18.8.33)."""
    keys = ("password", "hashValue")
    has_password = any(attribute(node, key) for node in part.within("sheetProtection") for key in keys)
    styles = part.cell_styles()
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
    cells = [(Area(column, row, column, row), style in unlocked) for (row, column), style in styles.items()]
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
