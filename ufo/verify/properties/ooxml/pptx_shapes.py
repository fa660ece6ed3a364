"""Reads fill and line of shapes on the slides of a PowerPoint presentation (ECMA-376 part 1, section 20.1.8)."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from ufo.errors import UnreadableDocument
from ufo.verify.documents.markup import attribute, children, descendants, local
from ufo.verify.properties.ooxml.pptx_file import PptxFile
from ufo.verify.properties.query import Asked, Reader, Reading
from ufo.verify.properties.shape_names import Named, shapes_meant

_DRAWN = frozenset({"sp", "cxnSp", "pic", "graphicFrame", "grpSp"})
_KINDS = {"rect": "rectangle", "straightConnector1": "line"}
_FILLS = ("solidFill", "noFill", "gradFill", "blipFill", "pattFill", "grpFill")


def _reader(kind: str) -> Reader:
    def read(file: PptxFile, asked: Asked) -> Iterator[Reading]:
        for slide in file.asked_slides(asked):
            tree = next(descendants(slide.root, "spTree"), None)
            drawn = [] if tree is None else [_named(one) for one in tree if local(one) in _DRAWN]
            for shape in shapes_meant(drawn, asked.key):
                yield Reading(_colour(shape, kind), _name(shape))

    return read


def _named(shape: Element) -> Named[Element]:
    parts = [_named(one) for one in shape if local(one) in _DRAWN] if local(shape) == "grpSp" else []
    bodies = [] if parts else list(descendants(shape, "txBody"))
    lines = (
        "".join(text.text or "" for text in descendants(p, "t")).strip() for one in bodies for p in children(one, "p")
    )
    return Named(shape, _name(shape), " ".join(line for line in lines if line), _kind(shape), tuple(parts))


def _name(shape: Element) -> str:
    return next((attribute(one, "name") for one in descendants(shape, "cNvPr")), "")


def _kind(shape: Element) -> str:
    if local(shape) == "pic":
        return "image"
    if any(attribute(one, "txBox") == "1" for one in descendants(shape, "cNvSpPr")):
        return "text"
    form = next((attribute(one, "prst") for one in descendants(shape, "prstGeom")), "")
    return _KINDS.get(form, form)


def _colour(shape: Element, kind: str) -> str:
    """Return the colour of a shape's fill or line, "none" where it has none. Raises UnreadableDocument."""
    holder = next(children(shape, "spPr"), None)
    if holder is not None and kind == "line":
        holder = next(children(holder, "ln"), None)
    fill = None if holder is None else next((one for one in holder if local(one) in _FILLS), None)
    if fill is not None and local(fill) == "noFill":
        return "none"
    colour = None if fill is None or local(fill) != "solidFill" else next(children(fill, "srgbClr"), None)
    if colour is None:
        raise UnreadableDocument(f"the {kind} of a shape comes from its theme or is no plain colour; not read here")
    if any(attribute(one, "val") == "0" for one in children(colour, "alpha")):
        return "none"
    return f"#{attribute(colour, 'val').lower()}"


SHAPES: dict[str, Reader] = {"shape fill": _reader("fill"), "shape line": _reader("line")}
