"""What changes by itself around the place of a stroke, from pictures taken while nothing is done."""

from __future__ import annotations

import pytest

from ufo.desktop.matching.restless import Watch, judged_part, other_tiles
from ufo.desktop.snapshot import Element, Handle
from ufo.schema.geometry import Point, Rect
from ufo.schema.picture import Frame

_AREA = Rect(0, 0, 64, 32)
_MIDDLE = Point(36, 20)
_CORNER = Point(60, 4)


def _frame(*marks: tuple[Point, int]) -> Frame:
    """A black picture with some pixels of another shade."""
    pixels = bytearray(_AREA.area * 4)
    for at, shade in marks:
        pixels[(at.y * _AREA.width + at.x) * 4] = shade
    return Frame(_AREA, bytes(pixels))


def _element(role: str, rect: Rect) -> Element:
    return Element(Handle(1, "a", role, "A"), role, "A", rect)


def test_of_a_page_what_is_near_the_point_is_judged_and_of_a_row_all() -> None:
    page = _element("Document", Rect(0, 0, 1000, 800))
    assert judged_part(page, Point(500, 400)) == Rect(460, 360, 80, 80)
    assert judged_part(page, Point(2, 400)) == Rect(0, 360, 42, 80)
    assert judged_part(page, None) == page.rect
    row = _element("ListItem", Rect(0, 0, 900, 20))
    assert judged_part(row, row.rect.center) == row.rect


def test_tiles_that_differ_are_found_on_the_grid_of_the_screen_and_restless_ones_are_left_out() -> None:
    tile = Rect(56, 0, 8, 8)
    assert other_tiles(_frame(), _frame((_CORNER, 9)), _AREA) == {tile}
    assert other_tiles(_frame(), _frame((_CORNER, 9)), _AREA, [tile]) == frozenset()
    assert other_tiles(_frame(), _frame((_CORNER, 9)), Rect(0, 0, 40, 32)) == frozenset()


def test_pictures_of_other_parts_of_the_screen_differ_everywhere() -> None:
    moved = Frame(Rect(5, 5, 64, 32), _frame().pixels)
    assert other_tiles(_frame(), moved, _AREA) == {_AREA}


def test_a_clock_beside_the_point_explains_that_the_place_looks_other() -> None:
    watch = Watch(_AREA, _frame(), _frame((_CORNER, 1)))
    assert not watch.explains(_MIDDLE)
    watch.see(_frame((_CORNER, 2)))
    assert watch.explains(_MIDDLE) and watch.goes_on(_MIDDLE)


def test_what_changed_once_and_stays_is_explained_by_nothing() -> None:
    watch = Watch(_AREA, _frame(), _frame((_CORNER, 1)))
    for _ in range(9):
        watch.see(_frame((_CORNER, 1)))
    assert not watch.explains(_MIDDLE) and not watch.goes_on(_MIDDLE)


@pytest.mark.parametrize(("changes", "goes_on"), [(2, False), (3, True)])
def test_what_lies_right_under_the_point_is_restless_only_where_it_changes_all_the_time(
    changes: int, goes_on: bool
) -> None:
    watch = Watch(_AREA, _frame(), _frame((_MIDDLE, 100)))
    for shade in range(changes):
        watch.see(_frame((_MIDDLE, shade + 1)))
    assert not watch.explains(_MIDDLE)
    assert watch.goes_on(_MIDDLE) is goes_on


def test_a_caret_under_the_point_that_comes_back_leaves_the_place_as_it_was() -> None:
    watch = Watch(_AREA, _frame((_MIDDLE, 9)), _frame())
    watch.see(_frame((_MIDDLE, 9)))
    assert watch.explains(_MIDDLE)
