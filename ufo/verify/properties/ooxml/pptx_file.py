"""An opened PowerPoint presentation: its slides, each with its layout and its notes (ECMA-376 part 1, chapter 19)."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from xml.etree.ElementTree import Element

from ufo.errors import UnreadableDocument
from ufo.verify.documents.markup import attribute, descendants, local
from ufo.verify.documents.ooxml.package import Package, relation_id, theme_colours, theme_fonts
from ufo.verify.properties.query import Asked

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
        self.pictures = {one.id: one.target for one in package.relations(part) if one.kind == "image"}
        masters = [
            name for layout in package.linked(part, "slideLayout")[:1] for name in package.linked(layout, "slideMaster")
        ]
        self.master = package.root(masters[0]) if masters else None
        theme = package.only(masters[0], "theme") if masters else None
        self.theme_colours, self.theme_fonts = theme_colours(theme), theme_fonts(theme)

    def shapes(self) -> list[tuple[str, Element]]:
        """Return each shape with the kind of its placeholder: "" for none, "body" for a placeholder that names no kind."""
        return [(placeholder_of(shape), shape) for shape in descendants(self.root, "sp")]

    @cached_property
    def behind(self) -> list[list[tuple[tuple[str, str], Element]]]:
        """The shapes of the layout, and those of the master, each with its `place_of`."""
        roots = (self.layout, self.master)
        return [
            [] if root is None else [(place_of(shape), shape) for shape in descendants(root, "sp")] for root in roots
        ]

    @cached_property
    def text_styles(self) -> dict[str, Element]:
        """The master's lists of styles by their names, such as "titleStyle"."""
        held = [] if self.master is None else descendants(self.master, "txStyles")
        return {local(styles): styles for holder in held for styles in holder}


class PptxFile:
    """A presentation, read at once, so that nothing has to be closed. Raises UnreadableDocument."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with Package(path) as package:
            self.root = package.root(package.main)
            if local(self.root) != "presentation":
                raise UnreadableDocument(f"{path.name} is no presentation")
            targets = {one.id: one.target for one in package.relations(package.main)}
            parts = [targets.get(relation_id(node), "") for node in descendants(self.root, "sldId")]
            if len(parts) > _MOST_SLIDES:
                raise UnreadableDocument(f"{path.name} has more than {_MOST_SLIDES:,} slides; not read")
            self.masters = [package.root(part) for part in package.linked(package.main, "slideMaster")]
            self.slides = [SlidePart(package, part) for part in parts]

    def asked_slides(self, asked: Asked) -> list[SlidePart]:
        """Return the slide asked for, or all of them. Raises UnreadableDocument."""
        if asked.page > len(self.slides):
            raise UnreadableDocument(
                f"{self.path.name} has {len(self.slides)} slides, so there is no slide {asked.page}"
            )
        return self.slides[asked.page - 1 : asked.page] if asked.page else self.slides


def placeholder_of(shape: Element) -> str:
    return place_of(shape)[0]


def place_of(shape: Element) -> tuple[str, str]:
    """Return the kind of the shape's placeholder and its number; "" for none."""
    node = next(descendants(shape, "ph"), None)
    return ("", "") if node is None else (attribute(node, "type", "body"), attribute(node, "idx"))
