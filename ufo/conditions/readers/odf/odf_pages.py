"""Reads the page set-up of an OpenDocument file: page layouts, and the text in headers and footers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from xml.etree.ElementTree import Element

from ufo.conditions.readers.markup import attribute, child, children, descendant, descendants, local
from ufo.conditions.readers.odf.odf_file import OdfFile, text_of
from ufo.conditions.readers.odf.odf_looks import blocks_with_looks
from ufo.conditions.readers.query import Asked, Reader, Reading, bands_named, each, length, lying, paper, tell
from ufo.errors import UnreadableDocument
from ufo.schema.property_values import millimetres

_STANDARD = ("Standard", "Default", "PageStyle_5f_Default")
_FIELDS = ("page-number", "page-count", "date", "time", "file-name", "title")
_Styled = Mapping[tuple[str, str], Element]


def masters(file: OdfFile, asked: Asked) -> list[Element]:
    """Return the master pages that are in use. Of a spreadsheet, return those of the sheet asked for. Raises
    UnreadableDocument.
    """
    known = list(file.everywhere("master-page"))
    by_name = {attribute(style, "name"): style for style in known}
    if not by_name:
        raise UnreadableDocument(f"{file.path.name} does not say how its pages are set up")
    first = next((by_name[name] for name in _STANDARD if name in by_name), known[0])
    return list({id(found): found for found in (by_name.get(name, first) for name in _used(file, asked))}.values())


def _used(file: OdfFile, asked: Asked) -> Iterator[str]:
    """Iterate over the names of the master pages that the file uses, "" for the standard one."""
    kind = local(file.body)
    if kind in ("presentation", "drawing"):
        yield from (attribute(slide, "master-page-name") for slide in children(file.body, "page"))
        return
    styles = {(attribute(style, "family"), attribute(style, "name")): style for style in file.styled()}
    if kind == "spreadsheet":
        for sheet in children(file.body, "table"):
            if not asked.sheet or attribute(sheet, "name").casefold() == asked.sheet.casefold():
                yield _master_of(styles, "table", attribute(sheet, "style-name"))
        return
    named = [name for _, name in _of_blocks(file, styles)]
    yield from (name for place, name in enumerate(named) if name or not place)
    if not named:
        yield ""


def _of_blocks(file: OdfFile, styles: _Styled) -> Iterator[tuple[Element, str]]:
    """Iterate over the blocks of a text with the master page that each names, "" for none. The first one names that of the text,
    and later ones may switch to another.
    """
    for block in file.body.iter():
        if local(block) in ("p", "h", "table"):
            family = "table" if local(block) == "table" else "paragraph"
            yield block, _master_of(styles, family, attribute(block, "style-name"))


def _master_of(styles: _Styled, family: str, name: str) -> str:
    seen: set[str] = set()
    while name and name not in seen and (family, name) in styles:
        seen.add(name)
        style = styles[family, name]
        if "master-page-name" in {key.rpartition("}")[2] for key in style.attrib}:
            return attribute(style, "master-page-name")
        name = attribute(style, "parent-style-name")
    return ""


def layouts(file: OdfFile, asked: Asked) -> Iterator[Element]:
    """Iterate over the page-layout-properties of each master page in use. Raises UnreadableDocument."""
    by_name = {attribute(layout, "name"): layout for layout in file.everywhere("page-layout")}
    for master in masters(file, asked):
        layout = by_name.get(attribute(master, "page-layout-name"))
        properties = None if layout is None else child(layout, "page-layout-properties")
        if properties is None:
            raise UnreadableDocument(f"{file.path.name} does not say how its pages are set up")
        yield properties


def _size(properties: Element) -> tuple[float, float] | None:
    width, height = (millimetres(attribute(properties, name)) for name in ("page-width", "page-height"))
    return None if width is None or height is None else (width, height)


def _orientation(file: OdfFile, properties: Element) -> str:
    size = _size(properties)
    return attribute(properties, "print-orientation", "portrait") if size is None else lying(*size)


def orientation_of_blocks(file: OdfFile) -> Mapping[Element, str]:
    """Return how the page lies of paragraphs and tables of a text whose page lies otherwise than the first."""
    styles = {(attribute(style, "family"), attribute(style, "name")): style for style in file.styled()}
    lie = {attribute(master, "name"): _lies(file, master) for master in file.everywhere("master-page")}
    now = next((lie[name] for name in _STANDARD if name in lie), next(iter(lie.values()), ""))
    found: dict[Element, str] = {}
    for block, name in _of_blocks(file, styles):
        now = lie.get(name, now)
        found[block] = now
    first = next(iter(found.values()), "")
    return {block: lies for block, lies in found.items() if lies and lies != first}


def _lies(file: OdfFile, master: Element) -> str:
    named = attribute(master, "page-layout-name")
    layouts = (layout for layout in file.everywhere("page-layout") if attribute(layout, "name") == named)
    properties = next((child(layout, "page-layout-properties") for layout in layouts), None)
    return "" if properties is None else _orientation(file, properties)


def _paper(file: OdfFile, properties: Element) -> str:
    size = _size(properties)
    if size is None:
        raise UnreadableDocument(f"{file.path.name} does not say the size of its pages")
    return paper(*size)


page_orientation, page_size = each(layouts, _orientation), each(layouts, _paper)


def margin(side: str) -> Reader:
    def told(file: OdfFile, properties: Element) -> str:
        found = millimetres(attribute(properties, f"margin-{side}") or attribute(properties, "margin"))
        if found is None:
            raise UnreadableDocument(f"{file.path.name} does not say its {side} margin")
        return length(found)

    return each(layouts, told)


def band(name: str) -> Reader:
    """Return a reader of the text in the header or the footer. It reads "none" for nothing and "a field" for fields without
    text.
    """

    def told(file: OdfFile, master: Element) -> str:
        shown = list(_bands(master, name))
        text = " ".join(" ".join(text_of(part) for part in shown).split())
        return text or ("a field" if any(map(_has_field, shown)) else "none")

    return each(masters, told)


def _bands(master: Element, name: str) -> Iterable[Element]:
    kinds = (name, f"{name}-left", f"{name}-first")
    return (part for part in master if local(part) in kinds and attribute(part, "display") != "false")


def _has_field(part: Element) -> bool:
    return any(local(field) in _FIELDS for field in part.iter())


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
    return [Reading(value) for value in sorted({_numbered(master) for master in masters(file, asked)})]


def _numbered(master: Element) -> str:
    header, footer = (
        any(descendant(part, "page-number") is not None for part in _bands(master, name))
        for name in ("header", "footer")
    )
    return bands_named(header, footer)


def columns(file: OdfFile, asked: Asked) -> list[Reading]:
    """Return the most columns that the page or a section in use has."""
    used = {attribute(section, "style-name") for section in descendants(file.body, "section")}
    sections = (style for style in file.styled("section") if attribute(style, "name") in used)
    parts = [part for properties in layouts(file, asked) for part in children(properties, "columns")]
    parts += [part for style in sections for part in descendants(style, "columns")]
    counts = (attribute(part, "column-count", "1") for part in parts)
    return tell(max([1, *(int(count) for count in counts if count.isdecimal() and len(count) < 4)]))
