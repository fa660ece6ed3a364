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
    """What one file holds. `title`: "" where it names none. `application`: what the file itself says that it belongs to."""

    title: str
    sections: tuple[Section, ...]
    application: str = ""


class Outline:
    """The text of one file, as its reader finds it."""

    def __init__(self) -> None:
        self._path: list[tuple[int, str]] = []
        self._blocks: list[str] = []
        self._sections: list[Section] = []
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
        self._path = [one for one in self._path if one[0] < level]
        self._path.append((level, name))

    def block(self, text: str) -> None:
        """Add a paragraph to the section that is open."""
        line = one_line(text)
        if line and not self.is_full:
            self._chars += len(line)
            self._blocks.append(line)

    def page(self, title: str, application: str = "") -> Page:
        """End the last section and return everything. A page without a title has its first heading for one."""
        self._end_section()
        first = self._sections[0].path[0] if self._sections and self._sections[0].path else ""
        return Page(_NUMBER.sub("", one_line(title))[:_MOST_HEADING_CHARS] or first, tuple(self._sections), application)

    def _end_section(self) -> None:
        path = tuple(name for _, name in self._path)
        self._sections += (Section(path, text) for text in _pieces(self._blocks) if searched(text))
        self._blocks = []


def one_line(text: str) -> str:
    return _SPACES.sub(" ", text).strip()


def _pieces(blocks: Iterable[str]) -> list[str]:
    """Join paragraphs, each on a line, to pieces of a bounded length."""
    found: list[str] = []
    open_piece: list[str] = []
    length = 0
    for block in (part for one in blocks for part in _cut(one)):
        if open_piece and length + len(block) > MOST_SECTION_CHARS:
            found.append("\n".join(open_piece))
            open_piece, length = [], 0
        open_piece.append(block)
        length += len(block) + 1
    return [*found, "\n".join(open_piece)] if open_piece else found


def _cut(block: str) -> list[str]:
    found = []
    while len(block) > MOST_SECTION_CHARS:
        at = block.rfind(" ", MOST_SECTION_CHARS // 2, MOST_SECTION_CHARS)
        at = at if at > 0 else MOST_SECTION_CHARS
        found.append(block[:at].strip())
        block = block[at:].strip()
    return [*found, block]
