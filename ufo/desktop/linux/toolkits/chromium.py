"""Chromium, whose tree lags behind its pages, and the places of entries in an open list of a combo box.

Chromium shows such a list in a window of its own and reports the places of its entries as they were laid out: not
scrolled, and as wide as their words. Only the picture tells how far the list is scrolled: roughly by its scroll bar, and
to the pixel by the highlighted entry. Where these leave more than one answer, no entry is said to be in sight: with 500
entries one pixel of the bar is 27 pixels of the list, and an entry is 24 high, so that every fifth place has two answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.screen.surface import Surface, around
from ufo.desktop.linux.toolkits.chromium_asleep import SLEEP
from ufo.desktop.linux.toolkits.toolkit import Children, Detail, Placer, Toolkit, Wording
from ufo.desktop.linux.toolkits.web_page import (
    PAGE_DETAILS,
    PageActing,
    PagePlacing,
    PagePointing,
    PageReading,
    is_option_list,
    option_list,
)
from ufo.schema.geometry import Rect
from ufo.schema.patterns import regex
from ufo.schema.picture import Frame
from ufo.schema.roles import DRAWN_ICONS

_STATIC = 116
# The roles of headings, links and cells of tables.
_WORDED = frozenset({83, 88, 10, 47, 56, 57, 58})
_BORDER, _ROWS = 1, 20
# Pixels: the width of a scroll bar, the arrow at either end in the colour of the track, and the shortest thumb.
_BAR, _ENDS, _SHORTEST = 15, 18, 17
_NEAR, _ROUNDED = 2, 0.01
# "Orders - Memory usage - 23.4 MB", "Orders - High memory usage - 312 MB". Chromium gives one decimal below a hundred and none
# above, so that the title "Report - Quarter two - 12 MB" keeps its end.
_MEMORY = regex(r"(?<=\S) - [^-]{3,40} - (?:\d{1,2}[.,]\d|\d{3}|1[.,\u00a0\u202f ]?0\d\d)[\s\u00a0]?[KMGT]i?[Bo]\Z")
_NOWHERE = Rect(0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class OpenDropdown:
    """An open list. `view` is the part of the screen that shows its entries, empty where it is not known which of them are
    in sight. `scrolled` is how many pixels it is scrolled by, or None where all entries are in sight. `origin` is where the
    places that the tree reports count from.
    """

    surface: Surface
    view: Rect
    scrolled: int | None = None
    origin: tuple[int, int] = (0, 0)

    def put(self, node: Node) -> Rect:
        """Set where the entry or group stands, and return the part of the screen where it can be seen."""
        node.surface, node.shift = self.surface.window.id, (self.origin[0], self.origin[1] - (self.scrolled or 0))
        if node.children:
            # A group reports the place of the combo box.
            boxes = [child.raw for child in node.children if child.raw is not None]
            node.raw = around(boxes) if boxes else node.raw
        node.span = (self.view.x, self.view.width) if self.scrolled is None else None
        node.rect = node.on_screen()
        return self.view


class _Reading(PageReading):
    """A static text has no children. The text of an object is the words of the texts in it, with one sign in the place of
    everything else. The boxes of a date field report what they show in their attributes; their number alone does not
    distinguish an empty box.
    """

    details = MappingProxyType(
        {
            **PAGE_DETAILS,
            "Spinner": frozenset({Detail.DATE_BOX}),
            **dict.fromkeys(DRAWN_ICONS, frozenset({Detail.ICON})),
        }
    )

    def children(self, node: Node) -> Children:
        if node.kind == _STATIC:
            return Children.LEAF
        planned = super().children(node)
        worded = planned is Children.LISTED and may_hold_words(node)
        return Children.WORDED if worded else planned

    def end_children(self, node: Node) -> None:
        """A frame has no child until its document has told of itself, and gets another one when it goes elsewhere."""
        node.unannounced = node.kind == roles.PAGE_FRAME


class _Wording(Wording):
    def name(self, name: str, role: str = "") -> str:
        """Leave out what a tab says of the memory that its page takes, which changes by itself: in any language."""
        return _MEMORY.sub("", name) if role == "TabItem" else name

    def bits(self, node: Node) -> int:
        """A field that is only read, such as a date that a click opens a calendar for, is said to be insensitive as a disabled
        one is; but a disabled one is not said to be read-only and takes no focus.
        """
        is_only_read = not ~node.states & (roles.READ_ONLY | roles.FOCUSABLE)
        return node.states | roles.SENSITIVE if is_only_read else node.states


def may_hold_words(node: Node) -> bool:
    """Tell whether to ask for the node's text before its children, since the children are mostly nothing but its
    own name or words.
    """
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

    def opened(self, node: Node) -> Rect | None:
        """Return the place of an open list, which is as wide as its box at least and scrolls from the twentieth entry on."""
        if not is_option_list(node):
            return super().opened(node)
        boxes = [entry.rect for entry in entries_of(node) if entry.shown and entry.rect and not entry.rect.is_empty]
        box = node.parent.rect if node.parent is not None else None
        if not boxes or box is None:
            return None
        entries = around(boxes)
        wide = max(box.width, entries.width + 2 * _BORDER)
        high = min(entries.height, _ROWS * max(entry.height for entry in boxes))
        return Rect(entries.x - _BORDER, entries.y - _BORDER, wide, high + 2 * _BORDER)


CHROMIUM = Toolkit(
    "Chromium",
    lags=True,
    sleep=SLEEP,
    reading=_Reading(),
    wording=_Wording(),
    placing=_Placing(),
    pointing=PagePointing(),
    acting=PageActing(),
)


def dropped(top: Node, surfaces: Sequence[Surface], frame: Frame | None) -> Mapping[int, OpenDropdown]:
    """Return the open lists, by the `id` of the menus that they are in the tree and of the groups in these."""
    if not any(surface.popup for surface in surfaces):
        return {}
    found: dict[int, OpenDropdown] = {}
    for node in top.walk():
        if not node.children or not is_option_list(node) or not CHROMIUM.reading.is_showing(node.states):
            continue
        open_dropdown = _dropped(node, surfaces, frame, top.shift)
        if open_dropdown is not None:
            groups = (child for child in node.children if option_list(child) is node)
            found.update({id(each): open_dropdown for each in (node, *groups)})
    return found


def _dropped(
    menu: Node, surfaces: Sequence[Surface], frame: Frame | None, origin: tuple[int, int]
) -> OpenDropdown | None:
    boxes = [node.raw.moved(*origin) for node in entries_of(menu) if node.raw is not None and not node.raw.is_empty]
    if not boxes:
        return None
    first, bottom = boxes[0], max(box.bottom for box in boxes)
    popups = (
        surface
        for surface in surfaces
        if surface.popup and not surface.passing and not surface.visible.intersection(first).is_empty
    )
    surface = next(popups, None)
    if surface is None:
        return None
    box = surface.visible
    view = Rect(box.x + _BORDER, box.y + _BORDER, box.width - 2 * _BORDER, box.height - 2 * _BORDER)
    if bottom <= view.bottom + _NEAR:
        return OpenDropdown(surface, view.intersection(surface.in_sight), None, origin)
    # Where a long list was read in part, the scroll bar tells nothing about the entries that were read.
    is_whole = all(node.count == len(node.children) for node in menu.walk() if node.children)
    by = scrolled_by(boxes, view, frame) if is_whole and frame is not None else None
    return OpenDropdown(surface, _NOWHERE if by is None else view.intersection(surface.in_sight), by or 0, origin)


def entries_of(menu: Node) -> Iterator[Node]:
    return (node for node in menu.walk() if roles.role_of(node.kind) == "MenuItem")


def scrolled_by(boxes: Sequence[Rect], view: Rect, frame: Frame) -> int | None:
    """Return by how many pixels a list is scrolled, or None where the picture does not tell. `view` is the visible part of
    the list; `boxes` are the places of all its entries if it were not scrolled.
    """
    if not frame.rect.covers(view):
        return None
    whole = boxes[-1].bottom - view.y
    offsets = _bar(_column(frame, view, view.right - _BAR // 2 - 1), whole)
    if offsets is None:
        return None
    least, below = offsets
    band = _band(_column(frame, view, view.x + 1), {box.height for box in boxes})
    if band is not None:
        ways = {box.y - view.y - band for box in boxes}
    elif below - least + _NEAR < min(box.height for box in boxes) / 2:
        # Keys scroll to the edge of an entry. The error after a wheel is too small to put another entry at this one's middle.
        ways = {box.y - view.y for box in boxes} | {box.bottom - view.bottom for box in boxes}
        least, below = least - _NEAR, below + _NEAR
    else:
        return None
    fitting = sorted(
        by for by in ways if least - _ROUNDED <= by < below and -_NEAR <= by <= whole - view.height + _NEAR
    )
    return fitting[0] if fitting and fitting[-1] - fitting[0] <= _NEAR else None


def _bar(column: Sequence[bytes], whole: int) -> tuple[float, float] | None:
    """Return the range of offsets in pixels that fit the place of the scroll bar's thumb, which begins at a whole pixel, or
    None where there is not one such thumb. `whole` is the height of the whole list.
    """
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
    """Yield start and length of each run in another colour than the track. The ends of a thumb are paler than its
    middle.
    """
    start = 0
    for is_track, same in groupby(column, lambda colour: colour == column[0]):
        length = sum(1 for _ in same)
        if not is_track:
            yield start, length
        start += length


def _band(column: Sequence[bytes], heights: set[int]) -> int | None:
    """Return where the one entry begins that has another colour than all others, or None where there is not one
    such entry.
    """
    runs = list(_runs(column))
    colours = [colour for _, _, colour in runs]
    fitting = [start for start, length, colour in runs if length in heights and colours.count(colour) == 1]
    return fitting[0] if len(fitting) == 1 and len(set(colours)) == 2 else None


def _runs(column: Sequence[bytes]) -> Iterator[tuple[int, int, bytes]]:
    """Yield start, length and colour of each run of one colour."""
    start = 0
    for colour, same in groupby(column):
        length = sum(1 for _ in same)
        yield start, length, colour
        start += length


def _column(frame: Frame, view: Rect, x: int) -> list[bytes]:
    strip = frame.cropped(Rect(x, view.y, 1, view.height)).pixels
    return [strip[place : place + 3] for place in range(0, len(strip), 4)]
