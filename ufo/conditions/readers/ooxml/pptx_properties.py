"""Reads properties of PowerPoint presentations (ECMA-376 part 1, PresentationML), without the formatting inherited from a
layout; fill and line of shapes by section 20.1.8.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from xml.etree.ElementTree import Element

from ufo.conditions.readers.markup import (
    along,
    attribute,
    child,
    children,
    descendant,
    descendants,
    local,
    text_in,
    value_of,
)
from ufo.conditions.readers.odf.odf_looks import common_look, places_of
from ufo.conditions.readers.odf.odp import layout_of
from ufo.conditions.readers.ooxml.package import EMU_PER_MM
from ufo.conditions.readers.ooxml.pptx_file import TITLES, PptxFile, SlidePart, lines_in, paragraphs_in, placeholder_of
from ufo.conditions.readers.ooxml.pptx_looks import level_of, look_of_paragraph, look_of_run, runs_with_looks
from ufo.conditions.readers.query import (
    Asked,
    Named,
    Reader,
    Reading,
    each,
    length,
    lying,
    of_file,
    paper,
    shapes_meant,
    switch,
)
from ufo.errors import UnreadableDocument

_LAYOUTS = {
    "title": "title", "obj": "title and content", "tx": "title and content", "titleOnly": "title only",
    "twoObj": "two content", "twoTxTwoObj": "two content", "secHead": "section", "blank": "blank",
}  # fmt: skip
_WORDS = {"ctrTitle": "title", "title": "title", "subTitle": "subtitle", "body": "outline", "obj": "outline"}
_BODIES = ("body", "obj")
_TRANSITIONS = ("fade", "wipe", "push", "cover", "split", "dissolve")
_BESIDE = ("sndAc", "extLst")
"""What a transition may have beside its kind."""
_DRAWN = frozenset({"sp", "cxnSp", "pic", "graphicFrame", "grpSp"})
_KINDS = {"rect": "rectangle", "straightConnector1": "line"}
_FILLS = ("solidFill", "noFill", "gradFill", "blipFill", "pattFill", "grpFill")


def look(file: PptxFile, asked: Asked) -> Iterator[Reading]:
    for paragraph in (paragraph for slide in file.slides for paragraph in paragraphs_in(slide.root)):
        runs = runs_with_looks(paragraph)
        for start, end in places_of(asked.text, "".join(text for text, _ in runs)):
            found = common_look(runs, start, end).get(asked.name, "")
            if not found:
                raise UnreadableDocument(
                    f"its {asked.name} comes from the layout, or differs within {asked.text!r}; not read here"
                )
            yield Reading(found)


def levels(file: PptxFile, asked: Asked) -> Iterator[Reading]:
    """Read the level of the lines of outlines, and of those with a bullet or number in other boxes; 0 for other texts."""
    for kind, shape in (found for slide in file.slides for found in slide.shapes()):
        for paragraph in paragraphs_in(shape):
            level = level_of(paragraph)
            shown = 0 if _mark(paragraph, kind) == "none" and level == 1 else level
            yield from (Reading(str(shown)) for _ in places_of(asked.text, text_in(paragraph, "t")))


def _mark(paragraph: Element, kind: str) -> str:
    """Return the mark before a line of a shape that is a placeholder of that kind."""
    return look_of_paragraph(paragraph).get("list", "bullet" if kind in _BODIES else "none")


def _of_size(told: Callable[[float, float], str]) -> Reader:
    """Return a reader of something of the slides, by their width and height in millimetres."""

    def of_slides(file: PptxFile) -> str:
        for node in children(file.root, "sldSz"):
            width, height = attribute(node, "cx"), attribute(node, "cy")
            if width.isdecimal() and height.isdecimal():
                return told(int(width) / EMU_PER_MM, int(height) / EMU_PER_MM)
        raise UnreadableDocument(f"{file.path.name} does not say the size of its slides")

    return of_file(of_slides)


page_orientation, page_size = _of_size(lying), _of_size(paper)


def layout(file: PptxFile, asked: Asked) -> Iterator[Reading]:
    """Read the kind of each slide's layout, where the file says it with one voice.

    LibreOffice writes the kind "tx" (title and text) for its Title Slide, whose place for a subtitle no other layout has: every
    program shows a title slide. It also writes a blank layout under slides that have placeholders: programs differ in what
    they make of such a file. Raises UnreadableDocument for these.
    """
    for number, slide in enumerate(file.asked_slides(asked), asked.page or 1):
        own = _placeholders(slide.root)
        if slide.layout is None:
            yield Reading(layout_of(own))
            continue
        offered, kind = _placeholders(slide.layout), attribute(slide.layout, "type")
        drawn = layout_of(offered)
        is_plain = kind in ("", "cust") or (kind == "tx" and drawn == "title")
        said = drawn if is_plain else _LAYOUTS.get(kind, "other")
        if Counter(own) - Counter(offered):
            raise UnreadableDocument(
                f"slide {number} has {_told(own)}, which its layout ({said}) has not; LibreOffice writes .pptx so, and programs "
                "differ in what they show then; an .odp keeps the layout"
            )
        if said not in ("section", "other", drawn) and drawn != "other":
            raise UnreadableDocument(
                f"the layout of slide {number} has {_told(offered)} ({drawn}), but the file calls its kind {kind!r} ({said}); "
                "LibreOffice writes .pptx so, and programs differ in what they make of it; an .odp keeps the layout"
            )
        yield Reading(said)


def _told(placeholders: list[str]) -> str:
    return " and ".join(placeholders) or "no placeholders"


def _placeholders(root: Element) -> list[str]:
    return [kind for shape in descendants(root, "sp") if (kind := _WORDS.get(placeholder_of(shape), ""))]


def _of_slides(told: Callable[[PptxFile, SlidePart], object]) -> Reader:
    return each(PptxFile.asked_slides, told)


@_of_slides
def slide_title(file: PptxFile, slide: SlidePart) -> str:
    return " ".join(" ".join(lines_in(shape)) for kind, shape in slide.shapes() if kind in TITLES)


@_of_slides
def bullets(file: PptxFile, slide: SlidePart) -> int:
    """Count the lines of outlines that do not turn bullets off, and the lines with a bullet or number in other boxes."""
    lines = ((kind, line) for kind, shape in slide.shapes() for line in paragraphs_in(shape))
    return sum(bool(text_in(line, "t").strip()) and _mark(line, kind) != "none" for kind, line in lines)


@_of_slides
def notes(file: PptxFile, slide: SlidePart) -> str:
    shapes: Sequence[Element] = [] if slide.notes is None else list(descendants(slide.notes, "sp"))
    return " ".join(" ".join(lines_in(shape)) for shape in shapes if placeholder_of(shape) == "body")


@_of_slides
def background(file: PptxFile, slide: SlidePart) -> str:
    """Read the slide's own background, "none" where it shows its master's."""
    own = next(along(slide.root, "cSld", "bg"), None)
    if own is None:
        return "none"
    fills = descendants(own, "solidFill")
    colour = next((attribute(part, "val") for fill in fills for part in children(fill, "srgbClr")), "")
    if not colour:
        raise UnreadableDocument("the background is no plain colour")
    return f"#{colour.lower()}"


@_of_slides
def transition(file: PptxFile, slide: SlidePart) -> str:
    kinds = (local(kind) for found in descendants(slide.root, "transition") for kind in found)
    return next((kind if kind in _TRANSITIONS else "other" for kind in kinds if kind not in _BESIDE), "none")


@_of_slides
def advance(file: PptxFile, slide: SlidePart) -> str:
    """Read when a slide goes on: after a time in thousandths of a second, or at a click."""
    times = (attribute(found, "advTm") for found in descendants(slide.root, "transition"))
    after = next((time for time in times if time.isdecimal()), "")
    return f"{int(after) / 1000:g} s" if after else "click"


@_of_slides
def hidden(file: PptxFile, slide: SlidePart) -> str:
    return switch(attribute(slide.root, "show") in ("0", "false"))


@_of_slides
def charts(file: PptxFile, slide: SlidePart) -> int:
    frames = descendants(slide.root, "graphicFrame")
    held = (data for frame in frames for data in descendants(frame, "graphicData"))
    return sum(child(data, "chart") is not None for data in held)


def image_side(name: str) -> Reader:
    def read(file: PptxFile, asked: Asked) -> Iterator[Reading]:
        for picture in (found for slide in file.asked_slides(asked) for found in descendants(slide.root, "pic")):
            sizes = (size for form in descendants(picture, "xfrm") for size in children(form, "ext"))
            found = next((attribute(size, name) for size in sizes), "")
            if found.isdecimal():
                yield Reading(length(int(found) / EMU_PER_MM))

    return read


def of_master(file: PptxFile, asked: Asked) -> Iterator[Reading]:
    """Read how the title's or the body's text looks on each master: its first run says so, as programs write it."""
    kinds = {"title": TITLES, "body": _BODIES}.get(asked.key.casefold(), ())
    for shape in (shape for master in file.masters for shape in descendants(master, "sp")):
        run = descendant(shape, "r") if placeholder_of(shape) in kinds else None
        found = "" if run is None else look_of_run(run).get(asked.name.removeprefix("master "), "")
        if found:
            yield Reading(found)


def counted(name: str) -> Reader:
    return of_file(lambda file: sum(1 for slide in file.slides for _ in descendants(slide.root, name)))


def shape_colour(kind: str) -> Reader:
    """Return a reader of the colour of a shape's "fill" or "line"."""

    def read(file: PptxFile, asked: Asked) -> Iterator[Reading]:
        for slide in file.asked_slides(asked):
            tree = descendant(slide.root, "spTree")
            drawn = [] if tree is None else [_named(part) for part in tree if local(part) in _DRAWN]
            for shape in shapes_meant(drawn, asked.key):
                yield Reading(_colour(shape, kind), _name(shape))

    return read


