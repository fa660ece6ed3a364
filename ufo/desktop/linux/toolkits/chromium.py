"""Chromium, whose tree lags behind its pages, and where the entries of an open list of a combo box stand.

It shows such a list in a window of its own and tells the places of its entries as they were when it was laid out: not
scrolled, and as wide as their words. How far it is scrolled by now only the picture says: its scroll bar about, and the entry
that stands out to the pixel. Where they leave more than one answer, nothing is said to be in sight: of 500 entries a pixel of
the bar is 27 of the list, and an entry 24 high, so that every fifth place has two answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.toolkits.toolkit import Children, Detail, Placer, Toolkit
from ufo.desktop.linux.toolkits.web_page import (
    PAGE_DETAILS,
    PageActing,
    PagePlacing,
    PagePointing,
    PageReading,
    is_option_list,
    option_list,
)
from ufo.desktop.linux.x11.surface import Surface
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame

_STATIC = 116
# Headings, links and cells of tables.
_WORDED = frozenset({83, 88, 10, 47, 56, 57, 58})
_BORDER = 1
# A scroll bar is so wide; at both ends there is an arrow, in the colour of the track behind its thumb, which is never shorter.
_BAR, _ENDS, _SHORTEST = 15, 18, 17
_NEAR, _ROUNDED = 2, 0.01
_NOWHERE = Rect(0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class OpenDropdown:
    """An open list. `view`: what of the screen shows its entries, empty where it is not known which of them; `scrolled`: by
    how many pixels, None where all are in sight."""

    surface: Surface
    view: Rect
    scrolled: int | None = None

    def put(self, node: Node) -> Rect:
        """Sets where the entry or group stands. Returns what it can be seen in."""
        node.surface, node.shift = self.surface.window.id, (0, -(self.scrolled or 0))
        if node.children:
            # A group tells the place of the box.
            boxes = [one.raw for one in node.children if one.raw is not None]
            node.raw = _around(boxes) if boxes else node.raw
        node.span = (self.view.x, self.view.width) if self.scrolled is None else None
        node.rect = node.on_screen()
        return self.view


class _Reading(PageReading):
    """A static text has nothing in it. The text of an object is the words of the texts in it, and a sign in the place of
    everything else. The boxes of a field for a date tell what they show among their attributes, and a number that is no other in
    an empty one."""

    details = MappingProxyType({**PAGE_DETAILS, "Spinner": frozenset({Detail.DATE_BOX})})

    def children(self, node: Node) -> Children:
        if node.kind == _STATIC:
            return Children.LEAF
        told = super().children(node)
        worded = told is Children.LISTED and may_hold_words(node)
        return Children.WORDED if worded else told


def may_hold_words(node: Node) -> bool:
    """Whether its text is worth asking before what is in it: mostly that is nothing but its own name or words."""
    return node.kind == roles.PARAGRAPH or (node.kind in _WORDED and bool(node.name))


class _ListPlacer(Placer):
    def __init__(self, lists: Mapping[int, OpenDropdown]) -> None:
        self._lists = lists

    def put(self, node: Node) -> Rect | None:
        listing = self._lists.get(id(node.parent))
        return None if listing is None else listing.put(node)


class _Placing(PagePlacing):
    def placer(self, top: Node, surfaces: Sequence[Surface], frame: Frame | None) -> Placer:
        lists = dropped(top, surfaces, frame)
        return _ListPlacer(lists) if lists else Placer()


CHROMIUM = Toolkit(
    "Chromium",
    lags=True,
    reading=_Reading(),
    placing=_Placing(),
    pointing=PagePointing(),
    acting=PageActing(),
)


def dropped(top: Node, surfaces: Sequence[Surface], frame: Frame | None) -> Mapping[int, OpenDropdown]:
    """The open lists, by the `id` of the menus that they are in the tree and of the groups in them."""
    if not any(one.popup for one in surfaces):
        return {}
    found: dict[int, OpenDropdown] = {}
    for node in top.walk():
        if not node.children or not is_option_list(node) or not CHROMIUM.reading.is_showing(node.states):
            continue
        one = _dropped(node, surfaces, frame)
        if one is not None:
            groups = (child for child in node.children if option_list(child) is node)
            found.update({id(each): one for each in (node, *groups)})
    return found


def _dropped(menu: Node, surfaces: Sequence[Surface], frame: Frame | None) -> OpenDropdown | None:
    boxes = [one.raw for one in entries_of(menu) if one.raw is not None and not one.raw.is_empty]
    if not boxes:
        return None
    first, bottom = boxes[0], max(box.bottom for box in boxes)
    popups = (one for one in surfaces if one.popup and not one.passing and not one.visible.intersection(first).is_empty)
    surface = next(popups, None)
    if surface is None:
        return None
    box = surface.visible
    view = Rect(box.x + _BORDER, box.y + _BORDER, box.width - 2 * _BORDER, box.height - 2 * _BORDER)
    if bottom <= view.bottom + _NEAR:
        return OpenDropdown(surface, view.intersection(surface.in_sight))
    # Of a list that is too long to be read whole the scroll bar tells nothing about the entries that were.
    is_whole = all(one.count == len(one.children) for one in menu.walk() if one.children)
    by = scrolled_by(boxes, view, frame) if is_whole and frame is not None else None
    return OpenDropdown(surface, _NOWHERE if by is None else view.intersection(surface.in_sight), by or 0)


def entries_of(menu: Node) -> Iterator[Node]:
    return (one for one in menu.walk() if roles.role_of(one.kind) == "MenuItem")


def scrolled_by(boxes: Sequence[Rect], view: Rect, frame: Frame) -> int | None:
    """By how many pixels a list of which `view` shows a part is scrolled; None where the picture does not tell. `boxes`: where
    all its entries would stand if it were not scrolled."""
    if not frame.rect.covers(view):
        return None
    whole = boxes[-1].bottom - view.y
    told = _bar(_column(frame, view, view.right - _BAR // 2 - 1), whole)
    if told is None:
        return None
    least, below = told
    band = _band(_column(frame, view, view.x + 1), {box.height for box in boxes})
    if band is not None:
        ways = {box.y - view.y - band for box in boxes}
    elif below - least + _NEAR < min(box.height for box in boxes) / 2:
        # Keys scroll to an edge of an entry. After a wheel it is off by less than would bring another one below its middle.
        ways = {box.y - view.y for box in boxes} | {box.bottom - view.bottom for box in boxes}
        least, below = least - _NEAR, below + _NEAR
    else:
        return None
    fitting = sorted(
        by for by in ways if least - _ROUNDED <= by < below and -_NEAR <= by <= whole - view.height + _NEAR
    )
    return fitting[0] if fitting and fitting[-1] - fitting[0] <= _NEAR else None


def _bar(column: Sequence[bytes], whole: int) -> tuple[float, float] | None:
    """From where to where it may be scrolled, as its scroll bar stands, which begins at a whole pixel. `whole`: how much there
    is to see."""
    track = len(column) - 2 * _ENDS
    length = max(_SHORTEST, round(track * len(column) / whole))
    travel = track - length
    if travel < 1:
        return None
    places = [start - _ENDS for start, long in _marks(column) if long == length]
    if len(places) != 1 or not 0 <= places[0] <= travel:
        return None
    a_pixel = (whole - len(column)) / travel
    return places[0] * a_pixel, (places[0] + 1) * a_pixel


def _marks(column: Sequence[bytes]) -> Iterator[tuple[int, int]]:
    """Start and length of what has another colour than the track. The ends of a thumb are paler than its middle."""
    start = 0
    for is_track, same in groupby(column, lambda colour: colour == column[0]):
        length = sum(1 for _ in same)
        if not is_track:
            yield start, length
        start += length


def _band(column: Sequence[bytes], heights: set[int]) -> int | None:
    """Where the one entry begins that has another colour than all others."""
    runs = list(_runs(column))
    colours = [colour for _, _, colour in runs]
    fitting = [start for start, length, colour in runs if length in heights and colours.count(colour) == 1]
    return fitting[0] if len(fitting) == 1 and len(set(colours)) == 2 else None


def _runs(column: Sequence[bytes]) -> Iterator[tuple[int, int, bytes]]:
    """Start, length and colour of what follows one another in one colour."""
    start = 0
    for colour, same in groupby(column):
        length = sum(1 for _ in same)
        yield start, length, colour
        start += length


def _column(frame: Frame, view: Rect, x: int) -> list[bytes]:
    strip = frame.cropped(Rect(x, view.y, 1, view.height)).pixels
    return [strip[place : place + 3] for place in range(0, len(strip), 4)]


def _around(boxes: Sequence[Rect]) -> Rect:
    whole = boxes[0]
    for box in boxes[1:]:
        whole = whole.union(box)
    return whole
