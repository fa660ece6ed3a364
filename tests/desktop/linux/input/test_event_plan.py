"""The way that the pointer goes in a drag."""

from __future__ import annotations

from ufo.desktop.linux.input.event_plan import along
from ufo.schema.geometry import Point


def test_a_drag_comes_to_each_corner_of_its_way_and_ends_at_its_last_point() -> None:
    corners = [Point(0, 0), Point(100, 0), Point(100, 3), Point(0, 3)]
    way = along(corners, 20)
    assert set(corners[1:]) <= set(way) and way[-1] == corners[-1]
    assert 15 <= len(way) <= 25


def test_a_drag_that_ends_where_it_began_still_moves_through_its_points() -> None:
    assert along([Point(1, 1), Point(1, 1)], 4) == [Point(1, 1)] * 4
    assert Point(9, 9) in along([Point(1, 1), Point(9, 9), Point(1, 1)], 6)
