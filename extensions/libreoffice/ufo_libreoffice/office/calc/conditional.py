"""Formats cells by a condition, so that the format follows their values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..api import enum, items, properties
from ..connection import Shown
from ..looks import of_cells
from ..refusals import Refused
from ..undo import one_step
from .formula_texts import NAMES, operand, rule_formula
from .graded_rules import Graded, kind_of, told
from .named_places import on_sheet
from .pasted_formats import meets, with_graded, without_conditions
from .ranges import Area, area_at
from .written_formulas import spelled_rule

_SIGNS = {
    "=": "EQUAL", "!=": "NOT_EQUAL", ">": "GREATER", ">=": "GREATER_EQUAL", "<": "LESS", "<=": "LESS_EQUAL",
    "between": "BETWEEN", "not between": "NOT_BETWEEN", "formula": "FORMULA",
}  # fmt: skip
_COMPARED = ("=", "!=", ">", ">=", "<", "<=")
_LOOKS = ("highlight", "colour", "bold", "italic")


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
    sign, value, upper = (
        str(rule.get("sign") or ""),
        *(spelled_rule(shown, rule.get(part)) for part in ("value", "upper")),
    )
    sheet, area = on_sheet(shown, cells, sheet_name, change=True)
    target = area.of(sheet)
    if not sign:
        _clear(shown, sheet, area)
        held = {"sheet": sheet.Name, "start": area.name, "property": "conditional format", "value": "off"}
        return {
            "sheet": sheet.Name, "range": area.name, "style": "", "rules": 0, "holds": [held],
            "equal": not rules_within(sheet, area),
        }  # fmt: skip
    if sign not in (*_SIGNS, *NAMES):
        raise Refused(f"{sign!r} is no comparison; take one of {', '.join((*_SIGNS, *NAMES))}")
    if sign.endswith("between") and upper in (None, ""):
        raise Refused(f"{sign!r} needs two values: value and upper")
    if sign in NAMES:
        sign, first, second = "formula", rule_formula(sign, value, area), ""
    else:
        first, second = operand(value), operand(upper) if upper not in (None, "") else ""
    there = rules_within(sheet, area)
    if keep and any(kind_of(entry) for entry, _ in there):
        raise Refused(f"{area.name} has colour scales, data bars or icons; give this rule first, then those with keep")
    with one_step(shown.document, "Conditional format"):
        style = _style(shown, looks)
        entries = target.ConditionalFormat
        if there:
            without_conditions(shown, sheet, area)
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


def _clear(shown: Shown, sheet: Any, area: Area) -> None:
    if rules_within(sheet, area):
        with one_step(shown.document, "Remove conditional format"):
            without_conditions(shown, sheet, area)


def shade_by_value(
    shown: Shown, cells: str, kind: str, how: Mapping[str, Any], keep: bool, sheet_name: str | int
) -> dict[str, Any]:
    """Give the cells a colour scale, data bars or icons, as `graded_rules.Graded` takes them. `keep`: what is there stays."""
    sheet, area = on_sheet(shown, cells, sheet_name, change=True)
    points = [{**point, "value": spelled_rule(shown, point.get("value"))} for point in how.get("points") or ()]
    rule = Graded(kind, {**how, "points": points})
    before = [said for _, said in rules_within(sheet, area)] if keep else []
    with one_step(shown.document, kind.capitalize()):
        with_graded(shown, sheet, area, rule, keep=keep)
        now = [said for _, said in rules_within(sheet, area)]
        if now[:-1] != before:
            raise Refused(
                f"the rules of {area.name} do not stay as they are beside {kind}; leave keep out to replace them"
            )
    held = {"sheet": sheet.Name, "start": area.name, "property": "conditional format", "value": rule.said}
    return {
        "sheet": sheet.Name, "range": area.name, "rules": len(now), "rule": rule.said,
        "equal": bool(now) and rule.is_like(now[-1]), "holds": [held],
    }  # fmt: skip


def rules_within(sheet: Any, area: Area) -> list[tuple[Any, str]]:
    """Return the rules of conditional formats that touch the area, each with its words."""
    found = []
    for getconditionalformat in sorted(sheet.ConditionalFormats.getConditionalFormats(), key=lambda item: int(item.ID)):
        if any(meets(area, range_) for range_ in getconditionalformat.Range.RangeAddresses):
            entries = items(getconditionalformat)
            found += [(entry, told(entry) or _told_condition(entry)) for entry in entries]
    return found


_TOLD_SIGNS = ("=", "<", ">", "<=", ">=", "!=", "between", "not between")
"""By the numbers of com.sun.star.sheet.ConditionFormatOperator."""


def _told_condition(entry: Any) -> str:
    number = int(getattr(entry, "Operator", -1))
    sign = _TOLD_SIGNS[number] if 0 <= number < len(_TOLD_SIGNS) else "condition"
    parts = [sign, str(getattr(entry, "Formula1", "") or ""), str(getattr(entry, "Formula2", "") or "")]
    return " ".join(part for part in (*parts, f"({getattr(entry, 'StyleName', '')})") if part)


def told_rules(sheet: Any) -> dict[str, list[str]]:
    """Return the rules of a sheet's conditional formats by the cells that they are for."""
    found: dict[str, list[str]] = {}
    for getconditionalformat in sheet.ConditionalFormats.getConditionalFormats():
        areas = (area_at(address).name for address in getconditionalformat.Range.RangeAddresses)
        entries = items(getconditionalformat)
        found.setdefault(", ".join(areas), []).extend(told(entry) or _told_condition(entry) for entry in entries)
    return found


def _holds(name: str, cells: str, rule: _Rule, looks: Mapping[str, str]) -> list[dict[str, str]]:
    """Return the conditions that state the rule, and where it compares with a number, the look of each cell that fits."""
    condition = " ".join(text for text in (rule.sign, rule.first, rule.second) if text)
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
    unknown = [look for look in looks if look not in _LOOKS]
    if unknown or not looks:
        raise Refused(f"a conditional format changes {', '.join(_LOOKS)}; give at least one of them")
    name = "When " + ", ".join(f"{look} {value.lstrip('#')}" for look, value in sorted(looks.items()))
    styles = shown.document.StyleFamilies.getByName("CellStyles")
    if not styles.hasByName(name):
        style = shown.document.createInstance("com.sun.star.style.CellStyle")
        styles.insertByName(name, style)
        style.ParentStyle = "Default"
        for look, value in looks.items():
            setattr(style, *of_cells(look, value))
    return name
