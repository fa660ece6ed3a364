"""Reads properties of PowerPoint presentations (ECMA-376 part 1, PresentationML), without the formatting inherited from a
layout.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from ufo.errors import UnreadableDocument
from ufo.verify.documents.markup import attribute, children, descendants, local
from ufo.verify.documents.odf.odf_looks import common_look, places_of
from ufo.verify.properties.odf.odp import layout_of
from ufo.verify.properties.odf.odt import LOOKS
from ufo.verify.properties.ooxml.pptx_file import TITLES, PptxFile, placeholder_of
from ufo.verify.properties.ooxml.pptx_shapes import SHAPES
from ufo.verify.properties.query import Asked, Reader, Reading, switch, tell

_EMU_PER_MM = 36_000
_LAYOUTS = {
    "title": "title", "obj": "title and content", "tx": "title and content", "titleOnly": "title only",
    "twoObj": "two content", "twoTxTwoObj": "two content", "secHead": "section", "blank": "blank",
}  # fmt: skip
_WORDS = {"ctrTitle": "title", "title": "title", "subTitle": "subtitle", "body": "outline", "obj": "outline"}
_ALIGNED = {"l": "left", "r": "right", "ctr": "center", "just": "justify", "dist": "justify"}
_BULLETS = {"buChar": "bullet", "buBlip": "bullet", "buAutoNum": "number", "buNone": "none"}
_BODIES = ("body", "obj")
_TRANSITIONS = ("fade", "wipe", "push", "cover", "split", "dissolve")
_BESIDE = ("sndAc", "extLst")
"""What a transition may have beside its kind."""


def _look(file: PptxFile, asked: Asked) -> Iterator[Reading]:
    for slide in file.slides:
        for holder in descendants(slide.root, "txBody"):
            for paragraph in children(holder, "p"):
                yield from _looks_in(paragraph, asked)


def runs_with_looks(paragraph: Element) -> list[tuple[str, dict[str, str]]]:
    """Return the paragraph's runs: each text with the formatting that the slide itself gives it."""
    base = _of_paragraph(paragraph)
    return [
        ("".join(text.text or "" for text in children(run, "t")), {**base, **_of_run(run)})
        for run in paragraph
        if local(run) in ("r", "fld")
    ]


def _looks_in(paragraph: Element, asked: Asked) -> Iterator[Reading]:
    runs = runs_with_looks(paragraph)
    for start, end in places_of(asked.text, "".join(text for text, _ in runs)):
        found = common_look(runs, start, end).get(asked.name, "")
        if not found:
            raise UnreadableDocument(
                f"its {asked.name} comes from the layout, or differs within {asked.text!r}; not read here"
            )
        yield Reading(found)


def _of_paragraph(paragraph: Element) -> dict[str, str]:
    found: dict[str, str] = {}
    for properties in children(paragraph, "pPr"):
        found |= paragraph_look(properties)
    return {**found, "list level": str(level_of(paragraph))}


def level_of(paragraph: Element) -> int:
    """Return how deep a paragraph stands in its list, 1 for the outermost; every paragraph of a slide has a level."""
    level = next((attribute(found, "lvl") for found in children(paragraph, "pPr")), "")
    return int(level) + 1 if level.isdecimal() else 1


def _levels(file: PptxFile, asked: Asked) -> Iterator[Reading]:
    """Read the level of the lines of outlines, and of those with a bullet or number in other boxes; 0 for other texts."""
    for slide in file.slides:
        for kind, shape in slide.shapes():
            for paragraph in (one for holder in descendants(shape, "txBody") for one in children(holder, "p")):
                mark = _of_paragraph(paragraph).get("list", "bullet" if kind in _BODIES else "none")
                places = places_of(asked.text, "".join(text.text or "" for text in descendants(paragraph, "t")))
                level = level_of(paragraph)
                yield from (Reading(str(0 if mark == "none" and level == 1 else level)) for _ in places)


