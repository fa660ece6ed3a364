"""Numbered labels on controls, as a person reads them: the number is the target's id, the colour its family of types."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

from PIL import Image, ImageDraw

from ufo.schema.geometry import Point, Rect
from ufo.schema.target import TargetInfo
from ufo.vision.lettering import Lettering
from ufo.vision.placement import Box, InkMap, Placement

Colour = tuple[int, int, int]

_BLUE: Colour = (21, 88, 214)
_GREEN: Colour = (0, 112, 60)
_VIOLET: Colour = (122, 31, 162)
_TEAL: Colour = (0, 105, 122)
_BROWN: Colour = (150, 72, 0)
_SLATE: Colour = (84, 96, 108)

_FAMILIES: tuple[tuple[Colour, tuple[str, ...]], ...] = (
    (_BLUE, ("Button", "ToggleButton", "Hyperlink", "TabItem", "HeaderItem")),
    (_GREEN, ("Edit", "ComboBox", "Spinner", "Document", "Terminal", "Paragraph")),
    (_VIOLET, ("CheckBox", "RadioButton", "Slider", "ListItem", "TreeItem", "ScrollBar")),
    (_TEAL, ("Cell", "Table", "List", "Tree")),
    (_BROWN, ("MenuItem", "Menu", "MenuBar", "CheckMenuItem", "RadioMenuItem")),
)
TYPE_COLOURS: Mapping[str, Colour] = {role: colour for colour, roles in _FAMILIES for role in roles}
"""Dark enough for white digits (contrast 4.5 and more)."""


@dataclass(frozen=True, slots=True)
class LabelStyle:
    """`font_size` in pixels; None takes it from the picture's size and the controls' height."""

    font_size: int | None = None
    colours: Mapping[str, Colour] = field(default_factory=lambda: TYPE_COLOURS)
    other: Colour = _SLATE
    ink: Colour = (255, 255, 255)


def annotate(image: Image.Image, origin: Point, targets: Sequence[TargetInfo], style: LabelStyle) -> Image.Image:
    """A copy with boxes and labels. `origin` is the screen pixel at the picture's top left."""
    result = image.copy()
    shown = visible(image.size, origin, [target for target in targets if target.id and not _is_blank(target)])
    if not shown:
        return result
    lettering = Lettering(style.font_size or font_size(image.size, (box for _, box in shown)))
    placement = Placement(image.size, InkMap(image))
    pen = ImageDraw.Draw(result)
    line = 2 if lettering.size >= 18 else 1
    shown.sort(key=lambda pair: (pair[1][2] - pair[1][0]) * (pair[1][3] - pair[1][1]))
    for target, box in reversed(shown):
        pen.rectangle(_inclusive(box), outline=_colour(target, style), width=line)
    for target, box in shown:
        text = str(target.id)
        place = placement.place(box, lettering.width(text), lettering.height)
        if place is not None:
            pen.rectangle(_inclusive(place), fill=_colour(target, style))
            lettering.draw(result, place[:2], text, style.ink)
    return result


def _is_blank(target: TargetInfo) -> bool:
    """An empty cell: a thousand numbers on an empty sheet hide it, and its address says where it is."""
    return target.type == "Cell" and not target.value and not {"focused", "selected"} & set(target.states)


def visible(size: tuple[int, int], origin: Point, targets: Iterable[TargetInfo]) -> list[tuple[TargetInfo, Box]]:
    """Targets that show in the picture, each with the part of it that does, in the picture's own pixels."""
    whole = Rect(0, 0, *size)
    found = []
    for target in targets:
        bounds = target.bounds
        if bounds is None or bounds.is_empty:
            continue
        part = bounds.moved(-origin.x, -origin.y).intersection(whole)
        if not part.is_empty:
            found.append((target, part.as_ltrb()))
    return found


def font_size(size: tuple[int, int], boxes: Iterable[Box]) -> int:
    """Readable at the picture's size, yet no taller than most controls leave room for."""
    by_picture = min(26, max(11, round(max(size) / 170)))
    heights = [box[3] - box[1] for box in boxes]
    return max(11, min(by_picture, round(median(heights) * 0.6))) if heights else by_picture


def _colour(target: TargetInfo, style: LabelStyle) -> Colour:
    return style.colours.get(target.type or "", style.other)


def _inclusive(box: Box) -> Box:
    return box[0], box[1], box[2] - 1, box[3] - 1
