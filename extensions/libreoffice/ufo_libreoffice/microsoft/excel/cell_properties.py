"""Sets how cells of Excel look, what they are called, what is noted at them, and how a sheet is viewed, printed and protected."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ufo_libreoffice.microsoft.excel.sheets import Book, Cells, Sheet, cells_at
from ufo_libreoffice.microsoft.shown import Shown
from ufo_libreoffice.microsoft.values import (
    Look,
    alike,
    choice,
    colour,
    each,
    give,
    switch,
    wrong_in,
)
from ufo_libreoffice.office.calc.cell_contents import code_named
from ufo_libreoffice.office.calc.named_places import place_in
from ufo_libreoffice.office.calc.ranges import sheet_to_change
from ufo_libreoffice.office.calc.validation_words import rule_in
from ufo_libreoffice.office.evidence import held
from ufo_libreoffice.office.marked_part import marked_part
from ufo_libreoffice.office.property_table import Place
from ufo_libreoffice.office.refusals import Refused

_NO_FILL, _SINGLE, _NO_LINE = -4142, 2, -4142
"""xlNone, xlUnderlineStyleSingle, xlUnderlineStyleNone."""
_LETTERS: Look = {
    "bold": ("Font.Bold", switch),
    "italic": ("Font.Italic", switch),
    "underline": ("Font.Underline", choice(on=_SINGLE, off=_NO_LINE)),
    "strikethrough": ("Font.Strikethrough", switch),
    "colour": ("Font.Color", colour),
    "size": ("Font.Size", float),
    "font": ("Font.Name", str),
    "superscript": ("Font.Superscript", switch),
    "subscript": ("Font.Subscript", switch),
}


def _code(words: str) -> str:
    """Return a number format in English notation, which Excel takes in every language."""
    plain = words.removeprefix("code ").partition(" in ")[0] if words.startswith("code ") else code_named(words)
    return re.sub(r"[YMDHS]+", lambda found: found[0].lower(), plain) if re.search("YY|MM|DD|HH", plain) else plain


_OF_CELLS: Look = {
    **_LETTERS,
    "align": ("HorizontalAlignment", choice(left=-4131, center=-4108, right=-4152, justify=-4130)),
    "highlight": ("Interior.Color", colour),
    "format": ("NumberFormat", _code),
}
_NAME = re.compile(r"[^\W\d][\w.]{0,200}")


def _places(shown: Shown, place: Place) -> tuple[Sheet, list[Cells]]:
    sheet = sheet_to_change(Book(shown), place.sheet_name)
    return sheet, [place_in(sheet, text).of(sheet) for text in place.cells or ("",)]


def set_looks(shown: Shown, wanted: Mapping[str, str], place: Place) -> dict[str, Any]:
    sheet, areas = _places(shown, place)
    if place.texts:
        return _set_letters(sheet, areas, wanted, place.texts)
    wrong: list[str] = []
    bare = wanted.get("highlight") == "none"
    looks = {name: value for name, value in wanted.items() if not (bare and name == "highlight")}
    for target in areas:
        give(target.com, _OF_CELLS, looks)
        if bare:
            target.com.Interior.Pattern = _NO_FILL
        wrong += wrong_in(target.com, _OF_CELLS, looks)
    text = str(areas[0].com("Cells", areas[0].area.rows, 1).Text)
    names = ", ".join(target.area.name for target in areas)
    looks_said = "; ".join(f"{look} of {sheet.Name}.{names} reads back as {value!r}" for look, value in wanted.items())
    return {
        "sheet": sheet.Name, "cells": [target.area.name for target in areas], "shown": text, "equal": not wrong,
        "said": f"{looks_said}; it shows {text!r}",
    }  # fmt: skip


def _set_letters(sheet: Sheet, areas: list[Cells], wanted: Mapping[str, str], texts: Any) -> dict[str, Any]:
    if unknown := [name for name in wanted if name not in _LETTERS]:
        raise Refused(f"{unknown[0]!r} is of whole cells; give it without texts")
    parts = []
    for text in texts:
        found = [part for target in areas for part in _parts(target, text)]
        if not found:
            raise Refused(f"no cell has the text {text!r}; read_cells tells what they hold")
        parts += found
    for part in parts:
        give(part, _LETTERS, wanted)
    said = ", ".join(f"{look} {value}" for look, value in wanted.items())
    return {
        "sheet": sheet.Name, "places": len(parts), "equal": not any(wrong_in(part, _LETTERS, wanted) for part in parts),
        "said": f"{said} of {len(parts)} places in {sheet.Name} reads back",
    }  # fmt: skip


def _parts(target: Cells, text: str) -> Iterator[Any]:
    """Yield the letters of each place of the text: first where it stands letter for letter."""
    for meant, start, length in ((text, 0, len(text)), marked_part(text)):
        found = [
            target.com("Cells", y + 1, x + 1)("Characters", match.start() + start + 1, length)
            for y, line in enumerate(target.values())
            for x, value in enumerate(line)
            if isinstance(value, str)
            for match in re.finditer(re.escape(meant), value)
        ]
        yield from found
        if found:
            return


def set_merged(shown: Shown, wanted: Mapping[str, str], place: Place) -> dict[str, Any]:
    """Merge a range into one cell, or split it again. Excel keeps the first cell's value alone, so others that hold something
    are refused.
    """
    sheet, target = _one_range(shown, place)
    merged = switch(wanted["merged"])
    filled = sum(value is not None for line in target.values() for value in line)
    if merged and filled > 1:
        raise Refused(
            f"{target.area.name} has {filled} filled cells, and Excel keeps only the first one's value; empty the others first"
        )
    target.com("Merge" if merged else "UnMerge")
    return {
        "sheet": sheet.Name, "range": target.area.name, "equal": alike(target.com.MergeCells, merged),
        "holds": [held("merged", wanted["merged"], sheet=sheet.Name, start=target.area.name)],
        "said": f"{target.area.name} is {'one cell' if merged else 'single cells'}",
    }  # fmt: skip


def _one_range(shown: Shown, place: Place) -> tuple[Sheet, Cells]:
    if len(place.cells) != 1:
        raise Refused("give one range of cells, such as A1:C5")
    return cells_at(shown, place.cells[0], place.sheet_name, change=True)


def set_comment(shown: Shown, wanted: Mapping[str, str], place: Place) -> dict[str, Any]:
    sheet, target = _one_range(shown, place)
    cell, text = target.com("Cells", 1, 1), wanted["comment"]
    if cell.Comment is not None:
        cell.Comment("Delete")
    if text:
        cell("AddComment", text)
    now = str(cell.Comment("Text")) if cell.Comment is not None else ""
    name = target.area.name.partition(":")[0]
    return {
        "sheet": sheet.Name, "cell": name, "comment": now, "equal": now == text,
        "holds": [held("comment", text, sheet=sheet.Name, start=name)] if text else [],
        "said": f"the comment of {sheet.Name}.{name} is {now!r}",
    }  # fmt: skip


def set_name(shown: Shown, wanted: Mapping[str, str], place: Place) -> dict[str, Any]:
    """Give cells a name that formulas can use: "Prices", or "Prices = A2:A20"; "Prices = none" takes the name away."""
    shown.require_writable()
    name, _, cells = (part.strip() for part in wanted["named range"].partition("="))
    known = {str(item.Name): item for item in each(shown.document.Names)}
    if cells == "none":
        if name not in known:
            raise Refused(f"there is no name {name!r}; the names are {', '.join(known) or 'none'}")
        known[name]("Delete")
        left = [str(item.Name) for item in each(shown.document.Names)]
        return {"name": name, "names": left, "equal": name not in left, "said": f"{name} is gone"}
    if not _NAME.fullmatch(name) or re.fullmatch(r"[A-Za-z]{1,3}\d{1,7}", name):
        raise Refused(
            f"{name!r} cannot name cells; use letters, digits and _, beginning with a letter, and no cell's name"
        )
    sheet, target = cells_at(shown, cells, place.sheet_name) if cells else _one_range(shown, place)
    quoted = sheet.Name.replace("'", "''")
    refers = f"='{quoted}'!{target.com.Address}"
    shown.document.Names("Add", name, refers)
    now = str(shown.document.Names("Item", name).RefersTo)
    return {
        "name": name, "content": now, "equal": now.replace("'", "") == refers.replace("'", ""), "said": f"{name} is {now}",
        "holds": [held("named range", f"{sheet.Name}.{target.area.name}", key=name)],
    }  # fmt: skip


_KINDS = {
    "any": 0, "whole number": 1, "number": 2, "list": 3, "date": 4, "time": 5, "text length": 6, "formula": 7,
}  # fmt: skip
_SIGNS = {"between": 1, "not between": 2, "=": 3, "!=": 4, ">": 5, "<": 6, ">=": 7, "<=": 8}
_ALERTS = {"stop": 1, "warning": 2, "info": 3}


def set_validation(shown: Shown, wanted: Mapping[str, str], place: Place) -> dict[str, Any]:
    """Let cells take only what fits, in the words of `office.calc.validation.set_validation`."""
    sheet, target = _one_range(shown, place)
    rule = rule_in(wanted, _KINDS, _SIGNS)
    made = target.com.Validation
    made("Delete")
    if rule.kind != "any":
        sign = _SIGNS[rule.sign]
        first = ",".join(rule.entries) or rule.first
        if rule.kind == "list" and not rule.entries:
            source = cells_at(shown, rule.first, sheet.Name)
            quoted = source[0].Name.replace("'", "''")
            first = f"='{quoted}'!{source[1].com.Address}"
        made(
            "Add",
            _KINDS[rule.kind],
            _ALERTS[wanted.get("validation alert", "stop")],
            sign,
            first,
            *([rule.second] * bool(rule.second)),
        )
        made.ErrorMessage = wanted.get("validation message", "")
    kept = "off" if rule.kind == "any" else f"list {', '.join(rule.entries)}".rstrip() if rule.kind == "list" else "on"
    return {
        "sheet": sheet.Name, "range": target.area.name, "equal": rule.kind == "any" or alike(made.Type, _KINDS[rule.kind]),
        "holds": [held("validation", kept, sheet=sheet.Name, start=target.area.name)],
        "said": f"{sheet.Name}.{target.area.name} takes {wanted.get('validation', '')}",
    }  # fmt: skip
