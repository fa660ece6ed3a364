"""Rows as a person counts them."""

from __future__ import annotations

import pytest

from ufo.desktop.snapshot import Element, Handle
from ufo.errors import AmbiguousElement
from ufo.schema.geometry import Rect
from ufo.tools.verbs.rows import pick, rows_of


def _cell(name: str, x: int, y: int, *states: str) -> Element:
    return Element(Handle(1, f"{x},{y}", "Cell", name), "Cell", name, Rect(x, y, 40, 20), frozenset(states))


def test_cells_that_tell_no_row_are_counted_by_lines_and_a_box_to_tick_is_not_what_selects_its_row() -> None:
    cells = [_cell("", 0, 0, "checked"), _cell("one", 50, 1), _cell("", 0, 20, "unchecked"), _cell("two", 50, 21)]
    assert [[element.name for element in row] for row in rows_of(cells)] == [["", "one"], ["", "two"]]
    second = pick(cells, 2)
    assert second is not None and second.name == "two"
    assert pick(cells, 3) is None


def test_words_in_two_cells_of_one_row_are_one_row_and_of_two_rows_are_asked_back() -> None:
    found = pick([_cell("same", 0, 0), _cell("same", 50, 0), _cell("other", 0, 20)], "same")
    assert found is not None and found.rect.y == 0
    with pytest.raises(AmbiguousElement, match="give the place"):
        pick([_cell("same", 0, 0), _cell("same", 0, 20)], "same")
