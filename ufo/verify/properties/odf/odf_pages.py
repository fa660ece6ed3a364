"""Reads the page set-up of an OpenDocument file: page layouts, and the text in headers and footers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element

from ufo.errors import UnreadableDocument
from ufo.schema.property_values import millimetres
from ufo.verify.documents.markup import attribute, children, descendants, local
from ufo.verify.documents.odf.odf import text_of
from ufo.verify.documents.odf.odf_file import OdfFile
from ufo.verify.documents.odf.odf_looks import blocks_with_looks
from ufo.verify.properties.query import Asked, Reader, Reading, bands_named, tell

_STANDARD = ("Standard", "Default", "PageStyle_5f_Default")


def masters(file: OdfFile, asked: Asked) -> list[Element]:
    """Return the master pages that are in use. Of a spreadsheet, return those of the sheet asked for. Raises
    UnreadableDocument.
    """
    kind = local(file.body)
    known = [style for style in file.everywhere("master-page")]
    by_name = {attribute(style, "name"): style for style in known}
    if not by_name:
        raise UnreadableDocument(f"{file.path.name} does not say how its pages are set up")
    used = {"text": _of_text, "spreadsheet": _of_sheets, "presentation": _of_slides, "drawing": _of_slides}[kind](
        file, asked
    )
    first = next((by_name[name] for name in _STANDARD if name in by_name), known[0])
    return list({id(found): found for found in (by_name.get(name, first) for name in used)}.values())


def _of_text(file: OdfFile, asked: Asked) -> Iterator[str]:
    """Iterate over the master pages that a text uses. Its first paragraph names the first one; later blocks may switch to
    another.
    """
    styles = {(attribute(one, "family"), attribute(one, "name")): one for one in file.styled()}
    blocks = [block for block in file.body.iter() if local(block) in ("p", "h", "table")]
    for place, block in enumerate(blocks):
        family = "table" if local(block) == "table" else "paragraph"
        name = _master_of(styles, family, attribute(block, "style-name"))
        if name or not place:
            yield name
    if not blocks:
        yield ""


def _master_of(styles: dict[tuple[str, str], Element], family: str, name: str) -> str:
    seen: set[str] = set()
    while name and name not in seen:
        seen.add(name)
        style = styles.get((family, name))
        if style is None:
            return ""
        if "master-page-name" in {key.rpartition("}")[2] for key in style.attrib}:
            return attribute(style, "master-page-name")
        name = attribute(style, "parent-style-name")
    return ""


def _of_sheets(file: OdfFile, asked: Asked) -> Iterator[str]:
    styles = {(attribute(one, "family"), attribute(one, "name")): one for one in file.styled()}
    for sheet in children(file.body, "table"):
        if not asked.sheet or attribute(sheet, "name").casefold() == asked.sheet.casefold():
            yield _master_of(styles, "table", attribute(sheet, "style-name"))


def _of_slides(file: OdfFile, asked: Asked) -> Iterator[str]:
    return (attribute(slide, "master-page-name") for slide in children(file.body, "page"))


def layouts(file: OdfFile, asked: Asked) -> Iterator[Element]:
    """Iterate over the page-layout-properties of each master page in use. Raises UnreadableDocument."""
    by_name = {attribute(one, "name"): one for one in file.everywhere("page-layout")}
    for master in masters(file, asked):
        layout = by_name.get(attribute(master, "page-layout-name"))
        properties = None if layout is None else next(children(layout, "page-layout-properties"), None)
        if properties is None:
            raise UnreadableDocument(f"{file.path.name} does not say how its pages are set up")
        yield properties


def _size(properties: Element) -> tuple[float, float] | None:
    width, height = (millimetres(attribute(properties, name)) for name in ("page-width", "page-height"))
    return None if width is None or height is None else (width, height)


def orientation(file: OdfFile, asked: Asked) -> Iterator[Reading]:
    for properties in layouts(file, asked):
        size = _size(properties)
        said = attribute(properties, "print-orientation", "portrait")
        yield Reading(said if size is None else "landscape" if size[0] > size[1] else "portrait")


def paper(file: OdfFile, asked: Asked) -> Iterator[Reading]:
    for properties in layouts(file, asked):
        size = _size(properties)
        if size is None:
            raise UnreadableDocument(f"{file.path.name} does not say the size of its pages")
        yield Reading(f"{size[0]:.1f} x {size[1]:.1f} mm")


def length_of(value: str) -> str:
    """Return a length of the file in the spelling of conditions, "" where it is none."""
    length = millimetres(value)
    return "" if length is None else f"{length:.2f} mm"


def margin(side: str) -> Reader:
    def read(file: OdfFile, asked: Asked) -> Iterator[Reading]:
        for properties in layouts(file, asked):
            length = millimetres(attribute(properties, f"margin-{side}") or attribute(properties, "margin"))
            if length is None:
                raise UnreadableDocument(f"{file.path.name} does not say its {side} margin")
            yield Reading(f"{length:.2f} mm")

    return read


def band(name: str) -> Reader:
    """Return a reader of the text in the header or the footer. It reads "none" for nothing and "a field" for fields without
    text.
    """

    def read(file: OdfFile, asked: Asked) -> Iterator[Reading]:
        for master in masters(file, asked):
            shown = [part for part in _bands(master, name)]
            text = " ".join(" ".join(text_of(part) for part in shown).split())
            yield Reading(text or ("none" if not any(_has_field(part) for part in shown) else "a field"))

    return read


def _bands(master: Element, name: str) -> Iterable[Element]:
    kinds = (name, f"{name}-left", f"{name}-first")
    return (part for part in master if local(part) in kinds and attribute(part, "display") != "false")


def _has_field(part: Element) -> bool:
    return any(local(one) in ("page-number", "page-count", "date", "time", "file-name", "title") for one in part.iter())


def alignment_of_bands(file: OdfFile) -> Iterator[tuple[str, str]]:
    """Iterate over ("footer align", "center"): how what stands in the header and in the footer is aligned. Raises
    UnreadableDocument.
    """
    for name in ("header", "footer"):
        parts = [part for master in masters(file, Asked("")) for part in _bands(master, name)]
        blocks = (found for part in parts for found in blocks_with_looks(file, part))
        filled = [look for block, look, _ in blocks if text_of(block).strip() or _has_field(block)]
        if filled:
            yield f"{name} align", ", ".join(dict.fromkeys(look.get("align", "left") for look in filled))


def page_number(file: OdfFile, asked: Asked) -> list[Reading]:
    found = set()
    for master in masters(file, asked):
        there = (
            any(next(descendants(part, "page-number"), None) is not None for part in _bands(master, name))
            for name in ("header", "footer")
        )
        found.add(bands_named(*there))
    return [Reading(value) for value in sorted(found)]


def columns(file: OdfFile, asked: Asked) -> list[Reading]:
    """Return the most columns that the page or a section in use has."""
    counts = [1]
    for properties in layouts(file, asked):
        counts += [_count(part) for part in children(properties, "columns")]
    used = {attribute(section, "style-name") for section in descendants(file.body, "section")}
    for style in file.styled():
        if attribute(style, "family") == "section" and attribute(style, "name") in used:
            counts += [_count(part) for part in descendants(style, "columns")]
    return tell(max(counts))


def _count(part: Element) -> int:
    text = attribute(part, "column-count", "1")
    return int(text) if text.isdecimal() and len(text) < 4 else 1


PAGES: dict[str, Reader] = {
    "page orientation": orientation,
    "page size": paper,
    "page number": page_number,
    "header": band("header"),
    "footer": band("footer"),
    **{f"{side} margin": margin(side) for side in ("left", "right", "top", "bottom")},
}
