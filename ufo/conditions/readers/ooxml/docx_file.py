"""An opened Word document: its parts, its text, its styles and the formatting of its texts (ECMA-376 part 1, chapter 17)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

from ufo.conditions.readers.markup import along, attribute, child, children, descendant, descendants, local, value_of
from ufo.conditions.readers.model import Document
from ufo.conditions.readers.ooxml.package import TWIPS_PER_MM, Package, is_on, relation_id, theme_fonts
from ufo.conditions.readers.query import length, switch
from ufo.errors import UnreadableDocument
from ufo.schema.patterns import any_case

_HIGHLIGHTS = {
    "yellow": "#ffff00", "green": "#00ff00", "cyan": "#00ffff", "magenta": "#ff00ff", "blue": "#0000ff", "red": "#ff0000",
    "darkBlue": "#000080", "darkCyan": "#008080", "darkGreen": "#008000", "darkMagenta": "#800080", "darkRed": "#800000",
    "darkYellow": "#808000", "darkGray": "#808080", "lightGray": "#c0c0c0", "black": "#000000", "white": "#ffffff",
}  # fmt: skip
_SWITCHES = {"b": "bold", "i": "italic", "u": "underline", "strike": "strikethrough", "smallCaps": "small caps"}
_ALIGNED = {"both": "justify", "start": "left", "end": "right", "distribute": "justify"}
_NUMBERINGS = {"decimal": "1", "lowerLetter": "a", "upperLetter": "A", "lowerRoman": "i", "upperRoman": "I"}
_DISTANCES = {
    "space above": ("before",), "space below": ("after",), "indent": ("left", "start"), "first line": ("firstLine",),
}  # fmt: skip
_LINE = 240
_BITS = {"firstRow": 0x20, "lastRow": 0x40, "firstColumn": 0x80, "lastColumn": 0x100, "noHBand": 0x200}
"""Which parts of its style a table switches on, where it gives one number for all."""
_PARTS = {"firstRow": "firstRow", "lastRow": "lastRow", "firstColumn": "firstCol", "lastColumn": "lastCol"}
_HEADING = any_case(r"heading (\d)")
_SKIPPED = ("del", "moveFrom", "pPr", "rPr", "instrText", "drawing", "pict", "Fallback")
_LETTERS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}


class DocxFile:
    """A Word document, read at once, so that nothing has to be closed. Raises UnreadableDocument."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with _opened(path) as package:
            main = package.main
            self.root = package.root(main)
            self.body = _body_of(package)
            self.bands = {
                link.id: package.root(link.target)
                for link in package.relations(main)
                if link.kind in ("header", "footer") and link.target in package.archive
            }
            styles = package.only(main, "styles")
            self.others = {kind: package.only(main, kind) for kind in ("footnotes", "endnotes", "comments", "settings")}
            self.pictures = package.targets(main, "image")
            self._links = package.external_targets(main)
            self._numbering = package.only(main, "numbering")
            self._fonts = theme_fonts(package.only(main, "theme"))
        self._styles = {attribute(style, "styleId"): style for style in along(styles, "style")}
        self._defaults = [] if styles is None else list(descendants(styles, "docDefaults"))
        named = (key for key, style in self._styles.items() if attribute(style, "default") in ("1", "true"))
        of_paragraphs = (key for key in named if attribute(self._styles[key], "type") == "paragraph")
        # LibreOffice does not mark it.
        self._standard = next(of_paragraphs, "Normal" if "Normal" in self._styles else "")
        self._in_tables = dict(self._table_styles())
        self._outer_breaks = frozenset(
            found for paragraph in self.paragraphs() for breaks in _outer_breaks(paragraph) for found in breaks
        )
        self._on_new_page = frozenset(_on_new_pages(self.paragraphs()))

    def paragraphs(self) -> Iterator[Element]:
        return descendants(self.body, "p")

    def style_of(self, paragraph: Element) -> str:
        """Return the id of the paragraph's style."""
        return next((attribute(style, "val") for style in along(paragraph, "pPr", "pStyle")), self._standard)

    def style_name(self, style: str) -> str:
        """Return a style's name as people see it. The file keeps built-in names in small letters."""
        found = self._styles.get(style)
        return style if found is None or child(found, "name") is None else value_of(found, "name")

    def chain(self, style: str) -> Iterator[Element]:
        """Iterate over the style and those that it is based on."""
        seen: set[str] = set()
        while style and style not in seen and style in self._styles:
            seen.add(style)
            yield self._styles[style]
            style = value_of(self._styles[style], "basedOn")

    def heading_level(self, paragraph: Element) -> int:
        """Return the paragraph's heading level, 0 where it is not a heading."""
        for holder in [paragraph, *self.chain(self.style_of(paragraph))]:
            for level in along(holder, "pPr", "outlineLvl"):
                number = attribute(level, "val")
                return int(number) + 1 if number.isdecimal() and int(number) < 9 else 0
            if named := _HEADING.fullmatch(value_of(holder, "name")):
                return int(named[1])
        return 0

    def runs(self, paragraph: Element) -> list[tuple[str, dict[str, str]]]:
        """Return the paragraph's runs: each text with its formatting."""
        chain, in_table = self.chain(self.style_of(paragraph)), self._in_tables.get(paragraph, ())
        return list(self._runs(paragraph, self.whole_look(paragraph), [*chain, *in_table]))

    def whole_look(self, paragraph: Element) -> dict[str, str]:
        """Return the formatting of the paragraph as a whole."""
        style = self.style_of(paragraph)
        base: dict[str, str] = {"style": self.style_name(style), "heading level": str(self.heading_level(paragraph))}
        in_table = self._in_tables.get(paragraph, ())
        for holder in (paragraph, *self.chain(style), *in_table, *self._default("pPr")):
            for properties in children(holder, "pPr"):
                self._of_paragraph(properties, base)
        base.setdefault("list", "none")
        if paragraph in self._on_new_page:
            base["page break"] = "on"
        return base

    def default_looks(self) -> dict[str, str]:
        """Return the formatting of letters that the default style gives."""
        return self._letters_of((*self.chain(self._standard), *self._default("rPr")))

    def letters_without_style(self) -> dict[str, str]:
        """Return the formatting of letters that holds where no style says anything."""
        return self._letters_of(self._default("rPr"))

    def _letters_of(self, holders: Iterable[Element]) -> dict[str, str]:
        found: dict[str, str] = {}
        for part in (part for holder in holders for properties in children(holder, "rPr") for part in properties):
            self._of_letters(part, found)
        return found

    def _table_styles(self) -> Iterator[tuple[Element, tuple[Element, ...]]]:
        """Iterate over the paragraphs in tables, inner ones after outer ones, with the styles that their table gives them."""
        for table in descendants(self.body, "tbl"):
            named = along(table, "tblPr", "tblStyle")
            styles = [link for style in named for link in self.chain(attribute(style, "val"))]
            own = [part for style in styles for part in children(style, "tblStylePr")]
            for cell, parts in _styled_cells(table) if styles else ():
                special = [part for kind in parts for part in own if attribute(part, "type") == kind]
                for paragraph in descendants(cell, "p"):
                    yield paragraph, (*special, *styles)

    def _default(self, kind: str) -> Iterator[Element]:
        return (holder for part in self._defaults for holder in children(part, f"{kind}Default"))

    def _of_paragraph(self, properties: Element, base: dict[str, str]) -> None:
        for part in properties:
            name, value = local(part), attribute(part, "val")
            if name == "jc":
                base.setdefault("align", _ALIGNED.get(value, value))
            elif name == "numPr" and "list" not in base:
                base |= self._list_look(part)
            elif name == "pageBreakBefore":
                base.setdefault("page break", switch(is_on(part)))
            elif name in ("spacing", "ind"):
                for look, found in _distances(part).items():
                    base.setdefault(look, found)

    def _list_look(self, properties: Element) -> dict[str, str]:
        level = value_of(properties, "ilvl") if child(properties, "ilvl") is not None else "0"
        format_of = self._list_format(value_of(properties, "numId"), level)
        kind = {"bullet": "bullet", "none": "none"}.get(format_of, "number")
        depth = str(int(level) + 1) if kind != "none" and level.isdecimal() else "0"
        return {"list": kind, "numbering": _NUMBERINGS.get(format_of, format_of), "list level": depth}

    def _list_format(self, number: str, level: str) -> str:
        if number in ("", "0") or self._numbering is None:
            return "none"
        numbered = (held for held in children(self._numbering, "num") if attribute(held, "numId") == number)
        abstract = next((attribute(link, "val") for held in numbered for link in children(held, "abstractNumId")), "")
        kinds = children(self._numbering, "abstractNum")
        kind = next((kind for kind in kinds if attribute(kind, "abstractNumId") == abstract), None)
        levels = (found for found in along(kind, "lvl") if attribute(found, "ilvl") == level)
        return next((attribute(form, "val") for found in levels for form in children(found, "numFmt")), "decimal")

    def _runs(
        self, element: Element, base: dict[str, str], styles: list[Element]
    ) -> Iterator[tuple[str, dict[str, str]]]:
        for part in element:
            name = local(part)
            if name == "r":
                text = "".join(_text(letters) for letters in part if letters not in self._outer_breaks)
                if text:
                    yield text, {**base, **self._of_run(part, styles)}
            elif name == "hyperlink":
                anchor = f"#{attribute(part, 'anchor')}" if attribute(part, "anchor") else ""
                yield from self._runs(part, {**base, "link": self._links.get(relation_id(part), anchor)}, styles)
            elif name not in _SKIPPED:
                yield from self._runs(part, base, styles)

    def _of_run(self, run: Element, styles: list[Element]) -> dict[str, str]:
        named = (link for style in along(run, "rPr", "rStyle") for link in self.chain(attribute(style, "val")))
        return self._letters_of((run, *named, *styles, *self._default("rPr")))

    def _of_letters(self, part: Element, found: dict[str, str]) -> None:
        name, value = local(part), attribute(part, "val")
        if name in _SWITCHES:
            found.setdefault(_SWITCHES[name], switch(is_on(part)))
        elif name == "color":
            found.setdefault("colour", f"#{value.lower()}" if len(value) == 6 else "#000000" if value == "auto" else "")
        elif name == "highlight":
            found.setdefault("highlight", _HIGHLIGHTS.get(value, "none"))
        elif name == "shd":
            fill = attribute(part, "fill")
            found.setdefault("highlight", f"#{fill.lower()}" if len(fill) == 6 else "none")
        elif name == "vertAlign" and value in ("superscript", "subscript"):
            found.setdefault(value, "on")
        elif name == "sz" and value.isdecimal():
            found.setdefault("size", f"{int(value) / 2:g}")
        elif name == "rFonts" and (
            font := attribute(part, "ascii") or self._fonts.get(attribute(part, "asciiTheme")[:5])
        ):
            found.setdefault("font", font)


