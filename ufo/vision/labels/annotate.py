"""Draws numbered labels on controls: the number is the target's id, the colour its family of types.

Every control that can be acted on is labelled. Texts and containers are labelled only where that costs no other label its
place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from PIL import Image, ImageDraw

from ufo.schema.geometry import Point, Rect
from ufo.schema.roles import (
    BARS,
    BUTTONS_AND_LINKS,
    CHECK_AND_RADIO_BUTTONS,
    CONTAINERS,
    LIST_AND_TREE_ITEMS,
    MENU_ENTRIES,
    ONE_LINE_FIELDS,
    RANGES,
    ROW_HOLDERS,
    TABS_AND_HEADERS,
    TELLERS,
    TEXT_FIELDS,
    TICKED,
)
from ufo.schema.target import TargetInfo
from ufo.vision.labels.label_font import Lettering
from ufo.vision.labels.placement import Box, InkMap, Placement, Shelf, holds

Colour = tuple[int, int, int]
Shown = tuple[TargetInfo, Box]

_BLUE: Colour = (21, 88, 214)
_GREEN: Colour = (0, 112, 60)
_VIOLET: Colour = (122, 31, 162)
_TEAL: Colour = (0, 105, 122)
_BROWN: Colour = (150, 72, 0)
OTHER: Colour = (84, 96, 108)
"""The colour of types that are in no family."""
_INK: Colour = (255, 255, 255)

_FAMILIES: tuple[tuple[Colour, frozenset[str]], ...] = (
    (_BLUE, BUTTONS_AND_LINKS | TABS_AND_HEADERS),
    (_GREEN, TEXT_FIELDS | ONE_LINE_FIELDS),
    (_VIOLET, CHECK_AND_RADIO_BUTTONS | LIST_AND_TREE_ITEMS | (RANGES - {"Spinner"})),
    (_TEAL, ROW_HOLDERS | {"Cell"}),
    (_BROWN, MENU_ENTRIES | {"MenuBar"}),
)
TYPE_COLOURS: Mapping[str, Colour] = {role: colour for colour, roles in _FAMILIES for role in roles}
"""Colours by control type, dark enough for white digits (contrast of at least 4.5)."""

_HOLDERS = BARS | CONTAINERS | {"Separator"}
_TICK = 40
# A target with a larger share of the picture than this is background for the other ones.
_GROUND = 0.1
_ROOM = 2.4
"""A control less than this many times as high as a large number gets a small number."""
_LARGE = 18
"""Controls whose digits have at least this font size get a frame of two pixels."""
_HIDDEN = frozenset({"covered", "offscreen"})


@dataclass(frozen=True, slots=True)
class Label:
    """A label to draw, in the picture's pixels: `box` is the control's visible part, `place` its number's box, if drawn."""

    target: TargetInfo
    box: Box
    place: Box | None
    lettering: Lettering


def annotate(image: Image.Image, origin: Point, targets: Sequence[TargetInfo]) -> Image.Image:
    """Return a copy of the picture with boxes and labels. `origin` is the screen coordinate of the picture's top left corner."""
    result = image.copy()
    pen = ImageDraw.Draw(result)
    ink = InkMap(image)
    labels = labels_of(image, ink, origin, targets)
    ground = image.width * image.height * _GROUND
    for label in sorted(reversed(labels), key=lambda label: -_area(label.box)):
        colour = _colour(label.target)
        outline = _lightened(colour) if ink.is_dark(label.box) else colour
        if _area(label.box) < ground:
            # Frames of targets behind this one, as of a sheet behind an open menu, must not run through it.
            result.paste(image.crop(label.box), label.box[:2])
        pen.rectangle(_inclusive(label.box), outline=outline, width=2 if label.lettering.size >= _LARGE else 1)
    for label in labels:
        if label.place is not None:
            pen.rectangle(_inclusive(label.place), fill=_colour(label.target))
            label.lettering.draw(result, label.place[:2], str(label.target.id), _INK)
    return result


def labels_of(image: Image.Image, ink: InkMap, origin: Point, targets: Sequence[TargetInfo]) -> list[Label]:
    """Return the labels that `annotate` draws, small controls first: they have the fewest places. `ink` is the picture's."""
    size = image.size
    worth = [target for target in targets if target.id and not _is_blank(target)]
    acted, passive = _sorted_out(visible(size, origin, _uncovered(worth)))
    placement = Placement(size, ink, [box for _, box in acted], _marks(acted))
    large = Lettering(font_size(size, (box for _, box in acted)))
    # A large number would hide the words of small controls between large ones.
    small = Lettering(min(large.size, _least(size)))
    labels = []
    for target, box in sorted(acted, key=_area_of):
        digits = large if box[3] - box[1] > _ROOM * large.height else small
        place = placement.place(box, digits.width(str(target.id)), digits.height)
        labels.append(Label(target, box, place, digits))
    for target, box in sorted(passive, key=_area_of):
        digits = large if box[3] - box[1] > _ROOM * large.height else small
        place = placement.place_clear(box, digits.width(str(target.id)), digits.height)
        labels += [Label(target, box, place, digits)] if place is not None else []
    return labels


