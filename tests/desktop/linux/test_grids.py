from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ufo.desktop.linux.bus import Ref
from ufo.desktop.linux.grids import CellPaths, Span, address, place_of


@given(st.integers(0, 1_048_575), st.integers(0, 16_383))
def test_an_address_says_its_place_again(row: int, column: int) -> None:
    assert place_of(address(row, column)) == (row, column)


@pytest.mark.parametrize("name", ["B3", "Cell B3", "Sheet1.B3", "$B$3", "'My sheet'.$B$3"])
def test_the_ways_to_name_a_cell_are_understood(name: str) -> None:
    assert place_of(name) == (2, 1)


@pytest.mark.parametrize("name", ["", "B", "3", "B0", "b3", "B3 and more", "ABCD1"])
def test_what_is_no_address_is_none(name: str) -> None:
    assert place_of(name) is None


def test_a_span_is_never_listed_without_bound() -> None:
    assert len(Span(0, 0, 1_000_000, 16_000).places) <= 4000
    assert Span(2, 1, 3, 2).places == [(2, 1), (2, 2), (3, 1), (3, 2)]


def test_found_cells_of_old_sheets_are_forgotten() -> None:
    paths = CellPaths()
    for number in range(50):
        paths.of(Ref(":1.1", f"/{number}"))[(0, 0)] = Ref(":1.1", "/cell")
    assert paths.of(Ref(":1.1", "/49")) == {(0, 0): Ref(":1.1", "/cell")}
    assert paths.of(Ref(":1.1", "/0")) == {}
