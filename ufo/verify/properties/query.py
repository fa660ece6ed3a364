"""A condition's question about a file, and what a reader found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from ufo.errors import UnreadableDocument
from ufo.verify.documents.model import Area
from ufo.verify.documents.references import parse_areas

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


Reader = Callable[[Any, Asked], Iterable[Reading]]
"""Reads a property of an opened file, one reading per object. Raises UnreadableDocument where the file does not say."""
Readers = Mapping[str, Reader]


def numbered(asked: Asked, those: Sequence[T], name: Callable[[T], str]) -> list[T]:
    """Return the one that the condition's key means: by its number from 1, or by its name."""
    if asked.key.strip().isdecimal():
        return list(those[int(asked.key) - 1 : int(asked.key)]) if int(asked.key) else []
    return [one for one in those if name(one).casefold() == asked.key.strip().casefold()]


def tell(value: object, where: str = "") -> list[Reading]:
    return [Reading(str(value), where)]


def bands_named(in_header: bool, in_footer: bool) -> str:
    """Return which of header and footer has something: "both", "header", "footer" or "none"."""
    if in_header and in_footer:
        return "both"
    return "header" if in_header else "footer" if in_footer else "none"


def switch(is_on: bool) -> str:
    return "on" if is_on else "off"
