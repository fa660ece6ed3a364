from __future__ import annotations

from PIL import Image, ImageDraw

from ufo.desktop.linux.tree.cell_ink import Band, judge
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame

_LEFT, _TOP = 30, 20
_WIDE, _HIGH = 40, 16
_AREA = Rect(_LEFT, _TOP, 4 * _WIDE, 4 * _HIGH)
_ROWS = [Band(10 + n, _TOP + n * _HIGH, _TOP + (n + 1) * _HIGH) for n in range(4)]
_COLUMNS = [Band(n, _LEFT + n * _WIDE, _LEFT + (n + 1) * _WIDE) for n in range(4)]


class Sheet:
    """Four by four cells with grid lines, drawn where a window at 10, 5 shows them."""

    def __init__(self) -> None:
        self.image = Image.new("RGBA", (300, 200), "white")
        self.draw = ImageDraw.Draw(self.image)
        for row in _ROWS:
            for column in _COLUMNS:
                right, below = self._at(column.end - 1, row.end - 1)
                left, above = self._at(column.start, row.start)
                self.draw.line((left, below, right, below), "silver")
                self.draw.line((right, above, right, below), "silver")

    def _at(self, x: int, y: int) -> tuple[int, int]:
        return x - 10, y - 5

    def mark(self, x: int, y: int, colour: str = "black") -> None:
        self.draw.point(self._at(x, y), colour)

    def fill(self, left: int, top: int, right: int, bottom: int, colour: str) -> None:
        self.draw.rectangle((*self._at(left, top), *self._at(right - 1, bottom - 1)), colour)

    @property
    def frame(self) -> Frame:
        return Frame(Rect(10, 5, 300, 200), self.image.tobytes())


def test_an_empty_sheet_has_nothing_to_read() -> None:
    judged = judge(Sheet().frame, _ROWS, _COLUMNS, _AREA)
    assert not judged.inked
    assert not judged.open


def test_a_single_point_in_a_cell_makes_it_read_and_no_other() -> None:
    sheet = Sheet()
    sheet.mark(_LEFT + _WIDE + 9, _TOP + _HIGH + 14)
    judged = judge(sheet.frame, _ROWS, _COLUMNS, _AREA)
    assert judged.inked == {(11, 1)}
    assert not judged.open


def test_a_stroke_as_high_as_the_cell_is_ink() -> None:
    sheet = Sheet()
    sheet.fill(_LEFT + 5, _TOP, _LEFT + 6, _TOP + _HIGH - 1, "black")
    assert judge(sheet.frame, _ROWS, _COLUMNS, _AREA).inked == {(10, 0)}


def test_a_coloured_ground_is_no_ink_where_the_grid_shows() -> None:
    sheet = Sheet()
    sheet.fill(_LEFT, _TOP, _LEFT + _WIDE - 1, _TOP + _HIGH - 1, "gold")
    assert not judge(sheet.frame, _ROWS, _COLUMNS, _AREA).inked


def test_cells_without_a_line_between_them_are_open() -> None:
    """The words of a merged cell stand in one part of it; the others are empty and are not its own."""
    sheet = Sheet()
    sheet.fill(_LEFT + _WIDE, _TOP + _HIGH, _LEFT + 3 * _WIDE - 1, _TOP + 3 * _HIGH - 1, "white")
    judged = judge(sheet.frame, _ROWS, _COLUMNS, _AREA)
    # The last part is bounded on the right and below as any cell is; where it belongs to, the first one says.
    assert judged.open == {(11, 1), (11, 2), (12, 1)}
    assert judged.inked == judged.open


def test_a_sheet_that_shows_no_grid_is_read_whole() -> None:
    sheet = Sheet()
    sheet.fill(0, 0, 300, 200, "white")
    assert len(judge(sheet.frame, _ROWS, _COLUMNS, _AREA).inked) == 16


def test_what_the_window_cuts_or_is_too_small_to_judge_is_read() -> None:
    cut = Rect(_LEFT, _TOP, 4 * _WIDE - 3, 4 * _HIGH - 3)
    judged = judge(Sheet().frame, _ROWS, _COLUMNS, cut)
    assert judged.inked == {(row, 3) for row in range(10, 14)} | {(13, column) for column in range(4)}
    narrow = [*_COLUMNS[:3], Band(3, _COLUMNS[3].start, _COLUMNS[3].start + 4)]
    assert {place[1] for place in judge(Sheet().frame, _ROWS, narrow, _AREA).inked} == {3}


def test_a_sheet_outside_of_the_picture_is_read_whole() -> None:
    away = Frame(Rect(1000, 1000, 300, 200), Sheet().frame.pixels)
    assert len(judge(away, _ROWS, _COLUMNS, _AREA).inked) == 16
