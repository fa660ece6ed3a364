"""Formats the texts of slides, and sets backgrounds, transitions and masters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..api import call, constant, enum, typed_properties
from ..connection import Shown
from ..evidence import counted
from ..looks import LOOKS, colour, give_look, has_look, names_of
from ..property_table import Place
from ..refusals import Refused
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

_PARTS = {"title": ("TitleTextShape", "title"), "body": ("OutlinerShape", "outline1")}
"""The shape of a master that holds the part, and its style."""
_COMMANDS = {
    "font": ("CharFontName", "CharFontName.FamilyName"), "size": ("FontHeight", "FontHeight.Height"),
    "colour": ("Color", "Color"),
}  # fmt: skip
TRANSITIONS = {
    "none": ("", ""), "fade": ("FADE", "CROSSFADE"), "wipe": ("BARWIPE", "LEFTTORIGHT"), "push": ("PUSHWIPE", "FROMLEFT"),
    "cover": ("SLIDEWIPE", "FROMLEFT"), "split": ("BARNDOORWIPE", "VERTICAL"), "dissolve": ("DISSOLVE", "DEFAULT"),
}  # fmt: skip


def set_looks(shown: Shown, wanted: Mapping[str, str], place: Place) -> dict[str, Any]:
    """Give looks to `texts` wherever the slides have them, or without any to all texts of the slides."""
    require_pages(shown, writable=True)
    texts = place.texts
    numbers = numbers_of(shown, place.slides)
    chosen = [number for number in numbers if any(True for _ in _places(page_at(shown, number), texts))]
    missing = [text for text in texts if not any(any(_places(page_at(shown, number), [text])) for number in chosen)]
    if missing or not chosen:
        raise Refused(
            f"the slides do not contain {missing[0]!r}; read them with read_slides"
            if missing
            else "the slides have no text"
        )
    with whole_step(shown, "Format"):
        for number in chosen:
            with edited(shown, number) as page:
                for part in list(_places(page, texts)):
                    for look, value in wanted.items():
                        _give(part, look, value)
    there = [part for number in chosen for part in _places(page_at(shown, number), texts)]
    show(shown, page_at(shown, chosen[0]))
    told = list(dict.fromkeys(str(part.getString())[:1000] for part in there[:50]))
    return {
        "texts": told[:20], "places": len(there), "slides": chosen,
        "equal": all(_has(part, look, value) for part in there for look, value in wanted.items()),
        "said": "; ".join(f"{look} of {len(there)} places reads back as {value!r}" for look, value in wanted.items()),
    }  # fmt: skip


def _places(page: Any, texts: Sequence[str]) -> Iterator[Any]:
    for holder in text_holders(page):
        for block in paragraphs(holder):
            if texts:
                yield from _in_paragraph(holder, block, texts)
            elif str(block.getString()).strip():
                # What is set of a paragraph itself leaves the looks that its letters have of their own.
                cursor = holder.createTextCursorByRange(block.getStart())
                cursor.gotoRange(block.getEnd(), True)
                yield cursor


def text_holders(page: Any) -> Iterator[Any]:
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


def _give(place: Any, look: str, value: str) -> None:
    if look != "list":
        give_look(place, look, value, on_slide=True)
        return
    place.NumberingIsNumber = value != "none"
    place.NumberingLevel = max(int(place.NumberingLevel or 0), 0) if value != "none" else -1
    if value != "none":
        _mark(place, value)


def _mark(place: Any, value: str) -> None:
    """Give the paragraph's levels bullets or numbers."""
    rules = place.NumberingRules
    level = max(int(place.NumberingLevel or 0), 0)
    kind = {"NumberingType": 6, "BulletChar": "\u2022"} if value == "bullet" else {"NumberingType": 4, "Suffix": "."}
    given = {item.Name: item.Value for item in rules.getByIndex(level)} | kind
    call(rules, "replaceByIndex", level, typed_properties(**given))
    place.NumberingRules = rules


def _has(place: Any, look: str, value: str) -> bool:
    if look == "list":
        return (int(place.NumberingLevel) >= 0) == (value != "none")
    states = [place.getPropertyState(name).value for name in names_of(place, look)]
    return "AMBIGUOUS_VALUE" not in states and has_look(place, look, value, on_slide=True)


