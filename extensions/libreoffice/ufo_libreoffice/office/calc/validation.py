"""Restricts what may be entered into cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..api import enum
from ..connection import Shown
from ..evidence import held
from ..property_table import Place
from ..undo import one_step
from .cell_properties import cells_meant
from .cells import first_day
from .formula_texts import operand
from .named_places import on_sheet
from .numbers import parse_date
from .ranges import absolute
from .validation_words import rule_in
from .written_formulas import spelled_rule

_KINDS = {
    "any": "ANY", "whole number": "WHOLE", "number": "DECIMAL", "date": "DATE", "time": "TIME", "text length": "TEXT_LEN",
    "list": "LIST", "formula": "CUSTOM",
}  # fmt: skip
_SIGNS = {
    "=": "EQUAL", "!=": "NOT_EQUAL", ">": "GREATER", ">=": "GREATER_EQUAL", "<": "LESS", "<=": "LESS_EQUAL",
    "between": "BETWEEN", "not between": "NOT_BETWEEN",
}  # fmt: skip
_WITHOUT_SIGN = ("any", "list", "formula")
_ALERTS = {"stop": "STOP", "warning": "WARNING", "info": "INFO"}


def set_validation(shown: Shown, wanted: Mapping[str, str], place: Place) -> dict[str, Any]:
    """Let cells take only what fits: "list a, b", "list from A1:A9", "whole number between 1 10", "date >= 2026-01-01", "any";
    with a message, which is shown for what does not fit, and an alert. A formula is a value of its own, which policy judges.
    What the cells hold stays.
    """
    sheet, area = cells_meant(shown, place)
    target = area.of(sheet)
    made = target.Validation
    kind, sign, entries, first, second = _rule_in(shown, wanted, sheet.Name)
    made.Type = enum("sheet.ValidationType", _KINDS[kind])
    made.IgnoreBlankCells = True
    if kind not in _WITHOUT_SIGN:
        made.setOperator(enum("sheet.ConditionOperator", _SIGNS[sign]))
    made.setFormula1(first)
    made.setFormula2(second)
    made.ShowErrorMessage = kind != "any"
    made.ErrorAlertStyle = enum("sheet.ValidationAlertStyle", _ALERTS[wanted.get("validation alert", "stop")])
    made.ErrorMessage = wanted.get("validation message", "")
    with one_step(shown.document, "Validity"):
        target.Validation = made
    now = target.Validation
    kept = "off" if kind == "any" else _list_of(entries) if kind == "list" else "on"
    condition = first if not second else f"{first} to {second}"
    of = {"sheet": sheet.Name, "start": area.name}
    rule = (
        []
        if kind in (*_WITHOUT_SIGN, "date", "time")
        else [held("validation", f"{kind} {sign} {first} {second}".strip(), **of)]
    )
    return {
        "sheet": sheet.Name, "range": area.name, "condition": condition,
        "equal": now.Type.value == _KINDS[kind] and (kind == "any" or now.getFormula1() != ""),
        "said": f"{sheet.Name}.{area.name} takes {kind} {condition}".rstrip(), "holds": [held("validation", kept, **of), *rule],
    }  # fmt: skip


def _rule_in(shown: Shown, wanted: Mapping[str, str], sheet_name: str) -> tuple[str, str, list[str], str, str]:
    """Return the kind, sign, entries and two formulas of a rule in words."""
    rule = rule_in(wanted, _KINDS, _SIGNS)
    if rule.kind == "list" and not rule.entries:
        return rule.kind, rule.sign, [], absolute(*on_sheet(shown, rule.first, sheet_name)), ""
    if rule.kind == "list":
        quoted = ";".join('"' + entry.replace('"', '""') + '"' for entry in rule.entries)
        return rule.kind, rule.sign, list(rule.entries), quoted, ""
    first, second = (_number(shown, value) if value else "" for value in (rule.first, rule.second))
    return rule.kind, rule.sign, [], first, second


def _list_of(entries: Sequence[str]) -> str:
    """Return how a file tells a list of these entries; of ones with a comma, only that it is a list."""
    return "list" if any("," in entry for entry in entries) else f"list {', '.join(entries)}".rstrip()


def _number(shown: Shown, value: Any) -> str:
    day = parse_date(str(value), first_day(shown))
    return operand(day.value) if day is not None else operand(spelled_rule(shown, value))
