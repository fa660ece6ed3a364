from __future__ import annotations

from dataclasses import replace

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Ref
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.toolkits.gtk4 import name_tooltips
from ufo.desktop.linux.toolkits.known import toolkit_of
from ufo.desktop.linux.toolkits.toolkit import Toolkit
from ufo.desktop.linux.tree.elements import elements_of
from ufo.desktop.linux.tree.out_of_view import beyond
from ufo.desktop.linux.tree.placement import place
from ufo.desktop.snapshot import Element
from ufo.desktop.values import Window
from ufo.schema.geometry import Rect

_GTK3, _GTK4 = toolkit_of("gtk", "3.24"), toolkit_of("GTK", "4.8.3")
_FRAME, _PANEL, _BUTTON, _MENU, _ITEM, _VIEWPORT, _ROOT_PANE = 23, 39, 43, 33, 35, 68, 46
_FILLER, _TEXT = 20, 29


def _node(parent: Node | None, kind: int, name: str, raw: Rect | None) -> Node:
    node = Node(Ref(":1.1", f"/{kind}{name}{id(parent)}"), parent)
    node.kind, node.name, node.raw, node.shown = kind, name, raw, True
    if parent is not None:
        parent.children.append(node)
    return node


def _surface(client: Rect, shadow: tuple[int, int, int, int] = (0, 0, 0, 0), number: str = "1") -> Surface:
    return Surface(Window(number, "t", client, 1, "p", "p"), client, shadow, popup=number != "1")


def _look(top: Node, surfaces: list[Surface], toolkit: Toolkit) -> dict[str, Element]:
    bounds = place(top, surfaces[0], surfaces, toolkit)
    return {element.name: element for element, _ in elements_of(top, 1, bounds, toolkit.wording, own=True, faults=[])}


def test_window_relative_extents_are_moved_by_the_window_and_its_shadow() -> None:
    top = _node(None, _FRAME, "t", Rect(0, 0, 300, 200))
    _node(top, _BUTTON, "b", Rect(10, 20, 30, 40))
    found = _look(top, [_surface(Rect(100, 50, 320, 230), (10, 10, 12, 18))], _GTK4)
    assert found["b"].rect == Rect(120, 82, 30, 40)


def _padded() -> Node:
    """A window of GTK 4.18 with a border of 5 pixels, in it a row with a padding of 7 and 6, in that a button and a list."""
    top = _node(None, _FRAME, "t", Rect(-5, -5, 310, 210))
    row = _node(top, _PANEL, "", Rect(-5, -5, 300, 46))
    _node(row, _BUTTON, "b", Rect(-5, -5, 60, 34))
    _node(row, _BUTTON, "c", Rect(221, -5, 60, 34))
    column = _node(top, _PANEL, "", Rect(-5, 41, 300, 154))
    column.states = roles.VERTICAL
    _node(column, _BUTTON, "d", Rect(-5, 41, 300, 100))
    return top


def test_padding_that_gtk_leaves_out_of_a_place_is_added_again() -> None:
    found = _look(_padded(), [_surface(Rect(100, 50, 310, 210))], toolkit_of("GTK", "4.18.6"))
    assert found["b"].rect == Rect(112, 61, 60, 34)
    assert found["c"].rect == Rect(338, 61, 60, 34)
    # Room that a column leaves at its end is no padding.
    assert found["d"].rect == Rect(105, 101, 300, 100)


def test_before_4_16_gtk_leaves_no_padding_out() -> None:
    found = _look(_padded(), [_surface(Rect(100, 50, 310, 210))], toolkit_of("GTK", "4.14.5"))
    assert found["c"].rect.x == 321


def test_in_later_gtk_a_box_as_large_as_a_window_of_its_own_with_nothing_to_work_is_a_tooltip() -> None:
    later, window = toolkit_of("GTK", "4.18.6"), _surface(Rect(100, 50, 310, 210))
    tip = _surface(Rect(160, 90, 212, 30), number="2")
    for states, role in ((0, "ToolTip"), (roles.FOCUSABLE, None)):
        top = _padded()
        box = _node(top, _PANEL, "", Rect(-5, -5, 212, 30))
        label = _node(box, _TEXT, "words", Rect(-5, -5, 190, 16))
        label.states = states
        name_tooltips(top, [tip, window])
        bounds = place(top, window, [tip, window], later)
        found = {
            element.role: element for element, _ in elements_of(top, 1, bounds, later.wording, own=True, faults=[])
        }
        assert (found["ToolTip"].rect == tip.visible) if role else "ToolTip" not in found
        assert not role or found["ToolTip"].name == "words"


