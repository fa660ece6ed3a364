"""An opened Word document: its parts, its styles and the formatting of its texts (ECMA-376 part 1, chapter 17)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

from ufo.errors import UnreadableDocument
from ufo.schema.patterns import any_case
from ufo.verify.documents.markup import attribute, children, descendants, local
from ufo.verify.documents.ooxml.package import Package, is_on, relation_id, theme_fonts
from ufo.verify.documents.ooxml.relations import external_targets
from ufo.verify.properties.ooxml.docx_tables import table_parts

_HIGHLIGHTS = {
    "yellow": "#ffff00", "green": "#00ff00", "cyan": "#00ffff", "magenta": "#ff00ff", "blue": "#0000ff", "red": "#ff0000",
    "darkBlue": "#000080", "darkCyan": "#008080", "darkGreen": "#008000", "darkMagenta": "#800080", "darkRed": "#800000",
    "darkYellow": "#808000", "darkGray": "#808080", "lightGray": "#c0c0c0", "black": "#000000", "white": "#ffffff",
}  # fmt: skip
_SWITCHES = {"b": "bold", "i": "italic", "u": "underline", "strike": "strikethrough", "smallCaps": "small caps"}
_ALIGNED = {"both": "justify", "start": "left", "end": "right", "distribute": "justify"}
_NUMBERINGS = {"decimal": "1", "lowerLetter": "a", "upperLetter": "A", "lowerRoman": "i", "upperRoman": "I"}
_DISTANCES = {
    "space above": ("before",),
    "space below": ("after",),
    "indent": ("left", "start"),
    "first line": ("firstLine",),
}
_TWIPS_PER_MM, _LINE = 1440 / 25.4, 240
_HEADING = any_case(r"heading (\d)")
_SKIPPED = ("del", "moveFrom", "pPr", "rPr", "instrText", "drawing", "pict", "Fallback")
_LETTERS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}


class DocxFile:
    """A Word document, read at once, so that nothing has to be closed. Raises UnreadableDocument."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with Package(path) as package:
            main = package.main
            self.root = package.root(main)
            found = next(descendants(self.root, "body"), None)
            if found is None:
                raise UnreadableDocument(f"{path.name} is no text document: it has no body")
            self.body = found
            self.bands = {
                one.id: package.root(one.target)
                for one in package.relations(main)
                if one.kind in ("header", "footer") and one.target in package.archive
            }
            styles = package.only(main, "styles")
            self.others = {kind: package.only(main, kind) for kind in ("footnotes", "endnotes", "comments", "settings")}
            self.pictures = {one.id: one.target for one in package.relations(main) if one.kind == "image"}
            self._links = external_targets(package.archive, main)
            self._numbering = package.only(main, "numbering")
            self._fonts = theme_fonts(package.only(main, "theme"))
        self._styles = {} if styles is None else {attribute(one, "styleId"): one for one in children(styles, "style")}
        self._defaults = [] if styles is None else list(descendants(styles, "docDefaults"))
        named = (key for key, one in self._styles.items() if attribute(one, "default") in ("1", "true"))
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
        for properties in children(paragraph, "pPr"):
            for style in children(properties, "pStyle"):
                return attribute(style, "val")
        return self._standard

    def style_name(self, style: str) -> str:
        """Return a style's name as people see it. The file keeps built-in names in small letters."""
        one = self._styles.get(style)
        return style if one is None else next((attribute(node, "val") for node in children(one, "name")), style)

    def chain(self, style: str) -> Iterator[Element]:
        """Iterate over the style and those that it is based on."""
        seen: set[str] = set()
        while style and style not in seen and style in self._styles:
            seen.add(style)
            yield self._styles[style]
            style = next((attribute(one, "val") for one in children(self._styles[style], "basedOn")), "")

    def heading_level(self, paragraph: Element) -> int:
        """Return the paragraph's heading level, 0 where it is not a heading."""
        own = [paragraph, *self.chain(self.style_of(paragraph))]
        for holder in own:
            for properties in children(holder, "pPr"):
                for level in children(properties, "outlineLvl"):
                    number = attribute(level, "val")
                    return int(number) + 1 if number.isdecimal() and int(number) < 9 else 0
            name = next((attribute(node, "val") for node in children(holder, "name")), "")
            if named := _HEADING.fullmatch(name):
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
        for holder in holders:
            for properties in children(holder, "rPr"):
                for one in properties:
                    self._of_letters(one, found)
        return found

    def _table_styles(self) -> Iterator[tuple[Element, tuple[Element, ...]]]:
        """Iterate over the paragraphs in tables, inner ones after outer ones, with the styles that their table gives them."""
        for table in descendants(self.body, "tbl"):
            named = [style for part in children(table, "tblPr") for style in children(part, "tblStyle")]
            styles = [link for style in named for link in self.chain(attribute(style, "val"))]
            for cell, parts in table_parts(table) if styles else ():
                special = [
                    own
                    for part in parts
                    for style in styles
                    for own in children(style, "tblStylePr")
                    if attribute(own, "type") == part
                ]
                for paragraph in descendants(cell, "p"):
                    yield paragraph, (*special, *styles)

    def _default(self, kind: str) -> Iterator[Element]:
        for one in self._defaults:
            yield from children(one, f"{kind}Default")

    def _of_paragraph(self, properties: Element, base: dict[str, str]) -> None:
        for one in properties:
            name, value = local(one), attribute(one, "val")
            if name == "jc":
                base.setdefault("align", _ALIGNED.get(value, value))
            elif name == "numPr" and "list" not in base:
                base |= self._list_look(one)
            elif name == "pageBreakBefore":
                base.setdefault("page break", "on" if is_on(one) else "off")
            elif name in ("spacing", "ind"):
                for look, found in _distances(one).items():
                    base.setdefault(look, found)

    def _list_look(self, properties: Element) -> dict[str, str]:
        format_of = self._list_format(properties)
        kind = {"bullet": "bullet", "none": "none"}.get(format_of, "number")
        level = next((attribute(one, "val") for one in children(properties, "ilvl")), "0")
        is_list = kind != "none"
        return {
            "list": kind, "numbering": _NUMBERINGS.get(format_of, format_of),
            "list level": str(int(level) + 1) if is_list and level.isdecimal() else "0",
        }  # fmt: skip

    def _list_format(self, properties: Element) -> str:
        number = next((attribute(one, "val") for one in children(properties, "numId")), "0")
        level = next((attribute(one, "val") for one in children(properties, "ilvl")), "0")
        if number == "0" or self._numbering is None:
            return "none"
        abstract = next(
            (
                attribute(link, "val")
                for one in children(self._numbering, "num")
                if attribute(one, "numId") == number
                for link in children(one, "abstractNumId")
            ),
            "",
        )
        for one in children(self._numbering, "abstractNum"):
            if attribute(one, "abstractNumId") == abstract:
                return _format_at(one, level)
        return "decimal"

    def _runs(
        self, element: Element, base: dict[str, str], styles: list[Element]
    ) -> Iterator[tuple[str, dict[str, str]]]:
        for child in element:
            name = local(child)
            if name == "r":
                text = "".join(_text(part) for part in child if part not in self._outer_breaks)
                if text:
                    yield text, {**base, **self._of_run(child, styles)}
            elif name == "hyperlink":
                anchor = f"#{attribute(child, 'anchor')}" if attribute(child, "anchor") else ""
                yield from self._runs(child, {**base, "link": self._links.get(relation_id(child), anchor)}, styles)
            elif name not in _SKIPPED:
                yield from self._runs(child, base, styles)

    def _of_run(self, run: Element, styles: list[Element]) -> dict[str, str]:
        found: dict[str, str] = {}
        own = [one for properties in children(run, "rPr") for one in children(properties, "rStyle")]
        named = [one for style in own for one in self.chain(attribute(style, "val"))]
        for holder in (run, *named, *styles, *self._default("rPr")):
            for properties in children(holder, "rPr"):
                for one in properties:
                    self._of_letters(one, found)
        return found

    def _of_letters(self, one: Element, found: dict[str, str]) -> None:
        name, value = local(one), attribute(one, "val")
        if name in _SWITCHES:
            found.setdefault(_SWITCHES[name], "on" if is_on(one) else "off")
        elif name == "color":
            found.setdefault("colour", f"#{value.lower()}" if len(value) == 6 else "#000000" if value == "auto" else "")
        elif name == "highlight":
            found.setdefault("highlight", _HIGHLIGHTS.get(value, "none"))
        elif name == "shd":
            fill = attribute(one, "fill")
            found.setdefault("highlight", f"#{fill.lower()}" if len(fill) == 6 else "none")
        elif name == "vertAlign" and value in ("superscript", "subscript"):
            found.setdefault(value, "on")
        elif name == "sz" and value.isdecimal():
            found.setdefault("size", f"{int(value) / 2:g}")
        elif name == "rFonts" and (
            font := attribute(one, "ascii") or self._fonts.get(attribute(one, "asciiTheme")[:5])
        ):
            found.setdefault("font", font)


def _format_at(numbering: Element, level: str) -> str:
    for one in children(numbering, "lvl"):
        if attribute(one, "ilvl") == level:
            return next((attribute(node, "val") for node in children(one, "numFmt")), "decimal")
    return "decimal"


def _distances(properties: Element) -> dict[str, str]:
    """Return the spaces around a paragraph and its line spacing; the file counts in twentieths of a point."""
    found = {
        look: f"{int(value) / _TWIPS_PER_MM:.2f} mm"
        for look, names in _DISTANCES.items()
        if (value := next((attribute(properties, name) for name in names if attribute(properties, name)), ""))
        .lstrip("-")
        .isdecimal()
    }
    hanging, line = attribute(properties, "hanging"), attribute(properties, "line")
    if hanging.isdecimal() and int(hanging):
        found["first line"] = f"{-int(hanging) / _TWIPS_PER_MM:.2f} mm"
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