def paragraph_look(properties: Element) -> dict[str, str]:
    """Return what properties of a paragraph, or of a level of a style, say of paragraphs."""
    found: dict[str, str] = {}
    if attribute(properties, "algn"):
        found["align"] = _ALIGNED.get(attribute(properties, "algn"), "left")
    for mark in properties:
        if local(mark) in _BULLETS:
            found["list"] = _BULLETS[local(mark)]
    return found


_SWITCHES = {"b": ("bold", ("1", "true")), "i": ("italic", ("1", "true")), "cap": ("small caps", ("small",))}


def _of_run(run: Element) -> dict[str, str]:
    found: dict[str, str] = {}
    for properties in children(run, "rPr"):
        found |= run_look(properties)
    return found


def run_look(properties: Element) -> dict[str, str]:
    """Return what properties of a run, or the default ones of a style, say of letters. Colours and fonts of the theme are left
    out.
    """
    said = {name: attribute(properties, name) for name in _SWITCHES if attribute(properties, name)}
    found = {_SWITCHES[name][0]: switch(value in _SWITCHES[name][1]) for name, value in said.items()}
    for name, look, off in (("u", "underline", "none"), ("strike", "strikethrough", "noStrike")):
        if attribute(properties, name):
            found[look] = switch(attribute(properties, name) != off)
    if attribute(properties, "sz").isdecimal():
        found["size"] = f"{int(attribute(properties, 'sz')) / 100:g}"
    for part in properties:
        colour = next((attribute(node, "val") for node in descendants(part, "srgbClr")), "")
        if local(part) in ("solidFill", "highlight") and colour:
            found["colour" if local(part) == "solidFill" else "highlight"] = f"#{colour.lower()}"
        elif local(part) == "latin" and not attribute(part, "typeface").startswith("+"):
            found["font"] = attribute(part, "typeface")
    return found


def _size(file: PptxFile) -> tuple[float, float]:
    for node in children(file.root, "sldSz"):
        width, height = attribute(node, "cx"), attribute(node, "cy")
        if width.isdecimal() and height.isdecimal():
            return int(width) / _EMU_PER_MM, int(height) / _EMU_PER_MM
    raise UnreadableDocument(f"{file.path.name} does not say the size of its slides")


def _orientation(file: PptxFile, asked: Asked) -> list[Reading]:
    width, height = _size(file)
    return tell("landscape" if width > height else "portrait")


def _paper(file: PptxFile, asked: Asked) -> list[Reading]:
    width, height = _size(file)
    return tell(f"{width:.1f} x {height:.1f} mm")


def _layout(file: PptxFile, asked: Asked) -> Iterator[Reading]:
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
    found = (_WORDS.get(placeholder_of(shape), "") for shape in descendants(root, "sp"))
    return [kind for kind in found if kind]


def _lines(shape: Element) -> list[str]:
    paragraphs = (p for holder in descendants(shape, "txBody") for p in children(holder, "p"))
    texts = ("".join(text.text or "" for text in descendants(p, "t")).strip() for p in paragraphs)
    return [text for text in texts if text]


def _title(file: PptxFile, asked: Asked) -> Iterator[Reading]:
    for slide in file.asked_slides(asked):
        yield Reading(" ".join(" ".join(_lines(shape)) for kind, shape in slide.shapes() if kind in TITLES))


def _bullets(file: PptxFile, asked: Asked) -> Iterator[Reading]:
    """Count the lines of outlines that do not turn bullets off, and the lines with a bullet or number in other boxes."""
    for slide in file.asked_slides(asked):
        yield Reading(str(sum(_marked(shape, of_body=kind in _BODIES) for kind, shape in slide.shapes())))


def _marked(shape: Element, *, of_body: bool) -> int:
    count = 0
    for holder in descendants(shape, "txBody"):
        for paragraph in children(holder, "p"):
            kind = _of_paragraph(paragraph).get("list", "bullet" if of_body else "none")
            has_text = any((text.text or "").strip() for text in descendants(paragraph, "t"))
            count += has_text and kind != "none"
    return count


