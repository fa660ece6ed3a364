from __future__ import annotations

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Ref
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.toolkits.known import toolkit_of
from ufo.desktop.linux.tree.toplevels import match
from ufo.desktop.values import Window
from ufo.schema.geometry import Rect

_GTK3 = toolkit_of("gtk", "3.24").coordinates
_GTK4 = toolkit_of("GTK", "4.8.3").coordinates
_WHOLE = Rect(0, 20, 800, 580)


def _top(name: str, raw: Rect, states: int = 0, kind: int = roles.FRAME) -> Node:
    node = Node(Ref(":1.1", f"/{name}{raw.x}{states}"), None)
    node.name, node.raw, node.states, node.kind, node.shown = name, raw, states, kind, True
    return node


def _surface(number: str, title: str, rect: Rect, active: bool = False) -> Surface:
    return Surface(Window(number, title, rect, 7, "p", "p", active=active), rect)


def test_two_windows_at_one_place_are_told_apart_by_their_titles() -> None:
    tops = [_top("b.ods - Calc", _WHOLE), _top("a.ods - Calc", _WHOLE)]
    assert match(tops, [_surface("1", "a.ods - Calc", _WHOLE)], _GTK3)[0][0] is tops[1]


def test_the_tree_of_another_document_is_never_taken_for_this_window() -> None:
    assert match([_top("b.ods - Calc", _WHOLE)], [_surface("1", "a.ods - Calc", _WHOLE)], _GTK3) == []


def test_a_page_that_has_just_changed_its_title_keeps_its_tree() -> None:
    top = _top("Cart - Browser", _WHOLE, roles.ACTIVE)
    assert match([top], [_surface("1", "Paid - Browser", _WHOLE, active=True)], _GTK3)[0][0] is top


def test_a_window_behind_others_that_has_just_changed_its_title_keeps_the_tree_that_it_had() -> None:
    changed, other = _top("Cart - Browser", _WHOLE), _top("News - Browser", _WHOLE)
    surfaces = [_surface("1", "Paid - Browser", _WHOLE), _surface("2", "News - Browser", _WHOLE)]
    assert [pair[0] for pair in match([changed, other], surfaces, _GTK3)] == [other]
    pairs = match([changed, other], surfaces, _GTK3, {"1": changed.ref, "2": other.ref})
    assert {surface.window.id: top for top, surface in pairs} == {"1": changed, "2": other}


def test_a_main_window_is_never_in_the_window_of_a_menu_that_has_its_title() -> None:
    top, menu = _top("Mill", Rect(50, 50, 570, 525)), Rect(442, 96, 208, 704)
    surface = Surface(Window("2", "Mill", menu, 7, "p", "p"), menu, popup=True)
    assert match([top], [surface], _GTK3) == []


def test_two_windows_of_one_title_are_told_apart_by_their_places() -> None:
    left, right = Rect(0, 0, 400, 300), Rect(400, 0, 400, 300)
    tops = [_top("Same", left), _top("Same", right)]
    pairs = match(tops, [_surface("l", "Same", left), _surface("r", "Same", right)], _GTK3)
    assert {(top.raw, surface.window.id) for top, surface in pairs} == {(left, "l"), (right, "r")}


def test_of_two_equal_windows_the_active_one_is_the_active_one() -> None:
    tops = [_top("Same", _WHOLE), _top("Same", _WHOLE, roles.ACTIVE)]
    assert match(tops, [_surface("1", "Same", _WHOLE, active=True)], _GTK3)[0][0] is tops[1]


def test_a_popup_without_title_is_found_by_its_place() -> None:
    box = Rect(100, 100, 200, 300)
    popup = _top("", box, kind=69)
    assert match([popup], [_surface("1", "", box)], _GTK3)[0][0] is popup


def test_a_window_that_tells_no_screen_place_is_found_by_its_size() -> None:
    top = _top("", Rect(0, 0, 355, 486))
    surface = Surface(Window("1", "", Rect(0, 0, 365, 496), 7, "p", "p"), Rect(50, 50, 365, 496), (5, 5, 5, 5))
    assert match([top], [surface], _GTK4)[0][0] is top
