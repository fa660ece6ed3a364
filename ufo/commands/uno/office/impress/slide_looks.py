"""Formats the texts of slides, and sets backgrounds, transitions and masters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..api import Refused, call, constant, enum, typed_properties
from ..connection import Shown
from .slide_pages import (
    dispatch,
    edited,
    has,
    kind_of,
    leave_master,
    numbers_of,
    page_at,
    require_pages,
    require_slides,
    shapes_of,
    show,
    whole_step,
)
from .slides import paragraphs

_WEIGHTS = {"on": 150.0, "off": 100.0}
_LINES = {"on": 1, "off": 0}
_ALIGN = {"left": "LEFT", "right": "RIGHT", "center": "CENTER", "justify": "BLOCK"}
_ADJUSTED = ("LEFT", "RIGHT", "BLOCK", "CENTER")
"""com.sun.star.style.ParagraphAdjust, in the order of its numbers."""
_RAISED = {"superscript": 33, "subscript": -33}
"""The per cent by which LibreOffice's own commands raise or lower a text."""
_RAISED_SIZE = 58
TRANSITIONS = {
    "none": ("", ""),
    "fade": ("FADE", "CROSSFADE"),
    "wipe": ("BARWIPE", "LEFTTORIGHT"),
    "push": ("PUSHWIPE", "FROMLEFT"),
    "cover": ("SLIDEWIPE", "FROMLEFT"),
    "split": ("BARNDOORWIPE", "VERTICAL"),
    "dissolve": ("DISSOLVE", "DEFAULT"),
}


def format_texts(shown: Shown, look: str, value: str, texts: Sequence[str], slides: list[int] | None) -> dict[str, Any]:
    """Format `texts` wherever the slides have them, or without any all texts of the slides."""
    require_pages(shown, writable=True)
    numbers = numbers_of(shown, slides)
    chosen = [number for number in numbers if any(True for _ in _places(page_at(shown, number), texts))]
    missing = [
        text for text in texts if not any(any(True for _ in _places(page_at(shown, one), [text])) for one in chosen)
    ]
    if missing or not chosen:
        raise Refused(
            f"the slides do not contain {missing[0]!r}; read them with read_slides"
            if missing
            else "the slides have no text"
        )
    with whole_step(shown, "Format"):
        for number in chosen:
            with edited(shown, number) as page:
                for place in list(_places(page, texts)):
                    _set(place, look, value)
    there = [place for number in chosen for place in _places(page_at(shown, number), texts)]
    show(shown, page_at(shown, chosen[0]))
    equal = all(_is_set(place, look, value) for place in there)
    told = list(dict.fromkeys(str(place.getString())[:1000] for place in there[:50]))
    return {"texts": told[:20], "places": len(there), "slides": chosen, "equal": equal}


def _places(page: Any, texts: Sequence[str]) -> Iterator[Any]:
    for holder in _holders(page):
        if not texts:
            yield from (block for block in paragraphs(holder) if str(block.getString()).strip())
            continue
        for block in paragraphs(holder):
            yield from _in_paragraph(holder, block, texts)


def _holders(page: Any) -> Iterator[Any]:
    """Yield everything on the slide that holds paragraphs: shapes, shapes in groups, and cells of tables."""
    for shape in shapes_of(page):
        yield from _within(shape)


def _within(shape: Any) -> Iterator[Any]:
    if kind_of(shape) == "GroupShape":
        for inner in shapes_of(shape):
            yield from _within(inner)
    elif kind_of(shape) == "TableShape":
        model = shape.Model
        for row in range(model.Rows.Count):
            for column in range(model.Columns.Count):
                yield model.getCellByPosition(column, row)
    elif hasattr(shape, "createEnumeration") and not (
        has(shape, "IsEmptyPresentationObject") and shape.IsEmptyPresentationObject
    ):
        yield shape


def _in_paragraph(holder: Any, block: Any, texts: Sequence[str]) -> Iterator[Any]:
    said = str(block.getString())
    for text in texts:
        begin = said.find(text)
        if begin < 0:
            begin = said.casefold().find(text.casefold())
        while begin >= 0:
            cursor = holder.createTextCursorByRange(block.getStart())
            cursor.goRight(begin, False)
            cursor.goRight(len(text), True)
            yield cursor
            begin = said.find(str(cursor.getString()), begin + len(text))


def _set(place: Any, look: str, value: str) -> None:
    if look in _RAISED:
        on = value == "on"
        place.CharEscapement = _RAISED[look] if on else 0
        place.CharEscapementHeight = _RAISED_SIZE if on else 100
    elif look == "list":
        place.NumberingIsNumber = value != "none"
        place.NumberingLevel = max(int(place.NumberingLevel or 0), 0) if value != "none" else -1
        if value != "none":
            _mark(place, value)
    else:
        name, wanted = _property(look, value)
        setattr(place, name, wanted)


def _mark(place: Any, value: str) -> None:
    """Give the paragraph's levels bullets or numbers."""
    rules = place.NumberingRules
    level = max(int(place.NumberingLevel or 0), 0)
    kind = {"NumberingType": 6, "BulletChar": "\u2022"} if value == "bullet" else {"NumberingType": 4, "Suffix": "."}
    given = {one.Name: one.Value for one in rules.getByIndex(level)} | kind
    call(rules, "replaceByIndex", level, typed_properties(**given))
    place.NumberingRules = rules