def test_a_border_that_is_not_declared_is_shared_out_to_both_sides() -> None:
    top = _node(None, _FRAME, "t", Rect(0, 0, 355, 486))
    _node(top, _BUTTON, "b", Rect(0, 0, 30, 40))
    found = _look(top, [_surface(Rect(0, 505, 365, 496))], _GTK4)
    assert found["b"].rect == Rect(5, 510, 30, 40)


def test_the_height_of_the_menu_bar_is_added_inside_a_root_pane_and_not_below_it() -> None:
    top = _node(None, _FRAME, "t", Rect(0, 19, 1000, 900))
    holder = _node(top, _PANEL, "", Rect(0, 44, 1000, 875))
    root = _node(holder, _ROOT_PANE, "root", Rect(0, 19, 1000, 875))
    own = _node(root, _PANEL, "own", Rect(4, 60, 200, 34))
    native = _node(own, _PANEL, "native", Rect(4, 85, 200, 34))
    _node(native, _BUTTON, "inner", Rect(10, 90, 20, 20))
    found = _look(top, [_surface(Rect(0, 19, 1000, 900))], _GTK3)
    assert found["own"].rect == Rect(4, 85, 200, 34)
    assert found["native"].rect == Rect(4, 85, 200, 34)
    assert found["inner"].rect == Rect(10, 90, 20, 20)


def test_what_is_scrolled_away_is_offscreen_and_what_is_cut_shows_its_visible_part() -> None:
    top = _node(None, _FRAME, "t", Rect(0, 0, 300, 300))
    port = _node(top, _VIEWPORT, "", Rect(0, 0, 100, 100))
    _node(port, _BUTTON, "cut", Rect(10, 90, 20, 20))
    _node(port, _BUTTON, "away", Rect(10, 150, 20, 20))
    found = _look(top, [_surface(Rect(0, 0, 300, 300))], _GTK3)
    assert found["cut"].rect == Rect(10, 90, 20, 10)
    assert "offscreen" not in found["cut"].states
    assert "offscreen" in found["away"].states


def test_what_has_no_place_is_left_out_and_its_children_are_not() -> None:
    top = _node(None, _FRAME, "t", Rect(0, 0, 300, 300))
    page = _node(top, 37, "page", Rect(-(2**31), -(2**31), 1, 1))
    _node(page, _BUTTON, "on it", Rect(10, 10, 20, 20))
    flat = _node(top, _BUTTON, "flat", Rect(10, 10, 0, 20))
    found = _look(top, [_surface(Rect(0, 0, 300, 300))], _GTK3)
    assert "page" not in found
    assert flat.name not in found
    assert found["on it"].depth == 0


def test_an_open_menu_that_reaches_out_of_its_window_can_be_used() -> None:
    top = _node(None, _FRAME, "t", Rect(0, 0, 300, 100))
    menu = _node(top, _MENU, "File", Rect(0, 0, 40, 20))
    _node(menu, _ITEM, "Quit", Rect(0, 200, 100, 20))
    found = _look(top, [_surface(Rect(0, 0, 300, 100)), _surface(Rect(0, 20, 100, 400), number="2")], _GTK3)
    assert found["Quit"].rect == Rect(0, 200, 100, 20)
    assert "offscreen" not in found["Quit"].states
    assert found["Quit"].path == ("File",)


def test_words_that_repeat_their_control_are_left_out_and_name_one_that_has_none() -> None:
    top = _node(None, _FRAME, "t", Rect(0, 0, 300, 300))
    named = _node(top, _BUTTON, "7 7", Rect(0, 0, 30, 30))
    _node(named, 29, "7", Rect(0, 0, 30, 30))
    nameless = _node(top, _BUTTON, "GtkButton", Rect(40, 0, 30, 30))
    _node(nameless, 29, "π", Rect(40, 0, 30, 30))
    bounds = place(top, _surface(Rect(0, 0, 300, 300)), [], _GTK4)
    found = [(e.role, e.name) for e, _ in elements_of(top, 1, bounds, _GTK4.wording, own=True, faults=[])]
    assert found == [("Button", "7"), ("Button", "π")]


