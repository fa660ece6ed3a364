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
    _refuse_doctype(data, where)
    # Every encoding that expat knows keeps the sign "<", and no element has less than one of them.
    if data.count(b"<") > 2 * MAX_ELEMENTS:
        raise UnreadableDocument(_too_much(where))
    try:
        root = XML(data)
    except (ParseError, AssertionError, ValueError) as error:
        raise UnreadableDocument(f"{where} is broken: {error}") from error
    _refuse_more(root, where)
    return root


def _refuse_doctype(data: bytes, where: str) -> None:
    """Read up to the first element, before which alone a document type may stand; nothing is built. Raises UnreadableDocument."""

    def refuse(*_: object) -> None:
        raise UnreadableDocument(f"{where} declares a document type, which no document needs; not read")

    def end(*_: object) -> None:
        raise StopIteration

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler, parser.StartElementHandler = refuse, end
    try:
        parser.Parse(data, True)
    except StopIteration:
        return
    except (expat.ExpatError, ValueError) as error:
        raise UnreadableDocument(f"{where} is broken: {error}") from error


def _refuse_more(root: Element, where: str) -> None:
    """Go over the tree level by level. Raises UnreadableDocument where it is too deep or holds too much."""
    level, count, depth = [root], 0, 0
    while level:
        count, depth = count + len(level), depth + 1
        if count > MAX_ELEMENTS or depth > MAX_DEPTH:
            raise UnreadableDocument(_too_much(where))
        level = [child for element in level for child in element]


def _too_much(where: str) -> str:
    return f"{where} holds more than {MAX_ELEMENTS:,} elements or nests too deep; not read"


def local(element: Element) -> str:
    """Return an element's name without its namespace."""
    return element.tag.rpartition("}")[2]


def attribute(element: Element, name: str, default: str = "") -> str:
    """Return an attribute by its local name. The namespace is ignored, because its version differs between formats."""
    given = element.attrib
    if name in given:
        return given[name]
    end = f"}}{name}"
    for key, value in given.items():
        if key.endswith(end):
            return value
    return default


def children(element: Element, name: str) -> Iterator[Element]:
    end = f"}}{name}"
    return (child for child in element if child.tag.endswith(end) or child.tag == name)


def descendants(element: Element, name: str) -> Iterator[Element]:
    end = f"}}{name}"
    return (found for found in element.iter() if found.tag.endswith(end) or found.tag == name)


def child(element: Element, name: str) -> Element | None:
    return next(children(element, name), None)


def descendant(element: Element, name: str) -> Element | None:
    return next(descendants(element, name), None)


def along(element: Element | None, *names: str) -> Iterator[Element]:
    """Iterate over the elements at a path of names from this one; none where there is no such element."""
    found = () if element is None else children(element, names[0])
    return iter(found) if len(names) == 1 else (end for part in found for end in along(part, *names[1:]))


def value_of(element: Element | None, *names: str, of: str = "val") -> str:
    """Return an attribute of the first element at a path of names from this one, "" where it is missing."""
    return next((attribute(found, of) for found in along(element, *names)), "")


def text_in(element: Element, name: str) -> str:
    """Return the joined texts of the elements of that name in this one."""
    return "".join(part.text or "" for part in descendants(element, name))
