"""Reads Markdown, reStructuredText and plain text: headings are marked with # or underlined."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ufo_guides.pages.outline import Outline, Page
from ufo_guides.pages.pieces import decode_page

_HASHES = re.compile(r"^ {0,3}(#{1,6})\s++(.+)$")
_UNDERLINE = re.compile(r"^([=\-~^\"'*+#])\1{2,}\s*$")
_FENCE = re.compile(r"^ {0,3}(```|~~~)")
_ITEM = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s")
_LINK = re.compile(r"!?\[([^\[\]]{0,300})\]\([^()\s]{0,500}\)")
_MARKS = re.compile(r"(\*\*|__|``|`)")
_FRONT = "---"


def read_text(data: bytes) -> Page:
    outline = Outline()
    reader = _Reader(outline)
    for line, following in _with_next(decode_page(data, "").splitlines()):
        reader.take(line, following)
    reader.end_block()
    return outline.page("")


def _with_next(lines: list[str]) -> Iterator[tuple[str, str]]:
    begin = 0
    if lines and lines[0].strip() == _FRONT and _FRONT in (line.strip() for line in lines[1:]):
        # Values for a program stand in front of some pages.
        begin = next(at for at, text in enumerate(lines) if at and text.strip() == _FRONT) + 1
    for at in range(begin, len(lines)):
        yield lines[at], lines[at + 1] if at + 1 < len(lines) else ""


class _Reader:
    def __init__(self, outline: Outline) -> None:
        self._outline = outline
        self._lines: list[str] = []
        self._fence = ""
        self._levels: dict[str, int] = {}

    def take(self, line: str, following: str) -> None:
        fence = _FENCE.match(line)
        if self._fence or fence:
            self._in_fence(line, fence[1] if fence else "")
            return
        hashes = _HASHES.match(line)
        if hashes:
            self.end_block()
            self._outline.heading(len(hashes[1]), _bare(hashes[2].rstrip().rstrip("#")))
        elif _UNDERLINE.match(line):
            self.end_block()
        elif line.strip() and not line.startswith((" ", "\t")) and not self._lines and _UNDERLINE.match(following):
            self._outline.heading(self._level(following.strip()[0]), _bare(line))
        elif not line.strip():
            self.end_block()
        else:
            if _ITEM.match(line):
                self.end_block()
            self._lines.append(line)

    def _level(self, mark: str) -> int:
        """Return the level of an underline: they are used in the order of their levels."""
        return self._levels.setdefault(mark, {"=": 1, "-": 2}.get(mark, len(self._levels) + 1))

    def _in_fence(self, line: str, mark: str) -> None:
        if not self._fence:
            self.end_block()
            self._fence = mark
        elif mark == self._fence:
            self.end_block()
            self._fence = ""
        else:
            self._lines.append(line)

    def end_block(self) -> None:
        self._outline.block(_bare(" ".join(self._lines)))
        self._lines = []


def _bare(text: str) -> str:
    """Return a line without the marks of links and of emphasis."""
    return _MARKS.sub("", _LINK.sub(r"\1", text))