def _distances(properties: Element) -> dict[str, str]:
    """Return the spaces around a paragraph and its line spacing; the file counts in twentieths of a point."""
    found = {
        look: length(int(value) / TWIPS_PER_MM)
        for look, names in _DISTANCES.items()
        if (value := next((attribute(properties, name) for name in names if attribute(properties, name)), ""))
        .lstrip("-")
        .isdecimal()
    }
    hanging, line = attribute(properties, "hanging"), attribute(properties, "line")
    if hanging.isdecimal() and int(hanging):
        found["first line"] = length(-int(hanging) / TWIPS_PER_MM)
    if line.isdecimal() and attribute(properties, "lineRule", "auto") == "auto":
        found["line spacing"] = f"{int(line) / _LINE:g}"
    return found


def _on_new_pages(paragraphs: Iterable[Element]) -> Iterator[Element]:
    """Iterate over the paragraphs that a page break begins, or that come after one that ends with it. One that holds nothing but
    a break stays on the page that it ends.
    """
    ended = False
    for paragraph in paragraphs:
        before, after = _outer_breaks(paragraph)
        if ended or before:
            yield paragraph
        ended = bool(after)


def _outer_breaks(paragraph: Element) -> tuple[list[Element], list[Element]]:
    """Return the page breaks before the paragraph's text, which are no part of it, and those after it; where it has no text, all
    are after it.
    """
    marks = [part for part in paragraph.iter() if _text(part) or local(part) == "drawing"]
    after = list(itertools.takewhile(_is_page_break, reversed(marks)))
    before = list(itertools.takewhile(_is_page_break, marks[: len(marks) - len(after)]))
    return before, after


