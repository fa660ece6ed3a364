"""Judges how complete a window's tree is. Where the tree tells too little, the window's picture is looked at as well."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass

from PIL import Image, ImageChops

from ufo.desktop.snapshot import Element, Snapshot
from ufo.errors import NotActionable
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame
from ufo.schema.roles import DRAWN, EMPTY_FRAMES, HOLDERS
from ufo_sight.recent import Recent

CELL = 32
"""The side of a cell, in pixels."""
_STEP = 24
_FOR_EDGES = [0] * _STEP + [255] * (256 - _STEP)
_LEAST = 0.05
_SMALL_PICTURE = 64 * 64
# The share of the window's cells; a smaller unaccounted share is margins, rulers and the like.
_LARGE = 0.2
# The least number of cells with something drawn in them: the edges of a page and a ruler have five.
_LEAST_DRAWN = 8
# More controls than a browser has around a page.
_RICH = 40
_LEAST_TABLE = 3 * CELL
_AGAIN_S = 1.0
_WINDOWS = 32
# The number of cells added around what is drawn, so that its borders are seen too.
_AROUND = 2


def drawn_cells(frame: Frame) -> list[int]:
    """Return a number for each row of cells, with one bit for each cell in which something is drawn; the lowest bit is the
    first cell.

    Letters have contrast across and down, a line in only one direction.
    """
    if min(frame.rect.width, frame.rect.height) < CELL:
        return []
    # Green is the same byte in BGRX and RGBX. It carries most of the brightness, and reading it alone saves a conversion.
    size = frame.rect.width, frame.rect.height
    small = Image.frombuffer("RGBX", size, frame.pixels, "raw", "RGBX", 0, 1).getchannel(1).reduce(2)
    across = ImageChops.difference(small, ImageChops.offset(small, 1, 0)).point(_FOR_EDGES).reduce(CELL // 2)
    down = ImageChops.difference(small, ImageChops.offset(small, 0, 1)).point(_FOR_EDGES).reduce(CELL // 2)
    both = ImageChops.darker(across, down)
    shares = both.tobytes()
    rows = (shares[start : start + both.width] for start in range(0, len(shares), both.width))
    return [sum(1 << place for place, share in enumerate(row) if share >= _LEAST * 255) for row in rows]


@dataclass(frozen=True, slots=True)
class Need:
    """The reason to look at a window's picture, the region to look at (screen pixels; None: the whole window), and how much of
    the window the tree tells nothing of, in percent.
    """

    reason: str
    region: Rect | None
    share: int = 100


@dataclass(frozen=True, slots=True)
class _Judged:
    at: float
    number: int
    content: int
    need: Need | None


class Needs:
    """Judges whether windows need a look. A snapshot with the same number as before is not judged again, and one with the same
    content only after a second: a picture of a large window costs more than the snapshot.
    """

    def __init__(self) -> None:
        self._judged: Recent[str, _Judged] = Recent(_WINDOWS)

    async def of(self, tree: Snapshot, picture: Callable[[str], Awaitable[Frame]]) -> Need | None:
        """Return the need, or None where the tree is good enough. `picture` takes the window's picture, only where it decides."""
        now = asyncio.get_running_loop().time()
        known = self._judged.get(tree.window_id)
        if known is not None and known.number == tree.id:
            return known.need
        content = tree.fingerprint
        if known is not None and known.need is None and known.content == content and now - known.at < _AGAIN_S:
            return None
        need = await self._judge(tree, picture)
        self._judged.put(tree.window_id, _Judged(now, tree.id, content, need))
        return need

    async def _judge(self, tree: Snapshot, picture: Callable[[str], Awaitable[Frame]]) -> Need | None:
        reason = without_tree(tree)
        if reason is not None:
            return Need(reason, None)
        gaps = untold(tree) or silent(tree)
        if not gaps:
            return None
        try:
            frame = await picture(tree.window_id)
        except NotActionable:
            return None
        cells = _drawn_in(gaps, tree.window_rect, frame)
        if len(cells) < _LEAST_DRAWN:
            return None
        share = max(1, round(100 * len(cells) * CELL**2 / max(1, tree.window_rect.area)))
        reason = f"the tree tells nothing of what is drawn in {share} % of the window"
        said = "; ".join(part for part in (tree.degraded, reason) if part)
        return Need(said, _around(cells, tree.window_rect), share)


def without_tree(tree: Snapshot) -> str | None:
    """Return the reason why nothing can be done with the tree alone, or None."""
    informative = [element for element in tree if element.role not in EMPTY_FRAMES]
    if not informative:
        return tree.degraded or "the tree tells nothing of what is in the window"
    if not any(_is_actionable(element) for element in informative):
        return "the tree tells of nothing that can be acted on"
    return None


