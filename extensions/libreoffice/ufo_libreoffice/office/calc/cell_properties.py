"""Sets what cells are: their looks and number format, merged, commented, named, protected."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from ..api import UnoError
from ..connection import Shown
from ..evidence import held
from ..looks import RAISED, of_cells, same
from ..property_table import Place
from ..refusals import Refused
from ..undo import one_step
from .addresses import corner_of
from .cells import first_day, locale_marks
from .named_places import on_sheet, place_in
from .number_formats import format_key
from .numbers import parse_date, parse_number
from .parts_of_cells import set_looks_of_parts
from .ranges import Area, absolute, area_at, find_sheet, require_used, sheet_to_change, split_known

_TEXT_CELLS = 4
"""com.sun.star.sheet.CellFlags.STRING."""
_NAME = re.compile(r"[^\W\d][\w.]*")


def set_looks(shown: Shown, wanted: Mapping[str, str], place: Place) -> dict[str, Any]:
    """Give cells their looks and number format. `place.cells` holds ranges, or the filled part of "row 1" or "column B"; empty
    means all filled cells.
    """
    sheet = sheet_to_change(shown, place.sheet_name)
    require_used(sheet)
    if place.texts:
        return set_looks_of_parts(shown, sheet, wanted, place)
    if raised := [look for look in wanted if look in RAISED]:
        raise Refused(f"{raised[0]!r} is of letters in a cell: give them as texts, such as H[2]O")
    areas = [place_in(sheet, text) for text in place.cells or ("",)]
    with one_step(shown.document, "Format"):
        given = {look: _made(shown, look, value) for look, value in wanted.items()}
        for area in areas:
            for name, value in given.values():
                setattr(area.of(sheet), name, value)
    equal = all(same(getattr(area.of(sheet), name), value) for area in areas for name, value in given.values())
    first, form = areas[0].of(sheet).getCellByPosition(0, areas[0].rows - 1), wanted.get("format", "")
    texts = _numbers_as_texts(shown, sheet, areas) if form and form != "text" else []
    last = Area(areas[0].column, areas[0].end_row, areas[0].column, areas[0].end_row)
    shows = held("shows", first.String, sheet=sheet.Name, start=last.name)
    where = f"{sheet.Name}.{', '.join(area.name for area in areas)}"
    looks = "; ".join(f"{look} of {where} reads back as {value!r}" for look, value in wanted.items())
    return {
        "sheet": sheet.Name, "cells": [area.name for area in areas], "shown": first.String, "equal": equal,
        "said": f"{looks}; it shows {first.String!r}",
        "doubt": f"{len(texts)} cells hold a text ({texts[0]!r}), which no format changes; write them anew" if texts else "",
        "holds": [shows] if first.String and form.startswith("code ") else [],
    }  # fmt: skip


def _made(shown: Shown, look: str, value: str) -> tuple[str, Any]:
    return ("NumberFormat", format_key(shown.document, value)) if look == "format" else of_cells(look, value)


def _numbers_as_texts(shown: Shown, sheet: Any, areas: Sequence[Area]) -> list[str]:
    """Return the numbers and dates that stand in the cells as texts: a number format does not change what those show."""
    marks, first = locale_marks(shown), first_day(shown)
    found = []
    for area in areas:
        for block in area.of(sheet).queryContentCells(_TEXT_CELLS).getRangeAddresses():
            found += [str(text) for line in area_at(block).of(sheet).getDataArray() for text in line]
    return [text for text in found if parse_number(text, marks) or parse_date(text, first)]


def cells_meant(shown: Shown, place: Place) -> tuple[Any, Area]:
    """Return the sheet and the one range that are meant, to change them."""
    if len(place.cells) != 1:
        raise Refused("give one range of cells, such as A1:C5")
    return on_sheet(shown, place.cells[0], place.sheet_name, change=True)


def set_merged(shown: Shown, wanted: Mapping[str, str], place: Place) -> dict[str, Any]:
    """Merge a range into one cell, or split it again. Values of the covered cells stay hidden below, and are told as `hidden`."""
    sheet, area = cells_meant(shown, place)
    merged = wanted["merged"] == "on"
    if merged and area.rows * area.columns < 2:
        raise Refused(f"{area.name} is one cell; give a range to merge")
    target = area.of(sheet)
    hidden = sum(value != "" for line in target.getDataArray() for value in line) - 1 if merged else 0
    with one_step(shown.document, "Merge cells" if merged else "Split cells"):
        try:
            target.merge(merged)
        except UnoError as error:
            raise Refused(f"{area.name} cannot be merged ({error}); it may cut through other merged cells") from error
    return {
        "sheet": sheet.Name, "range": area.name, "hidden": max(hidden, 0), "equal": target.getIsMerged() is merged,
        "holds": [held("merged", wanted["merged"], sheet=sheet.Name, start=area.name)],
        "said": f"{area.name} is {'one cell' if merged else 'single cells'}",
        "doubt": f"{hidden} filled cells are hidden below it" if hidden > 0 else "",
    }  # fmt: skip


def set_name(shown: Shown, wanted: Mapping[str, str], place: Place) -> dict[str, Any]:
    """Give cells a name that formulas can use: "Prices", or "Prices = A2:A20"; "Prices = none" takes the name away."""
    shown.require("sheet.SpreadsheetDocument", "spreadsheet")
    shown.require_writable()
    name, _, cells = (part.strip() for part in wanted["named range"].partition("="))
    names = shown.document.NamedRanges
    if cells == "none":
        if not names.hasByName(name):
            raise Refused(f"there is no name {name!r}; the names are {', '.join(names.ElementNames) or 'none'}")
        with one_step(shown.document, "Remove name"):
            names.removeByName(name)
        return _named(names, name, "", not names.hasByName(name))
    if not _NAME.fullmatch(name) or re.fullmatch(r"[A-Za-z]{1,3}\d{1,7}", name):
        raise Refused(
            f"{name!r} cannot name cells; use letters, digits and _, beginning with a letter, and no cell's name"
        )
    sheet, area = on_sheet(shown, cells, place.sheet_name) if cells else cells_meant(shown, place)
    content = absolute(sheet, area)
    with one_step(shown.document, "Name range"):
        if names.hasByName(name):
            names.getByName(name).setContent(content)
        else:
            names.addNewByName(name, content, corner_of(sheet, area), 0)
    refers = names.getByName(name).getReferredCells()
    equal = refers is not None and refers.RangeAddress == area.of(sheet).RangeAddress
    fact = held("named range", f"{sheet.Name}.{area.name}", key=name)
    return {**_named(names, name, str(names.getByName(name).Content), equal), "holds": [fact]}


def _named(names: Any, name: str, content: str, equal: bool) -> dict[str, Any]:
    known = list(names.ElementNames)
    said = f"{name} is {content or 'gone'}; the names are {', '.join(known) or 'none'}"
    return {"name": name, "content": content, "names": known, "equal": equal, "said": said}


def set_comment(shown: Shown, wanted: Mapping[str, str], place: Place) -> dict[str, Any]:
    """Put a comment on a cell in place of the one that it has; an empty text takes it away."""
    sheet, area = cells_meant(shown, place)
    text = wanted["comment"]
    address = sheet.getCellByPosition(area.column, area.row).CellAddress
    notes = sheet.Annotations
    with one_step(shown.document, "Comment"):
        for at in reversed(range(notes.getCount())):
            if notes.getByIndex(at).Position == address:
                notes.removeByIndex(at)
        if text:
            notes.insertNew(address, text)
    now = sheet.getCellByPosition(area.column, area.row).Annotation.String
    name = area.name.partition(":")[0]
    return {
        "sheet": sheet.Name, "cell": name, "comment": now, "equal": now == text,
        "holds": [held("comment", text, sheet=sheet.Name, start=name)] if text else [],
        "said": f"the comment of {sheet.Name}.{name} is {now!r}",
    }  # fmt: skip


def set_protection(shown: Shown, wanted: Mapping[str, str], place: Place) -> dict[str, Any]:
    """Protect a sheet, or take its protection off. `unlocked`: cells that may still be changed. No password is set; where one
    protects the sheet, the person has to take it off.
    """
    unlocked = wanted.get("unlocked", "")
    prefix, address = split_known(shown, unlocked) if unlocked else ("", "")
    sheet = find_sheet(shown, prefix or place.sheet_name)
    shown.require_writable()
    protected = wanted.get("protected", "on" if sheet.isProtected() else "off") == "on"
    with one_step(shown.document, "Protect sheet" if protected else "Unprotect sheet"):
        if sheet.isProtected():
            _unprotect(sheet)
        if address:
            target = place_in(sheet, address).of(sheet)
            lock = target.CellProtection
            lock.IsLocked = False
            target.CellProtection = lock
        if protected:
            sheet.protect("")
    return {
        "sheet": sheet.Name, "protected": sheet.isProtected(), "equal": sheet.isProtected() is protected,
        "holds": [held("protected", "on" if protected else "off", sheet=sheet.Name)],
        "said": f"{sheet.Name} is {'protected' if protected else 'not protected'}",
    }  # fmt: skip


def _unprotect(sheet: Any) -> None:
    with suppress(UnoError):
        sheet.unprotect("")
    if sheet.isProtected():
        raise Refused(f"sheet {sheet.Name!r} is protected by a password; ask the person to take it off")
