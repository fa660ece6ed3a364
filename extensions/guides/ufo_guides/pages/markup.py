"""Reads pages in markup: HTML of guides and of the web, Mallard, DocBook, and the help files of LibreOffice (xhp).

What a reader of the page would not see is left out: it may be there for a model alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import islice

from ufo.knowledge.index.rank import INDEX_MARK
from ufo_guides.pages.outline import Outline, Page, one_line
from ufo_guides.pages.pieces import Tag, decode_page, pieces_of

_HEAD_CHARS = 2_048
_MOST_DEPTH, _MOST_PIECES = 400, 300_000
_UNSEEN = re.compile(
    r"display\s*+:\s*+none|visibility\s*+:\s*+hidden|font-size\s*+:\s*+0(?![.\d])|opacity\s*+:\s*+0(?![.\d])"
)


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_VOID = _names("area base br col embed hr img input link meta param source track wbr include")
_ENDS_BEFORE_NEXT = _names("p li td th tr dt dd option")
"""Elements whose end tag may be left out: the next of the same name ends them."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """What the elements of a format mean. `headings`: the level of each heading, 0 for one whose level is the depth of the
    sections around it. `joined`: elements whose parts are joined by a mark, as menu paths and keys are. `shown`: how the ids of
    elements begin that are hidden only until a script shows them. `content`: elements that hold the page's own text.
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
    between_cells: str = " | "
    joined: Mapping[str, str] = field(default_factory=dict)
    shown: str = ""
    content: frozenset[str] = frozenset()


HTML = Dialect(
    headings={f"h{level}": level for level in range(1, 7)},
    blocks=_names(
        "p div dt dd pre blockquote section article main figure figcaption caption table dl br hr body summary header address"
        " fieldset details center"
    ),
    skipped=_names(
        "script style nav header footer aside template svg math form button select noscript dialog canvas object audio video"
        " textarea iframe title"
    ),
    skipped_classes=_names(
        "navheader navfooter toc relatedtopics breadcrumb breadcrumbs sidebar footer navigation howtogetheader headerlink"
        " iconcell sphinxsidebar related indexterm footnote noteicon index figure informalfigure mediaobject"
    ),
    # LibreOffice hides the words of every system, and its pages show those of the reader's.
    shown="default",
    content=_names("main article"),
)
WEB = replace(
    HTML,
    skipped=HTML.skipped - {"header"} | {"menu"},
    skipped_classes=_names("headerlink"),
    between_cells=" ",
    shown="",
)
"""Pages of strangers, of which `main` and `article` are the content."""
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
    text = decode_page(data, "")
    return read_pieces(text, dialect or _dialect_of(text))


def read_pieces(text: str, dialect: Dialect) -> Page:
    """Read a page. What comes from strangers is read as browsers read it, and within bounds."""
    reader, is_strange = _Reader(dialect), dialect is WEB
    for piece in islice(pieces_of(text, is_xml=not is_strange), _MOST_PIECES if is_strange else None):
        if isinstance(piece, str):
            reader.text(piece)
        elif piece.closes:
            reader.end(piece.name.rpartition(":")[2])
        else:
            reader.begin(piece.name.rpartition(":")[2], piece)
    return reader.page()


def _dialect_of(text: str) -> Dialect:
    for match in _ROOT.finditer(text[:_HEAD_CHARS]):
        dialect = _ROOTS.get(match[1].lower())
        if dialect is not None:
            return dialect
    return HTML


class _Reader:
    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._outline = Outline()
        self._text: list[str] = []
        self._heading = 0
        self._depth = 0
        self._skipped, self._skipped_depth = "", 0
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

    def begin(self, tag: str, piece: Tag) -> None:
        has = piece.attributes
        if self._skipped and self._goes_on_skipping(tag, 1):
            return
        if tag == "title" and self._dialect.content and not self._titled:
            self._title = []
        elif tag == "meta" and has.get("itemprop") == "keywords" and self._dialect is HTML:
            self._keywords.append(one_line(has.get("content", "")))
        if self._is_skipped(tag, piece):
            if tag not in _VOID and self._title is None:
                self._skipped, self._skipped_depth = tag, 1
            return
        self._open(tag, has)

    def _goes_on_skipping(self, tag: str, change: int) -> bool:
        if tag != self._skipped or tag in _VOID:
            return True
        if change > 0 and tag in _ENDS_BEFORE_NEXT:
            self._skipped = ""
            return False
        self._skipped_depth += change
        if not self._skipped_depth:
            self._skipped = ""
        return True

    def _is_skipped(self, tag: str, piece: Tag) -> bool:
        dialect, has = self._dialect, piece.attributes
        if tag in dialect.skipped or not dialect.skipped_classes.isdisjoint(piece.classes):
            return True
        is_shown = bool(dialect.shown) and has.get("id", "").startswith(dialect.shown)
        is_hidden = ("hidden" in has and not is_shown) or has.get("aria-hidden") == "true"
        return is_hidden or bool(_UNSEEN.search(has.get("style", "").lower()))

    def _open(self, tag: str, has: Mapping[str, str]) -> None:
        dialect = self._dialect
        self._nest(tag)
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
            self._text.append(dialect.between_cells if self._text else "")
        elif tag in dialect.blocks or "-" in tag:
            self._break()
        elif tag in dialect.joined:
            self._joints.append((dialect.joined[tag], 0))
        elif self._joints:
            mark, parts = self._joints[-1]
            self._text.append(mark if parts else "")
            self._joints[-1] = mark, parts + 1

    def _nest(self, tag: str) -> None:
        if tag in self._dialect.sections:
            self._depth = min(self._depth + 1, _MOST_DEPTH)
        if tag in self._dialect.content:
            self._flush()
            self._outline.content(begins=True)

    def _level(self, tag: str, has: Mapping[str, str]) -> int:
        if self._dialect is XHP and tag == "paragraph" and has.get("role") == "heading":
            return int(has["level"][:2]) if has.get("level", "").isdecimal() else 1
        level = self._dialect.headings.get(tag)
        # DocBook and Mallard also title tables, notes and examples, inside of a list or a row or not.
        return 0 if level is None else level or max(self._depth, 1)

    def _next_mark(self) -> str:
        if not self._lists:
            return ""
        name, count = self._lists[-1]
        self._lists[-1] = name, count + 1
        return f"{count + 1}. " if name in self._dialect.numbered else "- "

    def end(self, tag: str) -> None:
        if self._title is not None and tag == "title":
            self._titled, self._title = one_line("".join(self._title)), None
        elif not self._skipped or not self._goes_on_skipping(tag, -1):
            self._close(tag)

    def _close(self, tag: str) -> None:
        dialect = self._dialect
        if self._heading and (tag in dialect.headings or (tag == "paragraph" and dialect is XHP)):
            self._end_heading()
        elif tag in dialect.rows:
            self._in_row = max(0, self._in_row - 1)
            self._flush()
        elif tag in dialect.blocks or "-" in tag:
            self._in_row = 0 if tag == "table" else self._in_row
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
        if tag in dialect.content:
            self._outline.content(begins=False)

    def text(self, data: str) -> None:
        if self._title is not None:
            self._title.append(data)
        elif not self._skipped and not (self._joints and not data.strip()):
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
