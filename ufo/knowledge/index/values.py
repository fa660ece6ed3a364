"""What goes into the index, and what comes out of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class Kind(StrEnum):
    GUIDE = "guide"
    MENUS = "menus"
    EXPERIENCE = "experience"
    DEMONSTRATION = "demonstration"


@dataclass(frozen=True, slots=True)
class Section:
    """A piece of a document. `path`: the headings above it, the outermost first."""

    path: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Document:
    """What is learned as a whole. `application`: an application root, "" where it belongs to none. `origin`: a path or an
    address, unique within its kind. `digest`: changes whenever the content does.
    """

    kind: Kind
    application: str
    title: str
    origin: str
    sections: tuple[Section, ...]
    digest: str


@dataclass(frozen=True, slots=True)
class DocumentInfo:
    """A document of the index without its text. `chars`: the length of its text. `added`: when, as ISO 8601 in UTC. `uses`: how
    often a run was told of it, `verified_uses`: how many of those runs were verified.
    """

    key: str
    kind: Kind
    application: str
    title: str
    origin: str
    sections: int
    chars: int
    added: str
    uses: int
    verified_uses: int


@dataclass(frozen=True, slots=True)
class Hit:
    """A section that was found. `key`: "DOCUMENT:SECTION". `score`: the share of the search's words that its headings and its
    best part hold, where rare words count more, from 0 to 1. `part`: that part, of a few hundred characters.
    """

    key: str
    kind: Kind
    application: str
    title: str
    path: tuple[str, ...]
    text: str
    origin: str
    score: float
    part: str


def document_of(key: str) -> str:
    """Return the key of the document that a section's key, or a document's own, belongs to."""
    return key.partition(":")[0]


def origin_of(path: Path | str) -> str:
    r"""Return a path as the index keeps it: a byte of a name that is no UTF-8 is written as \udcff."""
    return str(path).encode("utf-8", "backslashreplace").decode()
