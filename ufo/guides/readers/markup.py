"""Reads pages in markup: HTML, Mallard, DocBook, and the help files of LibreOffice (xhp).

All of them go through the parser for HTML, which knows no entities of a file's own and fetches nothing, so that no file can
make it read another one or grow without bound.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser

from ufo.guides.readers.outline import Outline, Page, one_line
from ufo.knowledge.index.rank import INDEX_MARK

_ENCODING = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?([\w.-]+)""", re.IGNORECASE)
_HEAD_BYTES = 2_048
_MOST_DEPTH = 400


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_VOID = _names("area base br col embed hr img input link meta param source track wbr include")


@dataclass(frozen=True, slots=True)
class Dialect:
    """What the elements of a format mean. `headings`: the level of each heading, 0 for one whose level is the depth of the
    sections around it. `joined`: elements whose parts are joined by a mark, as menu paths and keys are.
    """

    headings: Mapping[str, int]
    sections: frozenset[str] = frozenset()
    blocks: frozenset[str] = frozenset()
    skipped: frozenset[str] = frozenset()
    skipped_classes: frozenset[str] = frozenset()
    items: frozenset[str] = frozenset({"li"})
    numbered: frozenset[str] = frozenset({"ol"})
    lists: frozenset[str] = frozenset({"ol", "ul", "menu"})
    rows: frozenset[str] = frozenset({"tr"})
    cells: frozenset[str] = frozenset({"td", "th"})
    joined: Mapping[str, str] = field(default_factory=dict)


HTML = Dialect(
    headings={f"h{level}": level for level in range(1, 7)},
    blocks=_names("p div dt dd pre blockquote section article main figcaption caption table dl br hr body summary"),
    skipped=_names("script style nav header footer aside template svg form button select textarea iframe object title"),
    skipped_classes=_names(
        "navheader navfooter toc relatedtopics breadcrumb breadcrumbs sidebar footer navigation howtogetheader headerlink"
        " iconcell sphinxsidebar related indexterm footnote noteicon index figure informalfigure mediaobject"
    ),
)
MALLARD = Dialect(
    headings={"title": 0},
    sections=frozenset({"page", "section"}),
    blocks=_names("p desc screen code example note listing quote table terms td"),
    skipped=_names("credit link license revision media figure schema comment"),
    items=frozenset({"item"}),
    numbered=frozenset({"steps"}),
    lists=frozenset({"steps", "list", "terms", "tree"}),
    joined={"guiseq": " > ", "keyseq": "+"},
)
DOCBOOK = Dialect(
    headings={"title": 0},
    sections=_names(
        "book article chapter appendix section sect1 sect2 sect3 sect4 sect5 preface part simplesect refentry refsect1 refsect2"
    ),
    blocks=_names("para simpara term screen programlisting note tip warning caution important formalpara"),
    skipped=_names(
        "bookinfo articleinfo chapterinfo info imageobject videoobject revhistory legalnotice indexterm authorgroup mediaobject"
        " remark titleabbrev"
    ),
    items=frozenset({"listitem", "step"}),
    numbered=frozenset({"orderedlist", "procedure"}),
    lists=frozenset({"orderedlist", "itemizedlist", "procedure", "variablelist"}),
    rows=frozenset({"row"}),
    cells=frozenset({"entry"}),
    joined={"menuchoice": " > ", "keycombo": "+"},
)
XHP = Dialect(
    headings={"heading": 0, **{f"h{level}": level for level in range(1, 7)}},
    blocks=frozenset({"paragraph", "tableentry", "note", "tip", "warning"}),
    skipped=frozenset({"topic", "comment", "object", "image"}),
    items=frozenset({"listitem"}),
    numbered=frozenset({"list"}),
    lists=frozenset({"list"}),
    rows=frozenset({"tablerow"}),
    cells=frozenset({"tablecell"}),
)
_ROOTS = {
    "page": MALLARD, "helpdocument": XHP, "html": HTML,
    **dict.fromkeys(("book", "article", "chapter", "refentry", "section", "part", "appendix", "sect1"), DOCBOOK),
}  # fmt: skip
_ROOT = re.compile(r"<\s*(?:\w+:)?([a-z][a-z0-9]*)", re.IGNORECASE)


