"""Reads the contents of Office Open XML workbooks (ECMA-376 part 1, SpreadsheetML).

A library would lose what proof needs: openpyxl reads either formulas or what they show, no displayed text, and no rules below
`extLst`; it takes three times as long.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from xml.etree.ElementTree import Element

from ufo.conditions.readers.markup import along, attribute, child, children, descendants, local
from ufo.conditions.readers.model import Cell, Chart, Document, Sheet
from ufo.conditions.readers.ooxml.charts import charts_in
from ufo.conditions.readers.ooxml.number_formats import CellFormat, read_formats
from ufo.conditions.readers.ooxml.package import Package, relation_id
from ufo.conditions.readers.references import column_number, shifted

_CONSTANTS = ("TRUE", "FALSE")
_CONSTANT = re.compile(r'"[^"]*"|\b(?:TRUE|FALSE)\(\)')
"""LibreOffice writes both constants as functions. What is quoted stays."""


def open_workbook(path: Path) -> Package:
    return Package(path, "xl/workbook.xml")


def read_xlsx(path: Path) -> Document:
    with open_workbook(path) as package:
        return read_workbook(package)


def read_workbook(package: Package) -> Document:
    """Read an opened workbook. Raises UnreadableDocument."""
    book = package.root(package.main)
    is_1904 = any(attribute(node, "date1904") in ("1", "true") for node in children(book, "workbookPr"))
    formats = read_formats(package.only(package.main, "styles"), is_1904)
    strings = tuple(map(_rich_text, along(package.only(package.main, "sharedStrings"), "si")))
    sheets: list[Sheet] = []
    charts: list[Chart] = []
    for node, part in sheet_parts(package):
        name = attribute(node, "name")
        sheets.append(Sheet(name, _cells(package.root(part), strings, formats)))
        drawings = package.targets(part, "drawing").values()
        drawn = (chart for drawing in drawings for chart in package.linked(drawing, "chart"))
        charts += [chart for target in drawn for chart in charts_in(package.root(target), name)]
    return Document(package.path, sheets=tuple(sheets), charts=tuple(charts))


def sheet_parts(package: Package) -> Iterator[tuple[Element, str]]:
    """Iterate over the sheets' entries in the workbook, each with the name of its part."""
    targets = package.targets(package.main)
    for node in descendants(package.root(package.main), "sheet"):
        if (part := targets.get(relation_id(node), "")) in package.archive:
            yield node, part


def _rich_text(item: Element) -> str:
    """Join the texts and runs. The phonetic readings of East Asian text are left out."""
    parts = [part for child in item for part in ([child] if local(child) == "t" else _texts_of_run(child))]
    return "".join(part.text or "" for part in parts)


def _texts_of_run(run: Element) -> Iterator[Element]:
    return children(run, "t") if local(run) == "r" else iter(())


def _cells(sheet: Element, strings: Sequence[str], formats: Sequence[CellFormat]) -> dict[tuple[int, int], Cell]:
    cells: dict[tuple[int, int], Cell] = {}
    shared: dict[str, _Shared] = {}
    for place, node in placed_cells(sheet):
        cell = _cell(node, strings, formats)
        if formula := _formula(node, place, shared):
            # Programs that write files, and work nothing out, leave the result out. A result without a letter is a text.
            no_result = not cell.shown and attribute(node, "t", "n") != "str"
            cell = replace(cell, formula=formula, unread=no_result)
        if cell.shown or cell.value is not None or cell.formula:
            cells[place] = cell
    return cells


def _cell(node: Element, strings: Sequence[str], formats: Sequence[CellFormat]) -> Cell:
    kind = attribute(node, "t", "n")
    held = child(node, "v")
    raw = "" if held is None else held.text or ""
    if kind == "s":
        index = _number(raw, -1)
        return Cell(strings[index] if 0 <= index < len(strings) else "", kind="text")
    if kind == "inlineStr":
        return Cell("".join(map(_rich_text, children(node, "is"))), kind="text")
    if kind == "b":
        return Cell("TRUE" if raw == "1" else "FALSE", kind="boolean")
    if kind != "n" or not raw:
        return Cell(raw, kind="text" if raw else "")
    try:
        value = float(raw)
    except ValueError:
        return Cell(raw)
    style = _number(attribute(node, "s"), 0)
    return formats[style].cell(value) if 0 <= style < len(formats) else CellFormat().cell(value)


def placed_cells(sheet: Element) -> Iterator[tuple[tuple[int, int], Element]]:
    """Iterate over the cells of a sheet, each with its row and column from 0. A cell that does not say where it is follows the
    one before.
    """
    row = -1
    for line in descendants(sheet, "row"):
        row = _number(attribute(line, "r"), row + 2) - 1
        column = -1
        for node in children(line, "c"):
            letters = attribute(node, "r").rstrip("0123456789")
            column = column_number(letters) if letters.isalpha() and len(letters) < 4 else column + 1
            yield (row, column), node


@dataclass(frozen=True, slots=True)
class _Shared:
    """A formula shared by many cells, with the cell in which it is written."""

    formula: str
    row: int
    column: int


def _formula(node: Element, at: tuple[int, int], shared: dict[str, _Shared]) -> str:
    own = next(children(node, "f"), None)
    if own is None:
        return ""
    text, index = (own.text or "").strip(), attribute(own, "si")
    if attribute(own, "t") == "shared" and index:
        if text:
            shared[index] = _Shared(text, *at)
        elif index in shared:
            first = shared[index]
            text = shifted(first.formula, at[0] - first.row, at[1] - first.column)
    text = _CONSTANT.sub(lambda found: found[0].removesuffix("()"), text)
    return f"={text}" if text and text not in _CONSTANTS else ""


def _number(text: str, otherwise: int) -> int:
    return int(text) if text.isdecimal() and len(text) < 10 else otherwise