def _notes(file: PptxFile, asked: Asked) -> Iterator[Reading]:
    for slide in file.asked_slides(asked):
        shapes: Sequence[Element] = [] if slide.notes is None else list(descendants(slide.notes, "sp"))
        yield Reading(" ".join(" ".join(_lines(shape)) for shape in shapes if placeholder_of(shape) == "body"))


def _background(file: PptxFile, asked: Asked) -> Iterator[Reading]:
    """Read the slide's own background, "none" where it shows its master's."""
    for slide in file.asked_slides(asked):
        own = next((one for part in children(slide.root, "cSld") for one in children(part, "bg")), None)
        if own is None:
            yield Reading("none")
            continue
        colour = next(
            (attribute(one, "val") for fill in descendants(own, "solidFill") for one in children(fill, "srgbClr")), ""
        )
        if not colour:
            raise UnreadableDocument("the background is no plain colour")
        yield Reading(f"#{colour.lower()}")


def _transition(file: PptxFile, asked: Asked) -> Iterator[Reading]:
    for slide in file.asked_slides(asked):
        kinds = [
            local(kind) for one in descendants(slide.root, "transition") for kind in one if local(kind) not in _BESIDE
        ]
        yield Reading(next((kind if kind in _TRANSITIONS else "other" for kind in kinds), "none"))


def _advance(file: PptxFile, asked: Asked) -> Iterator[Reading]:
    """Read when each slide goes on: after a time in thousandths of a second, or at a click."""
    for slide in file.asked_slides(asked):
        times = (attribute(one, "advTm") for one in descendants(slide.root, "transition"))
        after = next((time for time in times if time.isdecimal()), "")
        yield Reading(f"{int(after) / 1000:g} s" if after else "click")


def _hidden(file: PptxFile, asked: Asked) -> Iterator[Reading]:
    for slide in file.asked_slides(asked):
        yield Reading(switch(attribute(slide.root, "show") in ("0", "false")))


def _of_images(name: str) -> Reader:
    def read(file: PptxFile, asked: Asked) -> Iterator[Reading]:
        for slide in file.asked_slides(asked):
            for picture in descendants(slide.root, "pic"):
                size = next((one for form in descendants(picture, "xfrm") for one in children(form, "ext")), None)
                if size is not None and attribute(size, name).isdecimal():
                    yield Reading(f"{int(attribute(size, name)) / _EMU_PER_MM:.2f} mm")

    return read


def _of_master(file: PptxFile, asked: Asked) -> Iterator[Reading]:
    """Read how the title's or the body's text looks on each master: its first run says so, as programs write it."""
    kinds = {"title": TITLES, "body": _BODIES}.get(asked.key.casefold(), ())
    look = asked.name.removeprefix("master ")
    for master in file.masters:
        for shape in descendants(master, "sp"):
            runs = list(descendants(shape, "r")) if placeholder_of(shape) in kinds else []
            found = _of_run(runs[0]).get(look, "") if runs else ""
            if found:
                yield Reading(found)


def _charts(file: PptxFile, asked: Asked) -> Iterator[Reading]:
    for slide in file.asked_slides(asked):
        held = (data for frame in descendants(slide.root, "graphicFrame") for data in descendants(frame, "graphicData"))
        yield Reading(str(sum(any(local(one) == "chart" for one in data) for data in held)))


def _counted(name: str) -> Reader:
    return lambda file, asked: tell(sum(1 for slide in file.slides for _ in descendants(slide.root, name)))


PPTX: dict[str, Reader] = {
    **dict.fromkeys(LOOKS, _look),
    "list level": _levels,
    "page orientation": _orientation,
    "page size": _paper,
    "layout": _layout,
    "slide title": _title,
    "bullets": _bullets,
    "notes": _notes,
    "tables": _counted("tbl"),
    "pictures": _counted("pic"),
    "slide background": _background,
    "transition": _transition,
    "advance after": _advance,
    "hidden slide": _hidden,
    "image width": _of_images("cx"),
    "image height": _of_images("cy"),
    "charts": _charts,
    **SHAPES,
    **dict.fromkeys(("master font", "master size", "master colour"), _of_master),
}
