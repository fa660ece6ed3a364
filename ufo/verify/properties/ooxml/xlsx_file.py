"""An opened workbook: its sheets, and the formatting of its cells (ECMA-376 part 1, chapter 18)."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree.ElementTree import Element

from ufo.errors import UnreadableDocument
from ufo.verify.documents.markup import attribute, children, descendants, local
from ufo.verify.documents.model import Document
from ufo.verify.documents.ooxml.package import Package, is_on, relation_id, theme_colours, tinted
from ufo.verify.documents.ooxml.xlsx import read_workbook
from ufo.verify.properties.query import Asked

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

    def __init__(self, name: str, root: Element, part: str, package: Package, *, hidden: bool) -> None:
        self.name = name
        self.root = root
        self.hidden = hidden
        tables = package.linked(part, "pivotTable")
        self.pivots = [(package.root(one), package.only(one, "pivotCacheDefinition")) for one in tables]
        self.comments = [package.root(one) for one in package.linked(part, "comments")]
        drawings = package.linked(part, "drawing")
        self.pictures = sum(1 for one in drawings for _ in descendants(package.root(one), "pic"))

    def within(self, *names: str) -> list[Element]:
        """Return the sheet's elements at a path of names from its root."""
        found = [self.root]
        for name in names:
            found = [child for one in found for child in children(one, name)]
        return found


class XlsxFile:
    """A workbook, read at once, so that nothing has to be closed. Raises UnreadableDocument."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with Package(path) as package:
            self.document: Document = read_workbook(path, package.archive, package.root)
            self.book = package.root(package.main)
            targets = {one.id: one.target for one in package.relations(package.main)}
            self.sheets = [
                SheetPart(
                    attribute(node, "name"),
                    package.root(targets[relation_id(node)]),
                    targets[relation_id(node)],
                    package,
                    hidden=attribute(node, "state") in ("hidden", "veryHidden"),
                )
                for node in descendants(self.book, "sheet")
                if targets.get(relation_id(node), "") in package.archive
            ]
            self._styles = package.only(package.main, "styles")
            self._theme = theme_colours(package.only(package.main, "theme"))

    def sheet(self, asked: Asked) -> SheetPart:
        """Return the sheet asked for, or the first one where none is named. Raises UnreadableDocument."""
        found = next(
            (one for one in self.sheets if not asked.sheet or one.name.casefold() == asked.sheet.casefold()), None
        )
        if found is None:
            raise UnreadableDocument(f"{self.path.name} has no sheet {asked.sheet!r}")
        return found

    def asked_sheets(self, asked: Asked) -> list[SheetPart]:
        return [self.sheet(asked)] if asked.sheet else self.sheets

    def looks(self, style: int) -> dict[str, str]:
        """Return the formatting of the cell format with this index."""
        formats = self._table("cellXfs")
        if not 0 <= style < len(formats):
            return {}
        chosen = formats[style]
        found = self.looks_in(self._entry("fonts", chosen, "fontId"), self._entry("fills", chosen, "fillId"))
        for one in children(chosen, "alignment"):
            found["align"] = attribute(one, "horizontal")
        if any(attribute(one, "locked") in ("0", "false") for one in children(chosen, "protection")):
            found["locked"] = "off"
        code = self._code(attribute(chosen, "numFmtId", "0"))
        return {key: value for key, value in {**found, "format": format_of(code)}.items() if value}

    def differing(self, number: str) -> dict[str, str]:
        """Return the formatting of the differential format (dxf) with this index, to which a conditional format refers."""
        table = self._table("dxfs")
        if not number.isdecimal() or int(number) >= len(table):
            return {}
        chosen = table[int(number)]
        return self.looks_in(next(children(chosen, "font"), None), next(children(chosen, "fill"), None), differs=True)

    def looks_in(self, font: Element | None, fill: Element | None, *, differs: bool = False) -> dict[str, str]:
        found: dict[str, str] = {}
        for one in font if font is not None else ():
            name = local(one)
            if name in _SWITCHES:
                found[_SWITCHES[name]] = "on" if is_on(one) else "off"
            elif name == "color":
                found["colour"] = self._colour(one)
            elif name == "sz":
                found["size"] = f"{float(attribute(one, 'val', '0')):g}"
            elif name in ("name", "rFont"):
                found["font"] = attribute(one, "val")
        for pattern in children(fill, "patternFill") if fill is not None else ():
            # A conditional format keeps its fill colour as the background.
            order = ("bgColor", "fgColor") if differs else ("fgColor",)
            colours = [one for name in order for one in children(pattern, name)]
            is_filled = attribute(pattern, "patternType", "solid" if differs else "none") != "none"
            found["highlight"] = self._colour(colours[0]) if colours and is_filled else "none"
        return found

    def _colour(self, one: Element) -> str:
        value, theme, indexed = (attribute(one, name) for name in ("rgb", "theme", "indexed"))
        tint = attribute(one, "tint", "0")
        if value:
            return f"#{value[-6:].lower()}"
        if theme.isdecimal() and int(theme) < len(self._theme):
            return tinted(self._theme[int(theme)], float(tint))
        if indexed.isdecimal() and int(indexed) < len(_INDEXED):
            return f"#{_INDEXED[int(indexed)]}"
        return "#000000" if indexed == "64" or attribute(one, "auto") else ""

    def _table(self, name: str) -> list[Element]:
        holder = None if self._styles is None else next(children(self._styles, name), None)
        return [] if holder is None else list(holder)

    def _entry(self, table: str, chosen: Element, name: str) -> Element | None:
        number = attribute(chosen, name, "0")
        entries = self._table(table)
        return entries[int(number)] if number.isdecimal() and int(number) < len(entries) else None

    def _code(self, number: str) -> str:
        for one in self._table("numFmts"):
            if attribute(one, "numFmtId") == number:
                return attribute(one, "formatCode")
        return _BUILT_IN.get(int(number) if number.isdecimal() else 0, "")


def format_of(code: str) -> str:
    """Return a number format in the words of the property: "currency 2", "percent 0", "date"."""
    # "[$-409]" names a language and no currency.
    first = re.sub(r"\[\$-[^\]]*\]", "", code.split(";")[0])
    plain = re.sub(r'"[^"]*"|\\.|\[[^\]]*\]|_.|\*.', "", first)
    decimals = re.search(r"\.(0+)", plain)
    places = f" {len(decimals[1]) if decimals else 0}"
    if first.strip() == "@":
        return "text"
    if not plain or plain.casefold() == "general":
        return ""
    if re.search(r"[dy]", plain, re.IGNORECASE):
        return "date"
    if re.search(r"[hs]", plain, re.IGNORECASE):
        return "time"
    if "%" in plain:
        return f"percent{places}"
    if re.search(r"[$€£¥]|\[\$[^\-\]]", first):
        return f"currency{places}"
    return f"{'thousands' if ',' in plain else 'number'}{places}"
