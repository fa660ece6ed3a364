"""The readable text of a page: its title and its sections, each under the headings above it, without menus and hidden parts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from ufo.knowledge.web.html_text import Tag, pieces_of

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_ASIDE = frozenset(
    "nav footer aside form template svg math button select noscript dialog canvas object audio video menu".split()  # noqa: SIM905 a list of words
)
_UNSEEN = re.compile(
    r"display\s*+:\s*+none|visibility\s*+:\s*+hidden|font-size\s*+:\s*+0(?![.\d])|opacity\s*+:\s*+0(?![.\d])"
)
_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())  # noqa: SIM905 a list of words
_ENDS_BEFORE_NEXT = frozenset({"p", "li", "td", "th", "tr", "dt", "dd", "option"})
"""Elements whose end tag may be left out: the next of the same name ends them."""
_INLINE = frozenset(
    "a abbr b bdi bdo big cite code em font i kbd label mark q s samp small span strong sub sup tt u var".split()  # noqa: SIM905 a list of words
)
_MOST_PIECES, _MOST_SECTIONS, _MOST_LINE = 300_000, 2_000, 4_000
_LEAST_CONTENT = 200


@dataclass(frozen=True, slots=True)
class Part:
    """A section of a page. `path`: the headings above its text."""

    path: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Readable:
    title: str
    parts: tuple[Part, ...]


def readable_html(page: str) -> Readable:
    """Return the readable text of a page in HTML: of its element `main` or `article` where there is one."""
    reader = _Reader()
    for piece in islice(pieces_of(page), _MOST_PIECES):
        if len(reader.parts) > _MOST_SECTIONS:
            break
        reader.read(piece)
    reader.end_section()
    inside = [part for part, is_content in reader.parts if is_content]
    enough = sum(len(part.text) for part in inside) >= _LEAST_CONTENT
    return Readable(_one_line([reader.title]), tuple(inside if enough else [part for part, _ in reader.parts]))


def readable_plain(page: str) -> Readable:
    """Return plain text as one section."""
    lines = [line for line in (" ".join(one[:_MOST_LINE].split()) for one in page.splitlines()) if line]
    return Readable("", (Part((), "\n".join(lines)),) if lines else ())


class _Reader:
    """Follows the pieces of a page. `parts`: the sections, each with whether it is in `main` or `article`."""

    def __init__(self) -> None:
        self.title = ""
        self.parts: list[tuple[Part, bool]] = []
        self._path: list[tuple[int, str]] = []
        self._lines: list[str] = []
        self._line: list[str] = []
        self._level = 0
        self._content = 0
        self._in_title = False
        self._skipped, self._depth = "", 0

    def read(self, piece: Tag | str) -> None:
        if isinstance(piece, Tag):
            if self._skipped and self._goes_on_skipping(piece):
                return
            self._tag(piece)
        elif self._in_title:
            self.title += piece[:500]
        elif not self._skipped:
            self._line.append(piece)

    def end_section(self) -> None:
        self._end_line()
        text = "\n".join(self._lines)
        if text:
            self.parts.append((Part(tuple(said for _, said in self._path), text), self._content > 0))
        self._lines = []

    def _goes_on_skipping(self, tag: Tag) -> bool:
        if tag.name != self._skipped:
            return True
        if not tag.closes and tag.name in _ENDS_BEFORE_NEXT:
            self._skipped = ""
            return False
        self._depth += -1 if tag.closes else 1
        if not self._depth:
            self._skipped = ""
        return True

    def _tag(self, tag: Tag) -> None:
        if tag.name == "title":
            self._in_title = not tag.closes and not self.title
        elif not tag.closes and tag.name not in _VOID and (tag.name in _ASIDE or _is_hidden(tag)):
            self._end_line()
            self._skipped, self._depth = tag.name, 1
        elif tag.name in _HEADINGS:
            self._heading(tag)
        elif tag.name in ("main", "article"):
            self.end_section()
            self._content = max(0, self._content + (-1 if tag.closes else 1))
        elif tag.name in ("td", "th"):
            self._line.append(" ")
        elif tag.name not in _INLINE:
            self._end_line()
            self._line += ["- "] if tag.name == "li" and not tag.closes else []

    def _heading(self, tag: Tag) -> None:
        if not tag.closes:
            self.end_section()
            self._level = _HEADINGS[tag.name]
            return
        said, self._line = _one_line(self._line), []
        if self._level and said:
            self._path = [one for one in self._path if one[0] < self._level] + [(self._level, said[:200])]
        self._level = 0

    def _end_line(self) -> None:
        said, self._line = _one_line(self._line), []
        if said and said != "-":
            self._lines.append(said[:_MOST_LINE])


def _is_hidden(tag: Tag) -> bool:
    shown = tag.attributes
    return (
        "hidden" in shown or shown.get("aria-hidden") == "true" or bool(_UNSEEN.search(shown.get("style", "").lower()))
    )


def _one_line(pieces: Iterable[str]) -> str:
    """Return the pieces as one line. The sign that ends a heading in many manuals, a link to itself, is left out."""
    return " ".join("".join(pieces).split()).removesuffix("¶").removesuffix("#").strip()
