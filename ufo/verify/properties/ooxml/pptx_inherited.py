"""Reads the formatting that a text on a slide has of its placeholder in the layout and the master (ECMA-376 part 1, 19.7.10 and
21.1.2.4).
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from ufo.verify.documents.markup import attribute, children, descendants, local
from ufo.verify.documents.ooxml.package import THEME
from ufo.verify.properties.ooxml.pptx_file import TITLES, SlidePart, place_of
from ufo.verify.properties.ooxml.pptx_properties import level_of, paragraph_look, run_look

_OF_TEXT = ("body", "obj", "subTitle")
_FONTS = {"+mj-lt": "major", "+mn-lt": "minor"}
_WHOLE = 100_000
_GAMMA = 2.2


def inherited_look(slide: SlidePart, shape: Element, paragraph: Element) -> dict[str, str]:
    """Return what the paragraph's texts have where the slide itself says nothing. What is not said or not read is missing."""
    level = level_of(paragraph)
    found: dict[str, str] = {}
    for styles in _styles(slide, shape):
        for style in children(styles, f"lvl{level}pPr"):
            found = {**_look(slide, style), **found}
    if _heads_a_table(shape, paragraph):
        found["colour"] = next(iter(slide.theme_colours), "")
    return found


def _heads_a_table(shape: Element, paragraph: Element) -> bool:
    """Tell whether a table's style gives the text the light colour of headings. The file names the built-in styles only; those
    that begin with a coloured row write on it in the theme's first light colour.
    """
    for table in descendants(shape, "tbl"):
        switched = any(attribute(properties, "firstRow") in ("1", "true") for properties in children(table, "tblPr"))
        first = next(children(table, "tr"), None)
        return switched and first is not None and any(part is paragraph for part in first.iter())
    return False


def _styles(slide: SlidePart, shape: Element) -> Iterator[Element]:
    """Iterate over the lists of styles that hold for the shape, the nearest first."""
    yield from descendants(shape, "lstStyle")
    kind, number = place_of(shape)
    for offered in slide.behind if kind else ():
        same = [other for place, other in offered if place[0] and _is_same((kind, number), place)]
        alike = [other for place, other in offered if _family(place[0]) == _family(kind)]
        for other in (same or alike)[:1]:
            yield from descendants(other, "lstStyle")
    if (styles := slide.text_styles.get(f"{_family(kind)}Style")) is not None:
        yield styles


def _is_same(own: tuple[str, str], other: tuple[str, str]) -> bool:
    return own[1] == other[1] and (bool(own[1]) or own[0] == other[0])


def _family(kind: str) -> str:
    return "title" if kind in TITLES else "body" if kind in _OF_TEXT else "other"


def _look(slide: SlidePart, style: Element) -> dict[str, str]:
    found = paragraph_look(style)
    for properties in children(style, "defRPr"):
        found |= run_look(properties)
        for part in properties:
            if local(part) == "solidFill" and (colour := _theme_colour(slide, part)):
                found["colour"] = colour
            elif local(part) == "latin" and attribute(part, "typeface") in _FONTS:
                found["font"] = slide.theme_fonts.get(_FONTS[attribute(part, "typeface")], "")
    return {name: value for name, value in found.items() if value}


def _theme_colour(slide: SlidePart, fill: Element) -> str:
    """Return the colour of the theme that the fill names, as #rrggbb; "" where it names none or changes it in other ways."""
    for named in children(fill, "schemeClr"):
        name = attribute(named, "val")
        for mapped in () if slide.master is None else descendants(slide.master, "clrMap"):
            name = attribute(mapped, name, name)
        colours = dict(zip(THEME, slide.theme_colours, strict=False))
        return _changed(colours.get(name, ""), named)
    return ""


def _changed(colour: str, by: Element) -> str:
    """Return the colour lighter or darker, in linear light as `tint` and `shade` are defined (20.1.2.3.34, 20.1.2.3.31)."""
    parts = [(int(colour[at : at + 2], 16) / 255) ** _GAMMA for at in (1, 3, 5)] if len(colour) == 7 else []
    for change in by:
        share = attribute(change, "val")
        if local(change) not in ("tint", "shade") or not share.isdecimal():
            return ""
        kept = int(share) / _WHOLE
        parts = [part * kept + (1 - kept if local(change) == "tint" else 0) for part in parts]
    return "#" + "".join(f"{round(min(1.0, part) ** (1 / _GAMMA) * 255):02x}" for part in parts) if parts else ""