def _is_page_break(part: Element) -> bool:
    return local(part) == "br" and attribute(part, "type") == "page"


def _text(part: Element) -> str:
    name = local(part)
    return (part.text or "") if name == "t" else _LETTERS.get(name, "")


def _styled_cells(table: Element) -> Iterator[tuple[Element, tuple[str, ...]]]:
    """Iterate over the cells of a table, each with the kinds of `tblStylePr` that hold for it, the strongest first (17.7.6)."""
    switched = _switched(table)
    rows = list(children(table, "tr"))
    heads = int("firstRow" in switched)
    for number, row in enumerate(rows):
        cells = list(children(row, "tc"))
        for place, cell in enumerate(cells):
            is_in = {
                "firstRow": number == 0, "lastRow": number == len(rows) - 1 and number > 0, "firstColumn": place == 0,
                "lastColumn": place == len(cells) - 1,
            }  # fmt: skip
            parts = [_PARTS[name] for name, holds in is_in.items() if holds and name in switched]
            if "noHBand" not in switched and not (is_in["firstRow"] and heads):
                parts.append("band2Horz" if (number - heads) % 2 else "band1Horz")
            yield cell, tuple(parts)


def _switched(table: Element) -> frozenset[str]:
    """Return the parts of its style that a table switches on (17.4.56)."""
    for look in along(table, "tblPr", "tblLook"):
        number = attribute(look, "val")
        bits = int(number, 16) if number and set(number) <= set("0123456789abcdefABCDEF") else 0
        named = {name: attribute(look, name) for name in _BITS}
        return frozenset(
            name for name, bit in _BITS.items() if (named[name] in ("1", "true", "on") if named[name] else bits & bit)
        )
    return frozenset({"noHBand"})


def read_docx(path: Path) -> Document:
    """Read the text alone."""
    with _opened(path) as package:
        body = _body_of(package)
    tables = tuple(
        tuple(tuple(_cell_text(cell) for cell in _within(row, "tc")) for row in _within(table, "tr"))
        for table in descendants(body, "tbl")
    )
    return Document(path, paragraphs=tuple(map(_text_of, descendants(body, "p"))), tables=tables)


def _opened(path: Path) -> Package:
    return Package(path, "word/document.xml")


def _body_of(package: Package) -> Element:
    body = descendant(package.root(package.main), "body")
    if body is None:
        raise UnreadableDocument(f"{package.path.name} is no text document: it has no body")
    return body


def _within(element: Element, name: str) -> Iterator[Element]:
    """Iterate over the children of that name. Content controls and insertions are looked into."""
    for part in element:
        if local(part) == name:
            yield part
        elif local(part) in ("sdt", "sdtContent", "ins"):
            yield from _within(part, name)


def _cell_text(cell: Element) -> str:
    return "\n".join(map(_text_of, _within(cell, "p")))


def _text_of(element: Element) -> str:
    return "".join(_text(part) or ("" if local(part) in _SKIPPED else _text_of(part)) for part in element)