def set_slides(shown: Shown, wanted: Mapping[str, str], place: Place) -> dict[str, Any]:
    """Fill the background of slides ("none" shows the master's again), and set how they come in and when the next one does."""
    moves = wanted.keys() - {"slide background"}
    (require_slides if moves else require_pages)(shown, writable=True)
    numbers = numbers_of(shown, place.slides)
    with whole_step(shown, "Slide transition" if moves else "Slide background"):
        for number in numbers:
            with edited(shown, number) as page:
                if "slide background" in wanted:
                    page.Background = _fill(shown, wanted["slide background"])
                _move(page, wanted)
    pages = [page_at(shown, number) for number in numbers]
    back, kind = wanted.get("slide background", ""), wanted.get("transition", "")
    said = [f"the background of slides {_listed(numbers)} reads back as {back}"] if back else []
    said += [f"the transition of slides {_listed(numbers)} reads back as {kind or 'wanted'}"] if moves else []
    told = {"slides": numbers, **({"background": back} if back else {}), **({"transition": kind} if kind else {})}
    return {**told, "equal": all(_is_so(page, wanted) for page in pages), "said": "; ".join(said)}


def _move(page: Any, wanted: Mapping[str, str]) -> None:
    if "transition" in wanted:
        page.TransitionType, page.TransitionSubtype = _transition(wanted["transition"])
    if "transition time" in wanted:
        page.TransitionDuration = float(wanted["transition time"].split()[0])
    if "advance after" in wanted:
        after = wanted["advance after"]
        page.Change = 0 if after == "click" else 1
        if after != "click":
            page.HighResDuration = float(after.split()[0])


def _transition(kind: str) -> tuple[int, int]:
    name, subtype = TRANSITIONS[kind]
    if not name:
        return 0, 0
    return constant(f"animations.TransitionType.{name}"), constant(f"animations.TransitionSubType.{subtype}")


def _is_so(page: Any, wanted: Mapping[str, str]) -> bool:
    seconds, kind = wanted.get("transition time", ""), wanted.get("transition", "")
    return (
        ("slide background" not in wanted or _colour_of(page.Background) == wanted["slide background"])
        and (not kind or page.TransitionType == _transition(kind)[0])
        and (not seconds or abs(page.TransitionDuration - float(seconds.split()[0])) < 0.01)
    )


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers)) if len(numbers) <= 12 else f"{numbers[0]} to {numbers[-1]}"


def _fill(shown: Shown, color: str) -> Any:
    if color == "none":
        return None
    made = shown.document.createInstance("com.sun.star.drawing.Background")
    made.FillStyle = enum("drawing.FillStyle", "SOLID")
    made.FillColor = colour(color)
    return made


def _colour_of(background: Any) -> str:
    if background is None or background.FillStyle.value == "NONE":
        return "none"
    return f"#{background.FillColor & 0xFFFFFF:06x}"


def set_master(shown: Shown, wanted: Mapping[str, str], place: Place) -> dict[str, Any]:
    """Format the titles or the bodies of all slides in their master, as a person does in the master's view."""
    require_slides(shown, writable=True)
    if place.part not in _PARTS:
        raise Refused("say whose looks the master's are, by part: title or body")
    controller = shown.controller
    leave_master(shown)
    view = controller.getCurrentPage()
    kind, style = _PARTS[place.part]
    looks = {name.removeprefix("master "): value for name, value in wanted.items()}
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
                for look, value in looks.items():
                    command, argument = _COMMANDS[look]
                    dispatch(shown, command, **{argument: LOOKS[look].made(value)})
            finally:
                controller.IsMasterPageMode = False
    show(shown, view)
    family = shown.document.StyleFamilies
    styles = [family.getByName(master.Name).getByName(style) for master, _ in masters]
    count = counted(len(masters), "master")
    return {
        "masters": [str(master.Name) for master, _ in masters], "part": place.part,
        "equal": all(has_look(style, look, value) for style in styles for look, value in looks.items()),
        "said": f"the {place.part} of {count} reads back as set",
    }  # fmt: skip


def _masters(shown: Shown) -> list[tuple[Any, Any]]:
    """Return each master in use, with the first slide that uses it."""
    found: dict[str, tuple[Any, Any]] = {}
    for number in numbers_of(shown, None):
        slide = page_at(shown, number)
        found.setdefault(str(slide.MasterPage.Name), (slide.MasterPage, slide))
    return list(found.values())
