"""Reads properties of OpenDocument presentations and drawings (OpenDocument 1.3, part 3), and fill and line of their shapes
(sections 10.3 and 20.173).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from xml.etree.ElementTree import Element

from ufo.conditions.readers.markup import attribute, child, children, descendants, local, parse_xml
from ufo.conditions.readers.odf.odf_file import OdfFile, is_flat, lines_in, unlocked
from ufo.conditions.readers.odf.odt import is_picture
from ufo.conditions.readers.query import Asked, Named, Reader, Reading, each, length, shapes_meant, switch
from ufo.errors import UnreadableDocument
from ufo.schema.patterns import regex
from ufo.schema.property_values import millimetres

_TRANSITIONS = {
    "fade": "fade", "barWipe": "wipe", "pushWipe": "push", "slideWipe": "cover", "barnDoorWipe": "split",
    "dissolve": "dissolve",
}  # fmt: skip
"""The types of SMIL 2.0 as OpenDocument keeps them."""
_DURATION = regex(r"PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?")
_BESIDE = ("date-time", "footer", "header", "page-number")
"""Placeholders that every layout may have."""
_LAYOUTS = {
    ("subtitle", "title"): "title", ("outline", "title"): "title and content", ("title",): "title only",
    ("outline", "outline", "title"): "two content", (): "blank",
}  # fmt: skip
_DRAWN = frozenset(
    {
        "rect", "ellipse", "circle", "line", "polyline", "polygon", "regular-polygon", "path", "connector", "measure",
        "caption", "custom-shape", "frame", "g", "control", "scene",
    }
)  # fmt: skip
_KINDS = {"rect": "rectangle", "circle": "ellipse"}
_FAMILIES = ("graphic", "presentation")
_MOST_PARENTS = 20


def slides(file: OdfFile, asked: Asked) -> Sequence[Element]:
    """Return the slide asked for, or all of them. Raises UnreadableDocument."""
    return asked.of_pages(list(children(file.body, "page")), file.path.name)


def _of_slides(told: Callable[[OdfFile, Element], object]) -> Reader:
    return each(slides, told)


@_of_slides
def layout(file: OdfFile, slide: Element) -> str:
    named = file.named("presentation-page-layout", attribute(slide, "presentation-page-layout-name"))
    if named is None:
        return layout_of([attribute(frame, "class") for frame in slide if attribute(frame, "class")])
    parts = list(children(named, "placeholder"))
    return "other" if _is_stacked(parts) else layout_of([attribute(part, "object") for part in parts])


def _is_stacked(parts: Sequence[Element]) -> bool:
    """Return whether two contents lie one over the other, which is no layout of two columns."""
    contents = [attribute(part, "x") for part in parts if _placed(attribute(part, "object")) == "outline"]
    return len(contents) > 1 and len(set(contents)) == 1


def _placed(placeholder: str) -> str:
    return "outline" if placeholder in ("object", "graphic", "chart", "table") else placeholder


def layout_of(placeholders: Sequence[str]) -> str:
    return _LAYOUTS.get(tuple(sorted(_placed(kind) for kind in placeholders if kind not in _BESIDE)), "other")


@_of_slides
def slide_title(file: OdfFile, slide: Element) -> str:
    return " ".join(" ".join(lines_in(frame)) for frame in slide if attribute(frame, "class") == "title")


@_of_slides
def slide_name(file: OdfFile, slide: Element) -> str:
    return attribute(slide, "name")


@_of_slides
def bullets(file: OdfFile, slide: Element) -> int:
    """Count the lines of outlines, and those of lists in other boxes."""
    count = 0
    for frame in (frame for frame in slide if local(frame) != "notes"):
        lists = [frame] if attribute(frame, "class") == "outline" else list(_outer_lists(frame))
        count += sum(len(lines_in(part)) for part in lists if attribute(frame, "class") not in ("title", "subtitle"))
    return count


def _outer_lists(element: Element) -> Iterator[Element]:
    for part in element:
        if local(part) == "list":
            yield part
        else:
            yield from _outer_lists(part)


@_of_slides
def notes(file: OdfFile, slide: Element) -> str:
    frames = (frame for held in children(slide, "notes") for frame in descendants(held, "frame"))
    return " ".join(" ".join(lines_in(frame)) for frame in frames if attribute(frame, "class") == "notes")


def _of_page(file: OdfFile, slide: Element, name: str) -> str:
    """Return an attribute of the style of a slide."""
    parts = file.parts_of_style("drawing-page", attribute(slide, "style-name"))
    return next((attribute(part, name) for part in parts if local(part) == "drawing-page-properties"), "")


@_of_slides
def background(file: OdfFile, slide: Element) -> str:
    """Read the slide's own background, "none" where it shows its master's."""
    kind = _of_page(file, slide, "fill")
    if kind not in ("", "none", "solid"):
        raise UnreadableDocument(f"the background is a {kind}, no colour")
    return _of_page(file, slide, "fill-color") if kind == "solid" else "none"


@_of_slides
def transition(file: OdfFile, slide: Element) -> str:
    kind = _of_page(file, slide, "type")
    return _TRANSITIONS.get(kind, "other") if kind else "none"


def _presented(file: OdfFile, asked: Asked) -> Sequence[Element]:
    return slides(file, asked) if local(file.body) == "presentation" else ()


def _advance(file: OdfFile, slide: Element) -> str:
    """Read when a slide of a presentation goes on. Only one that goes on by itself waits for its duration."""
    is_automatic = _of_page(file, slide, "transition-type") == "automatic"
    return _seconds(_of_page(file, slide, "duration")) if is_automatic else "click"


advance = each(_presented, _advance)


def _seconds(duration: str) -> str:
    """Return a duration (W3C XML Schema) such as "PT1M15S" as "75 s". Raises UnreadableDocument."""
    found = _DURATION.fullmatch(duration)
    if found is None:
        raise UnreadableDocument(f"{duration!r} is no duration")
    hours, minutes, seconds = (float(part or 0) for part in found.groups())
    return f"{hours * 3600 + minutes * 60 + seconds:g} s"


@_of_slides
def hidden(file: OdfFile, slide: Element) -> str:
    return switch(_of_page(file, slide, "visibility") == "hidden")


def image_side(name: str) -> Reader:
    def read(file: OdfFile, asked: Asked) -> Iterator[Reading]:
        for frame in (frame for slide in slides(file, asked) for frame in _frames(slide) if is_picture(frame)):
            found = millimetres(attribute(frame, name))
            if found is not None:
                yield Reading(length(found))

    return read


def _frames(slide: Element) -> Iterator[Element]:
    """Iterate over the frames of a slide without those of its notes."""
    for part in slide:
        if local(part) == "frame":
            yield part
        elif local(part) == "g":
            yield from _frames(part)


def of_master(name: str) -> Reader:
    """Return a reader of how the titles or the bodies look in each master in use."""

    def read(file: OdfFile, asked: Asked) -> Iterator[Reading]:
        ending = {"title": "-title", "body": "-outline1"}.get(asked.key.casefold(), "")
        for master in sorted({attribute(slide, "master-page-name") for slide in slides(file, asked)}):
            for style in file.styled():
                if ending and attribute(style, "name") == f"{master}{ending}":
                    texts = child(style, "text-properties")
                    yield Reading("" if texts is None else _spelled(name, attribute(texts, name)), master)

    return read


def _spelled(name: str, value: str) -> str:
    return value.removesuffix("pt") if name == "font-size" else value.strip("'")


def charts(file: OdfFile, asked: Asked) -> Iterator[Reading]:
    drawn = _chart_parts(file)
    for slide in slides(file, asked):
        held = [part for frame in _frames(slide) for part in children(frame, "object")]
        yield Reading(str(sum(_is_chart(part, drawn) for part in held)))


def _chart_parts(file: OdfFile) -> frozenset[str]:
    """Return the names of the parts of a packed file that are charts."""
    if is_flat(file.path):
        return frozenset()
    with unlocked(file.path) as archive:
        manifest = parse_xml(archive.read("META-INF/manifest.xml"), f"{file.path.name} (META-INF/manifest.xml)")
    entries = (
        entry for entry in descendants(manifest, "file-entry") if attribute(entry, "media-type").endswith(".chart")
    )
    return frozenset(attribute(entry, "full-path").strip("/") for entry in entries)


def _is_chart(held: Element, drawn: frozenset[str]) -> bool:
    if attribute(held, "href").removeprefix("./").strip("/") in drawn:
        return True
    return any(local(part) == "chart" for body in descendants(held, "body") for part in body)


def shape_colour(kind: str) -> Reader:
    """Return a reader of the colour of a shape's "fill" or "stroke"."""

    def read(file: OdfFile, asked: Asked) -> Iterator[Reading]:
        for slide in slides(file, asked):
            for shape in shapes_meant([_named(part) for part in slide if local(part) in _DRAWN], asked.key):
                yield Reading(_colour(file, shape, kind), attribute(shape, "name"))

    return read


def _named(shape: Element) -> Named[Element]:
    parts = tuple(_named(part) for part in shape if local(part) in _DRAWN) if local(shape) == "g" else ()
    return Named(shape, attribute(shape, "name"), "" if parts else " ".join(lines_in(shape)), _kind(shape), parts)


def _kind(shape: Element) -> str:
    if local(shape) == "frame":
        return "text" if child(shape, "text-box") is not None else "image"
    if local(shape) == "custom-shape":
        return next((attribute(form, "type") for form in children(shape, "enhanced-geometry")), "")
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
    styles = [style for style in file.styled() if attribute(style, "family") in _FAMILIES]
    found: list[Element] = []
    while name and len(found) < _MOST_PARENTS:
        style = next((style for style in styles if attribute(style, "name") == name), None)
        if style is None:
            break
        found.append(style)
        name = attribute(style, "parent-style-name")
    return [*found, *(style for style in styles if local(style) == "default-style")]


def _first(chain: Sequence[Element], name: str) -> str:
    told = (attribute(part, name) for style in chain for part in children(style, "graphic-properties"))
    return next((value for value in told if value), "")
