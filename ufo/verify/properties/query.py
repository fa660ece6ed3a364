"""The question that a condition asks of a file, and what a reader found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ufo.errors import UnreadableDocument
from ufo.schema.predicate import DocumentPredicate
from ufo.verify.documents.model import Area
from ufo.verify.documents.references import parse_areas


@dataclass(frozen=True, slots=True)
class Reading:
    """`value` in the spelling of the property's values; `where` it was read, "" for the whole."""

    value: str
    where: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """`sheet`, `text` and `key` are "" where the condition names none, and `page` 0."""

    name: str
    text: str = ""
    sheet: str = ""
    start: str = ""
    page: int = 0
    key: str = ""

    def areas(self) -> tuple[Area, ...]:
        """Raises UnreadableDocument where what was named is no range of cells."""
        found = parse_areas(self.start)
        if not found:
            raise UnreadableDocument(f"{self.start!r} is no range of cells")
        return found


Reader = Callable[[Any, Asked], Iterable[Reading]]
"""Of an opened file; one reading for each thing that is meant. Raises UnreadableDocument where the file does not tell."""
Readers = Mapping[str, Reader]


def asked(predicate: DocumentPredicate) -> Asked:
    return Asked(
        predicate.property or "",
        predicate.paragraph or "",
        predicate.sheet if predicate.sheet and predicate.sheet != "*" else "",
        predicate.start,
        predicate.page or 0,
        predicate.key or "",
    )


def tell(value: object, where: str = "") -> list[Reading]:
    return [Reading(str(value), where)]


def bands_named(in_header: bool, in_footer: bool) -> str:
    """Where something stands, of header and footer."""
    if in_header and in_footer:
        return "both"
    return "header" if in_header else "footer" if in_footer else "none"


def switch(is_on: bool) -> str:
    return "on" if is_on else "off"