def _property(look: str, value: str) -> tuple[str, Any]:
    if look == "bold":
        return "CharWeight", _WEIGHTS[value]
    if look == "italic":
        return "CharPosture", enum("awt.FontSlant", "ITALIC" if value == "on" else "NONE")
    if look == "underline":
        return "CharUnderline", _LINES[value]
    if look == "strikethrough":
        return "CharStrikeout", _LINES[value]
    if look in ("colour", "highlight"):
        return ("CharColor" if look == "colour" else "CharBackColor"), colour_number(value)
    if look == "size":
        return "CharHeight", float(value)
    if look == "font":
        return "CharFontName", value
    if look == "align":
        return "ParaAdjust", enum("style.ParagraphAdjust", _ALIGN[value])
    raise Refused(f"{look!r} cannot be set on slides")


def colour_number(value: str) -> int:
    return int(value.lstrip("#"), 16)


def _is_set(place: Any, look: str, value: str) -> bool:
    if look in _RAISED:
        return int(place.CharEscapement) == (_RAISED[look] if value == "on" else 0)
    if look == "list":
        return (int(place.NumberingLevel) >= 0) == (value != "none")
    name, wanted = _property(look, value)
    return bool(_plain(getattr(place, name)) == _plain(wanted))


def _plain(value: Any) -> Any:
    word = getattr(value, "value", value)
    return _ADJUSTED.index(word) if isinstance(word, str) and word in _ADJUSTED else word


def set_background(shown: Shown, color: str, slide_index: list[int] | None) -> dict[str, Any]:
    """Fill the background of slides with a colour; "none" shows the master's again."""
    require_pages(shown, writable=True)
    numbers = numbers_of(shown, slide_index)
    with whole_step(shown, "Slide background"):
        for number in numbers:
            with edited(shown, number) as page:
                page.Background = _fill(shown, color)
    backs = [page_at(shown, number).Background for number in numbers]
    equal = all(_colour_of(one) == color for one in backs)
    return {"slides": numbers, "equal": equal}


def _fill(shown: Shown, color: str) -> Any:
    if color == "none":
        return None
    made = shown.document.createInstance("com.sun.star.drawing.Background")
    made.FillStyle = enum("drawing.FillStyle", "SOLID")
    made.FillColor = colour_number(color)
    return made


def _colour_of(background: Any) -> str:
    if background is None or background.FillStyle.value == "NONE":
        return "none"
    return f"#{background.FillColor & 0xFFFFFF:06x}"


def set_transition(
    shown: Shown, kind: str, slides: list[int] | None, seconds: float, advance_after: float
) -> dict[str, Any]:
    """Set how slides come in. `seconds`: how long that takes; `advance_after`: seconds until the next slide, -1 for a click."""
    require_slides(shown, writable=True)
    numbers = numbers_of(shown, slides)
    type_name, subtype = TRANSITIONS[kind]
    number_of_type = constant(f"animations.TransitionType.{type_name}") if type_name else 0
    number_of_subtype = constant(f"animations.TransitionSubType.{subtype}") if subtype else 0
    with whole_step(shown, "Slide transition"):
        for number in numbers:
            with edited(shown, number) as page:
                page.TransitionType, page.TransitionSubtype = number_of_type, number_of_subtype
                if seconds:
                    page.TransitionDuration = seconds
                page.Change = 1 if advance_after >= 0 else 0
                if advance_after >= 0:
                    page.HighResDuration = advance_after
    now = [page_at(shown, number) for number in numbers]
    equal = all(page.TransitionType == number_of_type for page in now)
    equal = equal and all(not seconds or abs(page.TransitionDuration - seconds) < 0.01 for page in now)
    return {"slides": numbers, "equal": equal}


def set_master(shown: Shown, part: str, font: str, size: float, color: str) -> dict[str, Any]:
    """Format the titles or the bodies of all slides in their master, as a person does in the master's view."""
    require_slides(shown, writable=True)
    controller = shown.controller
    leave_master(shown)
    view = controller.getCurrentPage()
    kind = {"title": "TitleTextShape", "body": "OutlinerShape"}[part]
    wanted = {
        **({"CharFontName": font} if font else {}),
        **({"CharHeight": size} if size else {}),
        **({"CharColor": colour_number(color)} if color else {}),
    }
    masters = _masters(shown)
    with whole_step(shown, "Master"):
        for master, slide in masters:
            show(shown, slide)
            controller.IsMasterPageMode = True
            try:
                places = [shape for shape in shapes_of(master) if kind_of(shape) == kind]
                if not places:
                    continue
                controller.select(places[0])
                _format_selected(shown, font, size, color)
            finally:
                controller.IsMasterPageMode = False
    show(shown, view)
    family = shown.document.StyleFamilies
    style = "title" if part == "title" else "outline1"
    styles = [family.getByName(master.Name).getByName(style) for master, _ in masters]
    equal = all(getattr(one, name) == value for one in styles for name, value in wanted.items())
    return {"masters": [str(master.Name) for master, _ in masters], "part": part, "equal": bool(wanted) and equal}


def _masters(shown: Shown) -> list[tuple[Any, Any]]:
    """Return each master in use, with the first slide that uses it."""
    found: dict[str, tuple[Any, Any]] = {}
    for number in numbers_of(shown, None):
        slide = page_at(shown, number)
        found.setdefault(str(slide.MasterPage.Name), (slide.MasterPage, slide))
    return list(found.values())


def _format_selected(shown: Shown, font: str, size: float, color: str) -> None:
    if font:
        dispatch(shown, "CharFontName", **{"CharFontName.FamilyName": font})
    if size:
        dispatch(shown, "FontHeight", **{"FontHeight.Height": size})
    if color:
        dispatch(shown, "Color", Color=colour_number(color))


OPERATIONS: dict[str, Callable[..., Any]] = {
    "slides.format": format_texts,
    "slides.background": set_background,
    "slides.transition": set_transition,
    "slides.master": set_master,
}