def _named(shape: Element) -> Named[Element]:
    parts = tuple(_named(part) for part in shape if local(part) in _DRAWN) if local(shape) == "grpSp" else ()
    return Named(shape, _name(shape), "" if parts else " ".join(lines_in(shape)), _kind(shape), parts)


def _name(shape: Element) -> str:
    return next((attribute(held, "name") for held in descendants(shape, "cNvPr")), "")


def _kind(shape: Element) -> str:
    if local(shape) == "pic":
        return "image"
    if any(attribute(held, "txBox") == "1" for held in descendants(shape, "cNvSpPr")):
        return "text"
    form = next((attribute(held, "prst") for held in descendants(shape, "prstGeom")), "")
    return _KINDS.get(form, form)


def _colour(shape: Element, kind: str) -> str:
    """Return the colour of a shape's fill or line, "none" where it has none. Raises UnreadableDocument."""
    holder = next(along(shape, "spPr", *(["ln"] if kind == "line" else [])), None)
    fill = None if holder is None else next((part for part in holder if local(part) in _FILLS), None)
    if fill is not None and local(fill) == "noFill":
        return "none"
    colour = None if fill is None or local(fill) != "solidFill" else child(fill, "srgbClr")
    if colour is None:
        raise UnreadableDocument(f"the {kind} of a shape comes from its theme or is no plain colour; not read here")
    return "none" if value_of(colour, "alpha") == "0" else f"#{attribute(colour, 'val').lower()}"