def read_markup(data: bytes, dialect: Dialect | None = None) -> Page:
    """Read a page. Without a dialect its first element tells which it is."""
    text = _plain_markup(decoded(data))
    parser = _Reader(dialect or _dialect_of(text))
    parser.feed(text)
    parser.close()
    return parser.page()


def _plain_markup(text: str) -> str:
    """Return markup without comments, instructions and document types, with the text of CDATA sections as plain text, and with no
    tag left open. The parser would read to the end of the file for each of those that has no end.
    """
    kept: list[str] = []
    at = 0
    while (begin := text.find("<", at)) >= 0:
        kept.append(text[at:begin])
        opening, closing = next((one for one in _DECLARATIONS if text.startswith(one[0], begin)), ("", ""))
        if not opening:
            kept.append("<")
            at = begin + 1
            continue
        end = text.find(closing, begin + len(opening))
        if end < 0:
            return "".join(kept)
        inside = text[begin + len(opening) : end]
        if opening == "<!" and "[" in inside:
            # A document type may hold declarations of its own.
            end = text.find("]", begin)
            end = text.find(closing, end) if end >= 0 else -1
            if end < 0:
                return "".join(kept)
        kept.append(escape(inside) if opening == _CDATA else "")
        at = end + len(closing)
    kept.append(text[at:])
    return _OPEN_TAG.sub("&lt;", "".join(kept))


_CDATA = "<![CDATA["
_DECLARATIONS = (("<!--", "-->"), (_CDATA, "]]>"), ("<?", ">"), ("<!", ">"))
_OPEN_TAG = re.compile(r"<(?![a-zA-Z/][^<>]*>)")


