"""An opened workbook: its sheets, and the formatting of its cells (ECMA-376 part 1, chapter 18)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from xml.etree.ElementTree import Element

from ufo.conditions.readers.markup import along, attribute, child, children, descendants, local, text_in
from ufo.conditions.readers.ooxml.number_formats import words_of_code
from ufo.conditions.readers.ooxml.package import Package, is_on, theme_colours, tinted
from ufo.conditions.readers.ooxml.xlsx import open_workbook, placed_cells, read_workbook, sheet_parts
from ufo.conditions.readers.query import Asked, switch
from ufo.conditions.readers.sheets import named_sheet

_SWITCHES = {"b": "bold", "i": "italic", "u": "underline", "strike": "strikethrough"}
_INDEXED = (
    "000000", "ffffff", "ff0000", "00ff00", "0000ff", "ffff00", "ff00ff", "00ffff", "000000", "ffffff", "ff0000", "00ff00",
    "0000ff", "ffff00", "ff00ff", "00ffff", "800000", "008000", "000080", "808000", "800080", "008080", "c0c0c0", "808080",
)  # fmt: skip
_BUILT_IN = {
    1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 14: "mm-dd-yy", 15: "d-mmm-yy", 16: "d-mmm",
    17: "mmm-yy", 18: "h:mm", 19: "h:mm:ss", 20: "h:mm", 21: "h:mm:ss", 22: "m/d/yy h:mm", 49: "@",
}  # fmt: skip


class SheetPart:
    """One sheet. `root` is its XML. `part` is its name in the package."""

    def __init__(self, entry: Element, part: str, package: Package) -> None:
        self.name = attribute(entry, "name")
        self.hidden = attribute(entry, "state") in ("hidden", "veryHidden")
        self.root = package.root(part)
        tables = package.linked(part, "pivotTable")
        self.pivots = [(package.root(table), package.only(table, "pivotCacheDefinition")) for table in tables]
        self.comments = [
            note for held in package.linked(part, "comments") for note in descendants(package.root(held), "comment")
        ]
        drawings = package.linked(part, "drawing")
        self.pictures = sum(1 for drawing in drawings for _ in descendants(package.root(drawing), "pic"))

    def within(self, *names: str) -> Iterator[Element]:
        """Iterate over the sheet's elements at a path of names from its root."""
        return along(self.root, *names)

    @cached_property
    def cell_styles(self) -> Mapping[tuple[int, int], int]:
        """Return the number of each written cell's format, by row and column from 0."""
        numbers = ((place, attribute(cell, "s", "0")) for place, cell in placed_cells(self.root))
        return {place: int(number) for place, number in numbers if number.isdecimal()}


class XlsxFile:
    """A workbook, read at once, so that nothing has to be closed. Raises UnreadableDocument."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with open_workbook(path) as package:
            self.document = read_workbook(package)
            self.book = package.root(package.main)
            self.sheets = [SheetPart(entry, part, package) for entry, part in sheet_parts(package)]
            strings = along(package.only(package.main, "sharedStrings"), "si")
            self._rich = {str(at): item for at, item in enumerate(strings) if child(item, "r") is not None}
            self._styles = package.only(package.main, "styles")
            self._theme = theme_colours(package.only(package.main, "theme"))

    def sheet(self, asked: Asked) -> SheetPart:
        """Return the sheet asked for, or the first one where none is named. Raises UnreadableDocument."""
        return named_sheet(self.sheets, asked.sheet, lambda sheet: sheet.name, self.path.name)

    def asked_sheets(self, asked: Asked) -> Sequence[SheetPart]:
        return [self.sheet(asked)] if asked.sheet else self.sheets

    def runs(self, cell: Element) -> list[tuple[str, dict[str, str]]]:
        """Return the runs of a cell's text with their looks; none of a cell whose text has no looks of its own."""
        kind = attribute(cell, "t")
        item = child(cell, "is") if kind == "inlineStr" else None
        if kind == "s" and self._rich:
            item = self._rich.get(next((value.text or "" for value in children(cell, "v")), ""))
        if item is None:
            return []
        return [(text_in(run, "t"), self._letters(child(run, "rPr"))) for run in children(item, "r")]

    def _letters(self, font: Element | None) -> dict[str, str]:
        raised = {attribute(node, "val"): "on" for node in children(font, "vertAlign")} if font is not None else {}
        return self._looks_in(font, None) | raised

    def looks(self, style: int) -> dict[str, str]:
        """Return the formatting of the cell format with this index."""
        formats = self._table("cellXfs")
        if not 0 <= style < len(formats):
            return {}
        chosen = formats[style]
        found = self._looks_in(self._entry("fonts", chosen, "fontId"), self._entry("fills", chosen, "fillId"))
        for alignment in children(chosen, "alignment"):
            found["align"] = attribute(alignment, "horizontal")
        if any(attribute(protection, "locked") in ("0", "false") for protection in children(chosen, "protection")):
            found["locked"] = "off"
        code = self._code(attribute(chosen, "numFmtId", "0"))
        return {key: value for key, value in {**found, "format": words_of_code(code)}.items() if value}

    def differing(self, number: str) -> dict[str, str]:
        """Return the formatting of the differential format (dxf) with this index, to which a conditional format refers."""
        table = self._table("dxfs")
        if not number.isdecimal() or int(number) >= len(table):
            return {}
        chosen = table[int(number)]
        return self._looks_in(child(chosen, "font"), child(chosen, "fill"), differs=True)

    def _looks_in(self, font: Element | None, fill: Element | None, *, differs: bool = False) -> dict[str, str]:
        found: dict[str, str] = {}
        for part in font if font is not None else ():
            name = local(part)
            if name in _SWITCHES:
                found[_SWITCHES[name]] = switch(is_on(part))
            elif name == "color":
                found["colour"] = self._colour(part)
            elif name == "sz":
                found["size"] = f"{float(attribute(part, 'val', '0')):g}"
            elif name in ("name", "rFont"):
                found["font"] = attribute(part, "val")
        for pattern in along(fill, "patternFill"):
            # A conditional format keeps its fill colour as the background.
            order = ("bgColor", "fgColor") if differs else ("fgColor",)
            colours = [colour for name in order for colour in children(pattern, name)]
            is_filled = attribute(pattern, "patternType", "solid" if differs else "none") != "none"
            found["highlight"] = self._colour(colours[0]) if colours and is_filled else "none"
        return found

    def _colour(self, node: Element) -> str:
        value, theme, indexed = (attribute(node, name) for name in ("rgb", "theme", "indexed"))
        if value:
            return f"#{value[-6:].lower()}"
        if theme.isdecimal() and int(theme) < len(self._theme):
            return tinted(self._theme[int(theme)], float(attribute(node, "tint", "0")))
        if indexed.isdecimal() and int(indexed) < len(_INDEXED):
            return f"#{_INDEXED[int(indexed)]}"
        return "#000000" if indexed == "64" or attribute(node, "auto") else ""

    def _table(self, name: str) -> list[Element]:
        return list(next(along(self._styles, name), ()))

    def _entry(self, table: str, chosen: Element, name: str) -> Element | None:
        number = attribute(chosen, name, "0")
        entries = self._table(table)
        return entries[int(number)] if number.isdecimal() and int(number) < len(entries) else None

    def _code(self, number: str) -> str:
        own = (
            attribute(entry, "formatCode") for entry in self._table("numFmts") if attribute(entry, "numFmtId") == number
        )
        return next(own, _BUILT_IN.get(int(number) if number.isdecimal() else 0, ""))
