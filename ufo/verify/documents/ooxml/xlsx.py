"""Reads Office Open XML workbooks (ECMA-376 part 1, SpreadsheetML)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from xml.etree.ElementTree import Element

from ufo.verify.documents.archive import Archive
from ufo.verify.documents.markup import attribute, children, descendants, local, parse_xml
from ufo.verify.documents.model import Cell, Chart, Document, Sheet
from ufo.verify.documents.ooxml.relations import Relation, relations
from ufo.verify.documents.ooxml.xlsx_chart import chart_of
from ufo.verify.documents.ooxml.xlsx_format import CellFormat, read_formats
from ufo.verify.documents.references import column_number, shifted

_CONSTANTS = ("TRUE", "FALSE")
_CONSTANT = re.compile(r'"[^"]*"|\b(?:TRUE|FALSE)\(\)')
"""LibreOffice writes both constants as functions. What is quoted stays."""
Parse = Callable[[str], Element]
"""Parses a part of the workbook, by its name."""


def read_xlsx(path: Path) -> Document:
    with Archive(path) as archive:
        return read_workbook(path, archive, lambda part: parse_xml(archive.read(part), f"{path.name} ({part})"))


def read_workbook(path: Path, archive: Archive, parse: Parse) -> Document:
    """Read an opened workbook. Raises UnreadableDocument."""
    book_name = next((one.target for one in relations(archive, "") if one.kind == "officeDocument"), "xl/workbook.xml")
    book = parse(book_name)
    linked = {one.id: one for one in relations(archive, book_name)}
    by_kind = {one.kind: one.target for one in linked.values()}
    reader = _Reader(
        parse, _strings(archive, by_kind, parse), read_formats(archive, by_kind.get("styles", ""), _is_1904(book))
    )
    sheets: list[Sheet] = []
    charts: list[Chart] = []
    for name, part in _sheets(book, linked):
        if part in archive:
            sheets.append(Sheet(name, reader.cells(part)))
            charts += _charts(archive, part, name, parse)
    return Document(path, sheets=tuple(sheets), charts=tuple(charts))


def _is_1904(book: Element) -> bool:
    return any(attribute(node, "date1904") in ("1", "true") for node in children(book, "workbookPr"))


def _sheets(book: Element, linked: Mapping[str, Relation]) -> Iterator[tuple[str, str]]:
    for node in descendants(book, "sheet"):
        relation = linked.get(attribute(node, "id"))
        if relation is not None:
            yield attribute(node, "name"), relation.target


def _strings(archive: Archive, by_kind: Mapping[str, str], parse: Parse) -> tuple[str, ...]:
    name = by_kind.get("sharedStrings", "")
    if name not in archive:
        return ()
    return tuple(_rich_text(item) for item in children(parse(name), "si"))


def _rich_text(item: Element) -> str:
    """Join the texts and runs. The phonetic readings of East Asian text are left out."""
    parts = []
    for child in item:
        if local(child) == "t":
            parts.append(child.text or "")
        elif local(child) == "r":
            parts += [text.text or "" for text in children(child, "t")]
    return "".join(parts)


class _Reader:
    def __init__(self, parse: Parse, strings: Sequence[str], formats: Sequence[CellFormat]) -> None:
        self._parse = parse
        self._strings = strings
        self._formats = formats

    def cells(self, part: str) -> dict[tuple[int, int], Cell]:
        cells: dict[tuple[int, int], Cell] = {}
        shared: dict[str, _Shared] = {}
        for place, node in placed_cells(self._parse(part)):
            cell = self._cell(node)
            if formula := _formula(node, place, shared):
                cell = replace(cell, formula=formula)
            if cell.shown or cell.value is not None or cell.formula:
                cells[place] = cell
        return cells

    def _cell(self, node: Element) -> Cell:
        kind = attribute(node, "t", "n")
        raw = next((value.text or "" for value in children(node, "v")), "")
        if kind == "s":
            index = _number(raw, -1)
            return Cell(self._strings[index] if 0 <= index < len(self._strings) else "", kind="text")
        if kind == "inlineStr":
            return Cell("".join(_rich_text(item) for item in children(node, "is")), kind="text")
        if kind == "b":
            return Cell("TRUE" if raw == "1" else "FALSE", kind="boolean")
        if kind != "n" or not raw:
            return Cell(raw, kind="text" if raw else "")
        try:
            value = float(raw)
        except ValueError:
            return Cell(raw)
        style = _number(attribute(node, "s"), 0)
        return self._formats[style].cell(value) if 0 <= style < len(self._formats) else CellFormat().cell(value)


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


def _charts(archive: Archive, part: str, sheet: str, parse: Parse) -> Iterator[Chart]:
    drawings = [one.target for one in relations(archive, part) if one.kind == "drawing"]
    for drawing in drawings:
        for relation in relations(archive, drawing):
            if relation.kind == "chart" and relation.target in archive:
                yield from chart_of(parse(relation.target), sheet)
