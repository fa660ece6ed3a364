"""Parses XML into a tree of bounded size. Document types and entities are refused."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from ufo.errors import UnreadableDocument

MAX_ELEMENTS = 1_500_000
MAX_DEPTH = 250


def parse_xml(data: bytes, where: str) -> Element:
    """Parse XML and return its root. Names have the form "{namespace}name". Raises UnreadableDocument."""
    growing = _Tree(where)
    parser = expat.ParserCreate(namespace_separator="}")
    parser.buffer_text = True
    parser.StartElementHandler = growing.start
    parser.EndElementHandler = growing.end
    parser.CharacterDataHandler = growing.builder.data
    parser.StartDoctypeDeclHandler = growing.refuse_doctype
    try:
        parser.Parse(data, True)
        return growing.builder.close()
    except (expat.ExpatError, AssertionError, ValueError) as error:
        raise UnreadableDocument(f"{where} is broken: {error}") from error


class _Tree:
    def __init__(self, where: str) -> None:
        self.builder = TreeBuilder()
        self._where = where
        self._count = 0
        self._depth = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._count += 1
        self._depth += 1
        if self._count > MAX_ELEMENTS or self._depth > MAX_DEPTH:
            raise UnreadableDocument(
                f"{self._where} holds more than {MAX_ELEMENTS:,} elements or nests too deep; not read"
            )
        self.builder.start(_qualified(name), {_qualified(key): value for key, value in attributes.items()})

    def end(self, name: str) -> None:
        self._depth -= 1
        self.builder.end(_qualified(name))

    def refuse_doctype(self, *_: object) -> None:
        raise UnreadableDocument(f"{self._where} declares a document type, which no document needs; not read")


def _qualified(name: str) -> str:
    return f"{{{name}" if "}" in name else name


def local(element: Element) -> str:
    """Return an element's name without its namespace."""
    return element.tag.rpartition("}")[2]


def attribute(element: Element, name: str, default: str = "") -> str:
    """Return an attribute by its local name. The namespace is ignored, because its version differs between formats."""
    for key, value in element.attrib.items():
        if key.rpartition("}")[2] == name:
            return value
    return default


def children(element: Element, name: str) -> Iterator[Element]:
    return (child for child in element if local(child) == name)


def descendants(element: Element, name: str) -> Iterator[Element]:
    return (one for one in element.iter() if local(one) == name)
