"""Reads text documents and presentations into paragraphs with their formatting, and slides."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar
from xml.etree.ElementTree import Element

from ufo.conditions.properties import readers_of
from ufo.conditions.readers.markup import attribute, children, descendants, local, value_of
from ufo.conditions.readers.odf.odf import read_odf
from ufo.conditions.readers.odf.odf_file import OdfFile
from ufo.conditions.readers.odf.odf_looks import Styles, blocks_with_looks
from ufo.conditions.readers.odf.odf_pages import alignment_of_bands as odt_alignment
from ufo.conditions.readers.odf.odf_pages import orientation_of_blocks
from ufo.conditions.readers.odf.odp import slides
from ufo.conditions.readers.ooxml.docx_file import DocxFile
from ufo.conditions.readers.ooxml.docx_properties import alignment_of_bands as docx_alignment
from ufo.conditions.readers.ooxml.pptx_file import PptxFile, SlidePart, read_pptx
from ufo.conditions.readers.ooxml.pptx_looks import inherited_look, runs_with_looks
from ufo.conditions.readers.query import Asked, lying
from ufo.errors import UnreadableDocument
from ufo.proof.difference.content import Content, Look, Paragraph, Picture, Slide, TableCell
from ufo.proof.difference.reading.pictures_within import (
    Frame,
    docx_frames,
    frames_in_text,
    odf_frames,
    pptx_frames,
    read_pictures,
)
from ufo.proof.difference.reading.plain_content import properties_of
from ufo.proof.difference.reading.remarks_within import docx_remarks, odt_remarks
from ufo.proof.difference.reading.sheet_content import plain_looks

COLUMNS, ORIENTATION = "columns", "page orientation"
T = TypeVar("T")
_ODT, _DOCX, _ODP, _PPTX = map(readers_of, (".odt", ".docx", ".odp", ".pptx"))
_OF_LETTERS = (
    "bold", "italic", "underline", "strikethrough", "small caps", "colour", "highlight", "size", "font", "superscript",
    "subscript", "link", "position",
)  # fmt: skip
_OF_PARAGRAPHS = (
    "style", "heading level", "list", "numbering", "list level", "align", "line spacing", "space above", "space below", "indent",
    "first line", "page break",
)  # fmt: skip
_OF_DOCUMENT = (
    "page orientation", "page size", "left margin", "right margin", "top margin", "bottom margin", "header", "footer",
    "page number", "table of contents", "contents entries", "tracked changes", "change recording", "footnotes", "endnotes",
    "note text", "comments", "columns", "tables", "sections", "default font", "default size",
)  # fmt: skip
_OF_SLIDES = ("page orientation", "page size", "master font", "master size", "master colour")
_OF_SLIDE = ("layout", "slide background", "notes", "transition", "advance after", "hidden slide", "charts", "bullets")


def read_docx_content(path: Path) -> Content:
    file = DocxFile(path)
    cells = table_cells(file.body, OFFICE_OPEN_XML)
    blocks = list(file.paragraphs())
    sections = docx_sections(file.body)
    paragraphs = tuple(
        _in_section(_docx_paragraph(file, found, cells.get(found)), sections.get(found, {})) for found in blocks
    )
    texts = [(block, paragraph.text) for block, paragraph in zip(blocks, paragraphs, strict=True)]
    pictures = _in_text(path, frames_in_text(texts, docx_frames(file.pictures)))
    properties = {**dict(properties_of(file, _DOCX, _OF_DOCUMENT)), **dict(_alignment(file, docx_alignment))}
    defaults = plain_looks(file.letters_without_style(), _OF_LETTERS)
    found = Content(paragraphs=paragraphs, properties=properties, defaults=defaults, pictures=pictures)
    return replace(found, remarks=docx_remarks(file, blocks))


def _in_text(path: Path, frames: list[Frame]) -> tuple[Picture, ...]:
    within, elsewhere = read_pictures(path, [frames])
    return within + elsewhere


def _alignment(file: T, read: Callable[[T], Iterable[tuple[str, str]]]) -> list[tuple[str, str]]:
    """Return how header and footer are aligned; nothing where the file does not say how its pages are set up."""
    with suppress(UnreadableDocument):
        return list(read(file))
    return []


def _in_section(paragraph: Paragraph, look: Look) -> Paragraph:
    return replace(paragraph, look={**paragraph.look, **look}) if look else paragraph


def _docx_paragraph(file: DocxFile, paragraph: Element, cell: TableCell | None) -> Paragraph:
    base = _docx_base(file, paragraph)
    return _paragraph([(text, {**look, **base}) for text, look in file.runs(paragraph)], base, cell)


def _docx_base(file: DocxFile, paragraph: Element) -> Look:
    style = file.style_of(paragraph)
    return {"style": _capital(file.style_name(style)), "heading level": str(file.heading_level(paragraph))}


def _capital(name: str) -> str:
    """Return the name of a style as people see it: some programs keep those of their own in small letters."""
    return name[:1].upper() + name[1:]


def read_odt_content(path: Path) -> Content:
    file = OdfFile(path)
    cells = table_cells(file.body, OPEN_DOCUMENT)
    blocks = list(blocks_with_looks(file))
    sections = odt_sections(file)
    paragraphs = tuple(
        _in_section(_paragraph(runs, base, cells.get(block)), sections.get(block, {})) for block, base, runs in blocks
    )
    texts = [(block[0], paragraph.text) for block, paragraph in zip(blocks, paragraphs, strict=True)]
    pictures = _in_text(path, frames_in_text(texts, odf_frames))
    properties = {**dict(properties_of(file, _ODT, _OF_DOCUMENT)), **dict(_alignment(file, odt_alignment))}
    found = Content(paragraphs=paragraphs, properties=properties, defaults=_odf_defaults(file), pictures=pictures)
    return replace(found, remarks=odt_remarks(file.body, [block for block, _, _ in blocks]))


def _odf_defaults(file: OdfFile) -> Look:
    return plain_looks(Styles(file).defaults("paragraph"), (*_OF_LETTERS, *_OF_PARAGRAPHS))


def _paragraph(runs: Iterable[tuple[str, Look]], base: Look, cell: TableCell | None = None) -> Paragraph:
    """Return a paragraph. What all of its runs share of a paragraph's formatting is that of the whole."""
    found = list(runs)
    whole = {**base, **(found[0][1] if found else {})}
    own = tuple((text, plain_looks(look, _OF_LETTERS)) for text, look in found)
    return Paragraph("".join(text for text, _ in found), plain_looks(whole, _OF_PARAGRAPHS), own, cell=cell)


