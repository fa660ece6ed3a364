"""Reads pivot tables, filters and validity of workbooks (ECMA-376 part 1, SpreadsheetML)."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from ufo.verify.documents.markup import attribute, children, descendants
from ufo.verify.documents.model import Sheet
from ufo.verify.documents.references import parse_reference

_FUNCTIONS = {
    "countNums": "count numbers", "stdDev": "deviation", "stdDevp": "stdevp", "var": "variance", "varp": "varp",
}  # fmt: skip
_SIGNS = {
    "greaterThan": ">", "greaterThanOrEqual": ">=", "lessThan": "<", "lessThanOrEqual": "<=", "equal": "=",
    "notEqual": "!=", "between": "between", "notBetween": "not between",
}  # fmt: skip
_KINDS = {"whole": "whole number", "decimal": "number", "textLength": "text length", "custom": "formula"}


def pivot_fields(table: Element, cache: Element | None) -> str:
    """Return the fields of a pivot table: "row City, sum of Total"; "on" where the file does not say them."""
    names = [attribute(one, "name") for one in descendants(cache, "cacheField")] if cache is not None else []
    return ", ".join(_fields(table, names)) or "on"


def _fields(table: Element, names: list[str]) -> Iterator[str]:
    for holder, item, key, where in (
        ("rowFields", "field", "x", "row"),
        ("colFields", "field", "x", "column"),
        ("pageFields", "pageField", "fld", "page"),
    ):
        for field in (one for part in children(table, holder) for one in children(part, item)):
            if name := _name(names, attribute(field, key)):
                yield f"{where} {name}"
    for field in descendants(table, "dataField"):
        function = attribute(field, "subtotal", "sum")
        yield f"{_FUNCTIONS.get(function, function)} of {_name(names, attribute(field, 'fld'))}"


def _name(names: list[str], number: str) -> str:
    """Return the field's name; "" for the place of the data among the fields, which is numbered -2."""
    return names[int(number)] if number.isdecimal() and int(number) < len(names) else ""


def filter_conditions(filters: list[Element], sheet: Sheet) -> str:
    """Return the conditions by which rows are shown: "City = Vienna; Age > 30"; "off" for none."""
    return "; ".join(one for node in filters for one in _conditions(node, sheet)) or "off"


def _conditions(node: Element, sheet: Sheet) -> Iterator[str]:
    reference = parse_reference(attribute(node, "ref"))
    for column in children(node, "filterColumn") if reference is not None else ():
        number = attribute(column, "colId", "0")
        place = (
            (reference.area.row, reference.area.column + int(number)) if reference and number.isdecimal() else (0, 0)
        )
        name = sheet.cell(*place).shown
        for one in descendants(column, "customFilter"):
            yield f"{name} {_custom(attribute(one, 'operator', 'equal'), attribute(one, 'val'))}"
        for one in children(column, "top10"):
            way = "bottom" if attribute(one, "top", "1") in ("0", "false") else "top"
            percent = " percent" if attribute(one, "percent") in ("1", "true") else ""
            yield f"{name} {way}{percent} {attribute(one, 'val').removesuffix('.0')}"
        for one in children(column, "filters"):
            values = [attribute(value, "val") for value in children(one, "filter")]
            blank = attribute(one, "blank") in ("1", "true")
            yield f"{name} = {', '.join(values)}" if values else f"{name} empty" if blank else f"{name} ="


def _custom(operator: str, value: str) -> str:
    inner = value.strip("*")
    if operator == "notEqual" and value.strip() == "":
        return "filled"
    if "*" in value and operator in ("equal", "notEqual"):
        around = (value.startswith("*"), value.endswith("*"))
        said = {(True, True): "contains", (False, True): "begins with", (True, False): "ends with"}.get(
            around, "matches"
        )
        return f"{'not ' if operator == 'notEqual' else ''}{said} {inner}"
    return f"{_SIGNS.get(operator, operator)} {value}"


def validity(node: Element) -> str:
    """Return a data validation in the words of the property: "whole number between 1 10", "list a, b"."""
    kind = attribute(node, "type", "none")
    first, second = (
        next((one.text or "" for one in children(node, name)), "").strip() for name in ("formula1", "formula2")
    )
    if kind == "list":
        return f"list {', '.join(first.strip(chr(34)).split(','))}" if first.startswith('"') else f"list {first}"
    said = _KINDS.get(kind, kind)
    if kind in ("none", "custom"):
        return "formula" if kind == "custom" else "on"
    return f"{said} {_SIGNS.get(attribute(node, 'operator', 'between'), '')} {first} {second}".strip()