def test_entries_of_a_menu_stand_in_the_popup_over_the_window_they_hang_in() -> None:
    top = _node(None, _FRAME, "t", Rect(0, 0, 300, 200))
    menu = _node(top, _MENU, "File", Rect(0, 0, 40, 20))
    _node(menu, _ITEM, "Save", Rect(0, 20, 90, 20))
    window, popup = _surface(Rect(0, 0, 300, 200)), _surface(Rect(0, 20, 90, 60), number="2")
    place(top, window, [window, popup], _GTK3)
    assert menu.children[0].surface == "2"
    assert menu.surface == "1"


def test_what_is_in_a_popover_of_gtk4_counts_from_its_own_window_less_a_margin_above() -> None:
    top = _node(None, _FRAME, "t", Rect(0, 0, 300, 200))
    popover = _node(top, 20, "GtkPopover", Rect(50, 60, 120, 94))
    _node(popover, _BUTTON, "Red", Rect(60, 70, 80, 20))
    window, popup = _surface(Rect(0, 0, 300, 200)), _surface(Rect(400, 500, 120, 100), number="2")
    bounds = place(top, window, [window, popup], _GTK4)
    red = popover.children[0]
    assert red.rect == Rect(410, 516, 80, 20)
    assert bounds[id(red)] == popup.visible


def test_a_list_of_qt_that_no_popup_shows_was_shut() -> None:
    qt = toolkit_of("Qt", "6.4.2")
    top = _node(None, _FRAME, "t", Rect(0, 0, 300, 200))
    box = _node(top, 11, "Colour", Rect(10, 10, 100, 20))
    shut = _node(box, 31, "", Rect(10, 10, 100, 60))
    window = _surface(Rect(0, 0, 300, 200))
    place(top, window, [window], qt)
    assert not shut.shown


def test_entries_of_a_swing_menu_are_brought_into_its_popup() -> None:
    swing = toolkit_of("J2SE-access-bridge", "1.0")
    top = _node(None, _FRAME, "t", Rect(0, 0, 300, 200))
    _node(top, 41, "", Rect(1, 39, 65, 43))
    menu = _node(top, _MENU, "File", Rect(1, 20, 37, 19))
    for number, name in enumerate(("New", "Leave")):
        _node(menu, _ITEM, name, Rect(2, 23 + 19 * number, 63, 19))
    window = _surface(Rect(0, 0, 300, 200))
    place(top, window, [window], swing)
    assert [child.rect for child in menu.children] == [Rect(2, 41, 63, 19), Rect(2, 60, 63, 19)]


def test_what_lies_half_outside_of_a_list_is_seen_half_and_what_lies_outside_may_be_meant_to() -> None:
    top = _node(None, _FRAME, "t", Rect(0, 0, 300, 300))
    rows = _node(top, 98, "", Rect(0, 0, 100, 50))
    _node(rows, _BUTTON, "half", Rect(0, 40, 100, 20))
    _node(rows, _BUTTON, "beside", Rect(150, 0, 100, 20))
    found = _look(top, [_surface(Rect(0, 0, 300, 300))], toolkit_of("Chromium", "1"))
    assert found["half"].rect == Rect(0, 40, 100, 10)
    assert found["beside"].rect == Rect(150, 0, 100, 20)


def test_what_lies_beyond_the_edge_of_the_screen_is_out_of_sight() -> None:
    top = _node(None, _FRAME, "t", Rect(-100, 0, 300, 200))
    _node(top, _BUTTON, "beyond", Rect(-90, 10, 50, 20))
    _node(top, _BUTTON, "half", Rect(-10, 10, 50, 20))
    window = replace(_surface(Rect(-100, 0, 300, 200)), screens=(Rect(0, 0, 1280, 800),))
    found = _look(top, [window], _GTK3)
    assert "offscreen" in found["beyond"].states
    assert found["half"].rect == Rect(0, 10, 40, 20)


def test_a_list_that_shows_a_part_says_how_much() -> None:
    top = _node(None, _FRAME, "t", Rect(0, 0, 300, 100))
    pane = _node(top, _VIEWPORT, "", Rect(0, 0, 300, 50))
    rows = _node(pane, 31, "Rows", Rect(0, 0, 300, 200))
    for number in range(5):
        _node(rows, 32, f"Row {number}", Rect(0, 25 * number, 300, 25))
    window = _surface(Rect(0, 0, 300, 100))
    bounds = place(top, window, [window], _GTK3)
    assert list(beyond(top, bounds, _GTK3)) == ["'Rows' shows 2 of its 5 entries; scroll it for the others"]


