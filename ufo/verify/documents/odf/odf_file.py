"""The parts of an OpenDocument file, packed or flat. Each is parsed once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

from ufo.errors import LockedDocument, UnreadableDocument
from ufo.verify.documents.archive import MAX_PART_BYTES, Archive
from ufo.verify.documents.markup import attribute, local, parse_xml

_PARTS = ("content.xml", "styles.xml", "settings.xml")
KINDS = ("spreadsheet", "text", "presentation", "drawing")


class OdfFile:
    """`parts`: the roots of content, styles and settings; in a flat file one root stands for all. Raises UnreadableDocument."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.parts = _flat(path) if path.suffix.lower().startswith(".f") else _packed(path)
        self.content = self.parts[0]

    @property
    def body(self) -> Element:
        """The element that holds the text, the spreadsheet or the presentation. Raises UnreadableDocument where there is none."""
        for part in self.content:
            if local(part) == "body":
                for kind in part:
                    if local(kind) in KINDS:
                        return kind
        raise UnreadableDocument(f"{self.path.name} is no text document, spreadsheet or presentation")

    def everywhere(self, name: str) -> Iterator[Element]:
        """Iterate over the elements of that local name in all parts."""
        for part in self.parts:
            yield from (one for one in part.iter() if local(one) == name)

    def styled(self) -> Iterator[Element]:
        """Iterate over all styles, those of the content before those of the document."""
        for part in self.parts:
            for holder in part:
                if local(holder).endswith("styles"):
                    yield from holder

    def named(self, kind: str, name: str) -> Element | None:
        return next((one for one in self.styled() if local(one) == kind and attribute(one, "name") == name), None)


def _packed(path: Path) -> tuple[Element, ...]:
    with Archive(path) as archive:
        if "META-INF/manifest.xml" in archive and b"encryption-data" in archive.read("META-INF/manifest.xml"):
            raise LockedDocument(f"{path.name} is protected by a password; save it without one")
        there = [_PARTS[0], *(part for part in _PARTS[1:] if part in archive)]
        return tuple(parse_xml(archive.read(part), f"{path.name} ({part})") for part in there)


def _flat(path: Path) -> tuple[Element, ...]:
    if path.stat().st_size > MAX_PART_BYTES:
        raise UnreadableDocument(f"{path.name} is larger than {MAX_PART_BYTES >> 20} MB, so it was not read")
    return (parse_xml(path.read_bytes(), path.name),)
