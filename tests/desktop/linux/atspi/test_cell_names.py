from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ufo.desktop.linux.atspi.cell_names import Span, address, place_of, span


@given(st.integers(0, 1_048_575), st.integers(0, 16_383))
def test_an_address_says_its_place_again(row: int, column: int) -> None:
    assert place_of(address(row, column)) == (row, column)


@pytest.mark.parametrize("name", ["B3", "Cell B3", "Sheet1.B3", "$B$3", "'My sheet'.$B$3"])
def test_the_ways_to_name_a_cell_are_understood(name: str) -> None:
    assert place_of(name) == (2, 1)


@pytest.mark.parametrize("name", ["", "B", "3", "B0", "b3", "B3 and more", "ABCD1"])
def test_what_is_no_address_is_none(name: str) -> None:
    assert place_of(name) is None


def test_a_span_is_never_listed_without_bound_and_says_so() -> None:
    endless = Span(0, 0, 1_000_000, 16_000)
    assert endless.is_cut
    assert len(endless.first_row) * len(endless.first_column) <= 4000
    assert not Span(2, 1, 3, 2).is_cut
    assert Span(2, 1, 3, 2).first_row == [(2, 1), (2, 2)]
    assert Span(2, 1, 3, 2).first_column == [(2, 1), (3, 1)]


def test_corners_upside_down_span_nothing_and_those_of_a_sheet_to_the_left_span_the_same() -> None:
    assert span((3, 1), (2, 5)) is None
    assert span((2, 1), (2, 1)) == Span(2, 1, 2, 1)
    assert span((0, 23), (41, 0)) == span((0, 0), (41, 23)) == Span(0, 0, 41, 23)


def test_a_span_holds_its_corners_and_what_lies_between() -> None:
    span = Span(1, 2, 5, 4)
    assert all(span.holds(place) for place in ((1, 2), (5, 4), (3, 3)))
    assert not any(span.holds(place) for place in ((0, 2), (6, 4), (3, 1), (3, 5)))
