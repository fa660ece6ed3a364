"""Restricts what may be entered into cells."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..api import Refused, enum
from ..connection import Shown
from ..undo import one_step
from .cells import first_day
from .formula_texts import operand
from .named_places import on_sheet
from .numbers import parse_date
from .ranges import absolute

_KINDS = {
    "any": "ANY", "whole number": "WHOLE", "number": "DECIMAL", "date": "DATE", "time": "TIME", "text length": "TEXT_LEN",
    "list": "LIST", "formula": "CUSTOM",
}  # fmt: skip
_SIGNS = {
    "=": "EQUAL", "!=": "NOT_EQUAL", ">": "GREATER", ">=": "GREATER_EQUAL", "<": "LESS", "<=": "LESS_EQUAL",
    "between": "BETWEEN", "not between": "NOT_BETWEEN",
}  # fmt: skip
_ALERTS = {"stop": "STOP", "warning": "WARNING", "info": "INFO"}


def validate_cells(
    shown: Shown, cells: str, kind: str, rule: Mapping[str, Any], sheet_name: str | int
) -> dict[str, Any]:
    """Let cells take only what fits. `rule`: sign, value and upper; of the kind list, entries or source: the cells that hold
    them; message, which is shown for what does not fit, and alert. What the cells hold stays.
    """
    sheet, area = on_sheet(shown, cells, sheet_name, change=True)
    target = area.of(sheet)
    made = target.Validation
    made.Type = enum("sheet.ValidationType", _KINDS[kind])
    made.IgnoreBlankCells = True
    sign = str(rule.get("sign") or "=")
    first, second = _operands(shown, kind, rule, sheet.Name)
    if kind not in ("any", "list", "formula"):
        made.setOperator(enum("sheet.ConditionOperator", _SIGNS[sign]))
    made.setFormula1(first)
    made.setFormula2(second)
    made.ShowErrorMessage = kind != "any"
    made.ErrorAlertStyle = enum("sheet.ValidationAlertStyle", _ALERTS[str(rule.get("alert") or "stop")])
    made.ErrorMessage = str(rule.get("message") or "")
    with one_step(shown.document, "Validity"):
        target.Validation = made
    now = target.Validation
    entries = [str(one) for one in rule.get("entries") or ()]
    kept = "off" if kind == "any" else "on" if kind != "list" else _list_of([] if rule.get("source") else entries)
    return {
        "sheet": sheet.Name, "range": area.name, "condition": first if not second else f"{first} to {second}",
        "equal": now.Type.value == _KINDS[kind] and (kind == "any" or now.getFormula1() != ""),
        "holds": [
            {"sheet": sheet.Name, "start": area.name, "property": "validation", "value": kept},
            *_rule(sheet.Name, area.name, kind, sign, first, second),
        ],
    }  # fmt: skip


def _list_of(entries: Sequence[str]) -> str:
    """Return how a file tells a list of these entries; of ones with a comma, only that it is a list."""
    return "list" if any("," in one for one in entries) else f"list {', '.join(entries)}".rstrip()


def _rule(name: str, cells: str, kind: str, sign: str, first: str, second: str) -> list[dict[str, str]]:
    if kind in ("any", "list", "formula", "date", "time"):
        return []
    said = f"{kind} {sign} {first} {second}".strip()
    return [{"sheet": name, "start": cells, "property": "validation", "value": said}]


def _operands(shown: Shown, kind: str, rule: Mapping[str, Any], sheet_name: str) -> tuple[str, str]:
    value, upper, source = rule.get("value"), rule.get("upper"), rule.get("source")
    entries, sign = rule.get("entries") or (), str(rule.get("sign") or "=")
    if kind == "any":
        return "", ""
    if kind == "list":
        if source:
            return absolute(*on_sheet(shown, source, sheet_name)), ""
        if not entries:
            raise Refused("a list needs entries, or source: the cells that hold them")
        return ";".join('"' + one.replace('"', '""') + '"' for one in entries), ""
    if value in (None, ""):
        raise Refused(f"a validation of the kind {kind!r} needs a value")
    if sign.endswith("between") and upper in (None, ""):
        raise Refused(f"{sign!r} needs two values: value and upper")
    return _number(shown, value), "" if upper in (None, "") else _number(shown, upper)


def _number(shown: Shown, value: Any) -> str:
    day = parse_date(str(value), first_day(shown))
    return operand(day.value) if day is not None else operand(value)


OPERATIONS: dict[str, Callable[..., Any]] = {"calc.validate_cells": validate_cells}
