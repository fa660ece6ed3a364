"""What a page holds out of sight: where it comes in the page's order, and what of it the same part hides as a control."""

from __future__ import annotations

from ufo.desktop.snapshot import Element, Handle
from ufo.schema.geometry import Rect
from ufo.tools.observe.in_view import hidden_with, holders_of, in_page_order, with_beyond

_PAGE = Rect(0, 0, 400, 300)


def _part(name: str, depth: int, rect: Rect, *states: str) -> Element:
    return Element(Handle(1, name, "Text", name), "Text", name, rect, frozenset(states), depth=depth, path=("Page",))


def _line(name: str, depth: int, y: int) -> Element:
    is_out = not 0 <= y < _PAGE.bottom
    return _part(name, depth, Rect(0, y, 100, 20), *(("offscreen",) if is_out else ()))


_FLIGHTS = (
    _part("flights", 1, Rect(0, 50, 200, 60)),
    _part("first", 2, Rect(0, 10, 100, 20), "offscreen"),
    _part("second", 2, Rect(0, 60, 100, 20)),
    _part("third", 2, Rect(0, 120, 100, 20), "offscreen"),
)
_LANDS = (
    _part("lands", 1, Rect(0, 150, 200, 40)),
    _part("Aruba", 2, Rect(0, 150, 100, 20)),
    _part("Chad", 2, Rect(0, 200, 100, 20), "offscreen"),
)
_BELOW = (_line("small print", 1, 900),)
_ALL = (*_FLIGHTS, *_LANDS, *_BELOW)
_DOCUMENT = Element(Handle(1, "page", "Document", "Page"), "Document", "Page", _PAGE)


def test_a_part_hides_its_own_content_and_neither_that_of_a_list_beside_it_nor_what_is_below_the_page() -> None:
    holders = holders_of(_FLIGHTS[2], _ALL)
    assert holders == frozenset({"flights"})
    assert [element.name for element in hidden_with(holders, _ALL, _DOCUMENT)] == ["first", "third"]


def test_a_page_that_only_goes_on_below_hides_nothing_in_a_part() -> None:
    parts = (_part("main", 1, Rect(0, 0, 400, 2000)), _line("top", 2, 10), _line("bottom", 2, 1900))
    holders = holders_of(parts[1], parts)
    assert holders == frozenset({"main"}) and not hidden_with(holders, parts, _DOCUMENT)


def test_what_the_page_does_not_tell_of_has_no_known_holders() -> None:
    assert holders_of(_line("other", 1, 5), _ALL) is None


def test_what_is_out_of_sight_comes_in_its_place_among_what_is_shown() -> None:
    shown = [_FLIGHTS[2], _LANDS[1]]
    said = [element.name for element in in_page_order(shown, _ALL)]
    assert said == ["first", "second", "third", "Aruba", "Chad", "small print"]


def test_what_a_search_found_out_of_sight_is_listed_behind_the_rest_of_its_page() -> None:
    button = Element(Handle(1, "b", "Button", "Back"), "Button", "Back", Rect(0, 0, 5, 5))
    listed = with_beyond([_DOCUMENT, _FLIGHTS[2], button], [_FLIGHTS[3], _LANDS[2]])
    assert [element.name for element in listed] == ["Page", "second", "third", "Chad", "Back"]
