"""Controls are numbered as a person reads them, whatever order the toolkit tells them in."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from ufo.desktop.snapshot import Element, Handle
from ufo.schema.geometry import Rect
from ufo.tools.observe.reading_order import in_reading_order


def element(name: str, x: int, y: int, depth: int = 0, width: int = 50, height: int = 20) -> Element:
    return Element(Handle(1, name, "Button", name), "Button", name, Rect(x, y, width, height), depth=depth)


def order(*elements: Element) -> list[str]:
    return [item.name for item in in_reading_order(elements)]


def test_siblings_told_backwards_are_read_by_lines_from_the_top() -> None:
    field, label = element("field", 100, 2), element("label", 0, 5)
    assert order(element("ok", 0, 60), element("second", 0, 30), field, label) == ["label", "field", "second", "ok"]


def test_what_is_in_a_container_follows_it_and_comes_before_its_next_sibling() -> None:
    box = element("box", 0, 100, height=100)
    inside = [element("low", 0, 150, depth=1), element("high", 0, 110, depth=1)]
    assert order(box, *inside, element("top", 0, 0)) == ["top", "box", "high", "low"]


def test_what_has_no_place_stays_at_the_end_of_its_container() -> None:
    assert order(element("nowhere", 0, 0, width=0), element("here", 0, 50)) == ["here", "nowhere"]


def test_cells_of_a_line_are_read_by_their_columns_also_from_right_to_left() -> None:
    cells = [replace(element(name, x, 0), row=0, column=column) for name, x, column in (("A1", 60, 0), ("B1", 0, 1))]
    assert order(*cells) == order(*reversed(cells)) == ["A1", "B1"]


_ELEMENTS = st.lists(
    st.tuples(st.integers(-50, 500), st.integers(-50, 500), st.integers(0, 4), st.integers(0, 80), st.integers(0, 80)),
    max_size=30,
)


@given(_ELEMENTS)
def test_nothing_is_lost_or_told_twice(places: list[tuple[int, int, int, int, int]]) -> None:
    elements = [element(str(number), *place) for number, place in enumerate(places)]
    assert sorted(order(*elements), key=int) == [item.name for item in elements]
