from __future__ import annotations

import asyncio
from collections import Counter

from ufo.desktop.linux.atspi.cell_paths import CellPaths
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Answer, Line, Question, Ref
from ufo.desktop.linux.tree.grids import GridReader
from ufo.schema.geometry import Rect

_CLIP = Rect(0, 0, 400, 200)
_SHEET = Ref(":1.1", "/sheet")


class _Sheet(Line):
    """Cells of 100 by 20 pixels; each that is asked for is made anew, and `scrolled` rows are above the part in sight."""

    def __init__(self) -> None:
        super().__init__()
        self.scrolled, self.made, self.asked = 0, 0, Counter[str]()
        self._cells: dict[str, tuple[int, int]] = {}
        self._serial = 0

    @property
    def alive(self) -> bool:
        return True

    async def close(self) -> None: ...

    def drop(self) -> None:
        """The objects of all cells, as an application does after a while."""
        self._cells.clear()

    def _transmit(self, asked: Question) -> int:
        self._serial += 1
        self.asked[asked.member] += 1
        asyncio.get_running_loop().call_soon(self.arrived, self._serial, self._answer(asked))
        return self._serial

    def _answer(self, asked: Question) -> Answer:
        if asked.member == "GetAccessibleAtPoint":
            self.made += 1
            path = f"/cell/{self.made}"
            self._cells[path] = (asked.values[1] // 20 + self.scrolled, asked.values[0] // 100)
            return [(_SHEET.bus, path)]
        if asked.ref.path not in self._cells:
            return None
        row, column = self._cells[asked.ref.path]
        if asked.member == "GetExtents":
            return [(column * 100, (row - self.scrolled) * 20, 100, 20)]
        return [_Variant(f"{'ABCD'[column]}{row + 1}")]


class _Variant:
    def __init__(self, value: str) -> None:
        self.value = value


async def _corners(line: _Sheet, paths: CellPaths) -> tuple[tuple[int, int], tuple[int, int]]:
    reader = GridReader(line, paths, asyncio.get_running_loop().time() + 5, 1.0)
    sheet = Node(_SHEET, None)
    corners = await reader.corners(sheet, _CLIP)
    assert corners is not None
    found = await reader.addresses(sheet, corners)
    assert found is not None
    return (found.top, found.left), (found.bottom, found.right)


async def test_a_sheet_that_did_not_scroll_makes_no_new_objects_for_its_corners() -> None:
    line, paths = _Sheet(), CellPaths()
    assert await _corners(line, paths) == ((0, 0), (9, 3))
    assert line.made == 2
    assert await _corners(line, paths) == ((0, 0), (9, 3))
    assert line.made == 2


async def test_corners_that_scrolled_away_are_looked_for_again() -> None:
    line, paths = _Sheet(), CellPaths()
    await _corners(line, paths)
    line.scrolled = 5
    assert await _corners(line, paths) == ((5, 0), (14, 3))


async def test_corners_whose_objects_are_gone_are_looked_for_again() -> None:
    line, paths = _Sheet(), CellPaths()
    await _corners(line, paths)
    line.drop()
    assert await _corners(line, paths) == ((0, 0), (9, 3))
    assert line.made == 4
