"""Reads properties of Gnumeric workbooks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from xml.etree.ElementTree import Element

from ufo.errors import UnreadableDocument
from ufo.verify.documents.gnumeric import GnumericFile, merged_areas, style_in, styles_at
from ufo.verify.documents.markup import attribute, children
from ufo.verify.documents.model import Sheet
from ufo.verify.documents.references import area_name, parse_reference
from ufo.verify.properties.odf.odt import plain_look
from ufo.verify.properties.ooxml.xlsx_file import format_of
from ufo.verify.properties.query import Asked, Reader, Reading, switch
from ufo.verify.properties.sheets import formulas, kinds, order, places, row_count, texts

_SWITCHES = {"bold": "Bold", "italic": "Italic", "underline": "Underline", "strikethrough": "StrikeThrough"}
_ALIGNED = {
    "GNM_HALIGN_LEFT": "left", "GNM_HALIGN_RIGHT": "right", "GNM_HALIGN_CENTER": "center", "GNM_HALIGN_JUSTIFY": "justify",
    "2": "left", "4": "right", "8": "center", "32": "justify",
}  # fmt: skip
"""Alignments as newer and as older versions write them."""


def _on_cells(read: Callable[[Sheet, Asked], Iterable[Reading]]) -> Reader:
    return lambda file, asked: read(file.sheet(file.table(asked.sheet)), asked)


def _look(file: GnumericFile, asked: Asked) -> Iterator[Reading]:
    table, cells = file.table(asked.sheet), list(places(asked))
    styles = styles_at(table, {row for row, _, _ in cells})
    for row, column, where in cells:
        style = style_in(styles, row, column)
        if style is not None and next(children(style, "Condition"), None) is not None:
            raise UnreadableDocument(f"{where} has a conditional format, which is not read from this kind of file")
        yield Reading(plain_look(asked.name, "" if style is None else _told(style, asked.name)), where)


def _told(style: Element, name: str) -> str:
    font = next(children(style, "Font"), None)
    if name in _SWITCHES:
        return switch(font is not None and attribute(font, _SWITCHES[name], "0") != "0")
    if name == "font":
        return "" if font is None else font.text or ""
    if name == "size":
        return "" if font is None else attribute(font, "Unit").removesuffix(".0")
    if name == "align":
        return _ALIGNED.get(attribute(style, "HAlign"), "")
    if name == "format":
        return format_of(attribute(style, "Format"))
    if name == "highlight":
        # A cell without a pattern does not show its background.
        return _colour(attribute(style, "Back")) if attribute(style, "Shade", "0") != "0" else ""
    return _colour(attribute(style, "Fore"))


def _colour(text: str) -> str:
    """Return "FFFF:0:0", 16 bits for each of red, green and blue, as #ff0000."""
    try:
        red, green, blue = (int(part, 16) >> 8 for part in text.split(":"))
    except ValueError:
        return ""
    return f"#{red:02x}{green:02x}{blue:02x}"


def _merged(file: GnumericFile, asked: Asked) -> Iterator[Reading]:
    spans = [one.area for one in map(parse_reference, merged_areas(file.table(asked.sheet))) if one is not None]
    for area in asked.areas():
        yield Reading(switch(any(span.holds(area) for span in spans)), area_name(area))


_LOOKS = (*_SWITCHES, "colour", "highlight", "size", "font", "align", "format")
GNUMERIC: dict[str, Reader] = {
    **dict.fromkeys(_LOOKS, _look),
    "value type": _on_cells(kinds),
    "formula": _on_cells(formulas),
    "shows": _on_cells(texts),
    "sorted": _on_cells(order),
    "rows": _on_cells(row_count),
    "merged": _merged,
}
