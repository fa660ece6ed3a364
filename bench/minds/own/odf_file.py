"""Writes the smallest OpenDocument files that LibreOffice opens, and reads what it saved: without its help and without ours."""

from __future__ import annotations

import zipfile
from pathlib import Path
from xml.etree import ElementTree

NAMES = {
    name: f"urn:oasis:names:tc:opendocument:xmlns:{rest}:1.0"
    for name, rest in (
        ("office", "office"),
        ("style", "style"),
        ("text", "text"),
        ("table", "table"),
        ("draw", "drawing"),
        ("presentation", "presentation"),
        ("svg", "svg-compatible"),
        ("fo", "xsl-fo-compatible"),
        ("manifest", "manifest"),
    )
} | {"xlink": "http://www.w3.org/1999/xlink"}
_KINDS = {".odt": "text", ".ods": "spreadsheet", ".odg": "graphics", ".odp": "presentation"}


def write_odf(path: Path, body: str, automatic: str = "") -> None:
    """Write a document of the kind that the ending says. `body` stands in its text, spreadsheet, drawing or presentation;
    `automatic` are its automatic styles."""
    kind = f"application/vnd.oasis.opendocument.{_KINDS[path.suffix]}"
    inner = "drawing" if path.suffix == ".odg" else _KINDS[path.suffix]
    names = " ".join(f'xmlns:{name}="{address}"' for name, address in NAMES.items())
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {names} office:version="1.3">'
        f"<office:automatic-styles>{automatic}</office:automatic-styles>"
        f"<office:body><office:{inner}>{body}</office:{inner}></office:body></office:document-content>"
    )
    entries = "".join(
        f'<manifest:file-entry manifest:full-path="{place}" manifest:media-type="{media}"/>'
        for place, media in (("/", kind), ("content.xml", "text/xml"), ("styles.xml", "text/xml"))
    )
    manifest = (
        f'<manifest:manifest xmlns:manifest="{NAMES["manifest"]}" manifest:version="1.3">{entries}</manifest:manifest>'
    )
    styles = f'<office:document-styles {names} office:version="1.3">{_A4}</office:document-styles>'
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("mimetype", kind, zipfile.ZIP_STORED)
        packed.writestr("content.xml", content)
        packed.writestr("styles.xml", styles)
        packed.writestr("META-INF/manifest.xml", manifest)


_A4 = """<office:automatic-styles><style:page-layout style:name="A4"><style:page-layout-properties fo:page-width="21cm"
fo:page-height="29.7cm" fo:margin="2cm"/></style:page-layout></office:automatic-styles><office:master-styles>
<style:master-page style:name="Default" style:page-layout-name="A4"/></office:master-styles>"""


def content_of(path: Path) -> ElementTree.Element | None:
    """Return the content as it was saved, None where there is no such document."""
    try:
        with zipfile.ZipFile(path) as packed:
            return ElementTree.fromstring(packed.read("content.xml"))
    except (OSError, KeyError, zipfile.BadZipFile, ElementTree.ParseError):
        return None


def name(short: str) -> str:
    """Return ElementTree's form of a name such as `draw:frame`."""
    prefix, _, local = short.partition(":")
    return f"{{{NAMES[prefix]}}}{local}"


def words(element: ElementTree.Element) -> str:
    return " ".join(" ".join(element.itertext()).split())


def fill_of(content: ElementTree.Element, shape: ElementTree.Element) -> str:
    """Return the colour of a shape's area as `#rrggbb`, "" for none or one that the document's own styles do not tell."""
    styles = {one.get(name("style:name")): one for one in content.iter(name("style:style"))}
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