def _sorted_out(shown: Sequence[Shown]) -> tuple[list[Shown], list[Shown]]:
    """Divide targets into those that are acted on, and containers, texts, and those that repeat what is inside them."""
    parts = [(target, box) for target, box in shown if _is_acted_on(target)]
    named: defaultdict[str, list[Box]] = defaultdict(list)
    in_cells = Shelf(box for target, box in parts if target.type != "Cell")
    for target, box in parts:
        if target.name and not target.by_sight:
            named[target.name].append(box)
    acted: list[Shown] = []
    passive: list[Shown] = []
    for target, box in shown:
        inside = in_cells.over(box) if target.type == "Cell" else named.get(target.name, ())
        repeats = any(other != box and holds(box, other) for other in inside)
        (acted if _is_acted_on(target) and not repeats else passive).append((target, box))
    return acted, passive


def _is_acted_on(target: TargetInfo) -> bool:
    if "editable" in target.states or target.by_sight:
        return True
    if target.type in TELLERS:
        return "press" in target.actions
    return target.type not in _HOLDERS


def _is_blank(target: TargetInfo) -> bool:
    """Tell whether the target is an empty cell: a thousand numbers would hide a sheet, and an address says where a cell is."""
    return target.type == "Cell" and not target.value and not {"focused", "selected"} & set(target.states)


def _uncovered(targets: Sequence[TargetInfo]) -> list[TargetInfo]:
    """Leave out targets behind a modal dialog, because the picture does not show them."""
    dialogs = [
        (target.bounds, target.name)
        for target in targets
        if target.type == "Dialog" and "modal" in target.states and target.name
    ]
    return [
        target
        for target in targets
        if not any(
            bounds
            and target.bounds
            and bounds.contains(target.bounds.center)
            and name not in (target.name, *target.path)
            for bounds, name in dialogs
        )
    ]


def visible(size: tuple[int, int], origin: Point, targets: Iterable[TargetInfo]) -> list[Shown]:
    """Return the targets that show in the picture, each with the visible part of its box in pixels of the picture."""
    whole = Rect(0, 0, *size)
    found = []
    for target in targets:
        bounds = target.bounds
        if bounds is None or bounds.is_empty or not _HIDDEN.isdisjoint(target.states):
            continue
        part = bounds.moved(-origin.x, -origin.y).intersection(whole)
        if not part.is_empty:
            found.append((target, part.as_ltrb()))
    return found


def font_size(size: tuple[int, int], boxes: Iterable[Box]) -> int:
    """Return a font size that is readable in the picture, yet no taller than most controls leave room for. A large screen may
    show controls at the usual size, or all of them enlarged.
    """
    by_picture = _by_picture(size)
    heights = [box[3] - box[1] for box in boxes]
    return max(_least(size), min(by_picture, round(median(heights) * 0.42))) if heights else by_picture


def _least(size: tuple[int, int]) -> int:
    return max(11, round(_by_picture(size) * 0.6))


def _by_picture(size: tuple[int, int]) -> int:
    return min(28, max(12, round(max(size) / 160)))


def _marks(shown: Sequence[Shown]) -> list[Box]:
    """Return the boxes of check marks: the left end of a control with words beside its mark, or the whole of a small control."""
    found = []
    for target, (left, top, right, bottom) in shown:
        height = bottom - top
        if target.type in TICKED and right - left > 2 * height:
            found.append((left, top, left + height, bottom))
        elif target.type in TICKED and height <= _TICK:
            found.append((left, top, right, bottom))
    return found


def _area_of(pair: Shown) -> int:
    return _area(pair[1])


def _area(box: Box) -> int:
    left, top, right, bottom = box
    return (right - left) * (bottom - top)


def _colour(target: TargetInfo) -> Colour:
    return TYPE_COLOURS.get(target.type or "", OTHER)


def _lightened(colour: Colour) -> Colour:
    red, green, blue = ((value + 2 * 255) // 3 for value in colour)
    return red, green, blue


def _inclusive(box: Box) -> Box:
    return box[0], box[1], box[2] - 1, box[3] - 1
