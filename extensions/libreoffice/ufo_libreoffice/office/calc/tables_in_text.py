"""Brings tables in plain text (CSV) into a spreadsheet, and writes a sheet as one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..api import NoQuestions, UnoError, file_url, properties
from ..connection import Shown
from ..refusals import Refused
from ..undo import one_step
from .ranges import find_sheet, used_area
from .sheet_texts import FILTER

_CHARSETS = {"utf-8": 76, "utf-16": 65535, "latin-1": 12, "windows-1252": 1, "ascii": 11}
_SEPARATORS = {"comma": 44, "semicolon": 59, "tab": 9, "pipe": 124, "space": 32}
_KINDS = {"text": 2, "MDY": 3, "DMY": 4, "YMD": 5, "skip": 9, "english": 10, "standard": 1}
_LANGUAGES = {"": 0, "en-US": 1033, "en-GB": 2057, "de": 1031, "fr": 1036, "es": 1034, "it": 1040}


def import_csv(shown: Shown, path: str, new_sheet: str, how: Mapping[str, Any]) -> dict[str, Any]:
    """Bring a table in plain text in as a new sheet. `how`: separator, encoding, first_line, language, numbers (dates and
    numbers of any form are recognised), and columns: what those are, by number from 1: text, MDY, DMY, YMD (a date in that
    order), english (a number with a point), skip.
    """
    shown.require("sheet.SpreadsheetDocument", "spreadsheet")
    shown.require_writable()
    sheets = shown.document.Sheets
    name = new_sheet or Path(path).stem
    if sheets.hasByName(name):
        raise Refused(f"there is a sheet {name!r} already; give another new_sheet")
    columns = sorted((int(item), _KINDS[kind]) for item, kind in how["columns"].items())
    tokens = (
        _SEPARATORS[how["separator"]], 34, _CHARSETS[how["encoding"]], how["first_line"],
        "/".join(f"{number}/{kind}" for number, kind in columns),
        _LANGUAGES[how["language"]], "false", str(how["numbers"]).lower(),
    )  # fmt: skip
    loaded = _loaded(shown, path, ",".join(map(str, tokens)))
    try:
        source = loaded.Sheets.getByIndex(0)
        there = used_area(source)
        with one_step(shown.document, "Import text"):
            sheets.insertNewByName(name, sheets.getCount())
            sheet = sheets.getByName(name)
            shown.controller.setActiveSheet(sheet)
            if there is not None:
                paste(shown, loaded.CurrentController, there.of(source), there.of(sheet))
    finally:
        loaded.close(True)
    used = used_area(sheet)
    first = [str(item) for item in used.of(sheet).getDataArray()[0]] if used else []
    held = [{"sheet": name, "start": used.name.partition(":")[0], "cells": [first]}] if used and any(first) else []
    return {
        "sheet": name, "range": used.name if used else "", "rows": used.rows if used else 0, "first": first,
        "equal": used is not None, "holds": held,
    }  # fmt: skip


def paste(shown: Shown, controller: Any, cells: Any, target: Any) -> None:
    """Copy cells of another document. `controller`: that document's; `target`: cells of the same size, or their first one.
    Bringing over the whole sheet could not be undone.
    """
    controller.setActiveSheet(cells.Spreadsheet)
    controller.select(cells)
    shown.controller.setActiveSheet(target.Spreadsheet)
    shown.controller.select(target)
    shown.controller.insertTransferable(controller.getTransferable())


def _loaded(shown: Shown, path: str, options: str) -> Any:
    desktop = shown.create("frame.Desktop")
    how = properties(
        Hidden=True,
        ReadOnly=True,
        FilterName=FILTER,
        FilterOptions=options,
        InteractionHandler=NoQuestions(),
        MacroExecutionMode=0,
    )
    try:
        loaded = desktop.loadComponentFromURL(file_url(path), "_blank", 0, how)
    except UnoError as error:
        raise Refused(f"{path!r} could not be read ({error})") from error
    if loaded is None:
        raise Refused(f"{path!r} could not be read as a table; see whether it is a text file")
    return loaded


def export_csv(shown: Shown, path: str, how: Mapping[str, Any], sheet_name: str | int) -> dict[str, Any]:
    """Write one sheet as a table in plain text. The document keeps its own file. `how`: separator, encoding, quote_all,
    formulas, as_shown (numbers and dates as the cells show them, else as they are).
    """
    sheet = find_sheet(shown, sheet_name)
    number = sheet.RangeAddress.Sheet + 1
    switches = [str(how[name]).lower() for name in ("quote_all", "as_shown", "formulas")]
    tokens = (
        _SEPARATORS[how["separator"]], 34, _CHARSETS[how["encoding"]], 1, "", 0, switches[0], "true", *switches[1:], "false",
        number,
    )  # fmt: skip
    arguments = properties(
        FilterName=FILTER, FilterOptions=",".join(map(str, tokens)), Overwrite=True, InteractionHandler=NoQuestions()
    )
    target = Path(path)
    written = target.with_name(f"{target.stem}-{sheet.Name}{target.suffix}")
    was_there = written.exists()
    try:
        shown.document.storeToURL(file_url(path), arguments)
    except UnoError as error:
        raise Refused(
            f"LibreOffice could not write {path!r} ({error}); check that the folder can be written"
        ) from error
    # LibreOffice puts the sheet's name behind the file's where a sheet is chosen.
    if written.is_file() and not was_there:
        written.replace(target)
    size = target.stat().st_size if target.is_file() else 0
    return {
        "path": path, "size": size, "modified": bool(shown.document.isModified()),
        "sheets": list(shown.document.Sheets.ElementNames),
        "sheet": sheet.Name,
    }  # fmt: skip
