"""What lies at a point and what part of a control is seen, where dialogs lie over it and lists cut it off."""

from __future__ import annotations

from ufo.desktop.snapshot import Element, Handle, Snapshot
from ufo.desktop.values import Window
from ufo.schema.geometry import Point, Rect
from ufo.tools.observe.in_view import innermost, seen_part
from ufo.tools.observe.selection import Pictured, Selection

_AT = Point(50, 50)


def _one(role: str, rect: Rect, window: str = "main", depth: int = 0, *states: str) -> Element:
    key = f"{role}{rect}{window}"
    return Element(Handle(1, key, role, role), role, role, rect, frozenset(states), window=window, depth=depth)


def _look(*elements: Element) -> Snapshot:
    return Snapshot(1, "main", Rect(0, 0, 400, 300), elements)


def _role_at(*elements: Element) -> str:
    found = innermost(_look(*elements), _AT)
    return f"{found.role} in {found.window}" if found is not None else ""


def test_a_cell_behind_a_dialog_is_not_what_lies_at_the_point() -> None:
    cell, dialog = _one("Cell", Rect(40, 40, 20, 20)), _one("Dialog", Rect(10, 10, 200, 200), "dialog")
    assert _role_at(cell, dialog) == "Dialog in dialog"
    assert _role_at(cell, dialog, _one("Slider", Rect(30, 30, 90, 90), "dialog")) == "Slider in dialog"
    assert _role_at(cell, _one("Dialog", Rect(100, 100, 90, 90), "dialog")) == "Cell in main"


def test_an_open_list_lies_over_a_dialog_and_the_active_dialog_over_another() -> None:
    active = _one("Dialog", Rect(0, 0, 300, 300), "first", 0, "active")
    other = _one("Dialog", Rect(40, 40, 30, 30), "second")
    assert _role_at(active, other) == "Dialog in first"
    assert _role_at(active, other, _one("ListItem", Rect(0, 40, 390, 30), "popup")) == "ListItem in popup"


def test_of_an_entry_that_is_half_scrolled_out_the_part_in_its_list_is_seen() -> None:
    holder = _one("List", Rect(0, 0, 100, 60))
    entry = _one("ListItem", Rect(0, 50, 100, 40), "main", 1)
    assert seen_part(_look(holder, entry), entry) == Rect(0, 50, 100, 10)
    outside = _one("ListItem", Rect(0, 90, 100, 40), "main", 1)
    assert seen_part(_look(holder, outside), outside) == outside.rect
    popup = _one("ListItem", Rect(0, 50, 100, 40), "popup", 1)
    assert seen_part(_look(holder, popup), popup) == popup.rect
    assert seen_part(None, entry) == entry.rect


def test_coordinates_are_of_the_picture_that_was_shown_wherever_the_window_is_now() -> None:
    then, now = Rect(100, 100, 200, 100), Rect(150, 100, 200, 100)
    window = Window("main", "Main", now, 1, "x", "x")
    selection = Selection(window=window)
    assert selection.frame(window) == now
    selection.pictured = Pictured(Window("main", "Main", then, 1, "x", "x"), Rect(100, 80, 300, 200))
    assert selection.frame(window) == Rect(150, 80, 300, 200)
    selection.pictured = Pictured(Window("other", "Other", then, 1, "x", "x"), Rect(0, 0, 9, 9))
    assert selection.frame(window) == now
