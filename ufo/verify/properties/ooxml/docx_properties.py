"""Reads properties of Word documents (ECMA-376 part 1, WordprocessingML)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from ufo.errors import UnreadableDocument
from ufo.schema.patterns import any_case
from ufo.verify.documents.markup import attribute, children, descendants, local
from ufo.verify.documents.odf.odf_looks import common_look, places_of
from ufo.verify.documents.ooxml.package import relation_id
from ufo.verify.properties.odf.odt import TEXT_LOOKS, plain_look
from ufo.verify.properties.ooxml.docx_file import DocxFile
from ufo.verify.properties.ooxml.docx_parts import PARTS, fields_of
from ufo.verify.properties.query import Asked, Reader, Reading, bands_named, tell

_TWIPS_PER_MM = 1440 / 25.4
_CHANGES = frozenset(
    {
        "ins", "del", "moveFrom", "moveTo", "rPrChange", "pPrChange", "sectPrChange", "tblPrChange", "tcPrChange", "trPrChange",
        "cellIns", "cellDel", "numberingChange",
    }
)  # fmt: skip
_CONTENTS_LINE = any_case(r"(?:toc|contents) ?\d")


def _look(file: DocxFile, asked: Asked) -> Iterator[Reading]:
    """Read a property at each place where the text occurs, as `odt.look` does."""
    own: list[str] = []
    headed: list[str] = []
    repeated: list[str] = []
    for paragraph in file.paragraphs():
        runs = file.runs(paragraph)
        whole = "".join(text for text, _ in runs)
        in_contents = bool(_CONTENTS_LINE.fullmatch(file.style_name(file.style_of(paragraph))))
        for start, end in places_of(asked.text, whole):
            value = plain_look(asked.name, common_look(runs, start, end).get(asked.name, ""))
            (repeated if in_contents else own).append(value)
            headed += [value] if whole.strip() == asked.text.strip() and not in_contents else []
    is_level = asked.name == "heading level"
    return map(Reading, (headed if is_level else []) or own or repeated)


def _sections(file: DocxFile) -> list[Element]:
    found = list(descendants(file.body, "sectPr"))
    if not found:
        raise UnreadableDocument(f"{file.path.name} does not say how its pages are set up")
    return found


def _page(file: DocxFile) -> Iterator[tuple[float, float]]:
    """Iterate over the page sizes of the sections, in millimetres. Raises UnreadableDocument."""
    for section in _sections(file):
        size = next(children(section, "pgSz"), None)
        sides = [] if size is None else [attribute(size, name) for name in ("w", "h")]
        if len(sides) != 2 or not all(side.isdecimal() for side in sides):
            raise UnreadableDocument(f"{file.path.name} does not say the size of its pages")
        yield int(sides[0]) / _TWIPS_PER_MM, int(sides[1]) / _TWIPS_PER_MM


def _orientation(file: DocxFile, asked: Asked) -> Iterator[Reading]:
    return (Reading("landscape" if width > height else "portrait") for width, height in _page(file))


def _paper(file: DocxFile, asked: Asked) -> Iterator[Reading]:
    return (Reading(f"{width:.1f} x {height:.1f} mm") for width, height in _page(file))


def _margin(side: str) -> Reader:
    def read(file: DocxFile, asked: Asked) -> Iterator[Reading]:
        for section in _sections(file):
            length = next((attribute(one, side) for one in children(section, "pgMar")), "")
            if not length.lstrip("-").isdecimal():
                raise UnreadableDocument(f"{file.path.name} does not say its {side} margin")
            yield Reading(f"{int(length) / _TWIPS_PER_MM:.2f} mm")

    return read


def _bands(file: DocxFile, name: str) -> list[Element]:
    links = [relation_id(link) for section in _sections(file) for link in children(section, f"{name}Reference")]
    return [file.bands[link] for link in links if link in file.bands]


def _band(name: str) -> Reader:
    def read(file: DocxFile, asked: Asked) -> list[Reading]:
        shown = _bands(file, name)
        texts = ["".join(text for p in descendants(part, "p") for text, _ in file.runs(p)).strip() for part in shown]
        # A section repeats the band of the one before, whether the file says so or gives it its own.
        said = " ".join(" ".join(dict.fromkeys(text for text in texts if text)).split())
        return tell(said or ("a field" if any(fields_of(part) for part in shown) else "none"))

    return read


def alignment_of_bands(file: DocxFile) -> Iterator[tuple[str, str]]:
    """Iterate over ("footer align", "center"): how what stands in the header and in the footer is aligned."""
    for name in ("header", "footer"):
        paragraphs = (p for part in _bands(file, name) for p in descendants(part, "p"))
        filled = (p for p in paragraphs if fields_of(p) or any(text.strip() for text, _ in file.runs(p)))
        found = dict.fromkeys(file.whole_look(p).get("align", "left") for p in filled)
        if found:
            yield f"{name} align", ", ".join(found)


def _page_number(file: DocxFile, asked: Asked) -> list[Reading]:
    there = (
        any(re.search(r"\bPAGE\b", field) for part in _bands(file, name) for field in fields_of(part))
        for name in ("header", "footer")
    )
    return tell(bands_named(*there))


def _contents(file: DocxFile, asked: Asked) -> list[Reading]:
    """Read "off", "on" or "first": a table of contents that has no paragraph with text before it."""
    before = False
    for block in file.body:
        if _is_contents(block):
            return tell("on" if before else "first")
        before = before or any((text.text or "").strip() for text in descendants(block, "t"))
    return tell("off")


def _is_contents(block: Element) -> bool:
    galleries = (attribute(node, "val") for node in descendants(block, "docPartGallery"))
    return "Table of Contents" in galleries or any(re.search(r"\bTOC\b", field) for field in fields_of(block))


def _entries(file: DocxFile, asked: Asked) -> list[Reading]:
    named = (p for p in file.paragraphs() if _CONTENTS_LINE.fullmatch(file.style_name(file.style_of(p))))
    return tell(sum(any((text.text or "").strip() for text in descendants(p, "t")) for p in named))


def _changes(file: DocxFile, asked: Asked) -> list[Reading]:
    roots = [file.root, *file.bands.values()]
    return tell(sum(local(node) in _CHANGES for root in roots for node in root.iter()))


def _columns(file: DocxFile, asked: Asked) -> list[Reading]:
    counts = [attribute(one, "num", "1") for section in _sections(file) for one in children(section, "cols")]
    return tell(max((int(count) for count in counts if count.isdecimal() and len(count) < 4), default=1))


def _counted(*names: str) -> Reader:
    return lambda file, asked: tell(sum(local(node) in names for node in file.body.iter()))


def _pictures(file: DocxFile, asked: Asked) -> list[Reading]:
    """Count the pictures. The same one in an older form, for other programs, does not count again."""
    older = {inner for one in descendants(file.body, "Fallback") for inner in one.iter()}
    return tell(sum(local(node) in ("blip", "imagedata") and node not in older for node in file.body.iter()))


DOCX: dict[str, Reader] = {
    **dict.fromkeys(TEXT_LOOKS, _look),
    **PARTS,
    "page orientation": _orientation,
    "page size": _paper,
    **{f"{side} margin": _margin(side) for side in ("left", "right", "top", "bottom")},
    "header": _band("header"),
    "footer": _band("footer"),
    "page number": _page_number,
    "table of contents": _contents,
    "contents entries": _entries,
    "tracked changes": _changes,
    "footnotes": _counted("footnoteReference"),
    "comments": _counted("commentReference"),
    "columns": _columns,
    "tables": _counted("tbl"),
    "pictures": _pictures,
}
