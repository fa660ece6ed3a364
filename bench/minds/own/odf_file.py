"""What the tasks here need of OpenDocument files: A4 pages to begin with, and the words, fills and rows that were saved."""

from __future__ import annotations

import zipfile
from pathlib import Path
from xml.etree import ElementTree

from bench.minds.opendocument import NAMES, name, part, write_document

_A4 = """<office:automatic-styles><style:page-layout style:name="A4"><style:page-layout-properties fo:page-width="21cm"
fo:page-height="29.7cm" fo:margin="2cm"/></style:page-layout></office:automatic-styles><office:master-styles>
<style:master-page style:name="Default" style:page-layout-name="A4"/></office:master-styles>"""


def write_odf(path: Path, body: str, automatic: str = "") -> None:
    """Write a document on A4 pages. `body` stands in its text, spreadsheet, drawing or presentation."""
    write_document(path, body, automatic, _A4)


def content_of(path: Path) -> ElementTree.Element | None:
    """Return the content as it was saved, or None where there is no such document."""
    try:
        return part(path)
    except (OSError, KeyError, zipfile.BadZipFile, ElementTree.ParseError):
        return None


def words(element: ElementTree.Element) -> str:
    return " ".join(" ".join(element.itertext()).split())


def fill_of(content: ElementTree.Element, shape: ElementTree.Element) -> str:
    """Return the colour of a shape's area as `#rrggbb`, "" for none or one that the document's own styles do not tell."""
    styles = {node.get(name("style:name")): node for node in content.iter(name("style:style"))}
    style = styles.get(shape.get(name("draw:style-name")))
    properties = None if style is None else style.find("style:graphic-properties", NAMES)
    if properties is None or properties.get(name("draw:fill"), "solid") != "solid":
        return ""
    return properties.get(name("draw:fill-color"), "")


def rows_of(content: ElementTree.Element, sheet: int = 0) -> list[list[str]]:
    """Return what a sheet's cells hold: dates and numbers as they were saved, other cells by their text; without empty ends."""
    tables = list(content.iter(name("table:table")))
    rows = []
    for row in tables[sheet].iter(name("table:table-row")) if len(tables) > sheet else ():
        cells: list[str] = []
        for cell in row:
            value = cell.get(name("office:date-value")) or cell.get(name("office:value")) or words(cell)
            cells += [value] * min(int(cell.get(name("table:number-columns-repeated"), "1")), 50 if value else 1)
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            rows.append(cells)
    return rows
