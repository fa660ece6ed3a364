"""Reads pivot tables, filters and validity of OpenDocument spreadsheets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from ufo.schema.patterns import regex
from ufo.verify.documents.markup import attribute, children, descendants, local
from ufo.verify.documents.model import Area, Sheet
from ufo.verify.documents.odf.odf_file import OdfFile
from ufo.verify.documents.references import parse_reference
from ufo.verify.properties.query import Asked, Reading, tell

_SIGNS = {
    "match": "matches", "!match": "does not match", "top values": "top", "bottom values": "bottom",
    "top percent": "top percent", "bottom percent": "bottom percent", "begins": "begins with", "ends": "ends with",
    "contains": "contains", "!contains": "not contains", "does-not-contain": "not contains", "empty": "empty",
    "!empty": "filled", "begins-with": "begins with", "ends-with": "ends with",
}  # fmt: skip
_KIND = regex(r"cell-content-is-(whole-number|decimal-number|date|time|in-list)\(")
_KINDS = {"whole-number": "whole number", "decimal-number": "number", "date": "date", "time": "time"}
_BETWEEN = regex(r"cell-content-(?:text-length-)?is-(not-)?between\((.+),(.+)\)")
_COMPARED = regex(r"cell-content(?:-text-length)?\(\)\s*(>=|<=|!=|<>|>|<|=)\s*(.+)")


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


_FUNCTIONS = {"countnums": "count numbers", "stdev": "deviation", "var": "variance"}


def filtered(file: OdfFile, asked: Asked, sheet: Sheet) -> list[Reading]:
    """Read the conditions by which rows are shown: "City = Vienna; Age > 30"."""
    for base in file.everywhere("database-range"):
        reference = parse_reference(attribute(base, "target-range-address"))
        if reference is None or (reference.sheet and reference.sheet.casefold() != sheet.name.casefold()):
            continue
        conditions = [_condition(one, sheet, reference.area) for one in descendants(base, "filter-condition")]
        if conditions:
            return tell("; ".join(conditions))
    return tell("off")


def _condition(node: Element, sheet: Sheet, area: Area) -> str:
    number = attribute(node, "field-number", "0")
    name = sheet.cell(area.row, area.column + int(number)).shown if number.isdecimal() else number
    items = [attribute(item, "value") for item in children(node, "filter-set-item")]
    sign = attribute(node, "operator", "=")
    said = _SIGNS.get(sign, "!=" if sign == "<>" else sign)
    return f"{name} {said} {', '.join(items) or attribute(node, 'value')}".strip()


def validity(condition: str) -> str:
    """Return a validity condition in the words of the property: "whole number between 1 10", "list a, b"."""
    if "is-in-list" in condition:
        entries = re.findall(r'"((?:[^"]|"")*)"', condition.partition("is-in-list(")[2])
        return f"list {', '.join(entries)}".strip()
    kind = _KIND.search(condition)
    said = _KINDS.get(kind[1], "") if kind else "text length" if "text-length" in condition else "formula"
    if between := _BETWEEN.search(condition):
        return f"{said} {'not ' if between[1] else ''}between {between[2].strip()} {between[3].strip()}"
    if compared := _COMPARED.search(condition):
        return f"{said} {compared[1].replace('<>', '!=')} {compared[2].strip()}"
    return said


def protected(table: Element) -> bool:
    return local(table) == "table" and attribute(table, "protected") == "true"
