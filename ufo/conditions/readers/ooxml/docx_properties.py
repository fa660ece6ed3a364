"""Reads properties of Word documents (ECMA-376 part 1, WordprocessingML)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from xml.etree.ElementTree import Element

from ufo.conditions.readers.markup import along, attribute, children, descendant, descendants, local, text_in, value_of
from ufo.conditions.readers.odf.odf_looks import common_look, places_of
from ufo.conditions.readers.odf.odt import plain_look
from ufo.conditions.readers.ooxml.docx_file import DocxFile
from ufo.conditions.readers.ooxml.package import EMU_PER_MM, TWIPS_PER_MM, is_on, relation_id
from ufo.conditions.readers.query import (
    Asked,
    Reader,
    Reading,
    bands_named,
    each,
    length,
    lying,
    of_file,
    paper,
    switch,
    tell,
)
from ufo.errors import UnreadableDocument
from ufo.schema.patterns import any_case

_CHANGES = frozenset(
    {
        "ins", "del", "moveFrom", "moveTo", "rPrChange", "pPrChange", "sectPrChange", "tblPrChange", "tcPrChange", "trPrChange",
        "cellIns", "cellDel", "numberingChange",
    }
)  # fmt: skip
_CONTENTS_LINE = any_case(r"(?:toc|contents) ?\d")
_FIELDS = {
    "page number": "PAGE", "page count": "NUMPAGES", "date": "DATE", "time": "TIME", "title": "TITLE", "subject": "SUBJECT",
    "author": "AUTHOR|USERNAME", "file name": "FILENAME", "word count": "NUMWORDS", "character count": "NUMCHARS",
}  # fmt: skip
_SIDES = {"bothSides": "parallel", "left": "left", "right": "right", "largest": "dynamic"}
_SEPARATORS = ("separator", "continuationSeparator", "continuationNotice")


def look(file: DocxFile, asked: Asked) -> Iterator[Reading]:
    """Read a property at each place where the text occurs, as `odt.look` does."""
    own: list[str] = []
    headed: list[str] = []
    repeated: list[str] = []
    for paragraph in file.paragraphs():
        runs = file.runs(paragraph)
        whole = "".join(text for text, _ in runs)
        in_contents = _is_of_contents(file, paragraph)
        for start, end in places_of(asked.text, whole):
            value = plain_look(asked.name, common_look(runs, start, end).get(asked.name, ""))
            (repeated if in_contents else own).append(value)
            headed += [value] if whole.strip() == asked.text.strip() and not in_contents else []
    is_level = asked.name == "heading level"
    return map(Reading, (headed if is_level else []) or own or repeated)


def _is_of_contents(file: DocxFile, paragraph: Element) -> bool:
    return bool(_CONTENTS_LINE.fullmatch(file.style_name(file.style_of(paragraph))))


def _sections(file: DocxFile, asked: Asked | None = None) -> list[Element]:
    found = list(descendants(file.body, "sectPr"))
    if not found:
        raise UnreadableDocument(f"{file.path.name} does not say how its pages are set up")
    return found


def _of_size(told: Callable[[float, float], str]) -> Reader:
    """Return a reader of something of each section's pages, by their width and height in millimetres."""

    def of_section(file: DocxFile, section: Element) -> str:
        sides = [value_of(section, "pgSz", of=name) for name in ("w", "h")]
        if not all(side.isdecimal() for side in sides):
            raise UnreadableDocument(f"{file.path.name} does not say the size of its pages")
        return told(int(sides[0]) / TWIPS_PER_MM, int(sides[1]) / TWIPS_PER_MM)

    return each(_sections, of_section)


page_orientation, page_size = _of_size(lying), _of_size(paper)


def margin(side: str) -> Reader:
    def told(file: DocxFile, section: Element) -> str:
        found = value_of(section, "pgMar", of=side)
        if not found.lstrip("-").isdecimal():
            raise UnreadableDocument(f"{file.path.name} does not say its {side} margin")
        return length(int(found) / TWIPS_PER_MM)

    return each(_sections, told)


def _bands(file: DocxFile, name: str) -> list[Element]:
    links = [relation_id(link) for section in _sections(file) for link in children(section, f"{name}Reference")]
    return [file.bands[link] for link in links if link in file.bands]


def band(name: str) -> Reader:
    def told(file: DocxFile) -> str:
        shown = _bands(file, name)
        texts = ["".join(text for p in descendants(part, "p") for text, _ in file.runs(p)).strip() for part in shown]
        # A section repeats the band of the one before, whether the file says so or gives it its own.
        said = " ".join(" ".join(dict.fromkeys(text for text in texts if text)).split())
        return said or ("a field" if any(_fields_of(part) for part in shown) else "none")

    return of_file(told)


def alignment_of_bands(file: DocxFile) -> Iterator[tuple[str, str]]:
    """Iterate over ("footer align", "center"): how what stands in the header and in the footer is aligned."""
    for name in ("header", "footer"):
        paragraphs = (p for part in _bands(file, name) for p in descendants(part, "p"))
        filled = (p for p in paragraphs if _fields_of(p) or any(text.strip() for text, _ in file.runs(p)))
        found = dict.fromkeys(file.whole_look(p).get("align", "left") for p in filled)
        if found:
            yield f"{name} align", ", ".join(found)


