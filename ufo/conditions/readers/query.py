"""A condition's question about a file, what a reader found, and how readers are made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ufo.conditions.readers.model import Area
from ufo.conditions.readers.references import parse_areas
from ufo.errors import UnreadableDocument
from ufo.text.fold import caseless

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Reading:
    """`value`: in the spelling of the property's values; `where`: the place where it was read, "" for the whole file."""

    value: str
    where: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about a file. `sheet`, `text` and `key` are "" and `page` is 0 where the condition names none."""

    name: str
    text: str = ""
    sheet: str = ""
    start: str = ""
    page: int = 0
    key: str = ""

    def areas(self) -> tuple[Area, ...]:
        """Return the areas that the condition names. Raises UnreadableDocument where they are not ranges of cells."""
        found = parse_areas(self.start)
        if not found:
            raise UnreadableDocument(f"{self.start!r} is not a range of cells; write it like A1:D20")
        return found

    def of_pages(self, pages: Sequence[T], whose: str, kind: str = "slides") -> Sequence[T]:
        """Return the page that the condition names, or all of them. Raises UnreadableDocument where it is not there."""
        if self.page > len(pages):
            raise UnreadableDocument(f"{whose} has {len(pages)} {kind}, so there is no {kind[:-1]} {self.page}")
        return pages[self.page - 1 : self.page] if self.page else pages

    def numbered(self, those: Sequence[T], name: Callable[[T], str]) -> Sequence[T]:
        """Return the one that the condition's key means: by its number from 1, or by its name."""
        key = self.key.strip()
        if key.isdecimal():
            return those[int(key) - 1 : int(key)] if int(key) else ()
        return [found for found in those if name(found).casefold() == key.casefold()]


Reader = Callable[[Any, Asked], Iterable[Reading]]
"""Reads a property of an opened file, one reading per object. Raises UnreadableDocument where the file does not say."""
Readers = Mapping[str, Reader]


def tell(value: object, where: str = "") -> list[Reading]:
    return [Reading(str(value), where)]


def each(find: Callable[[Any, Asked], Iterable[T]], told: Callable[[Any, T], object]) -> Reader:
    """Return a reader of one value an object: `find(file, asked)` returns the objects, `told(file, object)` the value."""
    return lambda file, asked: (Reading(str(told(file, found))) for found in find(file, asked))


def of_file(told: Callable[[Any], object]) -> Reader:
    """Return a reader of what the file says of itself, whatever is asked of it."""
    return lambda file, asked: tell(told(file))


def switch(is_on: bool) -> str:
    return "on" if is_on else "off"


def length(millimetres: float) -> str:
    return f"{millimetres:.2f} mm"


def paper(width: float, height: float) -> str:
    """Return a size of pages, in millimetres."""
    return f"{width:.1f} x {height:.1f} mm"


def lying(width: float, height: float) -> str:
    return "landscape" if width > height else "portrait"


def bands_named(in_header: bool, in_footer: bool) -> str:
    """Return which of header and footer has something: "both", "header", "footer" or "none"."""
    if in_header and in_footer:
        return "both"
    return "header" if in_header else "footer" if in_footer else "none"


_ALSO = {
    "circle": "ellipse", "oval": "ellipse", "rect": "rectangle", "square": "rectangle", "box": "rectangle",
    "roundrect": "rectangle", "round-rectangle": "rectangle",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Named(Generic[T]):
    """A shape of a slide with what it is called by. `kind`: "rectangle", "ellipse", "line", "text" or what the file calls it.
    `parts`: the shapes of a group.
    """

    shape: T
    name: str
    text: str
    kind: str
    parts: tuple[Named[T], ...] = ()

    def singly(self) -> Iterator[Named[T]]:
        if self.parts:
            yield from each_singly(self.parts)
        else:
            yield self


def each_singly(shapes: Iterable[Named[T]]) -> Iterator[Named[T]]:
    return (single for shape in shapes for single in shape.singly())


def shapes_meant(shapes: Sequence[Named[T]], key: str) -> list[T]:
    """Return the shapes with that number from 1 (the lowest; a group counts as one), or with that name, that text or of that
    kind: "ellipse" are all of a slide.
    """
    wanted = caseless(key)
    if wanted.isdecimal():
        number = int(wanted)
        return [shape.shape for shape in each_singly(shapes[number - 1 : number] if number else ())]
    every = list(each_singly(shapes))
    called = [shape.shape for shape in every if wanted in (caseless(shape.name), caseless(shape.text))]
    kind = _ALSO.get(wanted, wanted)
    return called or [shape.shape for shape in every if _ALSO.get(shape.kind.casefold(), shape.kind.casefold()) == kind]
