"""Reads the formatting of texts and cells in an OpenDocument file: styles and inheritance (OpenDocument 1.3, part 3, chapters
16, 20).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element

from ufo.conditions.readers.markup import attribute, descendants, local
from ufo.conditions.readers.model import Area
from ufo.conditions.readers.odf.odf_file import CELLS, OdfFile, times
from ufo.conditions.readers.query import length
from ufo.schema.property_values import millimetres
from ufo.text.scripts import MARKS

Looks = Mapping[str, str]
_PROPERTIES = ("text-properties", "paragraph-properties", "table-cell-properties")
_SEEN = {
    "font-weight": "bold", "font-style": "italic", "text-underline-style": "underline",
    "text-line-through-style": "strikethrough", "color": "colour", "background-color": "highlight", "font-size": "size",
    "font-name": "font", "text-align": "align", "text-position": "position", "line-height": "line spacing",
    "margin-top": "space above", "margin-bottom": "space below", "margin-left": "indent", "text-indent": "first line",
    "break-before": "page break", "font-variant": "small caps", "cell-protect": "locked",
}  # fmt: skip
_LENGTHS = ("space above", "space below", "indent", "first line")
_DEFAULT = "default default-style"
"""What the one style of a family is called here that has no name."""
_UNNAMED = {"paragraph": "Standard", "table-cell": "Default"}
"""The styles of elements that name none."""
_SPELLED = {"start": "left", "end": "right"}
_FORMATS = {
    "currency-style": "currency", "percentage-style": "percent", "number-style": "number", "date-style": "date",
    "text-style": "text", "time-style": "time",
}  # fmt: skip


class Styles:
    """All styles of a file, by family and name."""

    def __init__(self, file: OdfFile) -> None:
        self.content = file.content
        self._fonts = {
            attribute(face, "name"): attribute(face, "font-family").strip("'\"") or attribute(face, "name")
            for face in file.everywhere("font-face")
        }
        self._automatic = {style for holder in file.everywhere("automatic-styles") for style in holder}
        self._styles: dict[tuple[str, str], Element] = {}
        self._named: dict[str, Element] = {}
        for style in file.styled():
            name = attribute(style, "name") or f"default {local(style)}"
            self._styles.setdefault((attribute(style, "family"), name), style)
            self._named.setdefault(name, style)

    def looks(self, family: str, name: str) -> dict[str, str]:
        """Return the formatting of a style. Its parents and the default style fill in what it does not set."""
        found: dict[str, str] = {}
        for style in (*self._chain(family, name or _UNNAMED.get(family, "")), *self._chain(family, _DEFAULT)):
            for part in (node for node in style if local(node) in _PROPERTIES):
                for key, value in part.attrib.items():
                    look = _SEEN.get(key.rpartition("}")[2])
                    if look:
                        # A file numbers the fonts that it declares twice; people know the family.
                        told = self._fonts.get(value, value) if look == "font" else _spelled(look, value)
                        found.setdefault(look, told)
            if attribute(style, "data-style-name"):
                found.setdefault("format", self._format(attribute(style, "data-style-name")))
        return found

    def defaults(self, family: str) -> dict[str, str]:
        """Return the formatting of the default style, which holds where no other style says anything."""
        return self.looks(family, _DEFAULT)

    def named_style(self, name: str) -> str:
        """Return the paragraph style that a person chose. An automatic style, which no program shows, stands for its parent."""
        for style in self._chain("paragraph", name):
            own = attribute(style, "name")
            if style not in self._automatic:
                return attribute(style, "display-name") or own.replace("_20_", " ")
        return "Standard"

    def kept_as(self, name: str) -> str:
        """Return the internal name of the style with this display name."""
        shown = (own for own, style in self._named.items() if attribute(style, "display-name") == name)
        return next(shown, name)

    def list_look(self, name: str, level: int) -> dict[str, str]:
        """Return the kind of a list, how it is numbered, and the level."""
        style = self._named.get(name)
        levels = () if style is None else style
        found = next((node for node in levels if attribute(node, "level", "1") == str(level)), None)
        if found is None or local(found) == "list-level-style-bullet":
            return {"list": "bullet", "numbering": "bullet", "list level": str(level)}
        return {"list": "number", "numbering": attribute(found, "num-format"), "list level": str(level)}

    def _chain(self, family: str, name: str) -> Iterator[Element]:
        seen: set[str] = set()
        while name and name not in seen:
            seen.add(name)
            style = self._styles.get((family, name))
            if style is None:
                return
            yield style
            name = attribute(style, "parent-style-name")

    def _format(self, name: str) -> str:
        style = self._named.get(name)
        if style is None:
            return ""
        decimals = next((attribute(descendant, "decimal-places") for descendant in descendants(style, "number")), "")
        kind = _FORMATS.get(local(style), "")
        grouped = any(attribute(descendant, "grouping") == "true" for descendant in descendants(style, "number"))
        return " ".join(("thousands" if kind == "number" and grouped else kind, decimals)).strip()


def _spelled(look: str, value: str) -> str:
    if look in ("bold", "italic", "underline", "strikethrough"):
        return "off" if value in ("normal", "none") else "on"
    if look == "small caps":
        return "on" if value == "small-caps" else "off"
    if look == "size":
        return value.removesuffix("pt").removesuffix(".0")
    if look in _LENGTHS:
        found = millimetres(value)
        return value if found is None else length(found)
    if look == "line spacing":
        return f"{float(value[:-1]) / 100:g}" if re.fullmatch(r"[\d.]+%", value) else value
    if look == "page break":
        return "on" if value == "page" else "off"
    return _SPELLED.get(value, value)


def looks_of_text(file: OdfFile, text: str) -> list[dict[str, str]]:
    """Return, for each place where a paragraph has the text as whole words, the formatting that all of the text there shares.

    A line of an index repeats what stands elsewhere: it counts only where the text stands nowhere else. Where a paragraph
    consists of the text, "whole" is set there.
    """
    indexes = {block for index in descendants(file.body, "index-body") for block in index.iter()}
    own: list[dict[str, str]] = []
    repeated: list[dict[str, str]] = []
    for block, _, runs in blocks_with_looks(file):
        whole = "".join(run for run, _ in runs)
        is_whole = {"whole": "on"} if whole.strip() == text.strip() else {}
        found = [{**common_look(runs, start, end), **is_whole} for start, end in places_of(text, whole)]
        (repeated if block in indexes else own).extend(found)
    return own or repeated


def blocks_with_looks(
    file: OdfFile, within: Element | None = None
) -> Iterator[tuple[Element, dict[str, str], list[tuple[str, Looks]]]]:
    """Iterate over the paragraphs and headings, each with the formatting of the whole and its runs with theirs. `within`: the
    part of the file's body that is read, else all of it.
    """
    styles = Styles(file)
    for block, list_style, level in _blocks(file.body if within is None else within, "", 0):
        base = {"style": styles.named_style(attribute(block, "style-name")), "list": "none"}
        base["heading level"] = attribute(block, "outline-level", "1") if local(block) == "h" else "0"
        if level:
            base |= styles.list_look(list_style, level)
        base |= styles.looks("paragraph", attribute(block, "style-name"))
        yield block, base, list(runs_of(block, base, styles))


def places_of(text: str, whole: str) -> Iterator[tuple[int, int]]:
    """Iterate over the (start, end) of each place where the text occurs as whole words.

    Like LibreOffice's search, find a text that begins or ends with a mark inside words as well.
    """
    is_words = text[:1].isalnum() and text[-1:].isalnum()
    words = re.compile(rf"(?<!\w){re.escape(text)}(?![\w{MARKS}])" if is_words else re.escape(text))
    return ((place.start(), place.end()) for place in words.finditer(whole) if text)


def _blocks(element: Element, list_style: str, level: int) -> Iterator[tuple[Element, str, int]]:
    for child in element:
        name = local(child)
        if name in ("p", "h"):
            yield child, list_style, level
        elif name == "list":
            yield from _blocks(child, attribute(child, "style-name") or list_style, level + 1)
        elif name not in ("tracked-changes", "annotation"):
            yield from _blocks(child, list_style, level)


def runs_of(element: Element, looks: Looks, styles: Styles) -> Iterator[tuple[str, Looks]]:
    if element.text:
        yield element.text, looks
    for child in element:
        name = local(child)
        if name == "s":
            yield " " * min(int(attribute(child, "c", "1")), 1000), looks
        elif name in ("tab", "line-break"):
            yield "\t" if name == "tab" else "\n", looks
        elif name in ("span", "a"):
            link = {"link": attribute(child, "href")} if name == "a" else {}
            yield from runs_of(child, {**looks, **link, **styles.looks("text", attribute(child, "style-name"))}, styles)
        if child.tail:
            yield child.tail, looks


def common_look(runs: Sequence[tuple[str, Looks]], start: int, end: int) -> dict[str, str]:
    common: dict[str, str] | None = None
    place = 0
    for run, looks in runs:
        if place < end and place + len(run) > start:
            common = dict(looks) if common is None else {k: v for k, v in common.items() if looks.get(k) == v}
        place += len(run)
    return common or {}


def looks_by_cell(file: OdfFile, table: Element, area: Area) -> dict[tuple[int, int], dict[str, str]]:
    """Return the formatting of the cells in the area by (row, column). Each style is worked out once."""
    styles = Styles(file)
    columns = list(_column_styles(table, area.end_column))
    known: dict[str, dict[str, str]] = {}
    found: dict[tuple[int, int], dict[str, str]] = {}
    row = 0
    for line in descendants(table, "table-row"):
        count = times(line, "number-rows-repeated")
        for place in range(max(row, area.row), min(row + count, area.end_row + 1)):
            for column, name in enumerate(_styles_in(line, columns, area), area.column):
                if name not in known:
                    known[name] = styles.looks("table-cell", name)
                found[place, column] = known[name]
        row += count
    return found


def _styles_in(line: Element, columns: list[str], area: Area) -> Iterator[str]:
    default = attribute(line, "default-cell-style-name")
    column = 0
    for cell in line:
        if local(cell) not in CELLS:
            continue
        for place in range(column, min(column + times(cell, "number-columns-repeated"), area.end_column + 1)):
            if place >= area.column:
                inherited = default or (columns[place] if place < len(columns) else "")
                yield attribute(cell, "style-name") or inherited
        column += times(cell, "number-columns-repeated")


def _column_styles(table: Element, last: int) -> Iterator[str]:
    count = 0
    for column in descendants(table, "table-column"):
        for _ in range(min(times(column, "number-columns-repeated"), last + 1 - count)):
            count += 1
            yield attribute(column, "default-cell-style-name")