def _fields_of(part: Element) -> list[str]:
    """Return the instructions of the fields in a part, such as PAGE."""
    simple = [attribute(field, "instr") for field in descendants(part, "fldSimple")]
    return [*simple, text_in(part, "instrText")]


@of_file
def page_number(file: DocxFile) -> str:
    header, footer = (
        any(re.search(r"\bPAGE\b", field) for part in _bands(file, name) for field in _fields_of(part))
        for name in ("header", "footer")
    )
    return bands_named(header, footer)


@of_file
def contents(file: DocxFile) -> str:
    """Read "off", "on" or "first": a table of contents that has no paragraph with text before it."""
    before = False
    for block in file.body:
        galleries = (attribute(node, "val") for node in descendants(block, "docPartGallery"))
        if "Table of Contents" in galleries or any(re.search(r"\bTOC\b", field) for field in _fields_of(block)):
            return "on" if before else "first"
        before = before or _has_text(block)
    return "off"


def _has_text(block: Element) -> bool:
    return bool(text_in(block, "t").strip())


@of_file
def entries(file: DocxFile) -> int:
    return sum(_has_text(paragraph) for paragraph in file.paragraphs() if _is_of_contents(file, paragraph))


@of_file
def changes(file: DocxFile) -> int:
    roots = (file.root, *file.bands.values())
    return sum(local(node) in _CHANGES for root in roots for node in root.iter())


@of_file
def columns(file: DocxFile) -> int:
    counts = [attribute(part, "num", "1") for section in _sections(file) for part in children(section, "cols")]
    return max((int(count) for count in counts if count.isdecimal() and len(count) < 4), default=1)


def counted(name: str) -> Reader:
    return of_file(lambda file: sum(1 for _ in descendants(file.body, name)))


@of_file
def pictures(file: DocxFile) -> int:
    """Count the pictures. The same one in an older form, for other programs, does not count again."""
    older = {inner for form in descendants(file.body, "Fallback") for inner in form.iter()}
    return sum(local(node) in ("blip", "imagedata") and node not in older for node in file.body.iter())


def field(file: DocxFile, asked: Asked) -> list[Reading]:
    wanted = _FIELDS.get(asked.key.casefold(), re.escape(asked.key.upper()))
    parts = (file.body, *file.bands.values())
    return tell(switch(any(re.search(rf"\b(?:{wanted})\b", field) for part in parts for field in _fields_of(part))))


def text_of(*kinds: str) -> Reader:
    """Return a reader of the texts of "footnotes", "endnotes" or "comments"."""

    def told(file: DocxFile) -> str:
        roots = (root for kind in kinds if (root := file.others.get(kind)) is not None)
        return " ".join(
            text_in(note, "t") for root in roots for note in root if attribute(note, "type") not in _SEPARATORS
        )

    return of_file(told)


def bookmark(file: DocxFile, asked: Asked) -> list[Reading]:
    return tell(switch(any(attribute(mark, "name") == asked.key for mark in descendants(file.body, "bookmarkStart"))))


@of_file
def sections(file: DocxFile) -> int:
    return sum(1 for _ in descendants(file.body, "sectPr")) - 1


@of_file
def recording(file: DocxFile) -> str:
    settings = file.others.get("settings")
    return switch(settings is not None and is_on(descendant(settings, "trackRevisions")))


def default(look: str) -> Reader:
    return of_file(lambda file: file.default_looks().get(look, ""))


def _of_tables(told: Callable[[Element], object]) -> Reader:
    """Return a reader of something of the table that a condition's key names."""
    return each(_tables, lambda file, table: told(table))


def _tables(file: DocxFile, asked: Asked) -> Sequence[Element]:
    return asked.numbered(list(descendants(file.body, "tbl")), lambda table: "")


@_of_tables
def table_size(table: Element) -> str:
    return f"{sum(1 for _ in children(table, 'tr'))} x {sum(1 for _ in along(table, 'tblGrid', 'gridCol'))}"


@_of_tables
def header_rows(table: Element) -> int:
    return sum(map(is_on, descendants(table, "tblHeader")))


@_of_tables
def is_merged(table: Element) -> str:
    return switch(any(local(part) in ("gridSpan", "vMerge") for part in table.iter()))


def _pictures(file: DocxFile, asked: Asked) -> Sequence[Element]:
    frames = [part for part in file.body.iter() if local(part) in ("inline", "anchor") and _holds_picture(part)]
    return asked.numbered(frames, lambda frame: value_of(frame, "docPr", of="name"))


def _holds_picture(frame: Element) -> bool:
    """Tell whether a picture lies in the frame itself, and not in a text box that it holds."""
    boxed = {inner for box in descendants(frame, "txbxContent") for inner in box.iter()}
    return any(picture not in boxed for picture in descendants(frame, "blip"))


def picture_side(name: str) -> Reader:
    def told(file: DocxFile, frame: Element) -> str:
        found = value_of(frame, "extent", of=name)
        return length(int(found) / EMU_PER_MM) if found.isdecimal() else ""

    return each(_pictures, told)


def _wrap(file: DocxFile, frame: Element) -> str:
    if local(frame) == "inline":
        return "inline"
    for part in frame:
        if local(part) in ("wrapSquare", "wrapTight", "wrapThrough"):
            return _SIDES.get(attribute(part, "wrapText"), "parallel")
        if local(part) in ("wrapNone", "wrapTopAndBottom"):
            return "through" if local(part) == "wrapNone" else "none"
    return "none"


picture_wrap = each(_pictures, _wrap)
