"""Reads fill and line of shapes on slides and on pages of drawings (OpenDocument 1.3, part 3, sections 10.3 and 20.173)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from xml.etree.ElementTree import Element

from ufo.errors import UnreadableDocument
from ufo.verify.documents.markup import attribute, children, local
from ufo.verify.documents.odf.odf import text_of
from ufo.verify.documents.odf.odf_file import OdfFile
from ufo.verify.properties.query import Asked, Reader, Reading
from ufo.verify.properties.shape_names import Named, shapes_meant

_DRAWN = frozenset(
    {
        "rect", "ellipse", "circle", "line", "polyline", "polygon", "regular-polygon", "path", "connector", "measure",
        "caption", "custom-shape", "frame", "g", "control", "scene",
    }
)  # fmt: skip
_KINDS = {"rect": "rectangle", "circle": "ellipse"}
_FAMILIES = ("graphic", "presentation")
_MOST_PARENTS = 20


def shape_looks(slides: Callable[[OdfFile, Asked], list[Element]]) -> dict[str, Reader]:
    """Return the readers of fill and line. `slides` returns the slides that a condition asks for."""

    def reader(kind: str) -> Reader:
        def read(file: OdfFile, asked: Asked) -> Iterator[Reading]:
            for slide in slides(file, asked):
                drawn = [_named(one) for one in slide if local(one) in _DRAWN]
                for shape in shapes_meant(drawn, asked.key):
                    yield Reading(_colour(file, shape, kind), attribute(shape, "name"))

        return read

    return {"shape fill": reader("fill"), "shape line": reader("stroke")}


def _named(shape: Element) -> Named[Element]:
    parts = [_named(one) for one in shape if local(one) in _DRAWN] if local(shape) == "g" else []
    lines = [text for part in shape.iter() if local(part) in ("p", "h") and (text := text_of(part).strip())]
    return Named(shape, attribute(shape, "name"), "" if parts else " ".join(lines), _kind(shape), tuple(parts))


def _kind(shape: Element) -> str:
    if local(shape) == "frame":
        return "text" if any(True for _ in children(shape, "text-box")) else "image"
    if local(shape) == "custom-shape":
        return next((attribute(one, "type") for one in children(shape, "enhanced-geometry")), "")
    return _KINDS.get(local(shape), local(shape))


def _colour(file: OdfFile, shape: Element, kind: str) -> str:
    """Return the colour of a shape's fill or stroke, "none" where it has none. Raises UnreadableDocument."""
    chain = _chain(file, attribute(shape, "style-name"))
    drawn = _first(chain, kind)
    if drawn == "none" or (kind == "fill" and _first(chain, "opacity") == "0%"):
        return "none"
    if drawn not in ("solid", "dash"):
        raise UnreadableDocument(f"the {kind} of a shape is {drawn or 'not told'}, no plain colour")
    return _first(chain, f"{kind}-color")


def _chain(file: OdfFile, name: str) -> list[Element]:
    """Return the style of a shape and its parents, each with its graphic properties, ending with the default style."""
    styles = [one for one in file.styled() if attribute(one, "family") in _FAMILIES]
    found: list[Element] = []
    while name and len(found) < _MOST_PARENTS:
        style = next((one for one in styles if attribute(one, "name") == name), None)
        if style is None:
            break
        found.append(style)
        name = attribute(style, "parent-style-name")
    return [*found, *(one for one in styles if local(one) == "default-style")]


def _first(chain: Sequence[Element], name: str) -> str:
    told = (attribute(part, name) for style in chain for part in children(style, "graphic-properties"))
    return next((one for one in told if one), "")
