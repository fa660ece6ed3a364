"""The parts of an OpenDocument file, packed or flat, and what its elements have in common (OpenDocument 1.3, part 3)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from xml.etree.ElementTree import Element

from ufo.conditions.readers.archive import MAX_PART_BYTES, Archive
from ufo.conditions.readers.markup import attribute, local, parse_xml
from ufo.errors import LockedDocument, UnreadableDocument

_PARTS = ("content.xml", "styles.xml", "settings.xml")
_KINDS = ("spreadsheet", "text", "presentation", "drawing")
_TABLE_PARTS = ("table-row-group", "table-header-rows", "table-rows")
_SKIPPED_TEXT = ("annotation", "tracked-changes", "note", "table", "frame", "custom-shape")
CELLS = ("table-cell", "covered-table-cell")


class OdfFile:
    """`parts`: the roots of content, styles and settings; in a flat file one root stands for all. Raises UnreadableDocument."""

    def __init__(self, path: Path) -> None:
        self.path = path
        if is_flat(path):
            self.parts: tuple[Element, ...] = (parse_flat(path),)
        else:
            with unlocked(path) as archive:
                there = (part for part in _PARTS if part == _PARTS[0] or part in archive)
                self.parts = tuple(parse_xml(archive.read(part), f"{path.name} ({part})") for part in there)
        self.content = self.parts[0]

    @property
    def body(self) -> Element:
        return body_of(self.content, self.path)

    def everywhere(self, name: str) -> Iterator[Element]:
        """Iterate over the elements of that local name in all parts."""
        for part in self.parts:
            yield from (element for element in part.iter() if local(element) == name)

    def styled(self, family: str = "") -> Iterator[Element]:
        """Iterate over all styles, those of the content before those of the document; of one family where that is given."""
        for part in self.parts:
            for holder in part:
                if local(holder).endswith("styles"):
                    yield from (style for style in holder if not family or attribute(style, "family") == family)

    def named(self, kind: str, name: str) -> Element | None:
        return next(
            (style for style in self.styled() if local(style) == kind and attribute(style, "name") == name), None
        )

    def parts_of_style(self, family: str, name: str) -> Iterator[Element]:
        """Iterate over the properties of the style of that family and name."""
        return iter(next((style for style in self.styled(family) if attribute(style, "name") == name), ()))


def is_flat(path: Path) -> bool:
    return path.suffix.lower().startswith(".f")


def parse_flat(path: Path) -> Element:
    if path.stat().st_size > MAX_PART_BYTES:
        raise UnreadableDocument(f"{path.name} is larger than {MAX_PART_BYTES >> 20} MB, so it was not read")
    return parse_xml(path.read_bytes(), path.name)


@contextmanager
def unlocked(path: Path) -> Iterator[Archive]:
    """Open a packed file. Raises LockedDocument where it has a password."""
    with Archive(path) as archive:
        if "META-INF/manifest.xml" in archive and b"encryption-data" in archive.read("META-INF/manifest.xml"):
            raise LockedDocument(f"{path.name} is protected by a password; save it without one")
        yield archive


def body_of(content: Element, path: Path) -> Element:
    """Return the element that holds the text, the spreadsheet, the slides or the drawing. Raises UnreadableDocument."""
    found = (kind for part in content if local(part) == "body" for kind in part if local(kind) in _KINDS)
    body = next(found, None)
    if body is None:
        raise UnreadableDocument(f"{path.name} is no text document, spreadsheet, presentation or drawing")
    return body


def times(element: Element, name: str) -> int:
    """Return how often an element is repeated, or how many cells it spans, by the attribute of that name."""
    text = attribute(element, name, "1")
    return max(1, int(text)) if text.isdecimal() and len(text) < 10 else 1


def rows_of(table: Element) -> Iterator[Element]:
    for child in table:
        if local(child) == "table-row":
            yield child
        elif local(child) in _TABLE_PARTS:
            yield from rows_of(child)


def text_of(element: Element) -> str:
    """Return an element's text. OpenDocument writes runs of spaces, tabs and line breaks as elements."""
    parts = [element.text or ""]
    for child in element:
        name = local(child)
        if name == "s":
            count = attribute(child, "c", "1")
            parts.append(" " * (min(int(count), 1000) if count.isdecimal() else 1))
        elif name in ("tab", "line-break"):
            parts.append("\t" if name == "tab" else "\n")
        elif name not in _SKIPPED_TEXT:
            parts.append(text_of(child))
        parts.append(child.tail or "")
    return "".join(parts)


def lines_in(element: Element) -> list[str]:
    """Return the paragraphs and headings in an element that have a text, without space around it."""
    return [text for part in element.iter() if local(part) in ("p", "h") and (text := text_of(part).strip())]