def read_pptx_content(path: Path) -> Content:
    file = PptxFile(path)
    found = []
    for number, slide in enumerate(file.slides, 1):
        shapes = [*descendants(slide.root, "sp"), *descendants(slide.root, "graphicFrame")]
        cells = table_cells(slide.root, OFFICE_OPEN_XML)
        holders = {id(paragraph): shape for shape in shapes for paragraph in descendants(shape, "p")}
        paragraphs = tuple(
            replace(_of_slide(slide, holders.get(id(paragraph)), paragraph), cell=cells.get(paragraph))
            for paragraph in descendants(slide.root, "p")
            if any(local(child) in ("r", "fld", "br") for child in paragraph)
        )
        found.append(Slide(paragraphs, dict(properties_of(file, _PPTX, _OF_SLIDE, page=number))))
    charts = read_pptx(path).charts if _have_charts(found) else ()
    properties = dict(properties_of(file, _PPTX, _OF_SLIDES))
    frames = [list(pptx_frames(slide.pictures, slide.root)) for slide in file.slides]
    drawn, pictures = _with_pictures(path, found, frames)
    return Content(slides=drawn, charts=charts, properties=properties, pictures=pictures)


def _with_pictures(
    path: Path, found: list[Slide], frames: list[list[Frame]]
) -> tuple[tuple[Slide, ...], tuple[Picture, ...]]:
    """Return the slides with their pictures, and those that stand on none of them."""
    *pages, elsewhere = read_pictures(path, frames)
    return tuple(replace(slide, pictures=held) for slide, held in zip(found, pages, strict=True)), elsewhere


def _have_charts(found: Iterable[Slide]) -> bool:
    return any(slide.properties.get("charts", "0") != "0" for slide in found)


def _of_slide(slide: SlidePart, shape: Element | None, paragraph: Element) -> Paragraph:
    found = _paragraph(runs_with_looks(paragraph), {})
    inherited = {} if shape is None else inherited_look(slide, shape, paragraph)
    return replace(found, inherited=plain_looks(inherited, (*_OF_LETTERS, *_OF_PARAGRAPHS)))


