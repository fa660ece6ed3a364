"""Parses XML into a tree of bounded size. Document types and entities are refused."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import XML, Element, ParseError
from xml.parsers import expat

from ufo.errors import UnreadableDocument

MAX_ELEMENTS = 1_500_000
MAX_DEPTH = 250


def parse_xml(data: bytes, where: str) -> Element:
    """Parse XML and return its root. Names have the form "{namespace}name". Raises UnreadableDocument."""
    look = _Look(where)
    try:
        _expat(look).Parse(data, True)
        root = XML(data)
    except (expat.ExpatError, ParseError, AssertionError, ValueError) as error:
        raise UnreadableDocument(f"{where} is broken: {error}") from error
    return root


def _expat(look: _Look) -> expat.XMLParserType:
    parser = expat.ParserCreate()
    parser.StartElementHandler = look.start
    parser.EndElementHandler = look.end
    parser.StartDoctypeDeclHandler = look.refuse_doctype
    return parser


class _Look:
    """Goes over the document before anything is built of it: it holds as much as it may, and no document type."""

    def __init__(self, where: str) -> None:
        self._where = where
        self._count = 0
        self._depth = 0

    def start(self, _name: str, _attributes: object) -> None:
        self._count += 1
        self._depth += 1
        if self._count > MAX_ELEMENTS or self._depth > MAX_DEPTH:
            raise UnreadableDocument(
                f"{self._where} holds more than {MAX_ELEMENTS:,} elements or nests too deep; not read"
            )

    def end(self, _name: str) -> None:
        self._depth -= 1

    def refuse_doctype(self, *_: object) -> None:
        raise UnreadableDocument(f"{self._where} declares a document type, which no document needs; not read")


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