def decoded(data: bytes) -> str:
    """Return the text of a file: in UTF-16 where it begins so, in the encoding that it names, else UTF-8 or Latin-1."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    named = _ENCODING.search(data[:_HEAD_BYTES])
    for encoding in (*((named[1].decode("ascii", "replace"),) if named else ()), "utf-8-sig"):
        try:
            return data.decode(encoding)
        except (UnicodeError, LookupError):
            continue
    return data.decode("latin-1")


def _dialect_of(text: str) -> Dialect:
    for match in _ROOT.finditer(text[:_HEAD_BYTES]):
        dialect = _ROOTS.get(match[1].lower())
        if dialect is not None:
            return dialect
    return HTML


class _Reader(HTMLParser):
    def __init__(self, dialect: Dialect) -> None:
        super().__init__(convert_charrefs=True)
        self._dialect = dialect
        self._outline = Outline()
        self._text: list[str] = []
        self._heading = 0
        self._depth = 0
        self._skipped: tuple[str, int] | None = None
        self._lists: list[tuple[str, int]] = []
        self._mark = ""
        self._in_row = 0
        self._joints: list[tuple[str, int]] = []
        self._title: list[str] | None = None
        self._titled = ""
        self._keywords: list[str] = []

    def page(self) -> Page:
        self._flush()
        return self._outline.page(self._titled)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        tag = tag.rpartition(":")[2]
        has = {name: value or "" for name, value in attrs}
        if self._skipped is not None:
            if tag == self._skipped[0] and tag not in _VOID:
                self._skipped = tag, self._skipped[1] + 1
            return
        if tag == "title" and self._dialect is HTML and not self._titled:
            self._title = []
        elif tag == "meta" and has.get("itemprop") == "keywords":
            self._keywords.append(one_line(has.get("content", "")))
        if self._is_skipped(tag, has):
            if tag not in _VOID and self._title is None:
                self._skipped = tag, 1
            return
        self._open(tag, has)

    def _is_skipped(self, tag: str, has: Mapping[str, str]) -> bool:
        if not self._dialect.skipped_classes.isdisjoint(has.get("class", "").split()):
            return True
        # LibreOffice hides the words of every system, and its pages show those of the reader's.
        hidden = "hidden" in has and not has.get("id", "").startswith("default")
        unseen = "display:none" in has.get("style", "").replace(" ", "").lower()
        return tag in self._dialect.skipped or hidden or unseen

    def _open(self, tag: str, has: Mapping[str, str]) -> None:
        dialect = self._dialect
        if tag in dialect.sections:
            self._depth = min(self._depth + 1, _MOST_DEPTH)
        level = self._level(tag, has)
        if level:
            self._flush()
            self._heading = level
        elif tag in dialect.lists:
            self._flush()
            self._lists.append((tag, 0))
        elif tag in dialect.items:
            self._flush()
            self._mark = self._next_mark()
        elif tag in dialect.rows:
            self._flush()
            self._in_row += 1
        elif tag in dialect.cells and self._in_row:
            self._text.append(" | " if self._text else "")
        elif tag in dialect.blocks:
            self._break()
        elif tag in dialect.joined:
            self._joints.append((dialect.joined[tag], 0))
        elif self._joints:
            mark, parts = self._joints[-1]
            self._text.append(mark if parts else "")
            self._joints[-1] = mark, parts + 1

    def _level(self, tag: str, has: Mapping[str, str]) -> int:
        if self._dialect is XHP and tag == "paragraph" and has.get("role") == "heading":
            return int(has["level"]) if has.get("level", "").isdecimal() else 1
        level = self._dialect.headings.get(tag)
        # DocBook and Mallard also title tables, notes and examples, inside of a list or a row or not.
        return 0 if level is None else level or max(self._depth, 1)

    def _next_mark(self) -> str:
        if not self._lists:
            return ""
        name, count = self._lists[-1]
        self._lists[-1] = name, count + 1
        return f"{count + 1}. " if name in self._dialect.numbered else "- "

    def handle_endtag(self, tag: str) -> None:
        tag = tag.rpartition(":")[2]
        if self._title is not None and tag == "title":
            self._titled, self._title = one_line("".join(self._title)), None
            return
        if self._skipped is not None:
            if tag == self._skipped[0]:
                self._skipped = (tag, self._skipped[1] - 1) if self._skipped[1] > 1 else None
            return
        self._close(tag)

    def _close(self, tag: str) -> None:
        dialect = self._dialect
        if self._heading and (tag in dialect.headings or (tag == "paragraph" and dialect is XHP)):
            self._end_heading()
        elif tag in dialect.rows:
            self._in_row = max(0, self._in_row - 1)
            self._flush()
        elif tag in dialect.blocks:
            self._break()
        elif tag in dialect.items or tag in dialect.lists:
            self._flush()
            if tag in dialect.lists and self._lists:
                self._lists.pop()
        elif tag in dialect.joined and self._joints:
            self._joints.pop()
        if tag in dialect.sections:
            self._flush()
            self._depth = max(0, self._depth - 1)

    def handle_data(self, data: str) -> None:
        if self._title is not None:
            self._title.append(data)
        elif self._skipped is None and not (self._joints and not data.strip()):
            self._text.append(data)

    def _end_heading(self) -> None:
        text, level = "".join(self._text), self._heading
        self._text, self._heading = [], 0
        if one_line(text) and not self._titled:
            self._titled = one_line(text)
        self._outline.heading(level, text)

    def _break(self) -> None:
        """End a paragraph; in a row, the cell goes on."""
        if self._in_row:
            self._text.append(" ")
        else:
            self._flush()

    def _flush(self) -> None:
        if self._heading:
            self._end_heading()
            return
        text = one_line("".join(self._text)).strip("| ")
        self._text = []
        if text:
            self._outline.block(self._mark + text)
            self._mark = ""
            if self._keywords:
                self._outline.block(INDEX_MARK + "; ".join(self._keywords))
                self._keywords = []