def read_odp_content(path: Path) -> Content:
    """Read a presentation or a drawing."""
    file = OdfFile(path)
    found = []
    pages = slides(file, Asked(""))
    for number, page in enumerate(pages, 1):
        cells = table_cells(page, OPEN_DOCUMENT)
        blocks = (block for part in page if local(part) != "notes" for block in blocks_with_looks(file, part))
        texts = (_paragraph(runs, base, cells.get(block)) for block, base, runs in blocks)
        properties = dict(properties_of(file, _ODP, _OF_SLIDE, page=number))
        found.append(Slide(tuple(paragraph for paragraph in texts if paragraph.text), properties))
    is_packed = not path.suffix.casefold().startswith(".f")
    charts = read_odf(path).charts if is_packed and _have_charts(found) else ()
    properties = dict(properties_of(file, _ODP, _OF_SLIDES))
    frames = [[frame for part in page if local(part) != "notes" for frame in odf_frames(part)] for page in pages]
    drawn, pictures = _with_pictures(path, found, frames)
    return Content(slides=drawn, charts=charts, properties=properties, defaults=_odf_defaults(file), pictures=pictures)


TEXTS: Mapping[str, Callable[[Path], Content]] = {
    **dict.fromkeys((".docx", ".docm"), read_docx_content),
    **dict.fromkeys((".odt", ".ott", ".fodt"), read_odt_content),
    **dict.fromkeys((".pptx", ".pptm"), read_pptx_content),
    **dict.fromkeys((".odp", ".otp", ".fodp", ".odg", ".otg", ".fodg"), read_odp_content),
}


def docx_sections(body: Element) -> Mapping[Element, Look]:
    """Return what elements have of their section: its columns, where there are several, and how its pages lie, where those of
    the first one lie otherwise. A section ends with the paragraph that holds its properties, and the last one with the text
    (ISO/IEC 29500-1, 17.6).
    """
    sections: list[tuple[list[Element], Element]] = []
    blocks: list[Element] = []
    for block in body:
        blocks.append(block)
        ends = block if local(block) == "sectPr" else next(_section_within(block), None)
        if ends is not None:
            sections.append((blocks, ends))
            blocks = []
    first = _lies(sections[0][1]) if sections else ""
    looks = [
        {**_counted(ends, "cols", "num"), **({ORIENTATION: lies} if (lies := _lies(ends)) not in ("", first) else {})}
        for _, ends in sections
    ]
    return {
        element: look
        for (held, _), look in zip(sections, looks, strict=True)
        if look
        for block in held
        for element in block.iter()
    }


def _lies(section: Element) -> str:
    width, height = (value_of(section, "pgSz", of=name) for name in ("w", "h"))
    return lying(int(width), int(height)) if width.isdecimal() and height.isdecimal() else ""


def _section_within(block: Element) -> Iterator[Element]:
    if local(block) == "p":
        yield from (section for part in children(block, "pPr") for section in children(part, "sectPr"))


def odt_sections(file: OdfFile) -> Mapping[Element, Look]:
    """Return what elements have of their section, its columns, where there are several (ODF 1.3, 16.29.7), and of their page: how
    it lies, where the first one lies otherwise.
    """
    counts = {
        attribute(style, "name"): next(
            (count for part in style if (count := _counted(part, "columns", "column-count"))), {}
        )
        for style in file.styled()
        if attribute(style, "family") == "section"
    }
    found: dict[Element, Look] = {block: {ORIENTATION: lies} for block, lies in orientation_of_blocks(file).items()}
    for section in descendants(file.body, "section"):
        if look := counts.get(attribute(section, "style-name")):
            found |= {element: {**found.get(element, {}), **look} for element in section.iter()}
    return found


def _counted(holder: Element, name: str, value: str) -> Look:
    counts = (attribute(part, value, "1") for part in children(holder, name))
    return next(({COLUMNS: count} for count in counts if count != "1"), {})


@dataclass(frozen=True)
class TableNames:
    """What a format calls the parts of a table. `cells`: with those that a merged cell covers, where they are in the file."""

    table: str
    row: str
    cells: Collection[str]


OFFICE_OPEN_XML = TableNames("tbl", "tr", ("tc",))
OPEN_DOCUMENT = TableNames("table", "table-row", ("table-cell", "covered-table-cell"))


def table_cells(part: Element, names: TableNames) -> Mapping[Element, TableCell]:
    """Return the cell of each element that stands in one. What stands in a table within a table is in the inner one."""
    found: dict[Element, TableCell] = {}
    for table, element in enumerate(descendants(part, names.table)):
        for row, line in enumerate(_within(element, (names.row,), names.table)):
            for column, cell in enumerate(_within(line, names.cells, names.table)):
                found |= dict.fromkeys(cell.iter(), TableCell(table, row, column))
    return found


def _within(element: Element, names: Collection[str], table: str) -> Iterator[Element]:
    """Iterate over the elements of these names. Groups of rows, content controls and insertions are looked into."""
    for child in element:
        if local(child) in names:
            yield child
        elif local(child) != table:
            yield from _within(child, names, table)
