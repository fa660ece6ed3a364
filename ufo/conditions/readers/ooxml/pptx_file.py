"""An opened PowerPoint presentation: its slides, each with its layout and its notes, and their texts (ECMA-376 part 1, chapters
19 and 21).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from xml.etree.ElementTree import Element

from ufo.conditions.readers.markup import attribute, children, descendant, descendants, local, text_in
from ufo.conditions.readers.model import Chart, Document
from ufo.conditions.readers.ooxml.charts import charts_in
from ufo.conditions.readers.ooxml.package import Package, relation_id, theme_colours, theme_fonts
from ufo.conditions.readers.query import Asked
from ufo.errors import UnreadableDocument

_MOST_SLIDES = 5000
TITLES = ("title", "ctrTitle")


class SlidePart:
    """`layout`, `master`, `notes`: the roots of those parts, None where the slide has none. `pictures`: their parts by the ids of
    their relations.
    """

    def __init__(self, package: Package, part: str) -> None:
        self.root = package.root(part)
        self.layout = package.only(part, "slideLayout")
        self.notes = package.only(part, "notesSlide")
        self.pictures = package.targets(part, "image")
        layouts = package.linked(part, "slideLayout")[:1]
        masters = [name for layout in layouts for name in package.linked(layout, "slideMaster")]
        self.master = package.root(masters[0]) if masters else None
        theme = package.only(masters[0], "theme") if masters else None
        self.theme_colours, self.theme_fonts = theme_colours(theme), theme_fonts(theme)

    def shapes(self) -> list[tuple[str, Element]]:
        """Return each shape with the kind of its placeholder: "" for none, "body" for a placeholder that names no kind."""
        return [(placeholder_of(shape), shape) for shape in descendants(self.root, "sp")]

    @cached_property
    def behind(self) -> list[list[tuple[tuple[str, str], Element]]]:
        """The shapes of the layout, and those of the master, each with its `place_of`."""
        roots = ([] if root is None else descendants(root, "sp") for root in (self.layout, self.master))
        return [[(place_of(shape), shape) for shape in shapes] for shapes in roots]

    @cached_property
    def text_styles(self) -> dict[str, Element]:
        """The master's lists of styles by their names, such as "titleStyle"."""
        held = [] if self.master is None else descendants(self.master, "txStyles")
        return {local(styles): styles for holder in held for styles in holder}


class PptxFile:
    """A presentation, read at once, so that nothing has to be closed. Raises UnreadableDocument."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with _opened(path) as package:
            self.root = package.root(package.main)
            self.masters = [package.root(part) for part in package.linked(package.main, "slideMaster")]
            self.slides = [SlidePart(package, part) for part in _slides(package)]

    def asked_slides(self, asked: Asked) -> Sequence[SlidePart]:
        """Return the slide asked for, or all of them. Raises UnreadableDocument."""
        return asked.of_pages(self.slides, self.path.name)


def placeholder_of(shape: Element) -> str:
    return place_of(shape)[0]


def place_of(shape: Element) -> tuple[str, str]:
    """Return the kind of the shape's placeholder and its number; "" for none."""
    node = descendant(shape, "ph")
    return ("", "") if node is None else (attribute(node, "type", "body"), attribute(node, "idx"))


def paragraphs_in(element: Element) -> Iterator[Element]:
    """Iterate over the paragraphs of a shape's text."""
    return (paragraph for holder in descendants(element, "txBody") for paragraph in children(holder, "p"))


def lines_in(element: Element) -> list[str]:
    """Return the paragraphs of a shape that have a text, without space around it."""
    return [text for paragraph in paragraphs_in(element) if (text := text_in(paragraph, "t").strip())]


def _opened(path: Path) -> Package:
    return Package(path, "ppt/presentation.xml")


def _slides(package: Package) -> list[str]:
    """Return the names of the slides' parts in their order, hidden ones included."""
    root = package.root(package.main)
    if local(root) != "presentation":
        raise UnreadableDocument(f"{package.path.name} is no presentation")
    targets = package.targets(package.main)
    parts = [targets.get(relation_id(node), "") for node in descendants(root, "sldId")]
    if len(parts) > _MOST_SLIDES:
        raise UnreadableDocument(f"{package.path.name} has more than {_MOST_SLIDES:,} slides; not read")
    return parts


def read_pptx(path: Path) -> Document:
    """Read the texts and charts of the slides. Notes and what a master shows do not count."""
    with _opened(path) as package:
        parts = _slides(package)
        slides = [package.root(part) for part in parts]
        charts = [chart for number, part in enumerate(parts, 1) for chart in _charts(package, part, number)]
    pages = tuple(
        tuple(_text(paragraph) for paragraph in descendants(slide, "p") if shows_text(paragraph)) for slide in slides
    )
    tables = tuple(
        tuple(tuple(map(_cell_text, children(row, "tc"))) for row in children(table, "tr"))
        for slide in slides
        for table in descendants(slide, "tbl")
    )
    paragraphs = tuple(paragraph for page in pages for paragraph in page)
    return Document(path, paragraphs=paragraphs, charts=tuple(charts), tables=tables, pages=pages)


def _charts(package: Package, part: str, number: int) -> Iterator[Chart]:
    return (
        chart for drawn in package.linked(part, "chart") for chart in charts_in(package.root(drawn), f"slide {number}")
    )


def shows_text(paragraph: Element) -> bool:
    return any(local(part) in ("r", "fld", "br") for part in paragraph)


def _text(paragraph: Element) -> str:
    parts = (part for part in paragraph if local(part) in ("r", "fld", "br"))
    texts = (
        "\n" if local(part) == "br" else "".join(text.text or "" for text in children(part, "t")) for part in parts
    )
    return "".join(texts)


def _cell_text(cell: Element) -> str:
    """Return the text of a table's cell; "" for one that a merged cell covers, as on the slide."""
    is_covered = any(attribute(cell, name) in ("1", "true") for name in ("hMerge", "vMerge"))
    return "" if is_covered else "\n".join(map(_text, descendants(cell, "p")))
