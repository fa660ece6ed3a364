"""Steps become the actions of tools, without what only hands need."""

from __future__ import annotations

from typing import Any

import pytest

from tests.extensions.recording.made import control, steps
from ufo.errors import SkillError
from ufo_recording.moves import Move, moves_of, notation

FIELD = control("Name", "Edit")
OTHER = control("City", "Edit")
CELL = control("A1", "Cell")


def moves(*told: dict[str, Any]) -> list[Move]:
    return moves_of(steps(*told))


def done(*told: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [(move.function, move.arguments) for move in moves(*told)]


def test_a_click_into_a_field_and_its_text_are_one_move() -> None:
    (found,) = moves({"control": FIELD}, {"kind": "type", "control": FIELD, "text": "Ada", "whole": True})
    assert (found.function, found.typed) == ("set_edit_text", "Ada")
    assert found.arguments == {"id": "1", "name": "Name", "text": "Ada", "clear_current_text": True}


def test_a_tab_between_two_fields_is_dropped_and_one_that_leads_elsewhere_is_kept() -> None:
    first = {"kind": "type", "control": FIELD, "text": "Ada", "whole": True}
    second = {"kind": "type", "control": OTHER, "text": "Paris", "whole": True}
    assert [name for name, _ in done(first, {"kind": "keys", "keys": "tab"}, second)] == ["set_edit_text"] * 2
    assert done({"kind": "keys", "keys": "tab"}) == [("keyboard_input", {"keys": "{TAB}"})]


def test_a_text_that_was_typed_in_two_parts_is_written_once() -> None:
    (found,) = moves(
        {"kind": "type", "control": FIELD, "text": "Ad", "whole": True},
        {"kind": "type", "control": FIELD, "text": "Ada", "whole": True},
    )
    assert found.typed == "Ada"


def test_a_way_through_menus_is_one_visit_with_the_submenus_that_nobody_clicked() -> None:
    menus = [("MenuBar", ""), ("Menu", "File"), ("Menu", "Export")]
    found = done({"control": control("File", "Menu")}, {"control": control("PDF", "MenuItem", menus)})
    assert found == [("visit", {"path": ["File", "Export", "PDF"]})]


def test_a_menu_item_that_is_ticked_becomes_what_it_was_afterwards() -> None:
    menus = [("MenuBar", ""), ("Menu", "View")]
    ticked = {"control": control("Ruler", "CheckMenuItem", menus), "state": "checked"}
    assert done({"control": control("View", "Menu")}, ticked) == [
        ("set_checked", {"path": ["View", "Ruler"], "checked": True})
    ]


def test_two_menus_opened_in_turn_are_two_visits() -> None:
    file, edit = [("MenuBar", ""), ("Menu", "File")], [("MenuBar", ""), ("Menu", "Edit")]
    found = done(
        {"control": control("File", "Menu")},
        {"control": control("New", "MenuItem", file)},
        {"control": control("Edit", "Menu", [("MenuBar", "")])},
        {"control": control("Copy", "MenuItem", edit)},
    )
    assert found == [("visit", {"path": ["File", "New"]}), ("visit", {"path": ["Edit", "Copy"]})]


def test_a_tick_becomes_what_the_box_was_afterwards() -> None:
    (found,) = done({"control": control("Gift wrap", "CheckBox"), "state": "unchecked"})
    assert found == ("set_checked", {"id": "1", "name": "Gift wrap", "checked": False})


def test_a_box_and_a_choice_from_its_list_are_one_move() -> None:
    (found,) = done({"control": control("Country", "ComboBox")}, {"control": control("Japan", "ListItem")})
    assert found == ("select", {"id": "1", "name": "Country", "items": ["Japan"]})


def test_a_cell_takes_its_text_and_the_key_that_ends_it_is_dropped() -> None:
    (found,) = done({"kind": "type", "control": CELL, "text": "12", "whole": True}, {"kind": "keys", "keys": "enter"})
    assert found == ("set_edit_text", {"id": "1", "name": "A1", "text": "12", "clear_current_text": True})


def test_other_buttons_clicks_and_held_keys_are_kept() -> None:
    row = control("memo.txt", "ListItem")
    found = done({"control": row, "count": 2}, {"control": row, "button": "right"}, {"control": row, "held": ("ctrl",)})
    assert [arguments for _, arguments in found] == [
        {"id": "1", "name": "memo.txt", "button": "left", "double": True},
        {"id": "1", "name": "memo.txt", "button": "right"},
        {"id": "1", "name": "memo.txt", "button": "left", "key_hold": "ctrl"},
    ]


def test_wheels_switching_windows_and_clicks_that_did_nothing_are_dropped() -> None:
    assert not moves(
        {"kind": "scroll", "count": -3},
        {"kind": "keys", "keys": "alt+tab"},
        {"control": control("", "Pane"), "change": ""},
        {"at": (0.5, 0.5), "change": ""},
        {"kind": "type", "control": control("No"), "hidden": True, "change": ""},
    )


def test_a_click_into_a_field_is_kept_where_keys_follow_that_work_in_whatever_has_the_focus() -> None:
    paste = {"kind": "keys", "keys": "ctrl+v", "control": OTHER}
    found = done(
        {"kind": "type", "control": FIELD, "text": "a", "whole": True}, {"control": OTHER, "change": ""}, paste
    )
    assert [name for name, _ in found] == ["set_edit_text", "click_input", "keyboard_input"]
    assert found[1][1]["name"] == "City"
    too_soon = {"kind": "keys", "keys": "ctrl+v", "control": None}
    assert [name for name, _ in done({"control": OTHER, "change": ""}, too_soon)] == ["click_input", "keyboard_input"]


def test_a_drag_needs_a_control_at_both_ends() -> None:
    (found,) = moves({"kind": "drag", "control": control("a", "ListItem"), "to": control("b", "ListItem")})
    assert (found.function, found.arguments["to"]) == ("drag_control", {"id": "2", "name": "b"})
    with pytest.raises(SkillError, match="step 1 cannot be repeated"):
        moves({"kind": "drag", "control": control("a", "ListItem")})


def test_a_point_without_a_control_is_clicked_by_its_place_and_one_outside_is_refused() -> None:
    assert done({"at": (0.25, 0.5)}) == [
        ("click_on_coordinates", {"x": 0.25, "y": 0.5, "button": "left", "double": False})
    ]
    with pytest.raises(SkillError, match="no control and no point"):
        moves({"at": (1.5, 0.5)})


def test_a_window_that_was_closed_by_its_last_keys_is_closed_at_the_end() -> None:
    (found,) = moves({"kind": "keys", "keys": "alt+f4"})
    assert (found.function, found.closes) == ("close_application", True)


@pytest.mark.parametrize(
    ("chord", "count", "expected"),
    [
        ("ctrl+s", 1, "{CTRL+S}"),
        ("tab", 2, "{TAB 2}"),
        ("ctrl+shift+esc", 1, "{CTRL+SHIFT+ESC}"),
        ("menu", 1, "{APPS}"),
    ],
)
def test_chords_are_written_as_the_tool_takes_them(chord: str, count: int, expected: str) -> None:
    assert notation(chord, count) == expected