def test_what_is_scrolled_out_of_a_scroll_area_of_qt_is_out_of_sight() -> None:
    qt = toolkit_of("Qt", "5.15.8")
    top = _node(None, _FRAME, "t", Rect(0, 0, 300, 200))
    area = _node(top, _FILLER, "", Rect(0, 0, 280, 150))
    contents = _node(_node(area, _FILLER, "", Rect(0, 0, 280, 150)), _FILLER, "", Rect(0, 0, 280, 400))
    _node(contents, _BUTTON, "in sight", Rect(10, 120, 80, 20))
    _node(contents, _BUTTON, "scrolled out", Rect(10, 160, 80, 20))
    _node(top, _BUTTON, "Save", Rect(10, 165, 80, 20))
    found = _look(top, [_surface(Rect(0, 0, 300, 200))], qt)
    assert {name for name, element in found.items() if "offscreen" in element.states} == {"scrolled out"}


def test_a_tooltip_of_gtk4_is_where_its_own_window_is_and_covers_nothing() -> None:
    top = _node(None, _FRAME, "t", Rect(0, 0, 300, 200))
    tip = _node(top, _FILLER, "GtkTooltipWindow", Rect(11, 7, 97, 16))
    _node(tip, _TEXT, "Undo the last move", Rect(11, 7, 97, 16))
    window, popup = _surface(Rect(0, 0, 300, 200)), _surface(Rect(150, 90, 119, 30), number="2")
    place(top, window, [popup, window], _GTK4)
    assert tip.children[0].rect == Rect(161, 97, 97, 16)
    assert _GTK4.pointing.lasting(top, [popup, window]) == [window]
    assert _GTK3.pointing.lasting(top, [popup, window]) == [popup, window]


def test_a_panel_that_hangs_anywhere_in_the_tree_is_shown_by_the_popup_that_it_fills() -> None:
    top = _node(None, _FRAME, "t", Rect(0, 0, 300, 200))
    panel = _node(top, _PANEL, "", Rect(102, 42, 96, 116))
    _node(panel, _BUTTON, "Quit", Rect(110, 130, 80, 20))
    window, popup = _surface(Rect(0, 0, 300, 200)), _surface(Rect(100, 40, 100, 120), number="2")
    place(top, window, [popup, window], toolkit_of("Gecko", "128.0"))
    assert [node.surface for node in top.walk()] == ["1", "2", "2"]


def test_entries_of_a_page_s_open_list_are_put_into_its_window_as_wide_as_that_is() -> None:
    top = _node(None, _FRAME, "t", Rect(0, 0, 300, 300))
    box = _node(top, 11, "Colour", Rect(10, 10, 80, 20))
    menu = _node(box, _MENU, "", Rect(10, 10, 80, 20))
    menu.states = 1 << 25
    _node(menu, _ITEM, "Red", Rect(11, 31, 50, 24))
    _node(_node(menu, _PANEL, "Cold", Rect(10, 10, 80, 20)), _ITEM, "Blue", Rect(11, 79, 50, 24))
    window, popup = _surface(Rect(0, 0, 300, 300)), _surface(Rect(10, 30, 80, 74), number="2")
    found = _look(top, [window, popup], toolkit_of("Chromium", "1"))
    assert (found["Red"].rect, found["Blue"].rect) == (Rect(11, 31, 78, 24), Rect(11, 79, 78, 24))
    assert {found[name].window for name in ("Red", "Cold", "Blue")} == {"2"}


def test_of_a_page_s_list_that_is_scrolled_nobody_knows_how_far_no_entry_is_in_sight() -> None:
    chromium = toolkit_of("Chromium", "1")
    top = _node(None, _FRAME, "t", Rect(0, 0, 300, 300))
    box = _node(top, 11, "Year", Rect(10, 10, 80, 20))
    menu = _node(box, _MENU, "", Rect(10, 10, 80, 20))
    menu.states = 1 << 25
    for number in range(9):
        _node(menu, _ITEM, str(number), Rect(11, 31 + 24 * number, 50, 24))
    window, popup = _surface(Rect(0, 0, 300, 300)), _surface(Rect(10, 30, 80, 98), number="2")
    found = _look(top, [window, popup], chromium)
    assert all("offscreen" in found[str(number)].states for number in range(9))
    bounds = place(top, window, [window, popup], chromium)
    assert list(beyond(top, bounds, chromium)) == [
        "it is not known which entries of 'Year' are in sight; select one by its text"
    ]