def is_rich(tree: Snapshot) -> bool:
    """Tell whether the tree tells of so many controls that one can work with it, whatever else is drawn in the window, as in an
    editor around a canvas. A table that reports no content is worked by what it shows.
    """
    shown = (element for element in tree.elements if not element.states & {"offscreen", "covered", "disabled"})
    return sum(map(_is_actionable, shown)) >= _RICH and not silent(tree)


def untold(tree: Snapshot) -> tuple[int, ...]:
    """Return the cells that no element accounts for, one number per row as in `drawn_cells`; () where they are few."""
    told = [
        element.rect
        for place, element in enumerate(tree.elements)
        # A sheet that shows more cells than are listed reports that itself.
        if (tree.cut and element.role == "Table" and _has_parts(tree, place)) or accounts(element)
    ]
    columns, rows = _untouched(tree.window_rect, told)
    return tuple(rows) if sum(map(int.bit_count, rows)) >= max(1, _LARGE * columns * len(rows)) else ()


def silent(tree: Snapshot) -> tuple[int, ...]:
    """Return, as `untold` does, the cells of tables without content, however small: a calendar that paints its days."""
    tables = [
        element.rect
        for place, element in enumerate(tree.elements)
        if element.role == "Table"
        and min(element.rect.width, element.rect.height) >= _LEAST_TABLE
        and not element.states & {"offscreen", "covered"}
        and not _has_parts(tree, place)
    ]
    columns, rows = _untouched(tree.window_rect, tables)
    return tuple(((1 << columns) - 1) & ~row for row in rows) if tables else ()


def _has_parts(tree: Snapshot, place: int) -> bool:
    return place + 1 < len(tree.elements) and tree.elements[place + 1].depth > tree.elements[place].depth


def _untouched(window: Rect, rects: Sequence[Rect]) -> tuple[int, list[int]]:
    """Return how many columns of cells the window has, and for each row the cells that none of the rectangles touches."""
    columns, count = -(-window.width // CELL), -(-window.height // CELL)
    rows = [] if window.is_empty else [(1 << columns) - 1] * count
    for rect in rects if rows else ():
        _take_out(rows, window, rect)
    return columns, rows


def _drawn_in(gaps: Sequence[int], window: Rect, frame: Frame) -> list[tuple[int, int]]:
    """Return row and column of the gaps' cells with something drawn; none where the picture lacks a part of the window."""
    part = frame.cropped(window)
    if part.rect != window:
        return []
    return [
        (row, column)
        for row, (gap, drawn) in enumerate(zip(gaps, drawn_cells(part), strict=False))
        for column in _bits(gap & drawn)
    ]


def _around(cells: Sequence[tuple[int, int]], window: Rect) -> Rect:
    """Return the bounding box of the cells plus a margin (screen pixels)."""
    rows, columns = zip(*cells, strict=True)
    left, top = min(columns) - _AROUND, min(rows) - _AROUND
    right, bottom = max(columns) + 1 + _AROUND, max(rows) + 1 + _AROUND
    area = Rect.from_ltrb(left * CELL, top * CELL, right * CELL, bottom * CELL)
    return area.moved(window.x, window.y).intersection(window)


def _take_out(rows: list[int], window: Rect, rect: Rect) -> None:
    """Remove from `rows` the cells of the window that the rectangle touches."""
    left, top = max(0, rect.x - window.x), max(0, rect.y - window.y)
    right = min(window.width, rect.x + rect.width - window.x)
    bottom = min(window.height, rect.y + rect.height - window.y)
    if left >= right or top >= bottom:
        return
    first = left // CELL
    kept = ~(((1 << ((right - 1) // CELL - first + 1)) - 1) << first)
    for row in range(top // CELL, (bottom - 1) // CELL + 1):
        rows[row] &= kept


def _bits(number: int) -> Iterator[int]:
    place = 0
    while number:
        if number & 1:
            yield place
        number >>= 1
        place += 1


def _is_actionable(element: Element) -> bool:
    return bool(element.actions) or bool(element.states & {"editable", "focusable", "selectable"})


def accounts(element: Element) -> bool:
    """Tell whether the element reports what is visible there, rather than just containing or drawing something."""
    if "offscreen" in element.states or element.rect.is_empty:
        return False
    if element.role in DRAWN:
        return element.rect.area <= _SMALL_PICTURE or (element.role == "Image" and bool(element.name))
    if (
        element.role == "Menu" and "press" in element.actions
    ):  # the title that opens the menu, not the container of its entries
        return True
    return element.role not in HOLDERS or bool(element.value)
