"""How good a window's tree is: where it tells too little, the window is looked at as well."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass

from ufo.desktop.snapshot import Element, Snapshot
from ufo.errors import NotActionable
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame
from ufo.vision.texture import busy_share

_CELL = 32
# A window's own frame, and the dialog it stands in, are told even by applications that tell nothing else.
_EMPTY_FRAMES = frozenset({"Window", "Dialog", "Pane", "Group", "Custom", "Separator", "ToolTip"})
_HOLDERS = _EMPTY_FRAMES | {
    "ToolBar", "MenuBar", "StatusBar", "List", "Tree", "Table", "Tab", "Document", "ScrollBar", "Menu",
}  # fmt: skip
_DRAWN = frozenset({"Canvas", "Image", "Custom"})
_SMALL_PICTURE = 64 * 64
# Of the window's area: less than that is margins, rulers and the like.
_LARGE = 0.2
_BUSY = 0.05


@dataclass(frozen=True, slots=True)
class Need:
    """Why a window is to be looked at, and which part of it (screen pixels; None: the whole)."""

    reason: str
    region: Rect | None


class Needs:
    """A tree that is the same as before is judged once."""

    def __init__(self) -> None:
        self._gaps: dict[str, tuple[int, Rect | None]] = {}

    async def of(self, tree: Snapshot, picture: Callable[[str], Awaitable[Frame]]) -> Need | None:
        """None where the tree is good enough. `picture` gives the window's picture, taken only where it decides."""
        reason = without_tree(tree)
        if reason is not None:
            return Need(reason, None)
        gap = self._gap(tree)
        if gap is None:
            return None
        try:
            frame = await picture(tree.window_id)
        except NotActionable:
            return None
        if not is_busy(frame, gap):
            return None
        share = round(100 * gap.area / max(1, tree.window_rect.area))
        reason = f"the tree tells nothing of {share} % of the window, though something is drawn there"
        return Need("; ".join(part for part in (tree.degraded, reason) if part), gap)

    def _gap(self, tree: Snapshot) -> Rect | None:
        known = self._gaps.get(tree.window_id)
        if known is None or known[0] != tree.id:
            known = self._gaps[tree.window_id] = (tree.id, untold(tree))
        return known[1]


def without_tree(tree: Snapshot) -> str | None:
    """Why nothing can be done with the tree alone, or None."""
    told = [one for one in tree if one.role not in _EMPTY_FRAMES]
    if not told:
        return tree.degraded or "the tree tells nothing of what is in the window"
    if not any(_is_actionable(one) for one in told):
        return "the tree tells of nothing that can be acted on"
    return None


def untold(tree: Snapshot) -> Rect | None:
    """The part of the window, if large, that no element of the tree accounts for."""
    grid = _Grid(tree.window_rect)
    for element in tree:
        if accounts(element):
            grid.cover(element.rect)
    return grid.largest_gap()


def is_busy(frame: Frame, region: Rect) -> bool:
    """Whether there is more in a region than plain ground: text, lines, pictures."""
    return busy_share(frame, region) >= _BUSY


def _is_actionable(element: Element) -> bool:
    return bool(element.actions) or bool(element.states & {"editable", "focusable", "selectable"})


def accounts(element: Element) -> bool:
    """Whether the tree tells what is to be seen there, rather than that something holds or shows something."""
    if "offscreen" in element.states or element.rect.is_empty:
        return False
    if element.role in _DRAWN:
        return element.rect.area <= _SMALL_PICTURE or (element.role == "Image" and bool(element.name))
    return element.role not in _HOLDERS or bool(element.value)


class _Grid:
    """A window in cells of 32 pixels; a row of cells is one number, a covered cell one bit of it."""

    def __init__(self, rect: Rect) -> None:
        self._rect = rect
        self._columns = max(0, -(-rect.width // _CELL))
        self._rows = [0] * max(0, -(-rect.height // _CELL))

    def cover(self, rect: Rect) -> None:
        part = rect.intersection(self._rect)
        if part.is_empty:
            return
        left, right = (part.x - self._rect.x) // _CELL, (part.right - 1 - self._rect.x) // _CELL
        bits = ((1 << (right - left + 1)) - 1) << left
        top, bottom = (part.y - self._rect.y) // _CELL, (part.bottom - 1 - self._rect.y) // _CELL
        for row in range(top, bottom + 1):
            self._rows[row] |= bits

    def largest_gap(self) -> Rect | None:
        """Around the largest group of uncovered cells that touch; None where all of them are small."""
        whole = self._columns * len(self._rows)
        empty = [{column for column in range(self._columns) if not row >> column & 1} for row in self._rows]
        if sum(map(len, empty)) < whole * _LARGE:
            return None
        largest = max(_groups(empty), key=len, default=[])
        if not largest or len(largest) < whole * _LARGE:
            return None
        rows, columns = zip(*largest, strict=True)
        area = Rect.from_ltrb(
            min(columns) * _CELL, min(rows) * _CELL, (max(columns) + 1) * _CELL, (max(rows) + 1) * _CELL
        )
        return area.moved(self._rect.x, self._rect.y).intersection(self._rect)


def _groups(empty: list[set[int]]) -> Iterator[list[tuple[int, int]]]:
    """Consumes `empty`."""
    for row, columns in enumerate(empty):
        while columns:
            group: list[tuple[int, int]] = []
            waiting = [(row, columns.pop())]
            while waiting:
                place = waiting.pop()
                group.append(place)
                for beside in _beside(place, len(empty)):
                    if beside[1] in empty[beside[0]]:
                        empty[beside[0]].remove(beside[1])
                        waiting.append(beside)
            yield group


def _beside(place: tuple[int, int], rows: int) -> Iterator[tuple[int, int]]:
    row, column = place
    if row:
        yield row - 1, column
    if row + 1 < rows:
        yield row + 1, column
    yield row, column - 1
    yield row, column + 1