def test_a_list_that_a_browser_lends_to_a_page_opens_the_box_that_it_touches_and_hides_what_is_scrolled_out() -> None:
    gecko = toolkit_of("Gecko", "153.0")
    top = _node(None, _FRAME, "t", Rect(0, 0, 300, 300))
    lent = _node(top, 11, "", Rect(-1, -1, -1, -1))
    lent.states = 1 << 9 | 1 << 10 | 1 << 25
    menu = _node(lent, _MENU, "1", Rect(10, 130, 80, 58))
    menu.states = 1 << 25
    for number in range(9):
        _node(menu, _ITEM, str(number), Rect(15, 34 + 24 * number, 70, 24)).states = 1 << 30
    menu.children[1].states |= 1 << 23
    for name, value, y in (("Above", "1", 70), ("Month", "1", 110), ("Other", "2", 110)):
        box = _node(top, 11, name, Rect(10, y, 80, 20))
        box.value, box.states = value, 1 << 9 | 1 << 25
    window, popup = _surface(Rect(0, 0, 300, 300)), _surface(Rect(10, 130, 80, 58), number="2")
    found = _look(top, [window, popup], gecko)
    assert [name for name in ("Above", "Month", "Other") if "expanded" in found[name].states] == ["Month"]
    assert [number for number in range(9) if "offscreen" not in found[str(number)].states] == [4, 5, 6]
    bounds = place(top, window, [window, popup], gecko)
    assert list(beyond(top, bounds, gecko)) == ["'Month' shows 3 of its 9 entries; scroll it for the others"]
    assert all("offscreen" in _look(top, [window], gecko)[str(number)].states for number in range(9))
    lent.states = 1 << 9 | 1 << 25
    assert "collapsed" in _look(top, [window], gecko)["Month"].states


def test_a_branch_of_a_page_is_where_its_own_line_is_and_not_where_the_branches_in_it_are() -> None:
    gecko = toolkit_of("Gecko", "153.0")
    top = _node(None, _FRAME, "t", Rect(0, 0, 300, 300))
    tree = _node(top, 65, "Folders", Rect(0, 0, 100, 150))
    outer = _node(tree, 91, "Projects", Rect(0, 10, 100, 84))
    for place_in, name in enumerate(("Alpha", "Beta")):
        _node(_node(outer, _PANEL, "", Rect(0, 38, 100, 56)), 91, name, Rect(0, 38 + 28 * place_in, 100, 28))
    found = _look(top, [_surface(Rect(0, 0, 300, 300))], gecko)
    assert found["Projects"].rect == Rect(0, 10, 100, 28)
    assert found["Beta"].rect == Rect(0, 66, 100, 28)
    outer.children = []
    assert _look(top, [_surface(Rect(0, 0, 300, 300))], gecko)["Projects"].rect == Rect(0, 10, 100, 84)


def test_on_wayland_the_entries_of_a_menu_lie_in_the_window_that_shows_them() -> None:
    window = replace(_surface(Rect(293, 13, 692, 569), (26, 26, 23, 29)), local=True)
    popup = replace(_surface(Rect(463, 94, 257, 197), (6, 6, 5, 7), "2"), local=True)
    top = _node(None, _FRAME, "Editor", Rect(26, 23, 640, 517))
    menu = _node(top, _MENU, "View", Rect(176, 57, 51, 26))
    _node(menu, _ITEM, "Select Font", Rect(156, 28, 245, 26))
    _node(menu, _ITEM, "Fullscreen", Rect(156, 187, 245, 26))
    other = _node(top, _MENU, "Help", Rect(300, 57, 51, 26))
    _node(other, _ITEM, "About", Rect(300, 90, 100, 26))
    found = _look(top, [window, popup], _GTK3)
    assert found["View"].rect == Rect(469, 70, 51, 26)
    assert found["Select Font"].rect == Rect(469, 99, 245, 26)
    assert found["Fullscreen"].rect == Rect(469, 258, 245, 26)
    assert found["About"].rect == Rect(593, 103, 100, 26)


def test_without_a_window_of_its_size_a_menu_lies_where_its_program_says() -> None:
    window = replace(_surface(Rect(0, 0, 692, 569)), local=True)
    popup = replace(_surface(Rect(463, 94, 400, 197), number="2"), local=True)
    top = _node(None, _FRAME, "Editor", Rect(0, 0, 692, 569))
    menu = _node(top, _MENU, "View", Rect(176, 57, 51, 26))
    _node(menu, _ITEM, "Fullscreen", Rect(156, 187, 245, 26))
    assert _look(top, [window, popup], _GTK3)["Fullscreen"].rect == Rect(156, 187, 245, 26)
