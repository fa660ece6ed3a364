"""Reads saved spreadsheets: their cells, and the colours that they are seen in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from bench.minds.opendocument import name, part

_MOST_REPEATS = 2000
_CELL_NAME = re.compile(r"\$?([A-Z]+)\$?(\d+)$")


def words(element: ElementTree.Element) -> str:
    """Return all text in an element, with single spaces."""
    return " ".join("".join(element.itertext()).split())


@dataclass(frozen=True, slots=True)
class SheetCell:
    """A cell as it was saved. `value`: its number; `day`: its date in ISO 8601."""

    shown: str = ""
    kind: str = ""
    value: float | None = None
    day: str = ""
    style: str = ""


class Spreadsheet:
    """A saved spreadsheet: its sheets' cells, and the colours that they are seen in."""

    def __init__(self, path: Path) -> None:
        self.content = part(path)
        self.styles = part(path, "styles.xml")
        self.settings = part(path, "settings.xml")
        self._tables = list(self.content.iter(name("table:table")))

    @property
    def names(self) -> list[str]:
        return [table.get(name("table:name"), "") for table in self._tables]

    def rows(self, sheet: int = 0) -> list[list[SheetCell]]:
        """Return the cells of a sheet, row by row, up to the last that holds anything."""
        rows: list[list[SheetCell]] = []
        for row in self._tables[sheet].iter(name("table:table-row")):
            cells = list(_cells(row))
            while cells and not cells[-1].shown:
                cells.pop()
            times = int(row.get(name("table:number-rows-repeated"), "1"))
            rows += [cells] * min(times, _MOST_REPEATS)
        while rows and not rows[-1]:
            rows.pop()
        return rows

    def colours(self, style: str) -> set[str]:
        """Return the colours of letters and background that a style gives, its parents included."""
        found: set[str] = set()
        while style:
            element = self._style(style)
            if element is None:
                break
            for properties in element:
                found |= {
                    value.lower()
                    for key in ("fo:background-color", "fo:color")
                    if (value := properties.get(name(key))) and value.startswith("#")
                }
            style = element.get(name("style:parent-style-name"), "")
        return found

    def coloured_when(self, column: str, row: int, value: float) -> set[str]:
        """Return the colours that conditional formats give to a cell with this value. Rows count from 1."""
        found: set[str] = set()
        for rule in self.content.iter(name("calcext:conditional-format")):
            if not _holds(rule.get(name("calcext:target-range-address"), ""), column, row):
                continue
            for condition in rule.iter(name("calcext:condition")):
                if _applies(condition.get(name("calcext:value"), ""), value):
                    found |= self.colours(condition.get(name("calcext:apply-style-name"), ""))
        return found

    def frozen_rows(self) -> int:
        """Return how many rows at the top are frozen, on the sheet that has the most."""
        found = [0]
        for entry in self.settings.iter(name("config:config-item-map-entry")):
            items = {node.get(name("config:name")): node.text or "" for node in entry.iter(name("config:config-item"))}
            if items.get("VerticalSplitMode") == "2":
                found.append(int(items.get("VerticalSplitPosition", "0")))
        return max(found)

    def _style(self, wanted: str) -> ElementTree.Element | None:
        for root in (self.content, self.styles):
            for style in root.iter(name("style:style")):
                if wanted in (style.get(name("style:name")), style.get(name("style:display-name"))):
                    return style
        return None


def _cells(row: ElementTree.Element) -> Iterator[SheetCell]:
    for cell in row:
        if cell.tag not in (name("table:table-cell"), name("table:covered-table-cell")):
            continue
        value = cell.get(name("office:value"))
        sheet_cell = SheetCell(
            shown="\n".join(words(line) for line in cell.iter(name("text:p"))),
            kind=cell.get(name("office:value-type"), ""),
            value=float(value) if value else None,
            day=cell.get(name("office:date-value"), "")[:10],
            style=cell.get(name("table:style-name"), ""),
        )
        yield from [sheet_cell] * min(int(cell.get(name("table:number-columns-repeated"), "1")), _MOST_REPEATS)


def _holds(address: str, column: str, row: int) -> bool:
    for area in address.split():
        corners = [_CELL_NAME.search(corner) for corner in area.split(":")]
        first, last = corners[0], corners[-1]
        if first is None or last is None:
            continue
        # Columns of one letter are enough here.
        if first[1] <= column <= last[1] and int(first[2]) <= row <= int(last[2]):
            return True
    return False


def _applies(condition: str, value: float) -> bool:
    found = re.fullmatch(r"\s*(>=|>)\s*([\d.]+)\s*", condition)
    if found is None:
        return False
    return value >= float(found[2]) if found[1] == ">=" else value > float(found[2])


def is_red(colours: set[str]) -> bool:
    return any(red >= 150 and max(green, blue) <= 100 for red, green, blue in map(_rgb, colours))


def is_yellow(colours: set[str]) -> bool:
    return any(min(red, green) >= 190 and blue <= 160 for red, green, blue in map(_rgb, colours))


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
