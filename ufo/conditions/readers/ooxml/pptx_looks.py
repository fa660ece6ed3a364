"""Reads how a text on a slide looks: by the slide itself, and by its placeholder in the layout and the master (ECMA-376 part 1,
19.7.10 and 21.1.2.4).
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from ufo.conditions.readers.markup import along, attribute, child, children, descendants, local, value_of
from ufo.conditions.readers.ooxml.package import THEME
from ufo.conditions.readers.ooxml.pptx_file import TITLES, SlidePart, place_of
from ufo.conditions.readers.query import switch

_OF_TEXT = ("body", "obj", "subTitle")
_FONTS = {"+mj-lt": "major", "+mn-lt": "minor"}
_WHOLE = 100_000
_GAMMA = 2.2
_ALIGNED = {"l": "left", "r": "right", "ctr": "center", "just": "justify", "dist": "justify"}
_BULLETS = {"buChar": "bullet", "buBlip": "bullet", "buAutoNum": "number", "buNone": "none"}
_SWITCHES = {"b": ("bold", ("1", "true")), "i": ("italic", ("1", "true")), "cap": ("small caps", ("small",))}
_LINES = {"u": ("underline", "none"), "strike": ("strikethrough", "noStrike")}


def runs_with_looks(paragraph: Element) -> list[tuple[str, dict[str, str]]]:
    """Return the paragraph's runs: each text with the formatting that the slide itself gives it."""
    base = look_of_paragraph(paragraph)
    return [
        ("".join(text.text or "" for text in children(run, "t")), {**base, **look_of_run(run)})
        for run in paragraph
        if local(run) in ("r", "fld")
    ]


def look_of_paragraph(paragraph: Element) -> dict[str, str]:
    found: dict[str, str] = {}
    for properties in children(paragraph, "pPr"):
        found |= _paragraph_look(properties)
    return {**found, "list level": str(level_of(paragraph))}


def level_of(paragraph: Element) -> int:
    """Return how deep a paragraph stands in its list, 1 for the outermost; every paragraph of a slide has a level."""
    level = value_of(paragraph, "pPr", of="lvl")
    return int(level) + 1 if level.isdecimal() else 1


def _paragraph_look(properties: Element) -> dict[str, str]:
    """Return what properties of a paragraph, or of a level of a style, say of paragraphs."""
    found: dict[str, str] = {}
    for mark in (mark for mark in properties if local(mark) in _BULLETS):
        found["list"] = _BULLETS[local(mark)]
    if aligned := attribute(properties, "algn"):
        found["align"] = _ALIGNED.get(aligned, "left")
    return found


def look_of_run(run: Element) -> dict[str, str]:
    found: dict[str, str] = {}
    for properties in children(run, "rPr"):
        found |= _run_look(properties)
    return found


def _run_look(properties: Element) -> dict[str, str]:
    """Return what properties of a run, or the default ones of a style, say of letters. Colours and fonts of the theme are left
    out.
    """
    said = {name: value for name in (*_SWITCHES, *_LINES, "sz") if (value := attribute(properties, name))}
    found = {look: switch(said[name] in on) for name, (look, on) in _SWITCHES.items() if name in said}
    found |= {look: switch(said[name] != off) for name, (look, off) in _LINES.items() if name in said}
    if (size := said.get("sz", "")).isdecimal():
        found["size"] = f"{int(size) / 100:g}"
    for part in properties:
        colour = next((attribute(node, "val") for node in descendants(part, "srgbClr")), "")
        if local(part) in ("solidFill", "highlight") and colour:
            found["colour" if local(part) == "solidFill" else "highlight"] = f"#{colour.lower()}"
        elif local(part) == "latin" and not attribute(part, "typeface").startswith("+"):
            found["font"] = attribute(part, "typeface")
    return found


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
        first = child(table, "tr")
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
    found = _paragraph_look(style)
    for properties in children(style, "defRPr"):
        found |= _run_look(properties)
        for part in properties:
            if local(part) == "solidFill" and (colour := _theme_colour(slide, part)):
                found["colour"] = colour
            elif local(part) == "latin" and attribute(part, "typeface") in _FONTS:
                found["font"] = slide.theme_fonts.get(_FONTS[attribute(part, "typeface")], "")
    return {name: value for name, value in found.items() if value}


def _theme_colour(slide: SlidePart, fill: Element) -> str:
    """Return the colour of the theme that the fill names, as #rrggbb; "" where it names none or changes it in other ways."""
    for named in along(fill, "schemeClr"):
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
