"""Reads text in which signs mark headings, lists, tables and emphasis, as people write it in plain text (a part of Markdown)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from ufo.schema.patterns import regex

_HEADING = regex(r"(#{1,6})\s+(.*?)\s*#*")
_ITEM = regex(r"(\s*)(?:([-*+])|(\d{1,4})[.)])\s+(.*)")
_RULE = regex(r"\s*(?:-{3,}|\*{3,}|_{3,})\s*")
_TABLE_RULE = regex(r"\s*\|?(?:\s*:?-+:?\s*\|)*\s*:?-+:?\s*\|?\s*")
_RUN = regex(r"\*\*(?P<bold>[^*]+)\*\*|\*(?P<italic>[^*\s][^*]*)\*")
_DEEPEST = 4

BlockKind = Literal["heading", "paragraph", "bullet", "number", "table", "break", "note"]


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, a heading or an item (`level` from 1), a table with its `rows`, a page break, or a note of a slide."""

    kind: BlockKind
    text: str = ""
    level: int = 1
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Run:
    text: str
    bold: bool = False
    italic: bool = False


def blocks_in(text: str) -> tuple[Block, ...]:
    """Return the blocks: `# Heading`, `- item` and `1. item` (two spaces more for each level), `| a | b |` tables, `---` for a
    new page, `> note` for a slide's notes. Lines that follow each other are one paragraph.
    """
    found: list[Block] = []
    lines: list[str] = []

    def close() -> None:
        if lines:
            found.append(Block("paragraph", " ".join(line.strip() for line in lines)))
            lines.clear()

    rest = text.replace("\r\n", "\n").split("\n")
    at = 0
    while at < len(rest):
        line = rest[at]
        table = _table_at(rest, at)
        block = _marked(line)
        if table or block is not None or not line.strip():
            close()
        if table:
            found.append(Block("table", rows=tuple(table[0])))
            at += table[1]
            continue
        if block is not None:
            found.append(block)
        elif line.strip():
            lines.append(line)
        at += 1
    close()
    return tuple(found)


def runs_in(text: str) -> Iterator[Run]:
    """Yield the parts of a text: `**bold**`, `*italic*` and plain ones."""
    at = 0
    for found in _RUN.finditer(text):
        if found.start() > at:
            yield Run(text[at : found.start()])
        bold = found["bold"]
        yield Run(bold or found["italic"] or "", bold is not None, bold is None)
        at = found.end()
    if at < len(text):
        yield Run(text[at:])


def _marked(line: str) -> Block | None:
    heading = _HEADING.fullmatch(line)
    if heading is not None:
        return Block("heading", heading[2], len(heading[1]))
    if _RULE.fullmatch(line):
        return Block("break")
    if line.startswith(">"):
        return Block("note", line[1:].strip())
    item = _ITEM.fullmatch(line)
    if item is None:
        return None
    level = min(_DEEPEST, 1 + len(item[1].replace("\t", "  ")) // 2)
    return Block("bullet" if item[2] else "number", item[4].strip(), level)


def _table_at(lines: Sequence[str], at: int) -> tuple[list[tuple[str, ...]], int] | None:
    """Return the rows of the table that begins there, and its lines."""
    end = at
    while end < len(lines) and lines[end].strip().startswith("|"):
        end += 1
    if end == at:
        return None
    rows = [_cells(line) for line in lines[at:end] if not _TABLE_RULE.fullmatch(line)]
    width = max(map(len, rows), default=0)
    return [(*row, *[""] * (width - len(row))) for row in rows], end - at


def _cells(line: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in line.strip().strip("|").split("|"))
