"""Reads properties of OpenDocument presentations and drawings (OpenDocument 1.3, part 3)."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from ufo.errors import UnreadableDocument
from ufo.schema.patterns import regex
from ufo.schema.property_values import millimetres
from ufo.verify.documents.archive import Archive
from ufo.verify.documents.markup import attribute, children, descendants, local, parse_xml
from ufo.verify.documents.odf.odf import text_of
from ufo.verify.documents.odf.odf_file import OdfFile
from ufo.verify.properties.odf.odf_pages import orientation, paper
from ufo.verify.properties.odf.odg_shapes import shape_looks
from ufo.verify.properties.odf.odt import LOOKS, in_body, is_picture, look, pictures
from ufo.verify.properties.query import Asked, Reader, Reading, switch

_TRANSITIONS = {
    "fade": "fade", "barWipe": "wipe", "pushWipe": "push", "slideWipe": "cover", "barnDoorWipe": "split",
    "dissolve": "dissolve",
}  # fmt: skip
"""The types of SMIL 2.0 as OpenDocument keeps them."""
_DURATION = regex(r"PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?")
# Placeholders that every layout may have.
_BESIDE = ("date-time", "footer", "header", "page-number")


def slides(file: OdfFile, asked: Asked) -> list[Element]:
    """Return the slide asked for, or all of them. Raises UnreadableDocument."""
    found = list(children(file.body, "page"))
    if asked.page > len(found):
        raise UnreadableDocument(f"{file.path.name} has {len(found)} slides, so there is no slide {asked.page}")
    return found[asked.page - 1 : asked.page] if asked.page else found


def _classes(slide: Element) -> list[str]:
    return [attribute(frame, "class") for frame in slide if attribute(frame, "class")]


def _layout(file: OdfFile, asked: Asked) -> Iterator[Reading]:
    for slide in slides(file, asked):
        named = file.named("presentation-page-layout", attribute(slide, "presentation-page-layout-name"))
        there = _classes(slide)
        if named is not None:
            parts = [part for part in named if local(part) == "placeholder"]
            there = [attribute(part, "object") for part in parts]
            if _is_stacked(parts):
                yield Reading("other")
                continue
        yield Reading(layout_of(there))


def _is_stacked(parts: list[Element]) -> bool:
    """Return whether two contents lie one over the other, which is no layout of two columns."""
    contents = [attribute(part, "x") for part in parts if _kind(attribute(part, "object")) == "outline"]
    return len(contents) > 1 and len(set(contents)) == 1


def _kind(placeholder: str) -> str:
    return "outline" if placeholder in ("object", "graphic", "chart", "table") else placeholder


def layout_of(placeholders: list[str]) -> str:
    known = sorted(_kind(kind) for kind in placeholders if kind not in _BESIDE)
    return {
        ("subtitle", "title"): "title",
        ("outline", "title"): "title and content",
        ("title",): "title only",
        ("outline", "outline", "title"): "two content",
        (): "blank",
    }.get(tuple(known), "other")


def _title(file: OdfFile, asked: Asked) -> Iterator[Reading]:
    for slide in slides(file, asked):
        titles = [frame for frame in slide if attribute(frame, "class") == "title"]
        yield Reading(" ".join(" ".join(_lines(frame)) for frame in titles))


def _lines(frame: Element) -> list[str]:
    return [text for part in frame.iter() if local(part) in ("p", "h") and (text := text_of(part).strip())]


def _bullets(file: OdfFile, asked: Asked) -> Iterator[Reading]:
    """Count the lines of outlines, and those of lists in other boxes."""
    for slide in slides(file, asked):
        count = 0
        for frame in slide:
            if local(frame) == "notes":
                continue
            is_outline = attribute(frame, "class") == "outline"
            lists = [frame] if is_outline else list(_outer_lists(frame))
            count += sum(len(_lines(part)) for part in lists if attribute(frame, "class") not in ("title", "subtitle"))
        yield Reading(str(count))


def _outer_lists(element: Element) -> Iterator[Element]:
    for child in element:
        if local(child) == "list":
            yield child
        else:
            yield from _outer_lists(child)


def _name(file: OdfFile, asked: Asked) -> Iterator[Reading]:
    for slide in slides(file, asked):
        yield Reading(attribute(slide, "name"))


def _notes(file: OdfFile, asked: Asked) -> Iterator[Reading]:
    for slide in slides(file, asked):
        frames = [frame for notes in children(slide, "notes") for frame in descendants(notes, "frame")]
        yield Reading(" ".join(" ".join(_lines(frame)) for frame in frames if attribute(frame, "class") == "notes"))


def _of_page(file: OdfFile, slide: Element, name: str) -> str:
    """Return an attribute of the style of a slide."""
    wanted = attribute(slide, "style-name")
    for style in file.styled():
        if attribute(style, "family") == "drawing-page" and attribute(style, "name") == wanted:
            return next((attribute(part, name) for part in children(style, "drawing-page-properties")), "")
    return ""


def _background(file: OdfFile, asked: Asked) -> Iterator[Reading]:
    """Read the slide's own background, "none" where it shows its master's."""
    for slide in slides(file, asked):
        kind = _of_page(file, slide, "fill")
        if kind not in ("", "none", "solid"):
            raise UnreadableDocument(f"the background is a {kind}, no colour")
        yield Reading(_of_page(file, slide, "fill-color") if kind == "solid" else "none")


def _transition(file: OdfFile, asked: Asked) -> Iterator[Reading]:
    for slide in slides(file, asked):
        kind = _of_page(file, slide, "type")
        yield Reading(_TRANSITIONS.get(kind, "other") if kind else "none")


def _advance(file: OdfFile, asked: Asked) -> Iterator[Reading]:
    """Read when each slide of a presentation goes on. Only one that goes on by itself waits for its duration."""
    for slide in slides(file, asked) if local(file.body) == "presentation" else ():
        is_automatic = _of_page(file, slide, "transition-type") == "automatic"
        yield Reading(_seconds(_of_page(file, slide, "duration")) if is_automatic else "click")


def _seconds(duration: str) -> str:
    """Return a duration (W3C XML Schema) such as "PT1M15S" as "75 s". Raises UnreadableDocument."""
    found = _DURATION.fullmatch(duration)
    if found is None:
        raise UnreadableDocument(f"{duration!r} is no duration")
    hours, minutes, seconds = (float(part or 0) for part in found.groups())
    return f"{hours * 3600 + minutes * 60 + seconds:g} s"


def _hidden(file: OdfFile, asked: Asked) -> Iterator[Reading]:
    for slide in slides(file, asked):
        yield Reading(switch(_of_page(file, slide, "visibility") == "hidden"))


def _of_images(name: str) -> Reader:
    def read(file: OdfFile, asked: Asked) -> Iterator[Reading]:
        for slide in slides(file, asked):
            for frame in _frames(slide):
                length = millimetres(attribute(frame, name))
                if is_picture(frame) and length is not None:
                    yield Reading(f"{length:.2f} mm")

    return read


def _frames(slide: Element) -> Iterator[Element]:
    """Iterate over the frames of a slide without those of its notes."""
    for part in slide:
        if local(part) == "frame":
            yield part
        elif local(part) == "g":
            yield from _frames(part)


def _of_master(name: str) -> Reader:
    """Return a reader of how the titles or the bodies look in each master in use."""

    def read(file: OdfFile, asked: Asked) -> Iterator[Reading]:
        ending = {"title": "-title", "body": "-outline1"}.get(asked.key.casefold(), "")
        masters = sorted({attribute(slide, "master-page-name") for slide in slides(file, asked)})
        for master in masters:
            for style in file.styled():
                if ending and attribute(style, "name") == f"{master}{ending}":
                    texts = next(children(style, "text-properties"), None)
                    yield Reading("" if texts is None else _spelled(name, attribute(texts, name)), master)

    return read


def _spelled(name: str, value: str) -> str:
    return value.removesuffix("pt") if name == "font-size" else value.strip("'")


def _charts(file: OdfFile, asked: Asked) -> Iterator[Reading]:
    drawn = _chart_parts(file)
    for slide in slides(file, asked):
        held = [one for frame in _frames(slide) for one in children(frame, "object")]
        yield Reading(str(sum(_is_chart(one, drawn) for one in held)))


def _chart_parts(file: OdfFile) -> frozenset[str]:
    """Return the names of the parts of a packed file that are charts."""
    if file.path.suffix.lower().startswith(".f"):
        return frozenset()
    with Archive(file.path) as archive:
        manifest = parse_xml(archive.read("META-INF/manifest.xml"), f"{file.path.name} (META-INF/manifest.xml)")
    entries = descendants(manifest, "file-entry")
    return frozenset(
        attribute(one, "full-path").strip("/") for one in entries if attribute(one, "media-type").endswith(".chart")
    )


def _is_chart(held: Element, drawn: frozenset[str]) -> bool:
    if attribute(held, "href").removeprefix("./").strip("/") in drawn:
        return True
    return any(local(part) == "chart" for body in descendants(held, "body") for part in body)


ODP: dict[str, Reader] = {
    **dict.fromkeys((*LOOKS, "list level"), look),
    "page orientation": orientation,
    "page size": paper,
    "layout": _layout,
    "slide title": _title,
    "slide name": _name,
    "bullets": _bullets,
    "notes": _notes,
    "tables": in_body("table"),
    "pictures": pictures,
    "slide background": _background,
    "transition": _transition,
    "advance after": _advance,
    "hidden slide": _hidden,
    "image width": _of_images("width"),
    "image height": _of_images("height"),
    "charts": _charts,
    **shape_looks(slides),
    "master font": _of_master("font-family"),
    "master size": _of_master("font-size"),
    "master colour": _of_master("color"),
}

_OF_DRAWINGS = (*LOOKS, "page orientation", "page size", "tables", "pictures", "shape fill", "shape line")
ODG: dict[str, Reader] = {name: ODP[name] for name in _OF_DRAWINGS}
"""What a drawing has of it: pages without a layout, a title or notes."""
