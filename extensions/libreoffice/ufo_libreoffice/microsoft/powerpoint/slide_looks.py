"""Gives texts, slides, shapes and the master of PowerPoint their looks, and replaces texts where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ufo_libreoffice.microsoft.powerpoint.slides import (
    cells_of,
    colours_of,
    numbers_of,
    require_slides,
    slide_at,
    text_of,
)
from ufo_libreoffice.microsoft.shown import Shown, one_step
from ufo_libreoffice.microsoft.values import (
    Look,
    alike,
    choice,
    colour,
    colour_told,
    each,
    give,
    points,
    switch,
    wrong_in,
)
from ufo_libreoffice.office.evidence import counted, held
from ufo_libreoffice.office.marked_part import marked_part
from ufo_libreoffice.office.property_table import Place
from ufo_libreoffice.office.refusals import Refused

_LOOKS: Look = {
    "bold": ("Font.Bold", switch),
    "italic": ("Font.Italic", switch),
    "underline": ("Font.UnderlineStyle", choice(on=2, off=0)),
    "strikethrough": ("Font.Strike", choice(on=1, off=0)),
    "colour": ("Font.Fill.ForeColor.RGB", colour),
    "highlight": ("Font.Highlight.RGB", colour),
    "size": ("Font.Size", float),
    "font": ("Font.Name", str),
    "superscript": ("Font.Superscript", switch),
    "subscript": ("Font.Subscript", switch),
    "align": ("ParagraphFormat.Alignment", choice(left=1, center=2, right=3, justify=4)),
    "list": ("ParagraphFormat.Bullet.Type", choice(none=0, bullet=1, number=2)),
}
_MASTER: Look = {
    "master font": ("Font.Name", str), "master size": ("Font.Size", float), "master colour": ("Font.Color.RGB", colour),
}  # fmt: skip
_STYLES, _LEVELS = {"title": 3, "body": 2}, {"title": 1, "body": 5}
"""ppTextStyleType, and how many levels are set."""
_EFFECTS = {
    "none": 0, "fade": 3849, "wipe": 2819, "push": 3854, "cover": 1283, "split": 3587, "dissolve": 1537,
}  # fmt: skip
"""ppEntryEffect."""
_GROUP, _LINE = 6, 9
_KINDS = {"rectangle": 1, "square": 1, "box": 1, "ellipse": 9, "circle": 9, "oval": 9}
"""msoAutoShapeType."""


def holders(slide: Any) -> Iterator[Any]:
    """Yield every shape of the slide that holds a text: also in groups and tables."""
    for shape in each(slide.Shapes):
        yield from _within(shape)


def _within(shape: Any) -> Iterator[Any]:
    if shape.Type == _GROUP:
        for inner in each(shape.GroupItems):
            yield from _within(inner)
    elif shape.HasTable:
        yield from (cell for line in cells_of(shape.Table) for cell in line)
    elif shape.HasTextFrame and text_of(shape):
        yield shape


def _places(slide: Any, texts: Sequence[str]) -> Iterator[Any]:
    for shape in holders(slide):
        whole = shape.TextFrame2.TextRange
        said = str(whole.Text)
        if not texts and said.strip():
            yield whole
        for text in texts:
            yield from (whole("Characters", start + 1, length) for start, length in spots_of(said, text))


def spots_of(said: str, text: str) -> list[tuple[int, int]]:
    """Return where a text has the words, first letter for letter, then in any case, then as a marked part: "H[2]O"."""
    meant, start, length = marked_part(text)
    for wanted, flags, at, long in ((text, 0, 0, len(text)), (text, re.I, 0, len(text)), (meant, 0, start, length)):
        found = [(match.start() + at, long) for match in re.finditer(re.escape(wanted), said, flags)]
        if found:
            return found
    return []


def set_looks(shown: Shown, wanted: Mapping[str, str], place: Place) -> dict[str, Any]:
    """Give looks to `texts` wherever the slides have them, or without any to all texts of the slides."""
    require_slides(shown, writable=True)
    slides = {number: slide_at(shown, number) for number in numbers_of(shown, place.slides)}
    missing = [
        text for text in place.texts if not any(any(True for _ in _places(it, [text])) for it in slides.values())
    ]
    chosen = {number: parts for number, slide in slides.items() if (parts := list(_places(slide, place.texts)))}
    if missing or not chosen:
        raise Refused(
            f"the slides do not contain {missing[0]!r}; read them with read_slides"
            if missing
            else "the slides have no text"
        )
    parts = [part for found in chosen.values() for part in found]
    with one_step(shown, "Format"):
        for part in parts:
            give(part, _LOOKS, wanted)
            if "list" in wanted:
                part.ParagraphFormat.Bullet.Visible = wanted["list"] != "none"
    wrong = {name for part in parts for name in wrong_in(part, _LOOKS, wanted)}
    return {
        "texts": list(dict.fromkeys(str(part.Text)[:1000] for part in parts[:50]))[:20], "places": len(parts),
        "slides": list(chosen), "equal": not wrong,
        "said": "; ".join(f"{look} of {len(parts)} places reads back as {value!r}" for look, value in wanted.items()),
    }  # fmt: skip


def replace_text(shown: Shown, old: str, new: str, slides: Sequence[int] | None = None) -> dict[str, Any]:
    """Replace a text, letter for letter, in titles, boxes, groups, tables and notes of these slides or of all."""
    require_slides(shown, writable=True)
    if "\n" in old or "\r" in old:
        raise Refused("a text of several lines cannot be looked for; replace it line by line")
    there: dict[int, int] = {}
    equal = True
    with one_step(shown, "Replace text"):
        for number in numbers_of(shown, slides):
            slide = slide_at(shown, number)
            for shape in (*holders(slide), *holders(slide.NotesPage)):
                whole = shape.TextFrame2.TextRange
                # From the end on, so that the places before stay where they are.
                for match in reversed(list(re.finditer(re.escape(old), str(whole.Text)))):
                    whole("Characters", match.start() + 1, len(old)).Text = new.replace("\n", "\r")
                    there[number] = there.get(number, 0) + 1
                equal = equal and (old in new or old not in str(shape.TextFrame2.TextRange.Text))
    if not there:
        raise Refused(f"the slides do not contain {old!r}; read them with read_slides")
    return {"replaced": sum(there.values()), "slides": list(there), "left": 0, "equal": equal}


def set_slides(shown: Shown, wanted: Mapping[str, str], place: Place) -> dict[str, Any]:
    """Set backgrounds and transitions of the slides, of all without numbers."""
    require_slides(shown, writable=True)
    numbers, wrong = numbers_of(shown, place.slides), []
    with one_step(shown, "Slides"):
        for number in numbers:
            slide = slide_at(shown, number)
            if background := wanted.get("slide background"):
                _background(slide, background)
                now = "none" if slide.FollowMasterBackground else colour_told(slide.Background.Fill.ForeColor.RGB)
                wrong += [] if now == background else ["slide background"]
            wrong += list(_transition(slide.SlideShowTransition, wanted))
    listed = ", ".join(map(str, numbers)) if len(numbers) <= 12 else f"{numbers[0]} to {numbers[-1]}"
    return {
        "slides": numbers, "equal": not wrong,
        "said": f"{', '.join(f'{name} {value}' for name, value in wanted.items())} of the slides {listed} reads back",
        "holds": [
            {"property": name, "value": wanted[name], "page": number}
            for name in ("slide background", "transition") if name in wanted for number in numbers[:20]
        ],
    }  # fmt: skip


def _background(slide: Any, value: str) -> None:
    slide.FollowMasterBackground = value == "none"
    if value != "none":
        slide.Background.Fill("Solid")
        slide.Background.Fill.ForeColor.RGB = colour(value)


def _transition(transition: Any, wanted: Mapping[str, str]) -> Iterator[str]:
    """Set a transition, and yield what does not read back."""
    given: dict[str, Any] = {}
    if "transition" in wanted:
        given["EntryEffect"] = _EFFECTS[wanted["transition"]]
    if "transition time" in wanted:
        given["Duration"] = float(wanted["transition time"].split()[0])
    if after := wanted.get("advance after"):
        given["AdvanceOnTime"] = after != "click"
        given |= {} if after == "click" else {"AdvanceTime": float(after.split()[0])}
    for name, value in given.items():
        setattr(transition, name, value)
    yield from (name for name, value in given.items() if not alike(getattr(transition, name), value))


def set_master(shown: Shown, wanted: Mapping[str, str], place: Place) -> dict[str, Any]:
    """Format the titles or the bodies of all slides in their master."""
    require_slides(shown, writable=True)
    if place.part not in _STYLES:
        raise Refused("say whose looks the master's are, by part: title or body")
    style = shown.document.SlideMaster.TextStyles("Item", _STYLES[place.part])
    levels = [style.Levels("Item", level) for level in range(1, _LEVELS[place.part] + 1)]
    with one_step(shown, "Master"):
        for level in levels:
            give(level, _MASTER, wanted)
    wrong = [name for level in levels for name in wrong_in(level, _MASTER, wanted)]
    return {
        "part": place.part,
        "equal": not wrong,
        "said": f"the {place.part} of {counted(1, 'master')} reads back as set",
    }


def set_shape(shown: Shown, wanted: Mapping[str, str], place: Place) -> dict[str, Any]:
    """Fill a shape of a slide (without a number of the one in view) and draw its line."""
    require_slides(shown, writable=True)
    slide = slide_at(shown, place.slides[0] if place.slides else 0)
    at, shape = _shape_of(slide, place.shape)
    width = float(wanted.get("line width", "0"))
    colours = {part: wanted[f"shape {part}"] for part in ("fill", "line") if f"shape {part}" in wanted}
    if "fill" in colours and shape.Type == _LINE:
        raise Refused("a line has no fill; give the colour as line")
    with one_step(shown, "Format shape"):
        for part, value in colours.items():
            drawn = shape.Fill if part == "fill" else shape.Line
            drawn.Visible = value != "none"
            if value != "none":
                if part == "fill":
                    drawn("Solid")
                drawn.ForeColor.RGB = colour(value)
        if width:
            shape.Line.Weight = width
    now = colours_of(shape)
    number = int(slide.SlideIndex)
    equal = all(now.get(part) == value for part, value in colours.items()) and (
        not width or alike(shape.Line.Weight, width)
    )
    return {
        "slide": number, "shape": at, "colours": now, "equal": equal,
        "holds": [held(f"shape {part}", value, key=str(at)) | {"page": number} for part, value in colours.items()],
        "said": f"shape {at} of slide {number} reads back as asked",
    }  # fmt: skip


def _shape_of(slide: Any, wanted: str) -> tuple[int, Any]:
    """Return the shape that is called so, "" for the topmost one, with its number. Raises Refused."""
    shapes = list(enumerate(each(slide.Shapes), 1))
    plain = " ".join(wanted.split()).casefold()
    if not shapes:
        raise Refused("there is no shape on it")
    if not plain:
        return shapes[-1]
    if plain.isdecimal():
        found = [pair for pair in shapes if pair[0] == int(plain)]
    else:
        found = [
            pair for pair in shapes if plain in (str(pair[1].Name).casefold(), text_of(pair[1]).strip().casefold())
        ]
        found = found or [pair for pair in shapes if pair[1].AutoShapeType == _KINDS.get(plain, 0)]
    if len(found) != 1:
        raise Refused(
            f"{len(found) or 'no'} shapes are called {wanted!r}; read_slides lists them with their numbers, names and texts"
        )
    return found[0]


def set_size(shown: Shown, wanted: Mapping[str, str], place: Place) -> dict[str, Any]:
    """Give all slides another size, or turn them."""
    require_slides(shown, writable=True)
    setup = shown.document.PageSetup
    wide, high = float(setup.SlideWidth), float(setup.SlideHeight)
    if "page size" in wanted:
        wide, high = (points(side) for side in wanted["page size"].split(" x "))
    if orientation := wanted.get("page orientation"):
        wide, high = sorted((wide, high), reverse=orientation == "landscape")
    setup.SlideWidth, setup.SlideHeight = wide, high
    return {
        "equal": alike(setup.SlideWidth, wide) and alike(setup.SlideHeight, high), "said": "the slides have the size",
        "holds": [held(name, value) for name, value in wanted.items()],
    }  # fmt: skip
