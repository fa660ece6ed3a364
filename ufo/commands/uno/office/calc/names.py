"""Names ranges of cells, comments cells, and protects sheets."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ..api import Refused, UnoError, struct
from ..connection import Shown
from ..undo import one_step
from .named_places import on_sheet, place_in
from .ranges import absolute, find_sheet, split_known

_NAME = re.compile(r"[^\W\d][\w.]*")


def name_range(shown: Shown, name: str, cells: str, sheet_name: str | int) -> dict[str, Any]:
    """Give cells a name that formulas can use, or with `cells` "" take the name away."""
    shown.require("sheet.SpreadsheetDocument", "spreadsheet")
    shown.require_writable()
    names = shown.document.NamedRanges
    if not cells:
        if not names.hasByName(name):
            raise Refused(f"there is no name {name!r}; the names are {', '.join(names.ElementNames) or 'none'}")
        with one_step(shown.document, "Remove name"):
            names.removeByName(name)
        return {
            "name": name,
            "content": "",
            "names": list(names.ElementNames),
            "equal": not names.hasByName(name),
            "holds": [],
        }
    if not _NAME.fullmatch(name) or re.fullmatch(r"[A-Za-z]{1,3}\d{1,7}", name):
        raise Refused(
            f"{name!r} cannot name cells; use letters, digits and _, beginning with a letter, and no cell's name"
        )
    sheet, area = on_sheet(shown, cells, sheet_name)
    content = absolute(sheet, area)
    corner = struct("table.CellAddress", Sheet=sheet.RangeAddress.Sheet, Column=area.column, Row=area.row)
    with one_step(shown.document, "Name range"):
        if names.hasByName(name):
            names.getByName(name).setContent(content)
        else:
            names.addNewByName(name, content, corner, 0)
    refers = names.getByName(name).getReferredCells()
    held = {"property": "named range", "key": name, "value": f"{sheet.Name}.{area.name}"}
    return {
        "name": name, "content": names.getByName(name).Content, "names": list(names.ElementNames),
        "equal": refers is not None and refers.RangeAddress == area.of(sheet).RangeAddress, "holds": [held],
    }  # fmt: skip


def comment_cell(shown: Shown, cell: str, text: str, sheet_name: str | int) -> dict[str, Any]:
    """Put a comment on a cell in place of the one that it has, or with `text` "" take it away."""
    sheet, area = on_sheet(shown, cell, sheet_name, change=True)
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
    held = [{"sheet": sheet.Name, "start": name, "property": "comment", "value": text}] if text else []
    return {"sheet": sheet.Name, "cell": name, "comment": now, "equal": now == text, "holds": held}


def protect_sheet(shown: Shown, protected: bool, unlocked: str, sheet_name: str | int) -> dict[str, Any]:
    """Protect a sheet, or take its protection off. `unlocked`: cells that may still be changed. No password is set; where one
    protects the sheet, the person has to take it off.
    """
    prefix, address = split_known(shown, unlocked) if unlocked else ("", "")
    sheet = find_sheet(shown, prefix or sheet_name)
    shown.require_writable()
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
    held = {"sheet": sheet.Name, "property": "protected", "value": "on" if protected else "off"}
    return {
        "sheet": sheet.Name,
        "protected": sheet.isProtected(),
        "equal": sheet.isProtected() is protected,
        "holds": [held],
    }


def _unprotect(sheet: Any) -> None:
    with suppress(UnoError):
        sheet.unprotect("")
    if sheet.isProtected():
        raise Refused(f"sheet {sheet.Name!r} is protected by a password; ask the person to take it off")


OPERATIONS: dict[str, Callable[..., Any]] = {
    "calc.name_range": name_range,
    "calc.comment_cell": comment_cell,
    "calc.protect_sheet": protect_sheet,
}
