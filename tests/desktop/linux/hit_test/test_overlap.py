from __future__ import annotations

from dataclasses import replace

from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Ref
from ufo.desktop.linux.hit_test.overlap import in_page, marked, overlaps, under_bubbles, under_windows
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.toolkits.chromium import CHROMIUM
from ufo.desktop.linux.toolkits.toolkit import Found
from ufo.desktop.snapshot import Element, Handle
from ufo.desktop.values import Window
from ufo.schema.geometry import Rect


def _one(name: str, rect: Rect, parent: Node | None = None, surface: str = "main") -> tuple[Element, Node]:
    node = Node(Ref(":1.1", f"/{name}"), parent)
    node.surface = surface
    return Element(Handle(1, name, "Button", name), "Button", name, rect, actions=("press",)), node


def _surface(number: str, client: Rect, passing: bool = False) -> Surface:
    return Surface(Window(number, "t", client, 1, "p", "p"), client, popup=number != "main", passing=passing)


def _names(found: Found, hidden: set[int]) -> set[str]:
    return {element.name for element in marked(found, hidden) if "covered" in element.states}


def test_two_controls_at_the_same_place_are_a_pair_and_neighbours_are_none() -> None:
    found = [
        _one("a", Rect(0, 0, 100, 30)),
        _one("b", Rect(10, 0, 100, 30)),
        _one("beside", Rect(110, 0, 100, 30)),
    ]
    assert overlaps(found) == [(0, 1), (1, 0)]


def test_what_is_in_a_control_does_not_hide_it() -> None:
    outer = _one("outer", Rect(0, 0, 100, 30))
    inner = _one("inner", Rect(40, 5, 20, 20), parent=outer[1])
    assert overlaps([outer, inner]) == []


def test_a_large_control_over_a_far_small_one_is_found() -> None:
    found = [_one("small", Rect(900, 700, 20, 20)), _one("large", Rect(0, 0, 1900, 1000))]
    assert overlaps(found) == [(0, 1)]


def test_under_a_popup_of_its_own_window_a_control_is_covered_and_what_is_in_the_popup_is_not() -> None:
    found = [_one("below", Rect(0, 0, 50, 50)), _one("entry", Rect(0, 0, 50, 50), surface="popup")]
    surfaces = [_surface("popup", Rect(0, 0, 60, 60)), _surface("main", Rect(0, 0, 500, 500))]
    assert _names(found, under_windows(found, surfaces)) == {"below"}


def test_cells_of_a_sheet_are_covered_by_a_dialog_as_other_controls_are() -> None:
    cell, node = _one("B2", Rect(0, 0, 50, 20))
    found = [(replace(cell, role="Cell", row=1, column=1), node)]
    surfaces = [_surface("dialog", Rect(0, 0, 60, 60)), _surface("main", Rect(0, 0, 500, 500))]
    assert _names(found, under_windows(found, surfaces)) == {"B2"}


def test_a_tooltip_covers_nothing_as_it_goes_away_when_the_pointer_comes() -> None:
    found = [_one("below", Rect(0, 0, 50, 50))]
    surfaces = [_surface("tip", Rect(0, 0, 60, 60), passing=True), _surface("main", Rect(0, 0, 500, 500))]
    assert not under_windows(found, surfaces)


def test_around_the_page_of_a_browser_the_later_of_two_controls_is_on_top_and_nobody_is_asked() -> None:
    document = Node(Ref(":1.1", "/page"), None)
    document.kind = 95
    assert in_page(_one("link", Rect(0, 0, 10, 10), parent=document)[1])
    assert not in_page(_one("tab", Rect(0, 0, 10, 10))[1])


def test_a_bubble_of_a_browser_lies_over_its_page_wherever_nothing_of_it_can_be_pressed() -> None:
    document = Node(Ref(":1.1", "/page"), None)
    document.kind = 95
    bubble, node = _one("Restore pages?", Rect(700, 90, 300, 150))
    found = [
        _one("under", Rect(710, 200, 100, 20), parent=document),
        _one("beside", Rect(10, 200, 100, 20), parent=document),
        (replace(bubble, role="Dialog", actions=()), node),
        _one("Restore", Rect(900, 180, 80, 30), parent=node),
    ]
    assert _names(found, under_bubbles(found, {":1.1": CHROMIUM.pointing})) == {"under"}
    assert not under_bubbles(found, {})
