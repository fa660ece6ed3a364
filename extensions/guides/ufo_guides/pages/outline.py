"""Collects headings and paragraphs in their order, and cuts them into sections with the headings above each."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ufo.knowledge.index.values import Section
from ufo.text.words import searched

MOST_SECTION_CHARS = 2_000
"""A longer section is cut between its paragraphs, and a longer paragraph between its words."""
MOST_PAGE_CHARS = 20_000_000
_MOST_HEADING_CHARS = 200
_NUMBER = re.compile(r"^(?:\d+\.)+\d*\.?\s+|^(?:Chapter|Appendix)\s+[\dA-Z]+\.\s+")
_SPACES = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Page:
    """What one file holds. `title`: "" where it names none. `application`: what the file itself says that it belongs to.
    `content`: the sections that the page itself calls its content.
    """

    title: str
    sections: tuple[Section, ...]
    application: str = ""
    content: tuple[Section, ...] = ()


class Outline:
    """The text of one file, as its reader finds it."""

    def __init__(self) -> None:
        self._path: list[tuple[int, str]] = []
        self._blocks: list[str] = []
        self._sections: list[Section] = []
        self._content: list[Section] = []
        self._depth = 0
        self._chars = 0

    @property
    def is_full(self) -> bool:
        return self._chars >= MOST_PAGE_CHARS

    def heading(self, level: int, text: str) -> None:
        """Begin a section. `level`: 1 for the outermost; it ends every section of its level and below."""
        name = _NUMBER.sub("", one_line(text))[:_MOST_HEADING_CHARS]
        if not name:
            return
        self._end_section()
        self._path = [pair for pair in self._path if pair[0] < level]
        self._path.append((level, name))

    def block(self, text: str) -> None:
        """Add a paragraph to the section that is open."""
        line = one_line(text)
        if line and not self.is_full:
            self._chars += len(line)
            self._blocks.append(line)

    def content(self, *, begins: bool) -> None:
        """Begin or end what the page itself calls its content."""
        self._end_section()
        self._depth = max(0, self._depth + (1 if begins else -1))

    def page(self, title: str, application: str = "") -> Page:
        """End the last section and return everything. A page without a title has its first heading for one."""
        self._end_section()
        first = self._sections[0].path[0] if self._sections and self._sections[0].path else ""
        named = _NUMBER.sub("", one_line(title))[:_MOST_HEADING_CHARS] or first
        return Page(named, tuple(self._sections), application, tuple(self._content))

    def _end_section(self) -> None:
        path = tuple(name for _, name in self._path)
        sections = [Section(path, text) for text in _pieces(self._blocks) if searched(text)]
        self._sections += sections
        self._content += sections if self._depth else []
        self._blocks = []


def one_line(text: str) -> str:
    """Return a text as one line. The sign that ends a heading in many manuals, a link to itself, is left out."""
    return _SPACES.sub(" ", text).strip().removesuffix("¶").rstrip()


def _pieces(blocks: Iterable[str]) -> list[str]:
    """Join paragraphs, each on a line, to pieces of a bounded length."""
    found: list[str] = []
    open_piece: list[str] = []
    length = 0
    for piece in (part for block in blocks for part in _cut(block)):
        if open_piece and length + len(piece) > MOST_SECTION_CHARS:
            found.append("\n".join(open_piece))
            open_piece, length = [], 0
        open_piece.append(piece)
        length += len(piece) + 1
    return [*found, "\n".join(open_piece)] if open_piece else found


def _cut(block: str) -> list[str]:
    found = []
    while len(block) > MOST_SECTION_CHARS:
        at = block.rfind(" ", MOST_SECTION_CHARS // 2, MOST_SECTION_CHARS)
        at = at if at > 0 else MOST_SECTION_CHARS
        found.append(block[:at].strip())
        block = block[at:].strip()
    return [*found, block]
