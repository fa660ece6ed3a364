"""Formats cells by a condition, so that the format follows their values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..api import Refused, enum, properties
from ..connection import Shown
from ..undo import one_step
from .formula_texts import operand
from .named_places import on_sheet
from .rule_formulas import NAMES, rule_formula

_SIGNS = {
    "=": "EQUAL", "!=": "NOT_EQUAL", ">": "GREATER", ">=": "GREATER_EQUAL", "<": "LESS", "<=": "LESS_EQUAL",
    "between": "BETWEEN", "not between": "NOT_BETWEEN", "formula": "FORMULA",
}  # fmt: skip
_COMPARED = ("=", "!=", ">", ">=", "<", "<=")
_LOOKS: Mapping[str, tuple[str, Callable[[str], Any]]] = {
    "highlight": ("CellBackColor", lambda value: int(value.lstrip("#"), 16)),
    "colour": ("CharColor", lambda value: int(value.lstrip("#"), 16)),
    "bold": ("CharWeight", {"on": 150.0, "off": 100.0}.__getitem__),
    "italic": ("CharPosture", lambda value: enum("awt.FontSlant", "ITALIC" if value == "on" else "NONE")),
}


@dataclass(frozen=True)
class _Rule:
    sign: str
    first: str
    second: str


def conditional_format(
    shown: Shown, cells: str, rule: Mapping[str, Any], looks: Mapping[str, str], keep: bool, sheet_name: str | int
) -> dict[str, Any]:
    """Give the cells a look while their value fits the rule {sign, value, upper}. Without a sign, take conditional formats away;
    `keep`: those that are there stay and go first.
    """
    sign, value, upper = str(rule.get("sign") or ""), rule.get("value"), rule.get("upper")
    sheet, area = on_sheet(shown, cells, sheet_name, change=True)
    target = area.of(sheet)
    if not sign:
        with one_step(shown.document, "Remove conditional format"):
            entries = target.ConditionalFormat
            entries.clear()
            target.ConditionalFormat = entries
        held = {"sheet": sheet.Name, "start": area.name, "property": "conditional format", "value": "off"}
        return {
            "sheet": sheet.Name, "range": area.name, "style": "", "rules": 0, "holds": [held],
            "equal": target.ConditionalFormat.getCount() == 0,
        }  # fmt: skip
    if sign not in (*_SIGNS, *NAMES):
        raise Refused(f"{sign!r} is no comparison; take one of {', '.join((*_SIGNS, *NAMES))}")
    if sign.endswith("between") and upper in (None, ""):
        raise Refused(f"{sign!r} needs two values: value and upper")
    if sign in NAMES:
        sign, first, second = "formula", rule_formula(sign, value, area), ""
    else:
        first, second = operand(value), operand(upper) if upper not in (None, "") else ""
    with one_step(shown.document, "Conditional format"):
        style = _style(shown, looks)
        entries = target.ConditionalFormat
        if not keep:
            entries.clear()
        count = entries.getCount()
        corner = target.getCellByPosition(0, 0).CellAddress
        entries.addNew(properties(
            Operator=enum("sheet.ConditionOperator", _SIGNS[sign]), Formula1=first, Formula2=second, StyleName=style,
            SourcePosition=corner,
        ))  # fmt: skip
        target.ConditionalFormat = entries
    now = target.ConditionalFormat
    last = now.getByIndex(now.getCount() - 1) if now.getCount() else None
    return {
        "sheet": sheet.Name, "range": area.name, "style": style, "rules": now.getCount(),
        **({"formula": first} if sign == "formula" else {}),
        "equal": last is not None and now.getCount() == count + 1 and last.StyleName == style
        and last.Operator.value == _SIGNS[sign],
        "holds": _holds(sheet.Name, area.name, _Rule(sign, first, second), looks),
    }  # fmt: skip


def _holds(name: str, cells: str, rule: _Rule, looks: Mapping[str, str]) -> list[dict[str, str]]:
    """Return the conditions that state the rule, and where it compares with a number, the look of each cell that fits."""
    condition = " ".join(one for one in (rule.sign, rule.first, rule.second) if one)
    coloured = {look: value for look, value in sorted(looks.items()) if look in ("highlight", "colour")}
    said = " ".join([condition, *(f"{look} {value}" for look, value in coloured.items())])
    of = {"sheet": name, "start": cells}
    stated = [{**of, "property": "conditional format", "value": "on" if rule.sign == "formula" else said}]
    if rule.sign in _COMPARED and rule.first.replace(".", "").lstrip("-").isdecimal():
        where = f"{rule.sign} {rule.first}"
        stated += [{**of, "property": look, "value": value, "where": where} for look, value in coloured.items()]
    return stated


def _style(shown: Shown, looks: Mapping[str, str]) -> str:
    """Return the name of a cell style with these looks, made where there is none: a condition can only apply a style."""
    unknown = [one for one in looks if one not in _LOOKS]
    if unknown or not looks:
        raise Refused(f"a conditional format changes {', '.join(_LOOKS)}; give at least one of them")
    name = "When " + ", ".join(f"{look} {value.lstrip('#')}" for look, value in sorted(looks.items()))
    styles = shown.document.StyleFamilies.getByName("CellStyles")
    if not styles.hasByName(name):
        style = shown.document.createInstance("com.sun.star.style.CellStyle")
        styles.insertByName(name, style)
        style.ParentStyle = "Default"
        for look, value in looks.items():
            target, made = _LOOKS[look]
            setattr(style, target, made(value))
    return name


OPERATIONS: dict[str, Callable[..., Any]] = {"calc.conditional_format": conditional_format}
